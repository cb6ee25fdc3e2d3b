import assert from "node:assert/strict";
import { test } from "node:test";
import { built } from "./built.mjs";

const { readPiece, readRules, writePiece, writeRules } = await built("games/rules");

test("what the server writes is read, and written the same", () => {
  for (const text of [
    "custom: rook",
    "custom: rook(from 2, mod 3: 0,1) + bishop(2) + ray(2,1)",
    "custom: only-x leap(0,3; 1,2; 5,7) + only-y rook | hole 2,1 | comply 2 on rook | misere",
    "custom: rook + bishop | block 3 on bishop + rook(from 2)",
    "custom: rook | imitation(2,3)",
    "custom: rook | block 0",
  ])
    assert.equal(writeRules(readRules(text)), text);
});

test("other spellings are read, too; what is no custom game is not", () => {
  assert.equal(
    writeRules(readRules("Custom:rook+bishop|block 2 on any|misère")),
    "custom: rook + bishop | block 2 | misere",
  );
  assert.equal(writeRules(readRules("custom: rook | imitation")), "custom: rook | imitation(1,1)");
  for (const text of ["wythoff", "custom: knight", "custom: rook | jump 3", "custom:"])
    assert.equal(readRules(text), null, text);
});

test("a piece is data", () => {
  assert.deepEqual(readPiece("only-x rook(mod 5: 0,2-4)"), {
    kind: "rook",
    only: "x",
    from: 1,
    mod: 5,
    leaves: "0,2-4",
  });
  assert.equal(
    writePiece({ kind: "rook", only: "both", from: 1, mod: 2, leaves: "" }),
    "rook(mod 2: 0)",
  );
});
