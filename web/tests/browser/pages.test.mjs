import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import katex from "katex";
import { laboratory, loaded } from "./lab.mjs";

const lab = laboratory();
const PAGES = {
  "": /queen to the corner/,
  "#/play": /Wythoff Nim/,
  "#/play?game=imitation:m=1,p=2&start=5,6": /Imitation/,
  [`#/play?game=${encodeURIComponent("wythoff 3,5 + nim 0,30")}`]: /A sum of 2 games/,
  "#/explore": /Explore/,
  "#/explore?show=regions,threads": /nose .*fits/s,
  "#/explore?game=blocking:k=97&mode=difference&with=blocking:k=100&dx=1&dy=1": /along larger/,
  "#/games": /Games/,
  [`#/games?game=${encodeURIComponent("custom: rook + leap(1,2) | block 3 on rook")}`]:
    /Missing corner/,
  "#/theorems": /Theorems/,
  "#/theorems?show=errata": /Theorems/,
  "#/atlas": /200 of 200 boards/,
  "#/atlas?of=nim-values": /have the nim-value 3; ⌊y − φx⌋ is from/,
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

/** Misprints that are refuted at once. */
const REFUTED = [
  "Lar13.Prop.i.printed",
  "Lar13.Prop.iv.printed",
  "Lar15.Def2.i.printed",
  "Lar15.Def2.l.printed",
  "Lar15.Ex3.printed",
  "Lar15.Thm2.1.iiia.printed",
  "Lar11.Fig1.printed",
  "Lar11.Def6.printed",
  "Lar09.S1.4.4.printed",
];

test("the page sets the formulas of a statement", async () => {
  const page = await lab.open("#/theorems?at=Lar15.Def2.i");
  const statement = page.locator('[data-id="Lar15.Def2.i"]').first();
  await statement.locator(".katex").first().waitFor();
  const shown = await statement.locator(".katex-html").allTextContents();
  assert.ok(shown.join().includes("∈"), shown.join());
  // What is read, and what is copied, has no formula left as it was written.
  const all = await page.evaluate(() => {
    const copy = document.querySelector("main").cloneNode(true);
    copy.querySelectorAll(".katex").forEach((formula) => formula.remove());
    return copy.textContent;
  });
  assert.doesNotMatch(all, /_\{|\\in\b|\$/);
  assert.ok((await page.locator(".katex").count()) > 100);
  await lab.close(page);
});

test("KaTeX sets every formula of the statements, and of reports", async () => {
  const listed = async () => {
    const { papers } = await lab.get("/api/theorems");
    return papers.flatMap((paper) => paper.checks);
  };
  for (const id of REFUTED)
    await fetch(new URL(`/api/theorems/${id}/run`, lab.facts), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: "{}",
    });
  const reports = async () => {
    const found = (await listed()).filter(({ id, report }) => REFUTED.includes(id) && report);
    return found.map(({ report }) => report);
  };
  while ((await reports()).length < REFUTED.length)
    await new Promise((done) => setTimeout(done, 100));
  const texts = (await listed()).map(({ tex }) => tex);
  for (const report of await reports()) {
    assert.equal(report.verdict, "counterexample", report.id);
    assert.doesNotMatch(report.statement + report.range + report.detail, /[$\\⟦]|_\{/);
    texts.push(report.range_tex, report.detail_tex);
  }
  let formulas = 0;
  for (const text of texts) {
    const parts = text.split("$");
    assert.equal(parts.length % 2, 1, text);
    for (const tex of parts.filter((_, index) => index % 2 === 1)) {
      formulas++;
      katex.renderToString(tex, { throwOnError: true, strict: "error" });
    }
  }
  assert.ok(formulas > 600, `${formulas} formulas`);
});

test("a counterexample leads to its cell on the board", async () => {
  const page = await lab.open("#/theorems?at=Lar13.Prop.i.printed");
  const card = page.locator('[data-id="Lar13.Prop.i.printed"]');
  await card.locator(".run").click();
  await card.locator('.verdict[data-verdict="counterexample"]').waitFor();
  await card.locator("a.on-board").click();
  await page.waitForSelector('#readout[data-cell="1,1"]');
  assert.match(page.url(), /game=diagonal-blocking:m=2,p=2&.*pick=1,1/);
  await lab.close(page);
});

test("a whole paper is run and stopped; its results stay, and the index has them", async () => {
  const page = await lab.open("#/theorems?at=Lar13");
  const paper = page.locator('[data-paper="Lar13"]');
  await paper.locator(".run-paper").click();
  await paper.locator(".paper-run progress").waitFor();
  // The first results are shown while the others are searched.
  await paper.locator('.verdict[data-verdict="verified"]').first().waitFor();
  await paper.locator(".paper-run").getByRole("button", { name: "Stop" }).click();
  await paper.getByText(/Stopped after \d+ of \d+/).waitFor();
  await page.reload();
  await page
    .locator('.index .verdict-dot[data-verdict="verified"]')
    .first()
    .waitFor({ state: "attached" });
  assert.match(await paper.textContent(), /\d+ statements, \d+ verified/);
  await lab.close(page);
});

test("on a phone the statements are folded, and the index leads to them", async () => {
  const page = await lab.open("#/theorems", { viewport: { width: 390, height: 844 } });
  await page.waitForSelector(".paper");
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  assert.ok((await height()) < 3000, `${await height()} px`);
  await page.locator(".index > details > summary").click();
  await page.locator(".index summary", { hasText: "Blocking Wythoff Nim" }).click();
  await page.locator(".index a", { hasText: "Proposition 1.4" }).first().click();
  await page.waitForFunction(() => /at=Lar11\.Prop1\.4/.test(location.hash));
  const card = page.locator('[data-id="Lar11.Prop1.4"]');
  await card.waitFor();
  const { y } = await card.boundingBox();
  assert.ok(y >= 0 && y < 400, `the card is at ${y} px`);
  // The index stays within reach.
  assert.ok((await page.locator(".index").boundingBox()).y < 10);
  await lab.close(page);
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

test("games: tables of a nim-value, and b-files that begin with an index", async () => {
  const page = await lab.open("#/games?game=wythoff");
  await page.waitForSelector(".sequence td");
  await page.fill("#table-value", "1");
  await page.waitForSelector("text=The positions of nim-value 1 with y ≥ x");
  await page.fill("#table-offset", "5");
  const link = page.locator("a[download]", { hasText: "b-file of bₙ" }).first();
  await page.waitForSelector('a[download][href*="offset=5"]');
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  assert.match(readFileSync(await download.path(), "utf8"), /^5 1\n6 2\n7 6\n/);
  // Other formats have no index to begin with, and a game with a twist has no values.
  assert.doesNotMatch(await page.locator("a[download]").first().getAttribute("href"), /offset/);
  await page.goto(`${lab.address}#/games?game=blocking:k=3`);
  await page.waitForSelector("text=The P-positions with y ≥ x");
  assert.equal(await page.locator("#table-value").count(), 0);
  await lab.close(page);
});

test("games of one's own: pieces are added, misère is switched, and errors are said", async () => {
  const page = await lab.open(`#/games?game=${encodeURIComponent("custom: rook + bishop")}`);
  await page.click('[data-piece="leap(1,2)"]');
  await page.waitForSelector("text=1 token from one heap and 2 from the other");
  assert.match(await page.textContent("#nim-values"), /have nim-values/);
  await page.check("#misere");
  await page.waitForFunction(() => /leap\(1,2\).*misere/.test(location.hash));
  assert.match(await page.textContent("#rules"), /Who cannot move wins/);
  assert.match(await page.textContent("#nim-values"), /Misère play has no nim-values/);
  await page.click('[data-piece="only-x rook"]');
  await page.waitForFunction(() => /only-x.*misere/.test(location.hash));
  // Not symmetric: ordered pairs.
  await page.waitForFunction(() =>
    /^nxy/.test(
      [...document.querySelectorAll(".sequence th")].map((th) => th.textContent).join(""),
    ),
  );
  await page.fill("#game-text", "custom: leap(0,0)");
  await page.click("text=Show");
  await page.waitForSelector(".note.warn");
  await page.goto(`${lab.address}#/games?game=wythoff`);
  // Until then the game before is shown, whose box is checked.
  await page.waitForSelector("#parameter-m");
  await page.check("#misere");
  await page.waitForFunction(() => /wythoff.*misere/.test(location.hash));
  await page.locator("#parameter-m").fill("2");
  await page.waitForFunction(() => /m=2%20%7C%20misere/.test(location.hash));
  await lab.close(page);
});

test("a game is clicked together, beside a board; the text goes both ways", async () => {
  const page = await lab.open(`#/games?game=${encodeURIComponent("custom: rook")}`);
  const follows = (game) =>
    page.waitForFunction(
      (wanted) => document.querySelector("#rule-board")?.dataset.game === wanted,
      game,
    );
  const text = () => page.inputValue("#game-text");
  const caption = () => page.textContent(".builder figcaption");
  await follows("custom: rook");
  assert.match(await caption(), /From \(10, 8\), an N-position: 18 moves\./);
  // Pieces, their numbers and sides; what is touched keeps the focus.
  await page.click('[data-piece="leap(1,2)"]');
  await follows("custom: rook + leap(1,2)");
  await page.click("#piece-1-leap-0-3");
  await follows("custom: rook + leap(0,3; 1,2)");
  assert.equal(await page.evaluate(() => document.activeElement.id), "piece-1-leap-0-3");
  await page.fill("#piece-0-from", "2");
  await page.press("#piece-0-from", "Tab");
  await follows("custom: rook(from 2) + leap(0,3; 1,2)");
  await page.click("#piece-1-only-x");
  await follows("custom: rook(from 2) + only-x leap(0,3; 1,2)");
  await page.click('[aria-label="Take away rook(from 2)"]');
  await follows("custom: only-x leap(0,3; 1,2)");
  assert.ok(await page.isDisabled('[aria-label^="Take away"]'));
  // A twist with its class, and a hole.
  await page.click('[data-piece="bishop"]');
  await page.click("#twist-block");
  await follows("custom: only-x leap(0,3; 1,2) + bishop | block 1");
  await page.click("#twist-on-1");
  await follows("custom: only-x leap(0,3; 1,2) + bishop | block 1 on bishop");
  assert.match(await caption(), /10 moves, 8 of which may be blocked/);
  await page.fill("#hole-width", "2");
  await page.press("#hole-width", "Enter");
  await follows("custom: only-x leap(0,3; 1,2) + bishop | hole 2,2 | block 1 on bishop");
  // By hand: what is wrong is marked in its place, and what is right is built.
  await page.fill("#game-text", "custom: rook + knight | misere");
  await page.waitForSelector("#game-problem mark");
  assert.equal(await page.textContent("#game-problem mark"), "knight");
  assert.equal(await text(), "custom: rook + knight | misere");
  await page.fill("#game-text", "custom: rook+ray(1,2)");
  await follows("custom: rook + ray(1,2)");
  assert.equal(await page.evaluate(() => document.activeElement.id), "game-text");
  assert.equal(await text(), "custom: rook+ray(1,2)");
  assert.equal(await page.locator("#game-problem mark").count(), 0);
  assert.equal(await page.inputValue("#piece-1-q"), "2");
  // The piece stands elsewhere.
  await page.focus("#rule-board");
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() =>
    /From \(9, 8\)/.test(document.querySelector(".builder figcaption").textContent),
  );
  await page.locator("#rule-board").click({ position: { x: 3, y: 3 } });
  await page.waitForFunction(() =>
    /From \(0, 0\), a P-position: 0 moves/.test(
      document.querySelector(".builder figcaption").textContent,
    ),
  );
  const sum = await page.getAttribute("text=Add to a sum", "href");
  assert.match(decodeURIComponent(sum), /custom: rook \+ ray\(1,2\) 3,5 \+ nim 0,7/);
  await page.click("text=Play it");
  await page.waitForFunction(() => location.hash.startsWith("#/play"));
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

test("where the browser lets no page copy, the link is shown to be copied", async () => {
  const page = await lab.open();
  // So it is at an address without HTTPS.
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, "clipboard", { get: () => undefined }),
  );
  await page.goto(`${lab.address}?1#/play?game=wythoff&start=3,4`);
  await page.click("button:text-is('Copy link')");
  const field = page.locator("dialog.by-hand textarea");
  await field.waitFor();
  assert.equal(await field.inputValue(), page.url());
  const selected = ({ selectionStart, selectionEnd }) => [selectionStart, selectionEnd];
  assert.deepEqual(await field.evaluate(selected), [0, page.url().length]);
  await page.keyboard.press("Escape");
  await field.waitFor({ state: "detached" });
  await lab.close(page);
});

test("on a phone every page is named in the head", async () => {
  const page = await lab.open("", { viewport: { width: 390, height: 844 } });
  for (const link of await page.locator(".nav a").all()) {
    const { x, width } = await link.boundingBox();
    assert.ok(x >= 0 && x + width <= 390, `${await link.textContent()} is at ${x} to ${x + width}`);
  }
  await lab.close(page);
});

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

test("raised digits are all of one font, and a power on a button is raised", async () => {
  const page = await lab.open();
  await page.waitForSelector(".home");
  // The page's own font has some of them only, so it has none.
  const faces = await page.evaluate(async () => {
    const of = async (text) => (await document.fonts.load('16px "Inter Variable"', text)).length;
    return [await of("W"), await of("¹"), await of("⁰")];
  });
  assert.deepEqual(faces, [1, 0, 0]);
  const { gap, raised } = await page.evaluate(() => {
    const sup = document.querySelector('a[href*="flight"] sup');
    const range = document.createRange();
    range.selectNodeContents(sup.previousSibling);
    const [base, power] = [range.getBoundingClientRect(), sup.getBoundingClientRect()];
    return { gap: power.left - base.right, raised: base.bottom - power.bottom };
  });
  assert.ok(gap < 1.5 && raised > 1, `${gap} ${raised}`);
  await lab.close(page);
});

test("a flight that there is not is refused in a sentence", async () => {
  const page = await lab.open("#/flight?k=15");
  await page
    .locator(".stage-state", { hasText: /Flights go over boards that are solved by a certificate/ })
    .waitFor();
  await lab.close(page);
});

test("a part that does not come is told, and the rest of the page goes on", async () => {
  const page = await lab.open("#/", { serviceWorkers: "block" });
  await page.waitForSelector(".main-home h1");
  await page.route("**/assets/page-*.js", (route) => route.abort());
  await page.click('.nav a[data-page="atlas"]');
  await page.getByRole("heading", { name: "This page did not come" }).waitFor();
  await page.getByRole("button", { name: "Load it again" }).waitFor();
  await page.click(".brand");
  await page.waitForSelector(".main-home h1");
  await lab.close(page);
});
