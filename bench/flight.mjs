/**
 * The times between frames while one flies, as JSON, in milliseconds: the flight of W^10 to 10^100,
 * and over the boards of W^100 and W^100000, drawn with the mouse, nearer and farther.
 *
 *     node bench/flight.mjs http://127.0.0.1:8008/
 */
import { createRequire } from "node:module";
import { browserPath, frameTimes, loaded } from "../web/tests/browser/lab.mjs";

const { chromium } = createRequire(
  new URL("../web/package.json", import.meta.url),
)("playwright-core");

const MILLISECONDS = 10_000;
/** The mouse moves so many times a second. */
const PACE = 60;

const browser = await chromium.launch({
  executablePath: browserPath(),
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
page.setDefaultTimeout(60_000);

/** Along the thread, by itself. */
async function alongThread(k) {
  await page.goto(`${process.argv[2]}#/flight?k=${k}&at=40`);
  await page.waitForFunction(
    () => document.querySelector(".flight-stage")?.dataset.loaded === "yes",
  );
  await page.click("#flight-play");
  await page.waitForTimeout(1000);
  return frameTimes(page, MILLISECONDS);
}

/** Over a board: drags it away, and turns the wheel now and then. */
async function overBoard(k) {
  await page.goto(`${process.argv[2]}#/explore?game=blocking:k=${k}`);
  await loaded(page);
  const { x, y, width, height } = await page.locator(".pane").boundingBox();
  const middle = [x + width / 2, y + height / 2];
  let isOver = false;
  const fly = async () => {
    for (let turn = 0; !isOver; turn++) {
      // Nearer at first, then there and back.
      await page.mouse.move(...middle);
      await page.mouse.wheel(0, turn < 3 || turn % 2 === 1 ? -120 : 120);
      await page.mouse.down();
      const way = turn % 4 < 2 ? 1 : -1;
      for (let step = 1; step <= PACE / 2 && !isOver; step++) {
        await page.mouse.move(middle[0] - 5 * way * step, middle[1] - 4 * way * step);
        await page.waitForTimeout(1000 / PACE);
      }
      await page.mouse.up();
    }
  };
  const flown = fly();
  const times = await frameTimes(page, MILLISECONDS);
  isOver = true;
  await flown;
  return times;
}

const found = {
  "flight of W^10": await alongThread(10),
  "flight over W^100": await overBoard(100),
  "flight over W^100000": await overBoard(100_000),
};
console.log(JSON.stringify(found));
await browser.close();
process.exit(0);
