/**
 * The laboratory without a server beside the program: how large the module is, how soon the first
 * board is there in a browser, and how fast boards are computed. `bench/site.mjs` takes the folders that
 * `web/site` has written, SITE and MODULE (target/site, target/site-module), and the program,
 * WYTHOFF (target/release/wythoff).
 */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { open } from "../crates/wasm/module.mjs";
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
/** A table takes hundredths of a second; the browser compiles what it needs anew while the first ones are made. */
const TABLES = 16;
/** Starts of the program for a mean: the system counts its time in hundredths of seconds. */
const STARTS = 60;
const text = (bytes) => new TextDecoder().decode(bytes);

const browser = await chromium.launch({
  executablePath: browserPath(),
  args: ["--no-sandbox"],
});
const folder = mkdtempSync(join(tmpdir(), "wythoff-bench-"));
try {
  const module = readFileSync(join(MODULE, "wythoff.wasm"));
  const compressed = brotliCompressSync(module).length;
  console.log(
    `the module: ${module.length} bytes, compressed ${compressed}`,
  );
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

/**
 * The module in Node, whose engine is chromium's, beside the program: processor time, which other
 * work on the machine changes little, without the start of a process. The program takes the widest
 * vectors that the machine has: with AVX-512 it is faster than with AVX2, and the share smaller.
 */
async function speeds() {
  const compiled = await WebAssembly.compile(
    readFileSync(join(MODULE, "wythoff.wasm")),
  );
  const found = { dense: Infinity, sparse: Infinity };
  let library;
  for (let run = 0; run < RUNS; run++) {
    library = await open(compiled);
    // There is nothing of it yet.
    library.give("w100/", new Uint8Array());
    library.ask("POST", "/api/board/blocking:k=100/grow", '{"side":65536}');
    found.dense = Math.min(
      found.dense,
      spent(() => {
        while (library.grow());
      }),
    );
  }
  const path = "/api/games/blocking:k=5/table?count=100000&format=csv";
  for (let run = 0; run < TABLES; run++)
    found.sparse = Math.min(
      found.sparse,
      spent(() => {
        found.table = text(library.ask("GET", path).body);
      }),
    );
  const place = "/api/board/blocking:k=100/cell/15000/16000";
  const { palace_number } = JSON.parse(text(library.ask("GET", place).body));
  compare(
    "dense, W^100 to 65,536 by squares",
    found.dense,
    await grownByServer(place, palace_number),
  );

  const table = (count) =>
    mean(() =>
      program(
        "table",
        "W^5",
        "--count",
        String(count),
        "--format",
        "csv",
        "--threads",
        "1",
      ),
    );
  const [whole, start] = [table(100_000), table(1)];
  compare(
    "sparse, the first 100,000 P-positions of W^5 as CSV",
    found.sparse,
    whole.time - start.time,
  );
  assert.equal(found.table, whole.found);
}

/** The same squares by the laboratory's server, with one thread at work at a time. */
async function grownByServer(place, palace) {
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
    const since = processor(server.pid)[0];
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
      await new Promise((done) => setTimeout(done, 50));
    times.push(processor(server.pid)[0] - since);
    assert.equal((await ask(place)).palace_number, palace);
    const ended = new Promise((done) => server.once("exit", done));
    server.kill("SIGTERM");
    await ended;
  }
  return Math.min(...times);
}

/** Milliseconds on a processor: of a process, and of its children that have ended (Linux). */
function processor(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ").map(Number);
  const [user, system, children, theirs] = fields.slice(11, 15);
  return [10 * (user + system), 10 * (children + theirs)];
}

/** Milliseconds on a processor that some work takes here. */
function spent(work) {
  const since = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

function program(...words) {
  return execFileSync(WYTHOFF, [...words, "--quiet"], {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
}

/** Runs the program several times; the mean, since the system counts hundredths of seconds. */
function mean(work) {
  const since = processor("self")[1];
  let found;
  for (let run = 0; run < STARTS; run++) found = work();
  return { time: (processor("self")[1] - since) / STARTS, found };
}

function compare(what, module, native) {
  const share = Math.round((100 * native) / module);
  console.log(
    `${what}: ${shown(module)} by the module, ${shown(native)} by the program: ${share} %`,
  );
}

function shown(milliseconds) {
  return `${(milliseconds / 1000).toFixed(3)} s`;
}
