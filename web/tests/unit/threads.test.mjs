import assert from "node:assert/strict";
import { test } from "node:test";
import { built } from "./built.mjs";

const { cellOn, linesOf, nameOf, squareRoot, times } = await built("explore/threads");
const golden = {
  slope: 1.6180332,
  slope_error: 2e-6,
  periodic: false,
  exact: { value: "(1 + √5)/2", coefficients: [1, -1, -1] },
  parts: [{ born: 131, last: { x: 999998, low: 1618031, high: 1618031 } }],
};
const steep = {
  slope: 2.5,
  slope_error: 4e-6,
  periodic: true,
  exact: { value: "5/2", coefficients: [0, 2, -5] },
  parts: [{ born: 790, last: { x: 999999, low: 2499981, high: 2500005 } }],
};
const beside = {
  ...golden,
  slope: 2.20063,
  slope_error: 5.3e-5,
  exact: null,
  parts: [{ born: 258, last: { x: 1_000_000, low: 2_200_169, high: 2_200_169 } }],
};
const wild = {
  slope: 1.0975,
  slope_error: 3e-3,
  periodic: false,
  exact: null,
  parts: [{ born: 206, last: { x: 999990, low: 1097490, high: 1097490 } }],
};

test("the square root is exact, also of numbers of two hundred digits", () => {
  for (const root of [0n, 1n, 2n, 3n, 10n ** 99n + 7n]) {
    assert.equal(squareRoot(root * root), root);
    assert.equal(squareRoot(root * root + 2n * root), root);
  }
});

test("a line follows the number that fits, at a hundred digits as well", () => {
  // ⌊φ·F(n)⌋ is F(n+1) or one less, for Fibonacci numbers F.
  let [a, b] = [1n, 1n];
  while (a < 10n ** 99n) [a, b] = [b, a + b];
  assert.ok([b, b - 1n].includes(times(golden, a)));
  assert.equal(times(steep, 2n * 10n ** 99n), 5n * 10n ** 99n);
  assert.equal(times(wild, 1000n), 1098n);
});

test("a thread without such a number ends with the columns; a sharp slope tells its shift", () => {
  const [flat, ray, far] = linesOf({ columns: 1_000_000, threads: [wild, golden, steep] });
  assert.deepEqual([flat.end, ray.end, far.end], [1_000_000n, null, null]);
  assert.deepEqual([flat.born, ray.born, far.born], [206n, 131n, 790n]);
  // In the column 999 999 the thread is seen from 2 499 981 to 2 500 005.
  assert.equal(far.at(999_999n), 2_499_993_000n);
  assert.equal(ray.at(0n), 0n);
  assert.equal(linesOf({ columns: 1_000_000, threads: [beside] })[0].at(0n), -461_000n);
  // 2.5x − 4.5 leaves the diagonal at x = 3.
  assert.deepEqual([ray.from, far.from], [0n, 3n]);
  assert.deepEqual(cellOn(steep, 10n ** 99n), [10n ** 99n, 25n * 10n ** 98n - 4n]);
});

test("a name has the digits that are sure, and claims no equality", () => {
  assert.deepEqual([golden, steep, wild].map(nameOf), [
    "1.61803, fits (1 + √5)/2",
    "2.50000, fits 5/2",
    "1.10",
  ]);
});
