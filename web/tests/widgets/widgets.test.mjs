/**
 * Python's widgets in a real browser, with a real Python at the other end of their messages:
 * `PYTHON=path/to/python npm run test:widgets`, with a Python that has the package.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { browserPath, firstLine, TIME } from "../browser/lab.mjs";

const BRIDGE = fileURLToPath(new URL("bridge.py", import.meta.url));
const PYTHON = process.env.PYTHON;
const started = [];
let browser;
let folder;

before(async () => {
  assert.ok(PYTHON && existsSync(PYTHON), "PYTHON names a Python that has the package wythoff");
  folder = mkdtempSync(join(tmpdir(), "wythoff-widgets-"));
  browser = await chromium.launch({
    executablePath: browserPath(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
});
after(async () => {
  await browser?.close();
  for (const kernel of started) kernel.kill("SIGTERM");
  await Promise.all(
    started.map((kernel) => kernel.exitCode ?? new Promise((done) => kernel.once("exit", done))),
  );
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** The page with the widget that a line of Python makes; `page.problems` has what goes wrong. */
async function notebook(code, { query = "", ...options } = {}) {
  const kernel = spawn(PYTHON, [BRIDGE, code], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, XDG_CACHE_HOME: join(folder, String(started.length)) },
  });
  started.push(kernel);
  const address = await firstLine(kernel);
  const context = await browser.newContext({
    viewport: { width: 1000, height: 900 },
    reducedMotion: "reduce",
    colorScheme: "light",
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(TIME);
  page.problems = [];
  page.elsewhere = [];
  page.on("pageerror", (error) => page.problems.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(address)) page.elsewhere.push(request.url());
  });
  page.kernel = kernel;
  page.state = async () => (await fetch(new URL("state", address))).json();
  await page.goto(`${address}${query}`);
  return page;
}
const yours = (page) => page.waitForSelector('.status[data-yours="true"]');

test("a click moves the queen, the opponent answers, and Python sees both", async () => {
  const page = await notebook('wythoff.play("wythoff", 5, 7)');
  await yours(page);
  assert.equal(await page.getAttribute(".cell.queen", "data-cell"), "5,7");
  await page.click('[data-cell="4,7"]');
  await page.waitForFunction(
    () => document.querySelector("#output > div").shadowRoot.querySelector(".talk").textContent,
  );
  await yours(page);
  const { match } = await page.state();
  assert.equal(match.length, 2);
  assert.deepEqual(match[0], { move: [4, 7] });
  // (4, 7) is P: the opponent can't reach a P-position, whatever he does.
  assert.equal(await page.getAttribute(".cell.queen", "data-cell"), match[1].move.join(","));
  assert.match(await page.textContent(".talk"), /The opponent moved to/);
  assert.match(await page.textContent(".about"), /Wythoff/);
  // From here hints win.
  for (let turn = 0; turn < 12; turn++) {
    await page.waitForSelector('.status[data-yours="true"], .status[data-phase="over"]');
    if ((await page.getAttribute(".status", "data-phase")) === "over") break;
    await page.click("#hint");
    await page.click("#follow");
    await page.waitForSelector("#follow", { state: "detached" });
  }
  assert.match(await page.textContent(".status"), /You win/);
  assert.deepEqual((await page.state()).match.at(-1), { move: [0, 0] });
  assert.deepEqual([page.problems, page.elsewhere], [[], []]);
  await page.context().close();
});

test("pawns are set in W^3; a second view, and Python, go along", async () => {
  const page = await notebook('wythoff.play("W^3", 4, 9, you="second")');
  await yours(page);
  assert.equal(await page.getAttribute(".status", "data-phase"), "block");
  // (4, 9) is P: with the right pawns the match goes on.
  await page.click("#hint");
  await page.waitForSelector(".cell.hinted");
  const pawns = await page
    .locator(".cell.hinted")
    .evaluateAll((cells) => cells.map((cell) => cell.dataset.cell));
  for (const cell of pawns) await page.click(`[data-cell="${cell}"]`);
  await page.click("#confirm");
  await yours(page);
  const { match } = await page.state();
  assert.deepEqual(match[0].block.map(String).sort(), pawns.sort());
  assert.ok("move" in match[1] && "block" in match[2], JSON.stringify(match));
  await page.evaluate(() => void window.open2());
  const queen = (place) => page.locator(`${place} .cell.queen`).getAttribute("data-cell");
  await page.waitForSelector('#second .status[data-yours="true"]');
  assert.equal(await queen("#second"), await queen("#output"));
  await page.evaluate(() => window.python("widget.match = widget.match[:1]"));
  await page.waitForFunction(
    (count) => fetch("/state").then(async (state) => (await state.json()).match.length >= count),
    3,
  );
  await page.waitForSelector('#second .status[data-yours="true"]');
  await page.waitForSelector('#output .status[data-yours="true"]');
  assert.deepEqual((await page.state()).match, match);
  assert.equal(await queen("#second"), await queen("#output"));
  await page.evaluate(() => window.leave());
  assert.equal(await page.locator("#output > *").count(), 0);
  assert.deepEqual([page.problems, page.elsewhere], [[], []]);
  await page.context().close();
});

test("nothing of the notebook's styles comes in, and nothing goes out; light follows", async () => {
  const page = await notebook('wythoff.play("wythoff", 5, 7)', { query: "?dark" });
  await yours(page);
  const look = (selector, name) =>
    page.locator(selector).evaluate((one, wanted) => getComputedStyle(one)[wanted], name);
  assert.equal(await look("#outside", "backgroundColor"), "rgb(255, 0, 0)");
  assert.equal(await look("#outside", "borderRadius"), "0px");
  assert.notEqual(await look("#undo", "backgroundColor"), "rgb(255, 0, 0)");
  assert.ok(await page.locator(".status").isVisible());
  assert.equal(await look("#output .widget", "backgroundColor"), "rgb(26, 29, 40)");
  await page.evaluate(() => document.body.classList.remove("dark"));
  await page.waitForFunction(
    () => document.querySelector("#output > div").dataset.theme === "light",
  );
  assert.equal(await look("#output .widget", "backgroundColor"), "rgb(255, 255, 255)");
  await page.context().close();
});

test("the keyboard plays, and keeps its place", async () => {
  const page = await notebook('wythoff.play("wythoff", 5, 7)');
  await yours(page);
  await page.evaluate(() => {
    window.typed = 0;
    addEventListener("keydown", () => window.typed++);
  });
  await page.focus('[data-cell="5,7"]');
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() =>
    fetch("/state").then(async (state) => (await state.json()).match.length === 2),
  );
  await yours(page);
  const focused = await page.evaluate(
    () => document.activeElement.shadowRoot.activeElement.dataset.cell,
  );
  assert.equal(focused, "4,7");
  // Keys of a notebook do other things.
  assert.equal(await page.evaluate(() => window.typed), 0);
  await page.context().close();
});

test("the deep zoom shows tiles in a frame, as light or dark as the notebook", async () => {
  const page = await notebook('wythoff.explore("W^5", at=(100, 160), zoom=4)', {
    query: "?dark",
  });
  const frame = page.frameLocator("iframe");
  await frame.locator('.pane[data-loaded="yes"]').waitFor();
  const inner = page.frames()[1];
  assert.match(inner.url(), /\?frame=[\w-]{32}#\/explore\?game=blocking:k=5&at=100,160&zoom=4/);
  assert.equal(await inner.evaluate(() => document.documentElement.dataset.theme), "dark");
  const background = () => inner.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await background(), "rgb(17, 19, 27)");
  await page.evaluate(() => document.body.classList.remove("dark"));
  await inner.waitForFunction(() => document.documentElement.dataset.theme === "light");
  assert.equal(await background(), "rgb(250, 248, 242)");
  assert.equal(await frame.getByLabel("Light or dark").count(), 0);
  await page.evaluate(() => window.python("widget.height = 300"));
  await page.waitForFunction(
    () =>
      document.querySelector("#output > div").shadowRoot.querySelector("iframe").clientHeight ===
      300,
  );
  const link = await page.locator("a", { hasText: "Open in a tab" }).getAttribute("href");
  assert.equal(link, (await page.state()).url);
  assert.doesNotMatch(link, /frame=/);
  assert.deepEqual(page.problems, []);
  // Without the secret no other page may show it.
  await page.evaluate((address) => {
    document.getElementById("second").innerHTML = `<iframe id="bare" src="${address}"></iframe>`;
  }, link);
  await page.waitForTimeout(1500);
  const bare = page.frames().find((one) => one !== inner && one !== page.mainFrame());
  assert.equal(await bare.evaluate(() => document.querySelector("#head") === null), true);
  await page.context().close();
});

test("a laboratory that has ended says so", async () => {
  const page = await notebook('wythoff.explore("W^5")');
  await page.frameLocator("iframe").locator('.pane[data-loaded="yes"]').waitFor();
  await page.evaluate(() => window.python("widget._laboratory.close()"));
  await page.reload();
  await page.waitForSelector('p[role="alert"]:not([hidden])');
  assert.match(await page.textContent('p[role="alert"]'), /does not answer this browser/);
  await page.context().close();
});
