/** The static site: what it has that the server's page has not, and what it must not have. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { laboratory, loaded, serve, settled, SITE, SITE_ONLY } from "./lab.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../../..");

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

/** Waits until the page is kept for times without a connection. */
const controlled = (page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller === null)
      await new Promise((done) => (navigator.serviceWorker.oncontrollerchange = done));
  });

/** Waits until the data are, too. */
const dataKept = (page) =>
  page.waitForFunction(async () => {
    const { content } = document.querySelector('meta[name="wythoff-data"]');
    const found = Object.keys(JSON.parse(content)).map((name) => caches.match(`./data/${name}`));
    return found.length > 10 && (await Promise.all(found)).every((one) => one !== undefined);
  });

test("after a first visit it works without a connection, with all data", SITE_ONLY, async () => {
  // What this one needs is there before anything is kept.
  const page = await lab.open("#/explore?game=blocking:k=4");
  await loaded(page);
  await controlled(page);
  await dataKept(page);
  await page.context().setOffline(true);
  await page.reload();
  await loaded(page);
  const far = `1${"0".repeat(100)}`;
  await page.goto(`${lab.address}?far#/explore?game=blocking:k=4&at=${far}.5,${far}.5&zoom=9`);
  await loaded(page);
  await page.goto(`${lab.address}?again#/play?game=wythoff&start=3,4`);
  await page.waitForSelector(".play-board, .board, canvas");
  await page.goto(`${lab.address}?more#/explore?game=blocking:k=100`);
  await loaded(page);
  await page.goto(`${lab.address}?all#/atlas`);
  await page.waitForSelector("table.atlas tbody tr");
  await lab.close(page);
});

test("nobody waits for a server that never answers", SITE_ONLY, async () => {
  const page = await lab.open("", { serviceWorkers: "block" });
  await page.route("**/api/status", () => undefined);
  await page.goto(`${lab.address}?1#/games?game=wythoff`);
  await page.locator("table tbody tr").first().waitFor({ timeout: 60_000 });
  await lab.close(page);
  // Once the page is kept, no server is asked any more.
  const kept = await lab.open();
  await controlled(kept);
  const asked = [];
  kept.context().on("request", (request) => {
    if (request.url().includes("/api/") && request.serviceWorker() !== null) asked.push(request);
  });
  assert.equal(await kept.evaluate(async () => (await fetch("./api/status")).status), 404);
  assert.equal(asked.length, 0);
  await lab.close(kept);
});

test("two sites at one host leave each other's copies and boards alone", SITE_ONLY, async () => {
  const folder = join(lab.folder, "another");
  publish(lab, folder, "-3");
  const site = await serve(SITE, { other: folder });
  const context = await lab.browser.newContext();
  const visit = async (address) => {
    const page = await context.newPage();
    await page.goto(address);
    await controlled(page);
    return page;
  };
  const other = site.address.replace("/site/", "/other/");
  const first = await visit(`${site.address}#/explore?game=blocking:k=60`);
  await loaded(first);
  await visit(other);
  const stores = await first.evaluate(async () => ({
    boards: (await indexedDB.databases()).map(({ name }) => name),
    copies: await caches.keys(),
  }));
  for (const path of ["/site/", "/other/"]) {
    assert.equal(stores.boards.filter((name) => name.includes(` ${path}`)).length, 1, path);
    assert.equal(stores.copies.filter((name) => name.includes(` ${path} `)).length, 1, path);
  }
  await context.setOffline(true);
  await first.goto(`${site.address}?again#/explore?game=blocking:k=60`);
  await loaded(first);
  await context.close();
  await site.close();
});

test("a browser that can't run the module is told so", SITE_ONLY, async () => {
  const page = await lab.open();
  await page.addInitScript(() => {
    WebAssembly.compile = () => Promise.reject(new WebAssembly.CompileError("no such type"));
  });
  await page.goto(`${lab.address}?1#/games?game=wythoff`);
  await page
    .getByText(/This browser can't run the laboratory/)
    .first()
    .waitFor();
  assert.doesNotMatch(await page.textContent("#main"), /Is there a connection/);
  await lab.close(page);
});

test("a file is saved however its link is clicked; a refusal is said once", SITE_ONLY, async () => {
  const page = await lab.open(`#/games?game=${encodeURIComponent("gdwn:p=1,q=2")}`);
  await page.locator("table tbody tr").first().waitFor();
  const link = (id, href) =>
    page.evaluate(
      ([id, href]) => {
        const link = Object.assign(document.createElement("a"), { id, href, textContent: id });
        document.querySelector("main").prepend(link);
      },
      [id, href],
    );
  await link("table", "/api/games/blocking%3Ak%3D3/table?format=csv&count=9");
  for (const options of [{}, { button: "middle" }, { modifiers: ["Control"] }]) {
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.click("#table", options),
    ]);
    assert.match(saved.suggestedFilename(), /\.csv$/);
  }
  assert.equal(page.context().pages().length, 1);
  await link("large", "/api/board/wythoff/poster?x=0&y=0&width=9000&height=9000&format=png");
  const said = page.locator('#large ~ [role="alert"]');
  for (let turn = 0; turn < 3; turn++) {
    await page.click("#large");
    await said.first().waitFor();
    await page.waitForTimeout(300);
  }
  assert.equal(await said.count(), 1);
  assert.match(await said.textContent(), /`wythoff lab`/);
  await lab.close(page);
});

test("a link made by the program opens here, and the other way round", SITE_ONLY, async () => {
  const shown = (page) =>
    page.evaluate(() => {
      const [canvas] = document.querySelectorAll(".pane canvas");
      return canvas.toDataURL() + document.querySelector("#game").value;
    });
  const looked = async (address) => {
    const page = await lab.open();
    await page.goto(address);
    await settled(page);
    const found = { hash: new URL(page.url()).hash, shown: await shown(page) };
    await lab.close(page);
    return found;
  };
  const start = "?1#/explore?game=blocking:k=100&at=150.5,140.5&zoom=4&palette=cln15&pick=150,120";
  const made = [await looked(`${lab.facts}${start}`), await looked(`${lab.address}${start}`)];
  // Each is opened by the other, which shows the same and writes the same link.
  const opened = [
    await looked(`${lab.address}?2${made[0].hash}`),
    await looked(`${lab.facts}?2${made[1].hash}`),
  ];
  for (const { hash, shown } of [...made, ...opened]) {
    assert.equal(hash, made[0].hash);
    assert.ok(shown === made[0].shown, "the same picture");
  }
});

/** A site without a library, whose parts have names that end so. */
function publish(lab, folder, end) {
  const [module, page] = ["module", "page"].map((name) => join(lab.folder, `${name}${end}`));
  mkdirSync(join(module, "data"), { recursive: true });
  writeFileSync(join(module, "wythoff.wasm"), Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
  cpSync(join(ROOT, "crates/lab/page"), page, { recursive: true });
  const assets = join(page, "assets");
  const parts = readdirSync(assets).filter((name) => name.endsWith(".js"));
  const named = (text) =>
    parts.reduce((all, name) => all.replaceAll(name, name.replace(/\.js$/, `${end}.js`)), text);
  for (const name of parts) renameSync(join(assets, name), join(assets, named(name)));
  for (const path of [...parts.map((name) => `assets/${named(name)}`), "index.html"])
    writeFileSync(join(page, path), named(readFileSync(join(page, path), "utf8")));
  execFileSync("node", [join(ROOT, "web/static/build.mjs"), module, folder, page]);
}

test("a new publication takes nothing from a page of the old one", SITE_ONLY, async () => {
  const folder = join(lab.folder, "published");
  publish(lab, folder, "-1");
  const site = await serve(folder);
  const context = await lab.browser.newContext();
  const visit = async () => {
    const page = await context.newPage();
    page.problems = [];
    page.on("pageerror", (error) => page.problems.push(String(error)));
    await page.goto(site.address);
    return page;
  };
  const script = (page) => page.getAttribute("script[src]", "src");
  const see = async (page, name) => {
    await page.click(`.nav a[data-page="${name}"]`);
    await page.waitForSelector(`.main-${name}`);
    await page.waitForFunction((name) => document.title.toLowerCase().startsWith(name), name);
  };

  const first = await visit();
  await first.evaluate(() => navigator.serviceWorker.ready);
  publish(lab, folder, "-2");
  // Who comes back sees the old one, and all of it, also when the new one has come.
  const second = await visit();
  assert.match(await script(second), /-1\.js$/);
  await second.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    for (let turn = 0; turn < 200 && registration.waiting === null; turn++)
      await new Promise((done) => setTimeout(done, 50));
  });
  for (const page of [first, second])
    for (const name of ["play", "theorems", "atlas"]) await see(page, name);
  assert.deepEqual([...first.problems, ...second.problems], []);
  await first.close();
  await second.close();
  // The next visit is to the new one.
  for (let turn = 0; ; turn++) {
    const third = await visit();
    if (/-2\.js$/.test(await script(third))) {
      for (const name of ["play", "explore"]) await see(third, name);
      assert.deepEqual(third.problems, []);
      break;
    }
    assert.ok(turn < 20, "the new one never came");
    await third.close();
    await new Promise((done) => setTimeout(done, 500));
  }
  await context.close();
  await site.close();
});

test("a board that was solved is there when the page comes back", SITE_ONLY, async () => {
  const page = await lab.open("#/explore?game=blocking:k=60");
  await loaded(page);
  const ready = () =>
    page.evaluate(async () => {
      const open = indexedDB.open("wythoff-boards /site/");
      const store = await new Promise((done) => (open.onsuccess = () => done(open.result)));
      const keys = store.transaction("rows").objectStore("rows").getAllKeys();
      return new Promise((done) => (keys.onsuccess = () => done(keys.result)));
    });
  await page.waitForFunction(async () => {
    const open = indexedDB.open("wythoff-boards /site/");
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

/** What a worker's own language can be made to do to the module that it has. */
const FAILURES = {
  // The length of an address is not that of its bytes: a body behind it is beyond the memory.
  trap: () => {
    const encode = TextEncoder.prototype.encode;
    TextEncoder.prototype.encode = function (text) {
      const bytes = encode.call(this, text === "" ? "{}" : text);
      const { length } = bytes;
      let asked = 0;
      if (text.startsWith("/api/"))
        Object.defineProperty(bytes, "length", { get: () => (asked++ < 3 ? length : 2 ** 29) });
      return bytes;
    };
  },
  // There is no such time.
  panic: () => {
    Date.now = () => Infinity;
  },
  // All the memory that a module can have is taken.
  memory: () => {
    const { prototype } = WebAssembly.Memory;
    const { get } = Object.getOwnPropertyDescriptor(prototype, "buffer");
    Object.defineProperty(prototype, "buffer", {
      get() {
        const pages = get.call(this).byteLength / 65536;
        if (pages < 65536) this.grow(65536 - pages);
        return get.call(this);
      },
    });
  },
};

for (const [failure, words] of [
  ["trap", /a mistake in the program \(RuntimeError: memory access out of bounds\)/],
  ["panic", /a mistake in the program, which panicked at /],
  ["memory", /the browser has no more memory for it/],
]) {
  test(`a module that ends by ${failure} is replaced, and its end is told`, SITE_ONLY, async () => {
    const page = await lab.open(`#/games?game=${encodeURIComponent("gdwn:p=1,q=2")}`);
    await page.locator("table tbody tr").first().waitFor();
    const before = page.workers();
    assert.ok(before.length > 0);
    for (const worker of before) await worker.evaluate(FAILURES[failure]);
    // A file is asked for as it is by a link; what is refused is said beside that.
    const get = (path) =>
      page.evaluate((href) => {
        const link = Object.assign(document.createElement("a"), { href, textContent: "it" });
        document.querySelector("main").append(link);
        link.click();
      }, path);
    const table = "/api/games/blocking%3Ak%3D3/table?format=csv";
    await get(`${table}&count=100000`);
    const told = page.locator('a + [role="alert"]');
    await told.waitFor();
    assert.match(await told.textContent(), words);
    assert.match(await told.textContent(), /The worker that computed this ended.*`wythoff lab`/);
    const [saved] = await Promise.all([page.waitForEvent("download"), get(`${table}&count=9`)]);
    assert.match(saved.suggestedFilename(), /\.csv$/);
    assert.ok(!before.every((worker) => page.workers().includes(worker)));
    await lab.close(page);
  });
}

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
  const links = Array.from({ length: 1000 }, () => {
    // Some have many keys, and some are written as addresses are.
    const write = random(2) === 0 ? encodeURIComponent : (text) => text;
    const query = Array.from(
      { length: random(10) === 0 ? 60 : random(5) },
      () => `${keys[random(keys.length)]}=${write(values())}`,
    ).join("&");
    return { query, hash: `#/${pages[random(pages.length)]}?${query}` };
  });
  const follow = async (links) => {
    const page = await lab.open("#/");
    for (const [count, { query, hash }] of links.entries()) {
      if (count % 50 === 49) {
        // As a link is opened, with a query before it; and until something is there.
        const before = encodeURI(query.replaceAll("#", "")).slice(0, 4000);
        await page.goto(`${lab.address}?${before}${hash}`);
        await page.waitForSelector("#main .loading", { state: "detached" });
        await page
          .locator("#main h1, #main h2, #main .pane")
          .first()
          .waitFor({ state: "attached" })
          .catch((error) => assert.fail(`${hash.slice(0, 300)}: ${error}`));
        // The foot has the module's version: it answers.
        await page
          .locator("#foot", { hasText: /Wythoff laboratory \d+\.\d+/ })
          .waitFor({ state: "attached" });
        await page.waitForTimeout(500);
        assert.deepEqual(page.problems, [], hash.slice(0, 300));
        continue;
      }
      await page.evaluate(async (hash) => {
        location.hash = hash;
        await new Promise(requestAnimationFrame);
      }, hash);
      if (count % 20 === 0) await page.waitForTimeout(300);
    }
    // After all of them it still computes.
    await page.evaluate(() => (location.hash = "#/games?game=gdwn%3Ap%3D1%2Cq%3D2"));
    await page.locator("table tbody tr").first().waitFor();
    await lab.close(page);
  };
  // In several windows at once: most of the time is waiting.
  const windows = [0, 1, 2, 3, 4];
  const part = links.length / windows.length;
  await Promise.all(windows.map((n) => follow(links.slice(n * part, (n + 1) * part))));
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
