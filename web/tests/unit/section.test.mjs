import assert from "node:assert/strict";
import { test } from "node:test";
import { built } from "./built.mjs";

const { partOf } = await built("explore/section");
const cell = (x, y) => [BigInt(x), BigInt(y)];
const seen = [cell(100, 300), cell(400, 500)];

test("a section is what is in view of its line", () => {
  const through = { cell: cell(200, 400), seen, reach: 10_000n };
  assert.deepEqual(partOf(through, "row", false), [cell(100, 400), 300]);
  assert.deepEqual(partOf(through, "column", false), [cell(200, 300), 200]);
  // Steps from −100 to 100 are in view: as many columns before it, and rows after it.
  assert.deepEqual(partOf(through, "diagonal", false), [cell(100, 300), 200]);
  const [from, length] = partOf(through, "row", true);
  assert.deepEqual([from, length], [cell(0, 400), 2400]);
});

test("it has at least a hundred cells, its own among them, and none off the board", () => {
  const near = { cell: cell(205, 410), seen: [cell(200, 400), cell(210, 410)], reach: 10_000n };
  assert.deepEqual(partOf(near, "row", false), [cell(155, 410), 100]);
  const away = { cell: cell(5000, 20), seen, reach: 5100n };
  assert.deepEqual(partOf(away, "row", false), [cell(4850, 20), 250]);
  assert.deepEqual(partOf({ ...away, seen: null }, "column", false), [cell(5000, 0), 100]);
  const far = 10n ** 99n;
  const endless = {
    cell: [far, far],
    seen: [
      [far - 50n, far],
      [far + 150n, far + 9n],
    ],
    reach: null,
  };
  assert.deepEqual(partOf(endless, "row", false), [[far - 50n, far], 200]);
});
