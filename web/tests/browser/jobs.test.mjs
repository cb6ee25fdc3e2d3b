import assert from "node:assert/strict";
import { mkdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { laboratory, loaded, SERVER_ONLY, SITE } from "./lab.mjs";

const lab = laboratory();
const LONG = SITE ? 900 : 400_000;
/** Checks that take minutes with this bound. */
const CHECKS = [
  "Lar11.Prop1.2.i",
  "Lar11.Prop1.2.ii",
  "Lar11.Prop1.2.iii",
  "Lar11.Prop1.2.proof",
  "Lar11.Prop1.3.ideal",
  "Lar11.Prop1.3.size",
  "Lar11.Prop1.3.terminal",
];
/** One that takes long enough in a browser, too, which takes no such bound. */
const ONE = "Lar11.Prop1.3.ideal";
const PAGE = "#/theorems?find=Lar11.Prop1";

const card = (page, id) => page.locator(`.check-card[data-id="${id}"]`);
const stop = (page, id) => card(page, id).getByRole("button", { name: "Stop" });

async function begin(page, id) {
  await card(page, id).locator(".bound").fill(String(LONG));
  await card(page, id).locator(".run").click();
}

async function cancelAll() {
  const { jobs } = await lab.get("/api/jobs");
  for (const { id } of jobs.filter((job) => job.kind === "check"))
    await fetch(new URL(`/api/jobs/${id}`, lab.facts), { method: "DELETE" });
}

test(
  "seven checks at once: the page listens, stops them, and other tabs open",
  SERVER_ONLY,
  async () => {
    const page = await lab.open(PAGE);
    for (const id of CHECKS) await begin(page, id);
    for (const id of CHECKS) await stop(page, id).waitFor();
    await page.waitForFunction(
      (count) => Number(document.querySelector("#jobs .count").textContent) >= count,
      CHECKS.length,
    );
    // Tabs of one browser share its six connections to the server.
    const tabs = [];
    for (const id of CHECKS) {
      const tab = await page.context().newPage();
      tabs.push(tab);
      await tab.goto(`${lab.address}${PAGE}`);
      await stop(tab, id).waitFor();
    }
    // None of them holds a connection: every tab is answered. How soon, bench/lab.py measures.
    for (const tab of tabs)
      assert.equal(await tab.evaluate(async () => (await fetch("/api/status")).status), 200);
    await page.bringToFront();
    const last = CHECKS.at(-1);
    await stop(page, last).click();
    await card(page, last).getByText("Stopped.").waitFor();
    await cancelAll();
    for (const id of CHECKS) await card(page, id).getByText("Stopped.").waitFor();
    await lab.close(page);
  },
);

test("whoever leaves the page finds the running check again", async () => {
  const id = ONE;
  const page = await lab.open(PAGE);
  await begin(page, id);
  await stop(page, id).waitFor();
  await page.click('.nav [data-page="games"]');
  await page.waitForSelector("h1:has-text('Games')");
  await page.goBack();
  await card(page, id).locator("progress").waitFor();
  assert.ok(await card(page, id).locator(".run").isDisabled());
  await stop(page, id).click();
  await card(page, id).getByText("Stopped.").waitFor();
  assert.ok(await card(page, id).locator(".run").isEnabled());
  await lab.close(page);
});

test("the drawer lists every job, stops one, and says what the store holds", async () => {
  const id = ONE;
  const page = await lab.open("#/explore?game=blocking:k=100");
  await loaded(page);
  await page.goto(`${lab.address}${PAGE}`);
  await begin(page, id);
  await page.waitForSelector("#jobs .count:not([hidden])");
  await page.goto(`${lab.address}#/games`);
  await page.click("#jobs");
  const row = page.locator('.drawer li[data-state="running"]', { hasText: id }).first();
  await row.locator("text=Stop").click();
  await page.locator('.drawer li[data-state="cancelled"]').first().waitFor();
  // The board of the first view has grown, and its link leads to it.
  await page.locator('.drawer li[data-state="done"] a', { hasText: "W¹⁰⁰" }).first().waitFor();
  assert.match(
    await page.textContent("#store-use"),
    /^[\d.]+ [kMG]?B of [\d.]+ [MG]B are used by \d+ board/,
  );
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".drawer").isVisible(), false);
  await page.click("#jobs");
  await page.locator(".drawer .stored a").first().click();
  await page.waitForFunction(() => location.hash.startsWith("#/explore?game=blocking"));
  assert.equal(await page.locator(".drawer").isVisible(), false);
  await lab.close(page);
});

test(
  "a store that can't be written hides nothing, says so, and goes on later",
  SERVER_ONLY,
  async () => {
    const page = await lab.open("#/explore?game=blocking:k=300");
    await loaded(page);
    await page.waitForSelector(".stage-note", { state: "hidden" });
    const board = () => lab.get("/api/board/blocking%3Ak%3D300");
    const { ready } = await board();
    // Not even root writes a file where a folder is.
    const inTheWay = join(lab.folder, "store", "w300", "target.part");
    mkdirSync(inTheWay);
    const more = page.getByRole("button", { name: /^Compute/ }).first();
    await more.click();
    await page.waitForSelector(".side .trouble");
    assert.match(await page.textContent(".side .trouble"), /^The store can't be written/);
    await page.click("#jobs");
    await page.waitForSelector(".drawer .trouble");
    await page.keyboard.press("Escape");
    // What is there is seen all the same, by whoever comes now.
    const other = await lab.open("#/explore?game=blocking:k=300&at=500,500&zoom=2&pick=500,600");
    await loaded(other);
    await other.waitForSelector(".picked .tag");
    await other.waitForSelector(".side .trouble");
    await lab.close(other);
    assert.equal((await board()).ready, ready);
    rmdirSync(inTheWay);
    await more.click();
    await page.waitForSelector(".side .trouble", { state: "detached" });
    while ((await board()).ready <= ready) await page.waitForTimeout(100);
    await lab.close(page);
  },
);
