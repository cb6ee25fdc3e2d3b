import assert from "node:assert/strict";
import { test } from "node:test";
import { built } from "./built.mjs";

const link = await built("common/link");
const view = await built("explore/view");
const match = await built("play/match");
const HUNDRED = 10n ** 99n + 7n;

const through = (page, values) => link.readLink(link.writeLink(page, values)).values;

test("what is written into a link is read from it", () => {
  const values = { game: "custom: rook + bishop(2) | block 3 & more", find: "é ⌊φ⌋ #?=" };
  const read = link.readLink(link.writeLink("games", values));
  assert.equal(read.page, "games");
  assert.deepEqual(Object.fromEntries(read.values), values);
});

test("any address is some page", () => {
  for (const hash of ["", "#", "#/", "#/nothing", "#/../x?y", "#play", "%%%"])
    assert.ok(link.PAGES.includes(link.readLink(hash).page), hash);
});

test("a view comes back exactly, a hundred digits out and in every mode", () => {
  const views = [
    {
      game: "blocking:k=100",
      at: null,
      zoom: null,
      palette: null,
      pick: null,
      overlays: new Set(),
      plain: false,
      edge: null,
      section: null,
      mode: "one",
      other: "blocking:k=100",
      offset: view.NO_OFFSET,
      compared: "outcome",
    },
    {
      game: "wythoff",
      at: [
        { cell: HUNDRED, milli: 500 },
        { cell: 3n, milli: 1 },
      ],
      zoom: 16,
      palette: "outcome",
      pick: [HUNDRED, 3n],
      overlays: new Set(["regions", "threads"]),
      plain: true,
      edge: [
        [17n, 4n],
        [HUNDRED, 90n],
      ],
      section: "column",
      mode: "one",
      other: "wythoff",
      offset: view.NO_OFFSET,
      compared: "outcome",
    },
    {
      game: "blocking:k=497",
      at: [
        { cell: 1n, milli: 0 },
        { cell: 0n, milli: 125 },
      ],
      zoom: 0.123456,
      palette: "safe",
      pick: null,
      overlays: new Set(),
      plain: false,
      edge: null,
      section: null,
      mode: "difference",
      other: "blocking:k=500",
      offset: { dx: 1, dy: -1, along: 2 },
      compared: "deviation",
    },
  ];
  for (const one of views)
    assert.deepEqual(view.readView(through("explore", view.valuesOfView(one)), "other"), one);
});

test("a broken view is a view all the same", () => {
  const read = view.readView(
    new Map(
      Object.entries({
        at: "1,x",
        zoom: "-3",
        palette: "neon",
        pick: "-1,2",
        show: "all,regions",
        mode: "cube",
        dx: "1e99",
        along: "0.5",
      }),
    ),
    "blocking:k=100",
  );
  assert.equal(read.at, null);
  assert.equal(read.zoom, null);
  assert.equal(read.palette, null);
  assert.equal(read.pick, null);
  assert.deepEqual([...read.overlays], ["regions"]);
  assert.equal(read.mode, "one");
  assert.deepEqual(read.offset, view.NO_OFFSET);
});

test("a match comes back with all its actions", () => {
  const actions = [
    { choose: 1 },
    { block: [] },
    { move: [7, 2] },
    {
      block: [
        [0, 4],
        [7, 0],
      ],
    },
    { propose: [[1, 1]] },
  ];
  const one = {
    game: "blocking:k=3",
    start: [7n, 4n],
    actions,
    at: 3,
    analysis: true,
    arrows: true,
    you: "second",
    strength: "casual",
    look: "heaps",
    values: true,
    seed: 17,
  };
  assert.equal(match.writeActions(actions), "c1.b.m7-2.b0-4_7-0.p1-1");
  assert.deepEqual(match.readMatch(through("play", match.valuesOfMatch(one))), one);
});

test("actions that are none are refused as a whole", () => {
  for (const text of ["m7", "m7-2-3", "x1-1", "m1-1.", "c", "c-1", "b1-1_", "m1-1_2-2"])
    assert.equal(match.readActions(text), null, text);
});
