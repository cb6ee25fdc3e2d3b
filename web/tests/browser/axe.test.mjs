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
  `#/play?game=${encodeURIComponent("wythoff 3,5 + nim 0,7 + nim 0,30")}&values=yes`,
  "#/play?game=blocking:k=3&start=8,9&you=both&acts=b7-8_7-9.m8-5.b1-5_0-5.m8-3&analysis=yes&arrows=yes",
  "#/play?game=wythoff&start=5,7&you=both&acts=m5-6.m5-5.m4-4.m0-0&at=2&analysis=yes",
  "#/play?puzzle=8&level=3",
  "#/explore",
  "#/explore?show=regions,threads",
  `#/explore?game=blocking:k=14&at=${FAR},${FAR}&zoom=8&pick=${FAR},${FAR}`,
  "#/explore?game=blocking:k=50&mode=side&with=blocking:k=53",
  "#/explore?game=blocking:k=97&mode=difference&with=blocking:k=100&dx=1&dy=1",
  "#/explore?game=blocking:k=20&at=60,60&zoom=30&pick=30,50&section=row&edge=1,2;60,90",
  "#/explore?game=none",
  "#/flight?k=4&at=57.25",
  "#/flight?k=4&at=100",
  "#/flight?k=5",
  "#/games?game=imitation",
  `#/games?game=${encodeURIComponent("custom: only-x rook + bishop | misere")}`,
  "#/theorems",
  "#/theorems?find=Lar11.Prop1",
  "#/theorems?show=errata",
  `#/games?game=${encodeURIComponent("custom: rook + leap(1,2) | block 3 on rook")}`,
  "#/atlas?to=20",
  "#/atlas?of=nim-values",
  "#/explore?game=wythoff&palette=nim&pick=30,50",
];
/** What is opened before looking. */
const OPENED = [
  ".index ul > li:first-child summary",
  'tr[data-k="20"] summary',
  "details:has(#drawn-regions) summary",
  "details:has(#poster) > summary",
];

/** What axe finds wrong, in a line each. In the dark only colours are others. */
async function wrong(page, place, colorScheme) {
  await page.evaluate(axe);
  const rules = colorScheme === "dark" ? { runOnly: ["cat.color"] } : {};
  const { violations } = await page.evaluate(
    (rules) => axe.run(document, { resultTypes: ["violations"], ...rules }),
    rules,
  );
  const examples = (one) => one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160));
  return violations.map((one) => `${place}: ${one.id}: ${examples(one).join(" | ")}`);
}

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing wrong on any page, ${colorScheme}`, async () => {
    const page = await lab.open("", { colorScheme });
    const found = [];
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
      found.push(...(await wrong(page, hash, colorScheme)));
    }
    await page.click("#jobs");
    await page.waitForSelector("#store-use");
    found.push(...(await wrong(page, "the drawer of jobs", colorScheme)));
    assert.deepEqual(found, []);
    await lab.close(page);
  });
}
