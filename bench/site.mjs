/**
 * The laboratory without a server, in a browser, beside the program on one thread: how soon the
 * first board is there, and how fast boards are computed. `bench/site.mjs` takes the folders that
 * `web/site` has written, SITE and MODULE (target/site, target/site-module), and the program,
 * WYTHOFF (target/release/wythoff).
 */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "../web/node_modules/playwright-core/index.mjs";
import {
  browserPath,
  firstLine,
  loaded,
  serve,
} from "../web/tests/browser/lab.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const { SITE, MODULE, WYTHOFF } = {
  SITE: join(ROOT, "target/site"),
  MODULE: join(ROOT, "target/site-module"),
  WYTHOFF: join(ROOT, "target/release/wythoff"),
  ...process.env,
};
const RUNS = 3;

const browser = await chromium.launch({
  executablePath: browserPath(),
  args: ["--no-sandbox"],
});
const folder = mkdtempSync(join(tmpdir(), "wythoff-bench-"));
try {
  await firstView();
  await speeds();
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

/** From the first request to a whole picture, with nothing in the browser's cache. */
async function firstView() {
  const site = await serve(SITE);
  const times = [];
  for (let run = 0; run < RUNS; run++) {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
    });
    const page = await context.newPage();
    const since = performance.now();
    await page.goto(`${site.address}#/explore?game=blocking:k=100`);
    await loaded(page);
    times.push(performance.now() - since);
    await context.close();
  }
  await site.close();
  console.log(
    `first board of W^100: ${shown(Math.min(...times))} (best of ${RUNS})`,
  );
}

async function speeds() {
  copyFileSync(join(ROOT, "crates/wasm/module.mjs"), join(folder, "module.js"));
  copyFileSync(join(MODULE, "wythoff.wasm"), join(folder, "wythoff.wasm"));
  writeFileSync(join(folder, "index.html"), "<!doctype html>");
  const server = await serve(folder);
  const page = await browser.newPage();
  await page.goto(server.address);
  const found = await page.evaluate(inBrowser, RUNS);
  await server.close();

  compare(
    "dense, W^100 to 65,536 by squares",
    found.dense,
    await grownByServer(),
  );
  const cell = JSON.parse(
    program(
      "board",
      "W^100",
      "--at",
      "15000,16000",
      "--size",
      "1",
      "--values",
      "palace",
      "--format",
      "json",
    ),
  );
  assert.equal(
    found.palace,
    [cell.rows ?? cell.cells ?? cell].flat(4).find(Number.isInteger),
  );

  const table = best(() =>
    program(
      "table",
      "W^5",
      "--count",
      "100000",
      "--format",
      "csv",
      "--threads",
      "1",
    ),
  );
  compare(
    "sparse, the first 100,000 P-positions of W^5",
    found.sparse,
    table.time,
  );
  assert.equal(found.table, table.found);
}

/** The same squares by the laboratory's server, on one core. */
async function grownByServer() {
  const times = [];
  for (let run = 0; run < RUNS; run++) {
    const store = join(folder, `store-${run}`);
    const words = ["-c", "0", WYTHOFF, "lab", "--port", "0", "--store", store];
    const server = spawn("taskset", words, {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const address = await firstLine(server);
    const ask = async (path, options) =>
      (await fetch(new URL(path, address), options)).json();
    const since = performance.now();
    const { job } = await ask("/api/board/blocking:k=100/grow", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: '{"side":65536}',
    });
    for (
      let state = "running";
      state !== "done";
      { state } = await ask(`/api/jobs/${job.id}`)
    )
      await new Promise((done) => setTimeout(done, 5));
    times.push(performance.now() - since);
    const ended = new Promise((done) => server.once("exit", done));
    server.kill("SIGTERM");
    await ended;
  }
  return Math.min(...times);
}

/** The best times of the module, in milliseconds, and what it finds. */
async function inBrowser(runs) {
  const { open } = await import("./module.js");
  const bytes = async (name) => (await fetch(name)).arrayBuffer();
  const compiled = await WebAssembly.compile(await bytes("wythoff.wasm"));
  const best = { dense: Infinity, sparse: Infinity };
  const read = ({ body }) => JSON.parse(new TextDecoder().decode(body));
  for (let run = 0; run < runs; run++) {
    const library = await open(compiled);
    library.ask("POST", "/api/board/blocking:k=100/grow", '{"side":65536}');
    let since = performance.now();
    while (library.grow());
    best.dense = Math.min(best.dense, performance.now() - since);
    best.palace = read(
      library.ask("GET", "/api/board/blocking:k=100/cell/15000/16000"),
    ).palace_number;
    const path = "/api/games/blocking:k=5/table?count=100000&format=csv";
    since = performance.now();
    const { body } = library.ask("GET", path, "");
    best.sparse = Math.min(best.sparse, performance.now() - since);
    best.table = new TextDecoder().decode(body);
  }
  return best;
}

function program(...words) {
  return execFileSync(WYTHOFF, [...words, "--quiet"], {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
}

function best(work) {
  let time = Infinity;
  let found;
  for (let run = 0; run < RUNS; run++) {
    const since = performance.now();
    found = work();
    time = Math.min(time, performance.now() - since);
  }
  return { time, found };
}

function compare(what, module, native) {
  const share = Math.round((100 * native) / module);
  console.log(
    `${what}: ${shown(module)} in the browser, ${shown(native)} by the program: ${share} %`,
  );
}

function shown(milliseconds) {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
