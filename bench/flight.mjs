/** The times between frames of a flight, as JSON: `node bench/flight.mjs http://127.0.0.1:8008/`. */
import { createRequire } from "node:module";
import { browserPath, frameTimes } from "../web/tests/browser/lab.mjs";

const { chromium } = createRequire(
  new URL("../web/package.json", import.meta.url),
)("playwright-core");
const browser = await chromium.launch({
  executablePath: browserPath(),
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
await page.goto(`${process.argv[2]}#/flight?k=10&at=40`);
await page.waitForFunction(
  () => document.querySelector(".flight-stage")?.dataset.loaded === "yes",
);
await page.click("#flight-play");
await page.waitForTimeout(1000);
console.log(JSON.stringify(await frameTimes(page, 10_000)));
await browser.close();
process.exit(0);
