import assert from "node:assert/strict";
import { test } from "node:test";
import { built } from "./built.mjs";

const { compare, decimals, showSurd, simplest, slopeBetween, surdsBetween } =
  await built("explore/forms");
const fraction = (top, bottom) => ({ top: BigInt(top), bottom: BigInt(bottom) });

test("the simplest fraction between two, by trying all denominators", () => {
  for (let a = 1; a < 40; a++)
    for (let b = 1; b < 12; b++) {
      const [low, high] = [fraction(7 * a - 1, 7 * b + 1), fraction(7 * a + 1, 7 * b - 1)];
      const found = simplest(low, high);
      let bottom = 1;
      while (
        Math.ceil((Number(low.top) * bottom) / Number(low.bottom) - 1e-12) >
        Math.floor((Number(high.top) * bottom) / Number(high.bottom) + 1e-12)
      )
        bottom++;
      assert.equal(found.bottom, BigInt(bottom), `${a}/${b}`);
      assert.ok(found.top * low.bottom >= low.top * found.bottom);
      assert.ok(found.top * high.bottom <= high.top * found.bottom);
    }
});

test("numbers with a root are compared with fractions exactly, however near", () => {
  const silver = { a: 1, b: 1, c: 1, d: 2 };
  // p/q and its neighbours in the continued fraction of 1 + √2.
  let [p, q] = [1n, 0n];
  let [p2, q2] = [2n, 1n];
  for (let n = 0; n < 300; n++) {
    assert.equal(compare(silver, { top: p2, bottom: q2 }), n % 2 === 0 ? 1 : -1, String(n));
    [p, q, p2, q2] = [p2, q2, 2n * p2 + p, 2n * q2 + q];
  }
  assert.equal(compare({ a: 0, b: 1, c: 1, d: 4 }, fraction(2, 1)), 0);
});

test("the golden ratio is found between two cells of Wythoff's lines", () => {
  // (4181, 6765): Fibonacci numbers.
  const [low, high] = slopeBetween(4181n, 6765n);
  const forms = surdsBetween(low, high, 4);
  assert.equal(showSurd(forms[0]), "(1 + √5)/2");
  assert.equal(decimals(fraction(6765, 4181), 6), "1.618033");
  assert.deepEqual(slopeBetween(-4181n, 6765n), [low, high]);
  assert.equal(slopeBetween(1n, 100n), null);
  // A level line has a slope: 0, give or take a cell at each end.
  assert.deepEqual(slopeBetween(101n, 0n), [fraction(-1, 100), fraction(1, 100)]);
});

test("numbers are written as people write them", () => {
  assert.equal(showSurd({ a: 0, b: 2, c: 3, d: 7 }), "2√7/3");
  assert.equal(showSurd({ a: -1, b: -1, c: 2, d: 5 }), "(−1 − √5)/2");
  assert.equal(showSurd({ a: 1, b: 1, c: 1, d: 2 }), "1 + √2");
});
