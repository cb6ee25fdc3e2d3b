/**
 * Takes the pictures of the page that the README shows, of the page in the program:
 * `WYTHOFF=path/to/wythoff npm run screenshots`.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { browserPath, firstLine, loaded } from "./tests/browser/lab.mjs";

const boardIsThere = async (page) => {
  await loaded(page);
  await page.waitForSelector(".stage-note", { state: "hidden" });
};

/** The address of each picture, and how one knows that all of it is there. */
const PICTURES = {
  explore: [
    "#/explore?game=blocking:k=100&show=regions,threads",
    async (page) => {
      await boardIsThere(page);
      await page.waitForSelector("#drawn-regions", { state: "attached" });
      await page.waitForSelector("#drawn-threads", { state: "attached" });
    },
  ],
  compare: [
    "#/explore?game=blocking:k=97&mode=difference&with=blocking:k=100&dx=1&dy=1" +
      "&compare=deviation&show=regions",
    async (page) => {
      await boardIsThere(page);
      await page.waitForSelector("#drawn-regions", { state: "attached" });
      await page.waitForSelector("#verdict[data-differ]");
    },
  ],
  play: [
    "#/play?game=blocking:k=3&start=8,9&you=both&acts=b7-8_7-9.m8-5.b1-5_0-5.m8-3.b1-3_0-2" +
      "&values=yes&analysis=yes&arrows=yes",
    async (page) => {
      await page.waitForSelector(".cell.value-p");
      await page.waitForSelector(".step.wrong");
      await page.waitForSelector(".arrows path");
    },
  ],
  flight: [
    "#/flight?k=10&at=57.25",
    (page) => page.waitForSelector('.flight-stage[data-loaded="yes"]'),
  ],
  atlas: ["#/atlas", (page) => page.waitForSelector("table.atlas tbody tr")],
};

const folder = mkdtempSync(join(tmpdir(), "wythoff-screenshots-"));
const server = spawn(process.env.WYTHOFF, ["lab", "--port", "0", "--store", folder], {
  stdio: ["ignore", "pipe", "inherit"],
});
const address = await firstLine(server);
const browser = await chromium.launch({
  executablePath: browserPath(),
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage({
  viewport: { width: 1280, height: 800 },
  reducedMotion: "reduce",
  colorScheme: "light",
});
for (const [name, [hash, isThere]] of Object.entries(PICTURES)) {
  // Another query makes it another load.
  await page.goto(`${address}?${name}${hash}`);
  await isThere(page);
  await page.waitForTimeout(1000);
  await page.screenshot({ path: new URL(`screenshots/${name}.png`, import.meta.url).pathname });
  console.log(`screenshots/${name}.png`);
}
await browser.close();
server.kill("SIGTERM");
await new Promise((done) => server.once("exit", done));
rmSync(folder, { recursive: true, force: true });
