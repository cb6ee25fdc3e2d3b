import assert from "node:assert/strict";
import { test } from "node:test";
import { built } from "./built.mjs";

const source = await built("explore/source");
const HUNDRED = 10n ** 99n + 7n;
const board = (change) => ({ game: "wythoff", k: 1, kind: "computed", levels: 5, ready: 4096, target: 4096, most: 4096, endless: true, palettes: ["outcome", "cln15", "deviation", "safe"], values: ["outcome"], ...change });
const at = (x, y, zoom = 8) => ({ at: [{ cell: x, milli: 500 }, { cell: y, milli: 500 }], reach: [50, 40], zoom });

test("the corner is shown while the view is on the computed board", () => {
  assert.deepEqual(source.frameFor(board(), at(1000n, 1000n), null), { origin: [0n, 0n], side: 4096 });
  assert.deepEqual(source.frameFor(board({ endless: false }), at(HUNDRED, 0n), null).side, 4096);
});

test("a far window is shown beyond it, aligned to its coarsest tiles, and kept while it will do", () => {
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

test("far out only P and N are known, so the palettes of numbers give way", () => {
  assert.equal(source.paletteFor(board(), "cln15", false), "cln15");
  assert.equal(source.paletteFor(board(), "cln15", true), "outcome");
  assert.equal(source.paletteFor(board({ palettes: ["outcome", "safe"] }), "deviation", false), "outcome");
});
