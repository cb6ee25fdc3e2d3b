/**
 * The real server and a real browser, for the tests:
 * `WYTHOFF=path/to/wythoff npm run test:browser`. With `SITE=folder`, too, the page comes from that
 * folder, the static site, and answers by its module; the server only says what is right.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
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
export const TIME = Number(process.env.TIME ?? 180_000);

/** The folder of the static site, if the page comes from there. */
export const SITE = process.env.SITE;

/** For a test of what only a server has: a disk, addresses for other programs. */
export const SERVER_ONLY = SITE ? { skip: "a static site has no server" } : {};

/** For a test of what only the static site has. */
export const SITE_ONLY = SITE ? {} : { skip: "SITE names no folder" };

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
    // What is right; and where the page is.
    lab.facts = await firstLine(lab.server);
    lab.site = SITE ? await serve(SITE) : null;
    lab.address = lab.site?.address ?? lab.facts;
    lab.browser = await chromium.launch({
      executablePath: browserPath(),
      args: ["--no-sandbox", "--disable-gpu"],
    });
  });
  after(async () => {
    await lab.browser?.close();
    await lab.site?.close();
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
    if (SITE) await begin(lab.facts, path);
    const response = await fetch(new URL(path, lab.facts));
    assert.ok(response.ok, `${path}: ${response.status}`);
    return response.json();
  };
  return lab;
}

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".json": "application/json",
};

/**
 * Serves a folder as any web server does, below a path of its own, `/site/`; and other folders by
 * the names of their paths.
 */
export async function serve(folder, others = {}) {
  const folders = { site: folder, ...others };
  const server = createServer(({ url }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    const [, which = "", name = ""] = /^\/(\w+)\/(.*)$/.exec(decodeURIComponent(pathname)) ?? [];
    const path = join(folders[which] ?? "", name === "" ? "index.html" : name);
    if (!Object.hasOwn(folders, which) || name.includes("..") || !existsSync(path)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "text/plain" });
    response.end(readFileSync(path));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    address: `http://127.0.0.1:${server.address().port}/site/`,
    close: () => new Promise((done) => (server.close(done), server.closeAllConnections())),
  };
}

/** Begins a board that the page has begun elsewhere, and waits until the server has it, too. */
async function begin(facts, path) {
  const board = /^\/api\/board\/[^/?]+/.exec(path)?.[0];
  if (board === undefined) return;
  const address = new URL(board, facts);
  const state = async () => (await fetch(address)).json();
  if ((await state()).kind !== "stored") return;
  const request = { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" };
  await fetch(`${address}/grow`, request);
  for (let found = await state(); found.ready < found.target; found = await state())
    await new Promise((done) => setTimeout(done, 100));
}

/** Waits until all tiles of all pictures are there. */
export async function loaded(page) {
  await page.waitForFunction(() => {
    const panes = [...document.querySelectorAll(".pane")];
    return panes.length > 0 && panes.every((pane) => pane.dataset.loaded === "yes");
  });
}

/** Waits until as much of the boards is computed as a first look needs, and seen. */
export async function grown(page) {
  await loaded(page);
  await page.waitForSelector(".stage-note", { state: "hidden" });
  await settled(page);
}

/**
 * Waits until nothing changes any more: the tiles are there, and the address and the pictures stay
 * as they are.
 */
export async function settled(page) {
  const seen = () =>
    page.evaluate(() =>
      [...document.querySelectorAll(".pane canvas")].reduce(
        (text, canvas) => text + canvas.toDataURL(),
        location.hash,
      ),
    );
  for (let last = null, now = ""; now !== last;) {
    await loaded(page);
    last = now;
    // Longer than the page waits before it writes its address.
    await page.waitForTimeout(300);
    now = await seen();
  }
  await loaded(page);
}

/** Waits until an element says this; returns all that it says. */
export async function says(page, selector, words) {
  await page.locator(selector, { hasText: words }).first().waitFor();
  return page.locator(selector).first().textContent();
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
