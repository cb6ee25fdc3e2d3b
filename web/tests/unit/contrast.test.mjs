import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const css = readFileSync(new URL("../../src/style/tokens.css", import.meta.url), "utf8");
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name, light, dark]) => [name, [light, dark]],
  ),
);

/** WCAG 2.2: relative luminance and contrast. */
function luminance(hex) {
  const [r, g, b] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a, b) {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

/** Text on a ground: 4.5. */
const TEXT = [
  ...["paper", "surface", "sunken"].flatMap((ground) =>
    ["ink", "muted", "accent"].map((ink) => [ink, ground]),
  ),
  ["on-accent", "accent"],
  ["accent", "accent-soft"],
  ["good", "good-soft"],
  ["bad", "bad-soft"],
  ["warn", "warn-soft"],
  ["good", "surface"],
  ["bad", "surface"],
  ["warn", "surface"],
];
/** Pieces and borders of controls: 3. */
const SHAPES = [
  ["line-strong", "surface"],
  ["line-strong", "paper"],
  ["queen", "cell"],
  ["queen", "cell-alt"],
  ["pawn", "cell"],
  ["pawn", "cell-alt"],
  ["accent", "cell-alt"],
  ["token", "surface"],
  ["token-imitation", "surface"],
  ["token-blocked", "surface"],
];

test("the contrast of black and white is 21", () =>
  assert.equal(contrast("#000000", "#ffffff").toFixed(2), "21.00"));

for (const [index, theme] of ["light", "dark"].entries()) {
  test(`${theme}: text has AA contrast, shapes 3 to 1`, () => {
    for (const [pairs, least] of [
      [TEXT, 4.5],
      [SHAPES, 3],
    ]) {
      for (const [ink, ground] of pairs) {
        const [a, b] = [tokens.get(ink), tokens.get(ground)];
        assert.ok(a && b, `${ink} and ${ground} are tokens`);
        const found = contrast(a[index], b[index]);
        assert.ok(found >= least, `${ink} on ${ground}: ${found.toFixed(2)} < ${least}`);
      }
    }
  });
}
