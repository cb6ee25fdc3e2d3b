import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { laboratory, loaded } from "./lab.mjs";

const lab = laboratory();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PAGES = ["", "#/play", "#/play?game=imitation:m=1,p=2&start=5,6", "#/play?game=blocking:k=3&start=4,6&you=second&values=yes", "#/explore", "#/explore?game=blocking:k=50&mode=side&with=blocking:k=53", "#/games?game=imitation", "#/theorems?find=Lar11.Prop1", "#/theorems?show=errata", "#/atlas"];

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing serious on any page, ${colorScheme}`, async () => {
    const page = await lab.open("", { colorScheme });
    for (const [index, hash] of PAGES.entries()) {
      // Another query makes it another load.
      await page.goto(`${lab.address}?${index}${hash}`);
      await page.waitForFunction(() => document.querySelector("main").childElementCount > 0 && !/One moment|Opening the board|Setting up/.test(document.querySelector("main").textContent));
      if (hash.startsWith("#/explore")) await loaded(page);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
      const serious = violations.filter((one) => one.impact === "serious" || one.impact === "critical");
      assert.deepEqual(serious.map((one) => `${hash}: ${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`), []);
    }
    await lab.close(page);
  });
}
