import assert from "node:assert/strict";
import { test } from "node:test";
import { built } from "./built.mjs";

const { isSum, readMoves, readSum, valuesOfSum, writeMoves } = await built("play/sum-match");

test("a sum is told from a game by the position at its end", () => {
  for (const sum of ["wythoff 3,5 + nim 0,7", "nim 1,2", "custom: rook + leap(1,2) 4, 4"])
    assert.ok(isSum(sum), sum);
  for (const game of ["wythoff", "custom: rook + leap(1,2)", "1,2", "custom: rook | hole 2,4", ""])
    assert.ok(!isSum(game), game);
});

test("moves of a sum go into a link and come back", () => {
  const moves = [
    { summand: 2, to: [0, 4] },
    { summand: 16, to: [1000, 0] },
  ];
  assert.equal(writeMoves(moves), "2m0-4.16m1000-0");
  assert.deepEqual(readMoves("2m0-4.16m1000-0"), moves);
  assert.deepEqual(readMoves(""), []);
  for (const wrong of ["2m0", "m0-4", "2m0-4.", "2m-4", "x"]) assert.equal(readMoves(wrong), null);
});

test("a match of a sum is its link", () => {
  const values = new Map([
    ["game", "nim 1,2 + nim 3,4"],
    ["you", "second"],
    ["strength", "casual"],
    ["seed", "7"],
    ["values", "yes"],
    ["analysis", "yes"],
    ["arrows", "yes"],
    ["acts", "1m0-2.2m3-0"],
    ["at", "1"],
  ]);
  const match = readSum(values);
  const written = new Map(
    Object.entries(valuesOfSum(match))
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, `${value}`]),
  );
  assert.deepEqual(new Map([...written].sort()), new Map([...values].sort()));
  assert.deepEqual(readSum(new Map([["acts", "nonsense"]])).moves, []);
});
