/** What is said at the table, and how it can be used: with the mouse, the keyboard, on a phone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { laboratory, says } from "./lab.mjs";

const lab = laboratory();
const YOURS = '.status[data-yours="true"]';
const OVER = '.status[data-phase="over"]';

test("the opponent says why, and a block does not hide where it moved", async () => {
  const page = await lab.open("#/play?game=blocking:k=3&start=4,6&you=second");
  await page.waitForSelector('.status[data-phase="block"][data-yours="true"]');
  await page.click("#confirm");
  await page.waitForSelector(
    '.status[data-phase="move"][data-yours="true"], .status[data-phase="over"]',
  );
  const talk = await says(page, ".talk", /The opponent blocked /);
  assert.match(talk, /The opponent moved to \(\d+, \d+\)\./);
  assert.match(talk, /is P: whoever has to move from there loses\./);
  await lab.close(page);
});

test("who can't propose is told so, and not that there is no move", async () => {
  // At (1,0) the previous player has one option to propose, and needs two.
  const page = await lab.open("#/play?game=comply:k=2&start=1,0");
  await page.waitForSelector(OVER);
  const words = await page.textContent(".status");
  assert.match(words, /You win\. The opponent cannot propose at least 2 of the options/);
  await page.goto(
    `${lab.address}#/play?game=${encodeURIComponent("comply:k=2 | misere")}&start=1,0`,
  );
  await page.waitForSelector("text=in misère play");
  assert.match(
    await page.textContent(".status"),
    /The opponent wins\. The opponent cannot propose .* in misère play that wins/,
  );
  await lab.close(page);
});

test("a mover whose options are all blocked hears that", async () => {
  const page = await lab.open("#/play?game=blocking:k=3&start=1,0&you=second");
  await page.waitForSelector('.status[data-phase="block"][data-yours="true"]');
  await page.click('[data-cell="0,0"]');
  await page.click("#confirm");
  await page.waitForSelector(OVER);
  assert.match(await page.textContent(".status"), /You win.*every option is blocked/);
  await lab.close(page);
});

test("heaps say what was taken", async () => {
  const page = await lab.open("#/play?game=nim&start=5,3&look=heaps&you=second");
  await page.waitForSelector(YOURS);
  await says(page, ".talk", /The opponent took 2 from the left heap\./);
  await page.click('[data-token="1-1"]');
  assert.equal(await page.textContent("#take"), "Take 2 from the right heap");
  await page.click("#hint");
  await says(page, ".talk", /take \d from the (left|right) heap/);
  await lab.close(page);
});

test("sixty tokens leave the controls on the screen", async () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const page = await lab.open("#/play?game=nim&start=60,58&look=heaps", { viewport });
    await page.waitForSelector(YOURS);
    const table = await page.locator(".heaps").boundingBox();
    assert.ok(table.height < 480, `heaps are ${table.height} high`);
    const take = await page.locator("#take").boundingBox();
    assert.ok(take.y + take.height < viewport.height, `the button ends at ${take.y + take.height}`);
    const [first, second] = await Promise.all(
      ["0-59", "0-0"].map((token) => page.locator(`[data-token="${token}"]`).boundingBox()),
    );
    assert.ok(first.y < second.y, "the top of a heap is above its bottom");
    await lab.close(page);
  }
});

test("a power is typeset in the title, however the game is written", async () => {
  const page = await lab.open("#/play?game=W^3&start=4,6");
  await page.waitForSelector(YOURS);
  assert.equal(await page.textContent("h1"), "W³");
  await page.goto(`${lab.address}#/play?game=2WN&start=4,6`);
  await page.waitForFunction(() => document.querySelector("h1").textContent === "2-Wythoff Nim");
  await lab.close(page);
});

test("heaps that are too large are refused with the limit and the number of digits", async () => {
  const long = "7".repeat(1200);
  const page = await lab.open(`#/play?game=wythoff&start=${long},4`);
  const note = page.locator("aside [role=alert]");
  await note.waitFor();
  assert.match(await note.textContent(), /from 0 to 60 tokens.*a number of 1\u202f200 digits/);
  await page.fill("#start-x", "61");
  await page.click("#start");
  await page.waitForSelector("text=61 are too many");
  assert.match(await note.textContent(), /from 0 to 60 tokens/);
  await page.fill("#start-x", "9");
  await page.click("#start");
  await page.waitForSelector('.cell.queen[data-cell="9,7"]');
  assert.equal(await note.isVisible(), false);
  await page.goto(`${lab.address}#/explore?game=wythoff`);
  await page.fill("#go-to", `${long}, 4`);
  await page.press("#go-to", "Enter");
  await page.waitForSelector("text=x has at most 1000 digits");
  await lab.close(page);
});

test("a winning move that an answer names can be clicked", async () => {
  const page = await lab.open("#/play?game=wythoff&start=5,7");
  await page.waitForSelector(YOURS);
  await page.click("#why");
  // What follows a move stands close to it.
  const { paddingRight } = await page
    .locator(".talk .named-move")
    .first()
    .evaluate((move) => getComputedStyle(move));
  assert.equal(paddingRight, "0px");
  await page.click('.talk .named-move:has-text("(3,5)")');
  await page.waitForFunction(() => /acts=m3-5\.m/.test(location.hash));
  await lab.close(page);
});

test("the keyboard's place is seen on cells and tokens", async () => {
  const page = await lab.open("#/play?game=wythoff&start=5,7&values=yes");
  await page.waitForSelector(".cell.value-p");
  await page.focus(".cell.queen");
  await page.keyboard.press("ArrowUp");
  /** How much of an element's picture changes with the focus. */
  const changed = async () => {
    const focused = page.locator(":focus");
    const seen = await focused.screenshot();
    await focused.evaluate((element) => element.blur());
    return { seen, unseen: await page.locator(".spot").screenshot() };
  };
  await page.evaluate(() => document.activeElement.classList.add("spot"));
  const { seen, unseen } = await changed();
  assert.ok(!seen.equals(unseen));
  const ring = await page.evaluate(() => {
    const cell = document.querySelector(".spot");
    cell.focus({ focusVisible: true });
    const { outlineColor, outlineStyle, outlineWidth } = getComputedStyle(cell);
    const ink = getComputedStyle(document.body).color;
    return { outlineStyle, outlineWidth, isInk: outlineColor === ink };
  });
  assert.deepEqual(ring, { outlineStyle: "solid", outlineWidth: "3px", isInk: true });
  await lab.close(page);
});

test("on a phone the answer to a tap comes into view", async () => {
  const page = await lab.open("#/play?game=wythoff&start=12,20", {
    viewport: { width: 390, height: 700 },
  });
  await page.waitForSelector(YOURS);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.click("#why");
  await page.waitForSelector(".talk .note");
  await page.waitForFunction(() => {
    const { top, bottom } = document.querySelector(".talk .note").getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
  await lab.close(page);
});

test("on a phone the cells of a flat board are large enough for a finger", async () => {
  const page = await lab.open("#/play?game=wythoff&start=24,3", {
    viewport: { width: 390, height: 844 },
  });
  await page.waitForSelector(YOURS);
  const cell = await page.locator(".cell.queen").boundingBox();
  assert.ok(cell.width >= 24, `a cell has ${cell.width} pixels`);
  // The queen is in sight, and the page itself does not scroll aside.
  assert.ok(cell.x >= 0 && cell.x + cell.width <= 390, JSON.stringify(cell));
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await lab.close(page);
});

test("arrows hide no letter: their heads end before them, and their lines run below", async () => {
  const page = await lab.open("#/play?game=wythoff&start=9,11&values=yes&arrows=yes");
  await page.waitForSelector(".arrows path");
  await page.waitForSelector(".cell.value-p .value");
  const { over, heads } = await page.evaluate(() => {
    const arrows = document.querySelector(".arrows");
    const level = (element) => Number(getComputedStyle(element).zIndex);
    const letters = [...document.querySelectorAll(".cell.value-p .value")];
    const { left, top, width } = arrows.getBoundingClientRect();
    const cell = width / arrows.viewBox.baseVal.width;
    const middles = letters.map((letter) => {
      const box = letter.parentElement.getBoundingClientRect();
      return [(box.x + box.width / 2 - left) / cell, (box.y + box.height / 2 - top) / cell];
    });
    const ends = [...arrows.querySelectorAll("path")].map((path) =>
      /L(\S+) (\S+)L\S+ \S+z$/.exec(path.getAttribute("d")).slice(1).map(Number),
    );
    return {
      over: letters.every((letter) => level(letter) > level(arrows)),
      heads: ends.map(([x, y]) => Math.min(...middles.map(([a, b]) => Math.hypot(x - a, y - b)))),
    };
  });
  assert.ok(over, "letters lie above arrows");
  assert.ok(
    heads.every((far) => far > 0.25 && far < 0.35),
    heads.join(),
  );
  await lab.close(page);
});

test("at the heaps a move from both is told by both its tokens", async () => {
  const page = await lab.open("#/play?game=gdwn:p=1,q=2&start=8,13&look=heaps&arrows=yes");
  // Only (4, 5) wins: 4 from the left heap with 8 from the right one.
  const ringed = page.locator(".token.hinted");
  await ringed.first().waitFor();
  const names = () => ringed.evaluateAll((all) => all.map((token) => token.dataset.token));
  assert.deepEqual(await names(), ["0-4", "1-5"]);
  assert.deepEqual(await ringed.allTextContents(), ["4 + 8", "4 + 8"]);
  assert.match(await ringed.first().getAttribute("aria-label"), /with 8 from the right heap/);
  // Nothing else is ringed, and alone neither of them wins: they look different from one that does.
  assert.equal(await page.locator(".token.hinted:not(.paired)").count(), 0);
  await page.goto(`${lab.address}?2#/play?game=gdwn:p=1,q=2&start=8,13&look=heaps&values=yes`);
  await page.waitForSelector(".token.value-n");
  assert.deepEqual(await page.locator(".token.pair-p").allTextContents(), ["4 + 8", "4 + 8"]);
  // Both together are the move.
  await page.click('[data-token="0-4"]');
  await page.click('[data-token="1-5"]');
  await page.click("#take");
  await page.waitForFunction(() => /acts=m4-5/.test(location.hash));
  await lab.close(page);
});
