import assert from "node:assert/strict";
import { test } from "node:test";
import { built } from "./built.mjs";

const { dialsOf, turned } = await built("explore/dials");

test("every number of a game's text can be turned", () => {
  const names = (game) => dialsOf(game).map(({ name, value }) => `${name} ${value}`);
  assert.deepEqual(names("blocking:k=100"), ["k 100"]);
  assert.deepEqual(names("gdwn:p=1,q=2"), ["p 1", "q 2"]);
  assert.deepEqual(names("custom: rook + bishop(2) + ray(1,2) | block 3"), [
    "bishop 2",
    "ray 1",
    "number 2",
    "block 3",
  ]);
  assert.deepEqual(names("nim"), []);
  assert.deepEqual(names("file:k100.zarr"), []);
});

test("turning a number leaves the rest of the text as it is", () => {
  const game = "custom: rook + bishop(2) | block 9";
  const [bishop, block] = dialsOf(game);
  assert.equal(turned(game, block, 10), "custom: rook + bishop(2) | block 10");
  assert.equal(turned(game, bishop, 15), "custom: rook + bishop(15) | block 9");
});
