import assert from "node:assert/strict";
import { test } from "node:test";
import katex from "katex";
import { built } from "./built.mjs";

const { pieces, tex } = await built("theorems/tex");
const formulas = (statement) =>
  pieces(statement)
    .filter((piece) => "tex" in piece)
    .map((piece) => piece.plain);
const plain = (statement) =>
  pieces(statement)
    .map((piece) => piece.text ?? piece.plain)
    .reduce((all, next) => all + (all === "" || /^[.,;:?)]/.test(next) ? "" : " ") + next, "");

test("formulas are found, prose is left alone", () => {
  assert.deepEqual(formulas("In 2-pile Nim the P-positions are (i, i), i ≥ 0."), ["(i, i), i ≥ 0"]);
  assert.deepEqual(
    formulas("A position of 2-pile Nim is P iff both piles have the same height."),
    [],
  );
  assert.deepEqual(formulas("For Wythoff Nim b_i − a_i = i."), ["b_i − a_i = i"]);
});

test("TeX for the signs of the papers", () => {
  assert.equal(tex("a_n = ⌊nφ⌋"), "a_{n} = \\lfloor n\\varphi \\rfloor");
  assert.equal(tex("√(m² + 4k²)"), "\\sqrt{m^2 + 4k^2}");
  assert.equal(tex("W_{k,m}"), "W_{k,m}");
  assert.equal(tex("mWN^(l,p)"), "m\\mathrm{WN}^{(l,p)}");
  assert.equal(tex("|a_k − a*_k| ≤ p − 1"), "|a_{k} - a^{*}_{k}| \\le p - 1");
});

const SAMPLES = [
  "Wythoff Nim: P = {(a_n, b_n), (b_n, a_n)} with a_n = mex{a_i, b_i : i < n} and b_n = a_n + n.",
  "For W_{k,m}: ⌊(n−k+1)α⌋ ≤ a_n ≤ ⌊nα⌋, α = (2k − m + √(m² + 4k²))/(2k).",
  "With k−1 blocks in 2-pile Nim (x,y) is P iff |y−x| < k and y−x ≡ k−1 (mod 2), or x+y < k.",
  "P-positions (a,b) and (c,d) of W_{k,m} with a < c have b − a ≤ d − c and b < d.",
  "The greedy permutations have π̄_{1,p}(n) + p = π_{1,p}(n + p) for n ≥ 1.",
  "For k = 1 or m = 1 the printed b_n = a_n + ⌊mn/k⌋ is right.",
];

test("statements keep their words, and KaTeX sets their formulas", () => {
  for (const statement of SAMPLES) {
    assert.equal(plain(statement), statement);
    assert.ok(formulas(statement).length > 0, statement);
    for (const piece of pieces(statement))
      if ("tex" in piece) katex.renderToString(piece.tex, { throwOnError: true, strict: "error" });
  }
});
