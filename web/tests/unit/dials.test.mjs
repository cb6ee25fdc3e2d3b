import assert from "node:assert/strict";
import { test } from "node:test";
import { built } from "./built.mjs";

const { dialsOf, rangeOf, turned } = await built("explore/dials");

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

test("a number is turned within what the catalogue allows, as the other numbers are", () => {
  const parameter = (name, min, limit) => ({ name, min, max: 1000, limit });
  const families = [
    {
      family: "shifted",
      parameters: [parameter("p", 1, null), parameter("l", 0, { below: "p" })],
    },
    {
      family: "choice",
      parameters: [parameter("m", 1, { at_most: "p" }), parameter("p", 1, null)],
    },
  ];
  const range = (game, index) => rangeOf(game, dialsOf(game)[index], families);
  assert.deepEqual(range("shifted:p=3,l=0", 0), [1, 1000]);
  assert.deepEqual(range("shifted:p=3,l=0", 1), [0, 2]);
  assert.deepEqual(range("choice:m=2,p=5", 0), [1, 5]);
  assert.deepEqual(range("custom: rook | block 3", 0), [1, Number.MAX_SAFE_INTEGER]);
  assert.deepEqual(range("custom: rook(mod 3: 0,1)", 1), [0, Number.MAX_SAFE_INTEGER]);
});
