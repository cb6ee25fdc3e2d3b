import assert from "node:assert/strict";
import { test } from "node:test";
import { grown, laboratory, loaded, settled } from "./lab.mjs";

const lab = laboratory();

/** A value of the page's address. */
const valueOf = (page, name) =>
  new URLSearchParams(new URL(page.url()).hash.split("?")[1]).get(name);

/** Waits until a value of the address is this. */
const reads = (page, name, value) =>
  page.waitForFunction(
    ([name, value]) => new URLSearchParams(location.hash.split("?")[1]).get(name) === value,
    [name, value],
  );

/** What has the focus: its id, or what it says. */
const focused = (page) =>
  page.evaluate(() => document.activeElement.id || document.activeElement.textContent.trim());

test("the slider is dragged from one k to the next, and further", async () => {
  const page = await lab.open("#/explore?game=blocking:k=10&at=30.5,20.5&zoom=9");
  await grown(page);
  const slider = page.locator("#scrub-slider");
  const { x, y, width, height } = await slider.boundingBox();
  const at = async () => Number(await slider.inputValue());
  /** A place of the slider, 0 being its left end. */
  const move = (share) => page.mouse.move(x + share * width, y + height / 2, { steps: 4 });
  await move(0.24);
  await page.mouse.down();
  const values = [];
  for (const share of [0.4, 0.6, 0.8]) {
    await move(share);
    const k = await at();
    values.push(k);
    // The board of this k is shown, and all else with it, while the button is still down.
    await reads(page, "game", `blocking:k=${k}`);
    await settled(page);
    assert.equal(await at(), k, "nothing pulls it away");
  }
  await page.mouse.up();
  assert.deepEqual(
    values,
    values.toSorted((a, b) => a - b),
  );
  assert.ok(values[0] > 12 && values[2] > values[0] + 10, `${values}`);
  await lab.close(page);
});

test("arrow keys on the slider and Enter on a step keep the focus", async () => {
  const page = await lab.open("#/explore?game=blocking:k=10&at=30.5,20.5&zoom=9");
  await grown(page);
  await page.focus("#scrub-slider");
  for (const k of [11, 12]) {
    await page.keyboard.press("ArrowRight");
    await reads(page, "game", `blocking:k=${k}`);
    await settled(page);
    assert.equal(await focused(page), "scrub-slider");
  }
  await page.locator("#scrub").getByText("+1", { exact: true }).focus();
  for (const k of [13, 14]) {
    await page.keyboard.press("Enter");
    await reads(page, "game", `blocking:k=${k}`);
    await settled(page);
    assert.equal(await focused(page), "+1");
  }
  await lab.close(page);
});

test("what is drawn above a board is chosen by keys, one after the other", async () => {
  const page = await lab.open("#/explore?game=blocking:k=100&at=200,200&zoom=2");
  await grown(page);
  await page.focus("#show-rulers");
  await page.keyboard.press("Space");
  await reads(page, "plain", "yes");
  assert.equal(await focused(page), "show-rulers");
  for (const name of ["regions", "threads"]) {
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), `show-${name}`);
    await page.keyboard.press("Space");
    await page.waitForSelector(`#drawn-${name}`, { state: "attached" });
    assert.equal(await focused(page), `show-${name}`);
  }
  await lab.close(page);
});

test("two boards are compared by keys, and what is half written stays", async () => {
  const page = await lab.open("#/explore?game=blocking:k=10&at=60,60&zoom=5");
  await grown(page);
  await page.click("summary:text-is('Compare with another game')");
  await page.focus('.side [data-value="difference"]');
  await page.keyboard.press("Enter");
  await reads(page, "mode", "difference");
  await page.locator("#verdict[data-differ]").waitFor();
  assert.equal(await focused(page), "Difference");
  await page.focus("#compare-with");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("blocking:k=12");
  // The panel is shown anew meanwhile.
  await page.evaluate(() => document.querySelector('[aria-label="Zoom in"]').click());
  await settled(page);
  assert.equal(await page.inputValue("#compare-with"), "blocking:k=12");
  await page.keyboard.press("Enter");
  await reads(page, "with", "blocking:k=12");
  await page.locator("#verdict[data-differ]").waitFor();
  assert.equal(await focused(page), "compare-with");
  await lab.close(page);
});

test("a number of a game is turned as far as its rules allow, to 0 as well", async () => {
  const page = await lab.open("#/explore?game=shifted:m=2,p=3,l=0");
  await loaded(page);
  await page.selectOption("#scrub-which", { label: "l, 0" });
  await page.waitForFunction(() => document.querySelector("#scrub-slider").max === "2");
  assert.equal(await page.getAttribute("#scrub-slider", "min"), "0");
  const step = (text) => page.locator("#scrub").getByText(text, { exact: true }).click();
  await step("+1");
  await reads(page, "game", "shifted:m=2,p=3,l=1");
  await settled(page);
  await step("−1");
  await reads(page, "game", "shifted:m=2,p=3,l=0");
  await settled(page);
  // It plays to the last value, and says that it is the last.
  await page.click("#scrub-play");
  await page.locator("#scrub [role=alert]", { hasText: "l ends at 2." }).waitFor();
  assert.equal(valueOf(page, "game"), "shifted:m=2,p=3,l=2");
  await lab.close(page);
});

test("k plays on beyond the end that the slider had", async () => {
  const page = await lab.open("#/explore?game=blocking:k=20&at=30.5,20.5&zoom=9");
  await grown(page);
  assert.equal(await page.getAttribute("#scrub-slider", "max"), "40");
  await page.selectOption('[aria-label="Pace"]', "80");
  await page.click("#scrub-play");
  await page.waitForFunction(() => Number(/k=(\d+)/.exec(location.hash)[1]) > 42);
  await page.click("#scrub-play");
  await lab.close(page);
});

test("the straight-edge is laid by keys, and Escape puts it away", async () => {
  const page = await lab.open("#/explore?game=wythoff&at=20.5,20.5&zoom=16");
  await grown(page);
  await page.focus('[aria-label="Measure a slope"]');
  await page.keyboard.press("Enter");
  await page.waitForSelector("text=Click the first cell");
  const walk = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await walk("ArrowRight", "Enter");
  await page.waitForSelector("text=Click the second cell");
  await walk("ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "Enter");
  await page.waitForFunction(() => /edge=21%2C20%3B24%2C22|edge=21,20;24,22/.test(location.hash));
  assert.match(await page.textContent("#edge"), /0\.666666/);
  assert.equal(valueOf(page, "pick"), null, "no queen was set");
  // A level line has the slope 0.
  await page.click('[aria-label="Measure a slope"]');
  await walk("Enter", "Shift+ArrowLeft", "Enter");
  await page.waitForFunction(() => /edge=24/.test(location.hash));
  assert.equal(await page.textContent("#edge dd:nth-of-type(4)"), "0");
  await page.click('[aria-label="Measure a slope"]');
  await walk("ArrowLeft", "Enter");
  await page.waitForSelector("text=Click the second cell");
  await walk("Escape");
  await page.waitForSelector("#edge", { state: "hidden" });
  await walk("Enter");
  await page.waitForSelector(".picked:not([hidden])");
  await lab.close(page);
});

test("a click into the second picture leaves the cell that was asked about", async () => {
  const page = await lab.open(
    "#/explore?game=blocking:k=10&with=blocking:k=13&mode=side&at=40,40&zoom=8&pick=30,50",
  );
  await grown(page);
  await page.waitForSelector(".picked:not([hidden]) .tag");
  await page
    .locator(".pane")
    .nth(1)
    .click({ position: { x: 150, y: 200 } });
  await settled(page);
  assert.equal(valueOf(page, "pick"), "30,50");
  assert.ok(await page.isVisible(".picked"));
  await lab.close(page);
});

test("every position that can be played leads from the board to a match", async () => {
  const page = await lab.open("#/explore?game=wythoff&at=50,50&zoom=8&pick=58,60");
  await grown(page);
  await page.click("text=Play from here");
  await page.waitForSelector("text=58 tokens");
  await lab.close(page);
});
