/** Places where nothing is computed: they are refused in words, and their links stay exact. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { grown, laboratory, loaded, says } from "./lab.mjs";

const lab = laboratory();
const zeros = (first, count) => `${first}${"0".repeat(count)}`;
const values = (page) => new URLSearchParams(new URL(page.url()).hash.split("?")[1]);
const REFUSED = ".refusal:not([hidden])";

/** A page that still answers, and the place in its address. */
async function refused(page, words, at) {
  await page.locator(REFUSED, { hasText: words }).first().waitFor();
  await loaded(page);
  // Longer than the page waits before it writes its address.
  await page.waitForTimeout(400);
  assert.equal(values(page).get("at"), at);
  assert.deepEqual(page.problems, []);
}

test("a difference far out is refused; it does not freeze the tab", async () => {
  const at = `${zeros(1, 30)},${zeros(2, 30)}`;
  const link = `#/explore?game=blocking:k=14&mode=difference&with=blocking:k=10&at=${at}&zoom=4`;
  for (const plain of ["", "&plain=yes"]) {
    const page = await lab.open(link + plain);
    await refused(page, /Boards are compared near the corner/, at);
    await page.click(`${REFUSED} button`);
    await grown(page);
    await lab.close(page);
  }
});

test("beyond a board without more it is said how far that goes", async () => {
  for (const at of [
    "20000,20000",
    `${zeros(1, 18)},${zeros(2, 18)}`,
    `${zeros(1, 30)},7`,
    `-${zeros(1, 30)},-7`,
  ]) {
    const page = await lab.open(`#/explore?game=blocking:k=5&at=${at}&zoom=2`);
    await refused(page, /Only cells below 4.096 of W⁵ are computed so far/, at);
    await page.keyboard.press("Tab");
    await page.focus(`${REFUSED} button`);
    await page.keyboard.press("Enter");
    await grown(page);
    assert.equal(await page.locator(REFUSED).count(), 0);
    // Back leads to the place again.
    await page.goBack();
    await refused(page, /Only cells below/, at);
    await lab.close(page);
  }
});

test("a board that has grown shows what was refused before", async () => {
  const page = await lab.open("#/explore?game=blocking:k=5&at=6000.5,6000.5&zoom=8");
  await refused(page, /Compute more below/, "6000.5,6000.5");
  await page.click("text=Compute 8");
  await page.waitForSelector(REFUSED, { state: "detached" }).catch(() => undefined);
  await page.waitForFunction((refusal) => document.querySelector(refusal) === null, REFUSED);
  await grown(page);
  assert.equal(values(page).get("at"), "6000.5,6000.5");
  await lab.close(page);
});

test("k is not turned to a board that does not reach the view, and the view stays", async () => {
  const at = `${zeros(1, 40)}.5,${zeros(25, 39)}.5`;
  const page = await lab.open(`#/explore?game=blocking:k=14&at=${at}&zoom=8`);
  await loaded(page);
  await page.click('[aria-label="k more 1"]');
  await says(page, "#scrub [role=alert]", /Only cells below 4.096 of W¹⁵ are computed/);
  assert.equal(await page.inputValue("#scrub-slider"), "14");
  assert.equal(values(page).get("game"), "blocking:k=14");
  assert.equal(values(page).get("at"), at);
  await lab.close(page);
});

test("side by side each picture says for itself what it can't show", async () => {
  const at = `${zeros(1, 30)}.5,${zeros(25, 29)}.5`;
  const page = await lab.open(`#/explore?game=blocking:k=14&at=${at}&zoom=4`);
  await loaded(page);
  await page.click("summary:text-is('Compare with another game')");
  await page.click("details[open] [data-value=side]");
  await page.waitForSelector("#compare-with");
  await page.fill("#compare-with", "blocking:k=15");
  await page.keyboard.press("Enter");
  await refused(page, /Only cells below 4.096 of W¹⁵/, at);
  assert.equal(await page.locator(REFUSED).count(), 1, "the first one is shown");
  await page.click("details[open] [data-value=difference]");
  await refused(page, /Boards are compared near the corner/, at);
  await page.click("details[open] [data-value=one]");
  await page.waitForFunction((refusal) => document.querySelector(refusal) === null, REFUSED);
  await loaded(page);
  assert.equal(values(page).get("at"), at);
  await lab.close(page);
});
