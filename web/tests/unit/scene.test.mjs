import assert from "node:assert/strict";
import { test } from "node:test";
import { built } from "./built.mjs";

const { windowOf } = await built("explore/scene");
const MOST = 1 << 20;

test("a film has all cells in view, in as many pixels as a frame may have", () => {
  assert.deepEqual(windowOf([-3.5, 2.2, 60.1, 40.9], 8, 4096), {
    x: 0,
    y: 2,
    width: 61,
    height: 39,
    scale: "8",
  });
  // 600 × 340 cells of 4 pixels would be too many pixels: a frame has 2 a cell.
  const large = windowOf([0, 0, 600, 340], 4, 4096);
  assert.deepEqual(large, { x: 0, y: 0, width: 600, height: 340, scale: "2" });
});

test("several cells share a pixel from afar, and pixels are whole", () => {
  const { x, y, width, height, scale } = windowOf([100, 7, 2500, 1300], 0.4, 4096);
  assert.equal(scale, "1/4");
  assert.deepEqual([x, y, width, height], [100, 4, 2400, 1296]);
  const far = windowOf([0, 0, 9000, 9000], 0.9, 9000);
  const cells = Number(far.scale.slice(2));
  assert.ok((far.width / cells) * (far.height / cells) <= MOST);
  assert.equal(far.width, Math.ceil(9000 / cells) * cells);
});

test("the film ends where the board does; where there is none, there is no film", () => {
  assert.equal(windowOf([4000, 4000, 4200, 4200], 4, 4096).width, 96);
  assert.equal(windowOf([5000, 0, 5200, 200], 4, 4096), null);
  assert.equal(windowOf([-200, 0, -10, 200], 4, 4096), null);
});
