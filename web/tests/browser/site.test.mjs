/** The static site: what it has that the server's page has not, and what it must not have. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { laboratory, loaded, SITE, SITE_ONLY } from "./lab.mjs";

const lab = laboratory();

test("it asks no other host, and its policy lets nothing else in", SITE_ONLY, async () => {
  const page = await lab.open();
  const asked = [];
  page.context().on("request", (request) => asked.push(request.url()));
  for (const hash of [
    "#/",
    "#/explore",
    "#/play",
    "#/games",
    "#/theorems",
    "#/atlas",
    "#/flight",
  ]) {
    await page.goto(`${lab.address}?${hash.length}${hash}`);
    await page.waitForSelector("#main h1, #main .pane, #main canvas", { state: "attached" });
  }
  assert.ok(asked.length > 20, `${asked.length} requests`);
  const others = asked.filter((url) => !url.startsWith(lab.address) && !/^(blob|data):/.test(url));
  assert.deepEqual(others, []);
  const policy = await page.getAttribute('meta[http-equiv="Content-Security-Policy"]', "content");
  assert.match(policy, /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/);
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|https?:|\*/);
  const inline = await page.locator("script:not([src])").count();
  assert.equal(inline, 0);
  for (const tag of ["script[src]", 'link[rel="stylesheet"]'])
    assert.match(await page.locator(tag).first().getAttribute("integrity"), /^sha256-/);
  await lab.close(page);
});

test("a phone can install it", SITE_ONLY, async () => {
  const page = await lab.open();
  const session = await page.context().newCDPSession(page);
  const { errors } = await session.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // Each test has a window of its own that remembers nothing.
  const others = installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito");
  assert.deepEqual(others, []);
  await lab.close(page);
});

test("after a first visit it works without a connection", SITE_ONLY, async () => {
  const page = await lab.open("#/explore?game=blocking:k=10");
  await loaded(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller === null)
      await new Promise((done) => (navigator.serviceWorker.oncontrollerchange = done));
  });
  await page.context().setOffline(true);
  await page.goto(`${lab.address}?again#/play?game=wythoff&start=3,4`);
  await page.waitForSelector(".play-board, .board, canvas");
  await page.goto(`${lab.address}?more#/explore?game=blocking:k=100`);
  await loaded(page);
  await lab.close(page);
});

test("a board that was solved is there when the page comes back", SITE_ONLY, async () => {
  const page = await lab.open("#/explore?game=blocking:k=60");
  await loaded(page);
  const ready = () =>
    page.evaluate(async () => {
      const open = indexedDB.open("wythoff-boards");
      const store = await new Promise((done) => (open.onsuccess = () => done(open.result)));
      const keys = store.transaction("rows").objectStore("rows").getAllKeys();
      return new Promise((done) => (keys.onsuccess = () => done(keys.result)));
    });
  await page.waitForFunction(async () => {
    const open = indexedDB.open("wythoff-boards");
    const store = await new Promise((done) => (open.onsuccess = () => done(open.result)));
    const count = store.transaction("rows").objectStore("rows").count();
    return (await new Promise((done) => (count.onsuccess = () => done(count.result)))) > 0;
  });
  assert.ok((await ready()).every((name) => name.startsWith("w60/")));
  await page.goto(`${lab.address}?again#/explore?game=blocking:k=60`);
  await loaded(page);
  await page.click("#jobs");
  await page.locator('.drawer .stored a[href*="60"]').waitFor();
  await lab.close(page);
});

test("a worker that ends is replaced, and the page says what happened", SITE_ONLY, async () => {
  const page = await lab.open();
  // As if a mistake in the module had ended each worker that there is.
  await page.addInitScript(() => {
    const workers = [];
    globalThis.Worker = class extends Worker {
      constructor(...words) {
        super(...words);
        workers.push(this);
      }
    };
    globalThis.endWorkers = () => {
      const data = { kind: "end", why: "memory access out of bounds" };
      for (const worker of workers.splice(0))
        worker.dispatchEvent(new MessageEvent("message", { data }));
    };
  });
  await page.goto(`${lab.address}?1#/explore?game=wythoff&at=20.5,20.5&zoom=12`);
  await loaded(page);
  await page.evaluate(() => endWorkers());
  await page.goto(`${lab.address}?1#/games?game=${encodeURIComponent("gdwn:p=1,q=2")}`);
  await page.locator("table tbody tr").first().waitFor();
  // What such a worker was computing fails, and can be begun anew.
  await page.goto(`${lab.address}?1#/theorems?at=Lar15`);
  const paper = page.locator('[data-paper="Lar15"]');
  await paper.locator(".run-paper").click();
  await paper.locator(".paper-run progress").waitFor();
  await page.evaluate(() => endWorkers());
  await paper.getByText(/the worker ended: memory access out of bounds/).waitFor();
  await paper.locator(".run-paper").click();
  await paper.locator(".paper-run progress").waitFor();
  await lab.close(page);
});

test("a thousand links of any kind leave the page alive", SITE_ONLY, async () => {
  let state = 20261119;
  const random = (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % most;
  };
  const pages = ["", "explore", "play", "games", "theorems", "atlas", "flight", "nowhere", "%"];
  const keys = "game at zoom pick show mode with dx k start you acts puzzle seed level from".split(
    " ",
  );
  const values = () =>
    [
      "blocking:k=100",
      "W^99999999999999999999",
      "%E0%A4%A",
      "-1,1e999",
      "custom: leap(0,0)",
      "<script>alert(1)</script>",
      String(10n ** BigInt(random(400))),
      "x".repeat(random(5000)),
      "\u0000\u2028💥",
      "NaN,Infinity",
      "",
    ][random(11)];
  const page = await lab.open("#/");
  for (let count = 0; count < 1000; count++) {
    const query = Array.from(
      { length: random(5) },
      () => `${keys[random(keys.length)]}=${values()}`,
    ).join("&");
    const hash = `#/${pages[random(pages.length)]}?${query}`;
    await page.evaluate(async (hash) => {
      location.hash = hash;
      await new Promise(requestAnimationFrame);
    }, hash);
  }
  await page.goto(`${lab.address}#/play?game=wythoff&start=3,4`);
  await page.waitForSelector("#main h1, #main h2");
  assert.ok((await page.textContent("#main")).length > 50);
  await lab.close(page);
});

test("every file is the one that its hash names", SITE_ONLY, () => {
  const worker = readFileSync(join(SITE, "offline.js"), "utf8");
  const files = [...worker.matchAll(/^ {2}"(.*)": "sha256-(.+)",?$/gm)];
  assert.ok(files.length > 30);
  for (const [, name, hash] of files) {
    const bytes = readFileSync(join(SITE, name === "" ? "index.html" : name));
    assert.equal(createHash("sha256").update(bytes).digest("base64"), hash, name);
  }
  assert.ok(files.some(([, name]) => name.endsWith(".wasm")));
  assert.ok(files.some(([, name]) => name.startsWith("data/")));
});
