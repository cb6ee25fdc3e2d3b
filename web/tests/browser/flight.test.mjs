import assert from "node:assert/strict";
import { test } from "node:test";
import { laboratory, SERVER_ONLY } from "./lab.mjs";

const lab = laboratory();

/** Waits until all of the moment is drawn. */
function arrived(page) {
  return page.waitForFunction(
    () => document.querySelector(".flight-stage")?.dataset.loaded === "yes",
  );
}

const state = (page) => page.$eval(".flight-stage", (stage) => ({ ...stage.dataset }));

/** How many colours there are in the middle of the picture. */
const coloursOf = (page) =>
  page.$eval(".flight-stage > canvas", (canvas) => {
    const { width, height } = canvas;
    const context = canvas.getContext("2d");
    const { data } = context.getImageData(width / 4, height / 4, width / 2, height / 2);
    return new Set(new Uint32Array(data.buffer)).size;
  });

/** y = s·x for s = 1 + √2 iff (y − x)² is about 2x²: off by less than `cells` cells. */
function isOnThread(x, y, cells) {
  const [low, high] = [y - x - cells, y - x + cells];
  return low * low < 2n * x * x && 2n * x * x < high * high;
}

test("the slider leads to 10^100: a place on the thread, in the block, and drawn", async () => {
  const page = await lab.open("#/flight?k=4&at=3");
  await arrived(page);
  assert.ok((await coloursOf(page)) > 2, "a picture near the corner");
  await page.$eval("#flight-slider", (slider) => {
    slider.value = "100";
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await page.waitForFunction(
    () => document.querySelector(".flight-stage").dataset.x.length === 101,
  );
  await arrived(page);
  const { x, y, block } = await state(page);
  assert.equal(x, `1${"0".repeat(100)}`);
  assert.equal(y.length, 101);
  assert.ok(isOnThread(BigInt(x), BigInt(y), 5n), y);
  const [level, type, left, top, right, bottom] = block.split(",").map(BigInt);
  assert.ok(level > 200n && type > 0n, block);
  assert.ok(left <= BigInt(x) && BigInt(x) < right && top <= BigInt(y) && BigInt(y) < bottom);
  assert.ok((await coloursOf(page)) > 10, "blocks and a thread");
  await page.waitForFunction(
    () => Number(document.querySelector(".flight-lens").dataset.palaces) > 20,
  );
  assert.match(await page.textContent("#flight-x"), /x = 1\.00000000000… × 10100/);
  assert.match(
    await page.textContent(".flight-block"),
    new RegExp(`block ${type}, level ${level}`),
  );
  assert.match(page.url(), /#\/flight\?k=4&thread=2\.414&at=100$/);

  await page.click("text=All digits");
  const digits = await page
    .locator("#flight-digits output >> nth=1", { hasText: /\d/ })
    .textContent();
  assert.equal(digits.replace(/\D/g, ""), y);

  // The card at the end leads to the proof and to the place.
  const proof = await page.getAttribute(".flight-card a[download]", "href");
  assert.equal((await lab.get(proof)).k, 4);
  await page.click("text=Explore this place");
  await page.waitForSelector(".pane");
  assert.ok(page.url().includes(`at=${x},${y}`));
  await lab.close(page);
});

test("a link is a moment, and the digits of its column are those of a power of ten", async () => {
  const page = await lab.open("#/flight?k=10&thread=2.500&at=57.25");
  await arrived(page);
  const { x, y } = await state(page);
  // x^4 = 10^229, to the last digits but a few.
  const error = BigInt(x) ** 4n - 10n ** 229n;
  assert.ok(error * error < 10n ** 350n, x);
  assert.ok(2n * BigInt(y) - 5n * BigInt(x) < 40n && 5n * BigInt(x) - 2n * BigInt(y) < 40n);
  assert.equal(await page.inputValue("#flight-thread"), "2.500");
  await page.selectOption("#flight-thread", "1.618");
  await page.waitForFunction((old) => document.querySelector(".flight-stage").dataset.y !== old, y);
  assert.equal((await state(page)).x, x);
  await lab.close(page);
});

test("keys lead on and back, and who wants no motion is taken from power to power", async () => {
  const page = await lab.open("#/flight?k=3&at=40");
  await arrived(page);
  await page.focus(".flight-stage");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => location.hash.endsWith("at=40.25"));
  await page.keyboard.press("Shift+ArrowLeft");
  await page.waitForFunction(() => location.hash.endsWith("at=35.25"));
  await page.keyboard.press("Space");
  await page.waitForFunction(() => Number(document.querySelector("#flight-slider").value) === 36);
  await page.keyboard.press("Space");
  assert.equal(await page.textContent("#flight-play"), "Fly");
  await lab.close(page);
});

test("it flies by itself, and turns round", SERVER_ONLY, async () => {
  const page = await lab.open("#/flight?k=4", { reducedMotion: "no-preference" });
  await page.waitForFunction(() => Number(document.querySelector("#flight-slider").value) > 3);
  await page.click("#flight-play");
  assert.equal(await page.textContent("#flight-play"), "Fly");
  const before = Number(await page.inputValue("#flight-slider"));
  // Who turns round flies on.
  await page.click("#flight-back");
  await page.waitForFunction(
    (old) => Number(document.querySelector("#flight-slider").value) < old,
    before,
  );
  await lab.close(page);
});

test("a game that is not solved says which are", async () => {
  const page = await lab.open("#/flight?k=5");
  await page.waitForSelector("text=k is one of 1, 2, 3, 4, 8, 10, 14, 50, 61, 72 and 79");
  await page.click("text=Fly over W¹⁰");
  await arrived(page);
  await lab.close(page);
});

test("it fits a phone", async () => {
  const page = await lab.open("#/flight?k=4&at=80", { viewport: { width: 390, height: 844 } });
  await arrived(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, `${width}`);
  assert.ok((await coloursOf(page)) > 5);
  const read = await page.locator(".flight-read").boundingBox();
  assert.ok(read.x >= 0 && read.x + read.width <= 390);
  await lab.close(page);
});

test("home leads to the flight", async () => {
  const page = await lab.open("");
  await page.click("text=Fly to 10");
  await page.waitForSelector(".flight-stage");
  await lab.close(page);
});
