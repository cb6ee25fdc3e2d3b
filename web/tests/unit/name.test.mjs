import assert from "node:assert/strict";
import { test } from "node:test";
import { built } from "./built.mjs";

const { firstGame, gameOf, gameText, kOf, misere, plain, titleOf } = await built("games/name");

test("games are called as the papers call them", () => {
  const names = {
    "blocking:k=100": "W¹⁰⁰",
    "W^3": "W³",
    wythoff: "Wythoff Nim",
    "wythoff:m=1": "Wythoff Nim",
    "wythoff:m=3": "3-Wythoff Nim",
    imitation: "Imitation Nim",
    "imitation:m=2,p=3": "(2, 3)-Imitation Nim",
    "diagonal-blocking:m=1,p=2": "(1, 2)-Wythoff Nim",
    "choice:m=2,p=3": "Wythoff Nim with a choice (m = 2, p = 3)",
    "wythoff:m=1 | misere": "Wythoff Nim, misère",
    "custom: rook | misere": "custom: rook, misère",
    "unknown:k=3": "unknown:k=3",
    "custom: rook": "custom: rook",
    "file:w2000.zarr": "w2000.zarr",
  };
  for (const [game, name] of Object.entries(names)) assert.equal(titleOf(game), name);
});

test("a file is a board of its game", () => {
  assert.equal(gameOf({ game: "wythoff", file: null }), "wythoff");
  assert.equal(gameOf({ game: "file:w.zarr", file: { game: "blocking:k=3" } }), "blocking:k=3");
});

test("misère is a clause at the end, switched on and off", () => {
  assert.equal(misere("nim"), "nim | misere");
  assert.equal(misere("custom: rook | block 2 | misere"), "custom: rook | block 2 | misere");
  assert.equal(plain("custom: rook | block 2 | misere"), "custom: rook | block 2");
  assert.equal(plain("nim"), "nim");
});

test("parameters make the text of a game", () => {
  assert.equal(gameText("modulo", { m: 2, p: 3, l: 2 }), "modulo:m=2,p=3,l=2");
  assert.equal(gameText("nim", {}), "nim");
});

test("a family's first game is the plain one, or else its example", () => {
  const parameter = (name, usual) => ({ name, default: usual, min: 1 });
  assert.equal(
    firstGame({ family: "wythoff", example: "wythoff:m=2", parameters: [parameter("m", 1)] }),
    "wythoff:m=1",
  );
  assert.equal(
    firstGame({ family: "blocking", example: "blocking:k=3", parameters: [parameter("k", null)] }),
    "blocking:k=3",
  );
  assert.equal(
    firstGame({
      family: "modulo",
      example: "modulo:m=2,p=3,l=2",
      parameters: [parameter("m", null), parameter("p", null), parameter("l", "m")],
    }),
    "modulo:m=2,p=3,l=2",
  );
  assert.equal(firstGame({ family: "nim", example: "nim", parameters: [] }), "nim");
});

test("W^k is told from other games that count palaces", () => {
  assert.deepEqual(
    ["blocking:k=14", "wythoff:m=1", "wythoff:m=2", "rook-blocking:m=1,p=3", "custom: rook"].map(
      kOf,
    ),
    [14, 1, null, null, null],
  );
});
