import assert from "node:assert/strict";
import { test } from "node:test";
import { built } from "./built.mjs";

const c = await built("common/coordinates");
const f = await built("explore/frame");
const HUNDRED = 10n ** 99n + 7n;

test("cells are read as people write them, and nothing else is", () => {
  for (const text of ["17,4", "(17, 4)", " 17 4 ", "17;4", "1 7, 4"])
    assert.deepEqual(c.readCell(text), [17n, 4n], text);
  for (const text of ["", "17", "1,2,3", "-1,2", "1.5,2", "x,y", "1e3,1", `${"9".repeat(1001)},1`])
    assert.equal(c.readCell(text), null, text);
  assert.deepEqual(c.readCell(`${HUNDRED},0`), [HUNDRED, 0n]);
});

test("requests carry numbers where they are exact, digits beyond 2^53", () => {
  const edge = 2n ** 53n;
  assert.deepEqual(c.jsonOfCell([edge - 1n, edge]), [Number.MAX_SAFE_INTEGER, "9007199254740992"]);
  for (const cell of [
    [0n, 0n],
    [edge - 1n, edge + 1n],
    [HUNDRED, 3n],
  ])
    assert.deepEqual(c.cellOfJson(c.jsonOfCell(cell)), cell);
});

test("long numbers are shortened and say how long they are", () => {
  assert.equal(c.showWhole(1234567n), "1\u202f234\u202f567");
  assert.equal(c.showWhole(HUNDRED, 15), "10000…00007 [100 digits]");
});

test("fixed points keep a thousandth at any size, also below zero", () => {
  for (const text of ["0", "150.25", "-3.125", "-0.5", `${HUNDRED}.001`])
    assert.equal(c.showFixed(c.readFixed(text)), text);
  assert.deepEqual(c.fixed(5n, -0.25), { cell: 4n, milli: 750 });
  assert.deepEqual(c.fixed(5n, 0.9999), { cell: 6n, milli: 0 });
  for (const text of ["", "1.", ".5", "1e5", "--1", "NaN"])
    assert.equal(c.readFixed(text), null, text);
});

test("a frame far out names the same points as the board", () => {
  const frame = f.frameAround([HUNDRED, 12n], 131072, 1024);
  assert.equal(frame.origin[0] % 1024n, 0n);
  assert.equal(frame.origin[1], 0n);
  const middle = f.middleOf([HUNDRED, 12n]);
  const [x, y] = f.localFromPoint(frame, middle);
  assert.ok(x > 0 && x < frame.side);
  assert.deepEqual(f.pointFromLocal(frame, x, y), middle);
  assert.deepEqual(f.cellFromLocal(frame, x, y), [HUNDRED, 12n]);
  assert.equal(f.cellFromLocal(f.cornerFrame(256), -0.5, 3), null);
});

test("a frame moves on before its border is reached, but not at the board's own border", () => {
  const corner = f.cornerFrame(1000);
  assert.equal(f.nearBorder(corner, 10, 10), false);
  assert.equal(f.nearBorder(corner, 10, 800), true);
  const far = { origin: [5000n, 0n], side: 1000 };
  assert.equal(f.nearBorder(far, 10, 10), true);
  assert.equal(f.nearBorder(far, 500, 10), false);
});
