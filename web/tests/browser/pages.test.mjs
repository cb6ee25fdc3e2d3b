import assert from "node:assert/strict";
import { test } from "node:test";
import katex from "katex";
import { laboratory, loaded } from "./lab.mjs";

const lab = laboratory();
const PAGES = {
  "": /queen to the corner/,
  "#/play": /Wythoff Nim/,
  "#/play?game=imitation:m=1,p=2&start=5,6": /Imitation/,
  "#/explore": /Explore/,
  "#/explore?show=regions,threads": /nose .*fits/s,
  "#/explore?game=blocking:k=97&mode=difference&with=blocking:k=100&dx=1&dy=1": /along larger/,
  "#/games": /Games/,
  "#/theorems": /Theorems/,
  "#/theorems?show=errata": /Theorems/,
  "#/atlas": /200 of 200 boards/,
};

test("a check is run with a bound and its verdict is shown", async () => {
  const page = await lab.open("#/theorems?find=Lar11.Prop1.2.i");
  const card = page.locator('[data-id="Lar11.Prop1.2.i"]');
  await card.locator(".bound").fill("60");
  await card.locator(".run").click();
  await card.locator('.verdict[data-verdict="verified"]').waitFor();
  assert.match(await card.textContent(), /Verified for/);
  await lab.close(page);
});

test("a misprint has a counterexample, drawn on a board", async () => {
  const page = await lab.open("#/theorems?show=fails&find=Lar13.Nim.moves.printed");
  const card = page.locator('[data-id="Lar13.Nim.moves.printed"]');
  await card.locator(".run").click();
  await card.locator('.verdict[data-verdict="counterexample"]').waitFor();
  await page.click('[data-value="errata"]');
  await page.waitForSelector(".erratum");
  await page.waitForSelector(".erratum .miniboard canvas");
  await lab.close(page);
});

test("every statement keeps its words, and KaTeX sets every formula of it", async () => {
  const { pieces } = await import(
    new URL("../../node_modules/.cache/unit/theorems/tex.js", import.meta.url)
  );
  const { papers } = await lab.get("/api/theorems");
  let formulas = 0;
  for (const { statement } of papers.flatMap((paper) => paper.checks)) {
    const words = pieces(statement).map((piece) => piece.text ?? piece.plain);
    assert.equal(
      words.reduce(
        (all, next) => all + (all === "" || /^[.,;:?)]/.test(next) ? "" : " ") + next,
        "",
      ),
      statement,
    );
    for (const piece of pieces(statement)) {
      if (!("tex" in piece)) continue;
      formulas++;
      katex.renderToString(piece.tex, { throwOnError: true, strict: "error" });
    }
  }
  assert.ok(formulas > 300, `${formulas} formulas`);
});

test("games: a knob turns, and the dual's board coincides", async () => {
  const page = await lab.open("#/games?game=imitation:m=1,p=2");
  await page.waitForSelector("text=Its dual");
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".miniboard canvas")].every((canvas) =>
      /P-positions among/.test(canvas.getAttribute("aria-label")),
    ),
  );
  const [own, dual] = await page.evaluate(() =>
    [...document.querySelectorAll(".miniboard canvas")].map((canvas) => canvas.toDataURL()),
  );
  assert.equal(own, dual);
  await page.locator("#parameter-p").fill("3");
  await page.waitForFunction(() => /p=3/.test(location.hash));
  await page.waitForSelector(".sequence td");
  await lab.close(page);
});

for (const width of [390, 2560]) {
  test(`every page fits at ${width} px`, async () => {
    const page = await lab.open("", {
      viewport: { width, height: width === 390 ? 844 : 1300 },
      hasTouch: width === 390,
    });
    for (const [hash, words] of Object.entries(PAGES)) {
      await page.goto(`${lab.address}${hash}`);
      await page.waitForFunction(
        ([source, flags]) =>
          new RegExp(source, flags).test(document.querySelector("main").textContent),
        [words.source, words.flags],
      );
      if (hash.startsWith("#/explore")) await loaded(page);
      await page.waitForTimeout(200);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(wide <= 0, `${hash || "home"} is ${wide} px too wide`);
    }
    await lab.close(page);
  });
}

test("on a phone a game is played by touch", async () => {
  const page = await lab.open("#/play?game=wythoff&start=5,7", {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await page.waitForSelector('.status[data-yours="true"]');
  await page.tap('[data-cell="3,5"]');
  await page.waitForFunction(() => /acts=m3-5/.test(location.hash));
  await lab.close(page);
});
