import assert from "node:assert/strict";
import { test } from "node:test";
import { built } from "./built.mjs";

const { gameText, kOf, titleOf } = await built("games/name");

test("games are called as the papers call them", () => {
  const names = { "blocking:k=100": "W¹⁰⁰", wythoff: "Wythoff Nim", "wythoff:m=1": "Wythoff Nim", "wythoff:m=3": "3-Wythoff Nim", imitation: "Imitation Nim", "imitation:m=2,p=3": "(2, 3)-Imitation Nim", "diagonal-blocking:m=1,p=2": "(1, 2)-Wythoff Nim", "choice:m=2,p=3": "Wythoff Nim with a choice (m = 2, p = 3)", "unknown:k=3": "unknown:k=3", "custom: rook": "custom: rook" };
  for (const [game, name] of Object.entries(names)) assert.equal(titleOf(game), name);
});

test("parameters make the text of a game", () => {
  assert.equal(gameText("modulo", { m: 2, p: 3, l: 2 }), "modulo:m=2,p=3,l=2");
  assert.equal(gameText("nim", {}), "nim");
});

test("W^k is told from other games that count palaces", () => {
  assert.deepEqual(["blocking:k=14", "wythoff:m=1", "wythoff:m=2", "rook-blocking:m=1,p=3", "custom: rook"].map(kOf), [14, 1, null, null, null]);
});
