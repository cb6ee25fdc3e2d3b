import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { laboratory, loaded } from "./lab.mjs";

const lab = laboratory();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const FAR = `1${"0".repeat(99)}`;
const PAGES = [
  "",
  "#/play",
  "#/play?game=imitation:m=1,p=2&start=5,6",
  "#/play?game=blocking:k=3&start=4,6&you=second&values=yes",
  "#/explore",
  "#/explore?show=regions,threads",
  `#/explore?game=blocking:k=14&at=${FAR},${FAR}&zoom=8&pick=${FAR},${FAR}`,
  "#/explore?game=blocking:k=50&mode=side&with=blocking:k=53",
  "#/explore?game=blocking:k=97&mode=difference&with=blocking:k=100&dx=1&dy=1",
  "#/explore?game=none",
  "#/games?game=imitation",
  "#/theorems?find=Lar11.Prop1",
  "#/theorems?show=errata",
  "#/atlas?to=20",
];
/** What is opened before looking. */
const OPENED = ['tr[data-k="20"] summary', "details:has(#drawn-regions) summary"];

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing serious on any page, ${colorScheme}`, async () => {
    const page = await lab.open("", { colorScheme });
    for (const [index, hash] of PAGES.entries()) {
      // Another query makes it another load.
      await page.goto(`${lab.address}?${index}${hash}`);
      await page.waitForFunction(
        () =>
          document.querySelector("main").childElementCount > 0 &&
          !/One moment|Opening the board|Setting up|being measured/.test(
            document.querySelector("main").textContent,
          ),
      );
      if (hash.startsWith("#/explore") && hash !== "#/explore?game=none") await loaded(page);
      for (const selector of OPENED)
        if (await page.locator(selector).count()) await page.click(selector);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() =>
        axe.run(document, { resultTypes: ["violations"] }),
      );
      const serious = violations.filter(
        (one) => one.impact === "serious" || one.impact === "critical",
      );
      assert.deepEqual(
        serious.map(
          (one) =>
            `${hash}: ${one.id}: ${one.nodes
              .slice(0, 3)
              .map((node) => node.html.slice(0, 160))
              .join(" | ")}`,
        ),
        [],
      );
    }
    await lab.close(page);
  });
}
