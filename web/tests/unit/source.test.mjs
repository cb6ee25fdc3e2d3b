import assert from "node:assert/strict";
import { test } from "node:test";
import { built } from "./built.mjs";

const source = await built("explore/source");
const HUNDRED = 10n ** 99n + 7n;
const FORMULA = { levels: 3, values: ["outcome"], by: "formula", proof: null };
const CERTIFICATE = {
  levels: 16,
  values: ["outcome", "palace", "deviation"],
  by: "certificate",
  proof: "proofs/k014.json",
};
const board = (change) => ({
  game: "wythoff",
  k: 1,
  kind: "computed",
  levels: 5,
  ready: 4096,
  target: 4096,
  most: 4096,
  endless: FORMULA,
  file: null,
  palettes: ["outcome", "cln15", "deviation", "safe"],
  values: ["outcome", "palace", "deviation"],
  ...change,
});
const proved = board({
  game: "blocking:k=14",
  k: 14,
  kind: "proved",
  levels: 13,
  ready: 2 ** 20,
  target: 2 ** 20,
  most: 2 ** 20,
  endless: CERTIFICATE,
});
const at = (x, y, zoom = 8) => ({
  at: [
    { cell: x, milli: 500 },
    { cell: y, milli: 500 },
  ],
  reach: [50, 40],
  zoom,
});

test("the corner is shown while the view is on the computed board", () => {
  assert.deepEqual(source.frameFor(board(), at(1000n, 1000n), null), {
    origin: [0n, 0n],
    side: 4096,
  });
  assert.deepEqual(source.frameFor(board({ endless: null }), at(HUNDRED, 0n), null).side, 4096);
});

test("a far window is shown beyond, aligned to its coarsest tiles, kept while it will do", () => {
  const far = source.frameFor(board(), at(HUNDRED, 12n), null);
  assert.ok(source.isFar(board(), far));
  assert.ok(far.origin.every((start) => start % 1024n === 0n));
  assert.equal(source.frameFor(board(), at(HUNDRED + 5000n, 12n), far), far);
  const moved = source.frameFor(board(), at(HUNDRED + 60_000n, 12n), far);
  assert.notDeepEqual(moved, far);
  assert.ok(moved.origin[0] > far.origin[0]);
});

test("the frame follows from the view alone: coming back leads to the corner again", () => {
  const far = source.frameFor(board(), at(HUNDRED, HUNDRED), null);
  assert.deepEqual(source.frameFor(board(), at(10n, 10n), far), { origin: [0n, 0n], side: 4096 });
});

test("tiles of a far window are named by their place on the board", () => {
  const frame = source.frameFor(board(), at(HUNDRED, 12n), null);
  const { tile, levels } = source.boardSource(board(), frame, "outcome", "light");
  assert.equal(levels, 3);
  const x = frame.origin[0] / 256n;
  assert.equal(tile(0, x, 0n), `/api/board/wythoff/tile/0/${x}/0?palette=outcome&theme=light`);
});

test("a far window has the board's levels within 2^40 cells, seen as far as tiles allow", () => {
  for (const levels of [1, 3, 16, 40]) {
    const deep = board({ endless: { ...CERTIFICATE, levels } });
    const frame = source.frameFor(deep, at(HUNDRED, HUNDRED), null);
    assert.ok(frame.side <= 2 ** 40, `${levels} levels: ${frame.side}`);
    assert.ok(source.isFar(deep, frame));
  }
  const far = source.frameFor(proved, at(HUNDRED, HUNDRED, 2 ** -16), null);
  assert.ok(source.isFar(proved, far));
  assert.equal(source.boardSource(proved, far, "cln15", "light").levels, 16);
  assert.ok(far.origin.every((start) => start % 2n ** 23n === 0n));
  // The viewer's least zoom comes back a rounding below; and the corner's floats can't hold a place
  // outside it, from however far it is seen.
  for (const zoom of [2 ** -16 * (1 - 1e-12), 2 ** -17])
    assert.deepEqual(source.frameFor(proved, at(HUNDRED, HUNDRED, zoom), far), far);
  assert.ok(
    source.isFar(
      proved,
      source.frameFor(
        proved,
        { ...at(1000n, 1000n, 2 ** -16 * (1 - 1e-12)), reach: [2 ** 25, 2 ** 25] },
        null,
      ),
    ),
  );
  assert.ok(
    !source.isFar(
      proved,
      source.frameFor(proved, { ...at(1000n, 1000n, 2 ** -17), reach: [2 ** 26, 2 ** 26] }, null),
    ),
  );
});

test("a certificate knows palace numbers far out, a formula P and N only", () => {
  assert.equal(source.paletteFor(proved, "cln15", true), "cln15");
  assert.equal(source.paletteFor(proved, "deviation", true), "deviation");
  assert.equal(source.paletteFor(board(), "cln15", false), "cln15");
  assert.equal(source.paletteFor(board(), "cln15", true), "outcome");
  assert.equal(
    source.paletteFor(board({ palettes: ["outcome", "safe"] }), "deviation", false),
    "outcome",
  );
});

test("a file that is not finished is shown as far as it will go, and at first as a whole", () => {
  const file = board({ kind: "file", endless: null, ready: 2048, target: 9000, file: {} });
  assert.equal(source.reachOf(file), 9000);
  assert.equal(source.firstCells(file), 9000);
  const { shown, tile } = source.boardSource(
    file,
    { origin: [0n, 0n], side: 16384 },
    "safe",
    "light",
  );
  assert.equal(shown, 9000);
  // More may be there the next time.
  assert.match(tile(0, 1n, 2n), /&ready=2048$/);
  assert.equal(source.reachOf(board({ ready: 1024 })), 1024);
});

test("a view without a cell of the board is beyond it", () => {
  const ended = board({ endless: null });
  assert.equal(source.endOf(ended), 4096);
  assert.equal(source.endOf(board({ endless: null, ready: 0, target: 8192 })), 8192, "on its way");
  assert.equal(source.endOf(proved), null);
  const is = (x, y, end) => source.isBeyond(at(x, y), end);
  assert.ok(!is(4000n, 17n, 4096) && !is(4145n, 17n, 4096), "its border is in view");
  assert.ok(is(4146n, 17n, 4096) && is(17n, HUNDRED, 4096));
  assert.ok(!is(HUNDRED, HUNDRED, null));
  assert.ok(is(-51n, 17n, null) && !is(-50n, 17n, null), "before the corner is nothing");
});
