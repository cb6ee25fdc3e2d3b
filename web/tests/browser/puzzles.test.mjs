/** Puzzles: one answer wins; the next one is harder, and the way there is a link. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { laboratory } from "./lab.mjs";

const lab = laboratory();
const READY = '.status[data-ready="true"]';
const streak = (page) => page.getAttribute(".streak", "data-streak");

/** A seed whose puzzle at some level asks for this. */
async function seedOf(phase, level, game = /./) {
  for (let seed = 1; seed < 400; seed++) {
    const puzzle = await lab.get(`/api/puzzle?seed=${seed}&level=${level}`);
    if (puzzle.phase === phase && game.test(puzzle.game)) return puzzle;
  }
  return assert.fail(`no puzzle of level ${level} asks to ${phase}`);
}

/** Opens a puzzle in a page. */
async function opened(page, { seed, level }) {
  await page.goto(`${lab.address}?${seed}-${level}#/play?puzzle=${seed}&level=${level}`);
  await page.waitForSelector(READY);
}

async function answer(page, action) {
  if ("move" in action) await page.click(`[data-cell="${action.move}"]`);
  else if ("choose" in action) await page.click(`#choose-${action.choose}`);
  else {
    for (const cell of action.block ?? action.propose) await page.click(`[data-cell="${cell}"]`);
    await page.click("#confirm");
  }
}

test("a right answer counts, and the next puzzle is harder", async () => {
  const page = await lab.open();
  const puzzle = await seedOf("move", 1);
  await opened(page, puzzle);
  assert.equal(await streak(page), "0");
  await answer(page, puzzle.solution);
  await page.waitForSelector(".note.good");
  assert.match(await page.textContent(".talk"), /Right\. Move to .* is P/);
  assert.equal(await streak(page), "1");
  await page.click("#next");
  await page.waitForFunction(() => /puzzle=\d+&level=2$/.test(location.hash));
  await page.waitForSelector(READY);
  assert.equal(await streak(page), "1");
  // The link shows the same puzzle to others.
  const again = await lab.open(new URL(page.url()).hash);
  await again.waitForSelector(READY);
  assert.equal(await again.textContent("h1"), await page.textContent("h1"));
  assert.equal(
    await again.locator(".play-table").textContent(),
    await page.locator(".play-table").textContent(),
  );
  await lab.close(again);
  await lab.close(page);
});

test("where the browser keeps nothing, puzzles are solved and themes chosen as ever", async () => {
  const page = await lab.open();
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(globalThis, name, {
        get: () => {
          throw new DOMException("blocked", "SecurityError");
        },
      });
  });
  const puzzle = await seedOf("move", 1);
  await opened(page, puzzle);
  await answer(page, puzzle.solution);
  await page.waitForSelector(".note.good");
  assert.equal(await streak(page), "1");
  await page.selectOption('[aria-label="Light or dark"]', "dark");
  await page.waitForSelector('html[data-theme="dark"]');
  await lab.close(page);
});

test("Back leads to the puzzle before, and what a note names to its analysis", async () => {
  const page = await lab.open();
  const puzzle = await seedOf("move", 1);
  await opened(page, puzzle);
  const title = await page.textContent("h1");
  await answer(page, puzzle.solution);
  await page.waitForSelector(".note.good");
  await page.click("#next");
  await page.waitForFunction(() => /level=2$/.test(location.hash));
  await page.waitForSelector(READY);
  await page.goBack();
  await page.waitForFunction(
    (seed) => location.hash.endsWith(`puzzle=${seed}&level=1`),
    puzzle.seed,
  );
  await page.waitForSelector(READY);
  assert.equal(await page.textContent("h1"), title);
  await answer(page, puzzle.solution);
  await page.click(".talk .named-move");
  await page.waitForFunction(() => /analysis=yes&acts=m/.test(location.hash));
  await lab.close(page);
});

test("a wrong answer is refuted, and ends the row", async () => {
  const page = await lab.open();
  const puzzle = await seedOf("move", 1);
  await opened(page, puzzle);
  const wrong = page.locator(`.cell.may:not([data-cell="${puzzle.solution.move}"])`).first();
  await wrong.click();
  await page.waitForSelector(".note.bad");
  assert.match(await page.textContent(".talk"), /That loses\. The opponent then wins: move to/);
  await answer(page, puzzle.solution);
  await page.waitForSelector(".note.good");
  assert.equal(await streak(page), "0", "the second try does not count");
  await lab.close(page);
});

test("blocks, proposals and choices are asked for, too", async () => {
  const page = await lab.open();
  for (const [phase, level, game, words] of [
    ["block", 2, /^blocking/, /Which must it be/],
    ["propose", 3, /./, /Propose/],
    ["choose", 4, /./, /Which l wins/],
  ]) {
    const puzzle = await seedOf(phase, level, game);
    await opened(page, puzzle);
    assert.match(await page.textContent(".status"), words);
    await answer(page, puzzle.solution);
    await page.waitForSelector(".note.good");
  }
  assert.match(await page.getAttribute("a.button:has-text('Analyse it')", "href"), /you=both/);
  await lab.close(page);
});

test("the solution can be shown, and a proposal that is none costs nothing", async () => {
  const page = await lab.open();
  const puzzle = await seedOf("propose", 3, /^comply:/);
  await opened(page, puzzle);
  assert.ok(await page.isDisabled("#confirm"), "nothing is no proposal");
  await page.locator(".cell.may").first().click();
  await page.click("#confirm");
  await page.waitForSelector(".note.warn");
  await page.click("#solution");
  await page.locator(".talk", { hasText: /This wins: Propose/ }).waitFor();
  assert.ok((await page.locator(".cell.hinted").count()) > 0);
  await lab.close(page);
});

test("puzzles are found from the match, and solved by keyboard alone", async () => {
  const page = await lab.open("#/play");
  await page.click(".play-views >> text=Puzzles");
  await page.waitForSelector(READY);
  assert.match(page.url(), /puzzle=\d+&level=1/);
  await page.click(".play-views >> text=Match");
  await page.waitForSelector('.cell.queen[data-cell="5,7"]');
  const puzzle = await seedOf("move", 1, /^wythoff/);
  await opened(page, puzzle);
  await page.focus(".cell.queen");
  const [dx, dy] = puzzle.start.map((heap, index) => heap - puzzle.solution.move[index]);
  for (let step = 0; step < dx; step++) await page.keyboard.press("ArrowLeft");
  for (let step = 0; step < dy; step++) await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".note.good");
  assert.equal(await page.evaluate(() => document.activeElement.id), "next");
  await lab.close(page);
});
