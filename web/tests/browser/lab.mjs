/**
 * The real server and a real browser, for the tests:
 * `WYTHOFF=path/to/wythoff npm run test:browser`.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

const BROWSERS = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
/** Nothing takes so long, however busy the machine is: what is waited for is a condition. */
export const TIME = 180_000;

/**
 * Starts both for the tests of a file and ends them afterwards. With `atlas` the server reads a
 * folder of records, `lab.atlas`, with `boards` it shows the boards in a folder, `lab.boards`.
 */
export function laboratory({ atlas = false, boards = false } = {}) {
  const lab = {};
  before(async () => {
    lab.program = process.env.WYTHOFF;
    assert.ok(
      lab.program && existsSync(lab.program),
      "WYTHOFF names the wythoff program, e.g. target/release/wythoff",
    );
    lab.folder = mkdtempSync(join(tmpdir(), "wythoff-lab-"));
    lab.atlas = join(lab.folder, "atlas");
    lab.boards = join(lab.folder, "boards");
    [lab.atlas, lab.boards].forEach((folder) => mkdirSync(folder));
    lab.server = spawn(
      lab.program,
      [
        "lab",
        "--port",
        "0",
        "--store",
        join(lab.folder, "store"),
        ...(atlas ? ["--atlas", lab.atlas] : []),
        ...(boards ? ["--boards", lab.boards] : []),
      ],
      { cwd: lab.folder, stdio: ["ignore", "pipe", "ignore"] },
    );
    lab.address = await firstLine(lab.server);
    lab.browser = await chromium.launch({
      executablePath: browserPath(),
      args: ["--no-sandbox", "--disable-gpu"],
    });
  });
  after(async () => {
    await lab.browser?.close();
    lab.server?.kill("SIGTERM");
    if (lab.server && lab.server.exitCode === null)
      await new Promise((done) => lab.server.once("exit", done));
    if (lab.folder) rmSync(lab.folder, { recursive: true, force: true });
  });

  /** A page of its own context. What goes wrong in it is collected in `page.problems`. */
  lab.open = async (hash = "", options = {}) => {
    const context = await lab.browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: "reduce",
      colorScheme: "light",
      ...options,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(TIME);
    page.problems = [];
    page.on("pageerror", (error) => page.problems.push(String(error)));
    page.on("console", (message) => {
      if (/Content Security Policy|Refused to/.test(message.text()))
        page.problems.push(message.text());
    });
    await page.goto(`${lab.address}${hash}`);
    return page;
  };
  lab.close = async (page) => {
    assert.deepEqual(page.problems, []);
    await page.context().close();
  };
  lab.get = async (path) => {
    const response = await fetch(new URL(path, lab.address));
    assert.ok(response.ok, `${path}: ${response.status}`);
    return response.json();
  };
  return lab;
}

/** Waits until all tiles of all pictures are there. */
export async function loaded(page) {
  await page.waitForFunction(() => {
    const panes = [...document.querySelectorAll(".pane")];
    return panes.length > 0 && panes.every((pane) => pane.dataset.loaded === "yes");
  });
}

/** The times between frames, in milliseconds, while a page does what it does. */
export function frameTimes(page, milliseconds) {
  return page.evaluate(
    (until) =>
      new Promise((done) => {
        const times = [];
        let last = null;
        const frame = (now) => {
          if (last !== null) times.push(now - last);
          last = now;
          if (times.reduce((sum, time) => sum + time, 0) < until) requestAnimationFrame(frame);
          else done(times);
        };
        requestAnimationFrame(frame);
      }),
    milliseconds,
  );
}

/** The browser that is there. */
export function browserPath() {
  const path = BROWSERS.find((path) => path && existsSync(path));
  assert.ok(path, "a chromium is needed; CHROMIUM names it");
  return path;
}

/** Where a server says that it is. */
export function firstLine(server) {
  return new Promise((done, fail) => {
    createInterface({ input: server.stdout }).once("line", done);
    server.once("exit", (code) =>
      fail(new Error(`the server ended with ${code} before it said where it is`)),
    );
  });
}
