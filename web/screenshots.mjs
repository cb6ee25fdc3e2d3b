/**
 * Takes the pictures of the page that the README shows, of the page in the program:
 * `WYTHOFF=path/to/wythoff npm run screenshots`; with `SITE=folder` that of the static site.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { browserPath, firstLine, grown, loaded, serve, SITE, TIME } from "./tests/browser/lab.mjs";

/** The address of each picture, and how one knows that all of it is there. */
const PICTURES = {
  explore: [
    "#/explore?game=blocking:k=100&show=regions,threads",
    async (page) => {
      await grown(page);
      await page.waitForSelector("#drawn-regions", { state: "attached" });
      await page.waitForSelector("#drawn-threads", { state: "attached" });
    },
  ],
  compare: [
    "#/explore?game=blocking:k=97&mode=difference&with=blocking:k=100&dx=1&dy=1" +
      "&compare=deviation&show=regions",
    async (page) => {
      await grown(page);
      await page.waitForSelector("#drawn-regions", { state: "attached" });
      await page.waitForSelector("#verdict[data-differ]");
    },
  ],
  play: [
    "#/play?game=blocking:k=3&start=8,9&you=both&acts=b7-8_7-9.m8-5.b1-5_0-5.m8-3" +
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
  atlas: [
    "#/atlas",
    async (page) => {
      await page.waitForSelector("table.atlas tbody tr");
      await page.locator(".atlas-figure").evaluate((figure) => figure.scrollIntoView());
    },
  ],
};

const GOOGOL = `1${"0".repeat(100)}`;

/** The same of the static site: a board with a hundred digits, and no server. */
const SITE_PICTURES = {
  site: [`#/explore?game=blocking:k=14&at=${GOOGOL}.5,25${"0".repeat(99)}.5&zoom=9`, loaded],
};

const DESKTOP = { viewport: { width: 1280, height: 800 } };

/** The same board on a phone. */
const PHONE = {
  viewport: { width: 390, height: 800 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

if (SITE) {
  const site = await serve(SITE);
  await take(site.address, SITE_PICTURES);
  await take(site.address, { "site-phone": SITE_PICTURES.site }, PHONE);
  await site.close();
} else await takeAll();

async function takeAll() {
  const folder = mkdtempSync(join(tmpdir(), "wythoff-screenshots-"));
  const server = spawn(process.env.WYTHOFF, ["lab", "--port", "0", "--store", folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await take(await firstLine(server), PICTURES);
  } finally {
    server.kill("SIGTERM");
    await new Promise((done) => server.once("exit", done));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function take(address, pictures, screen = DESKTOP) {
  const browser = await chromium.launch({
    executablePath: browserPath(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await browser.newPage({
      ...screen,
      reducedMotion: "reduce",
      colorScheme: "light",
    });
    page.setDefaultTimeout(TIME);
    for (const [name, [hash, isThere]] of Object.entries(pictures)) {
      // Another query makes it another load.
      await page.goto(`${address}?${name}${hash}`);
      await isThere(page);
      await page.waitForTimeout(1000);
      await page.screenshot({ path: new URL(`screenshots/${name}.png`, import.meta.url).pathname });
      console.log(`screenshots/${name}.png`);
    }
  } finally {
    await browser.close();
  }
}
