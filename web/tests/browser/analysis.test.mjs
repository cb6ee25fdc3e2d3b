/** The record of a match: going back and on, who wins where, mistakes, and the link to all that. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { laboratory, says, SITE } from "./lab.mjs";

const lab = laboratory();
const YOURS = '.status[data-yours="true"]';
const OVER = '.status[data-phase="over"]';
/** In Wythoff Nim from (5,7): a mistake, one in answer, and a third. */
const LINE = "#/play?game=wythoff&start=5,7&you=both&acts=m5-6.m5-5.m4-4.m0-0";
const queen = (page) => page.locator(".cell.queen").getAttribute("data-cell");

test("a finished match is reviewed in one request: what lost it, and why", async () => {
  const page = await lab.open();
  const asked = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/play/review")) asked.push(request.url());
  });
  await page.goto(`${lab.address}${LINE}`);
  await page.waitForSelector(OVER);
  await page.waitForSelector(".judgement .note");
  const words = await page.textContent(".judgement");
  // (5,5) to (4,4) leaves a diagonal; (0,0) at once would have won.
  assert.match(words, /First player lost it at move 2: First player moved to \(4, 4\)\./);
  assert.match(words, /To win, move to \(0, 0\)\. \(0,0\) is P/);
  assert.match(words, /Now second player wins: move to \(0, 0\)/);
  assert.equal(await page.locator(".step.wrong").count(), 3);
  assert.equal(await page.locator(".bar").count(), 5);
  assert.equal(await page.locator(".bar.first").count(), 2);
  // From mistake to mistake.
  await page.click("#step-mistake-before");
  await page.waitForSelector('.cell.queen[data-cell="4,4"]');
  await page.click("#step-mistake-before");
  await page.waitForFunction(() => /at=2$/.test(location.hash));
  await says(page, ".judgement", /moved to \(5, 5\): a mistake\..*To win, move to/);
  await page.click("#step-mistake-after");
  await page.waitForFunction(() => /at=3$/.test(location.hash));
  await page.waitForSelector('.cell.queen[data-cell="4,4"]');
  // The module is asked inside the page.
  assert.equal(asked.length, SITE ? 0 : 1, "one request judges all points");
  await lab.close(page);
});

test("going back keeps the line until something else is done", async () => {
  const page = await lab.open(LINE);
  await page.waitForSelector(OVER);
  await page.click('[data-step="1"]');
  await page.waitForSelector('.cell.queen[data-cell="5,6"]');
  assert.equal(await page.locator(".step").count(), 4);
  assert.equal(await page.locator(".step.later").count(), 3);
  assert.equal(await page.locator(".cell.last").count(), 2);
  // The same link shows the same point.
  const again = await lab.open(new URL(page.url()).hash);
  await again.waitForSelector('.cell.queen[data-cell="5,6"]');
  assert.equal(await again.locator(".step").count(), 4);
  await lab.close(again);
  // What was done goes on along the line.
  await page.click('[data-cell="5,5"]');
  await page.waitForSelector('.cell.queen[data-cell="5,5"]');
  assert.equal(await page.locator(".step").count(), 4);
  // Something else is a new line.
  await page.click('[data-step="1"]');
  await page.waitForSelector('.cell.queen[data-cell="5,6"]');
  await page.click('[data-cell="3,4"]');
  await page.waitForSelector('.cell.queen[data-cell="3,4"]');
  assert.equal(await page.locator(".step").count(), 2);
  assert.match(page.url(), /acts=m5-6\.m3-4$/);
  await lab.close(page);
});

test("the keyboard walks through the record", async () => {
  const page = await lab.open(LINE);
  await page.waitForSelector(OVER);
  await page.focus('[data-step="4"]');
  for (const [key, at] of [
    ["ArrowLeft", "4,4"],
    ["ArrowLeft", "5,5"],
    ["ArrowRight", "4,4"],
    ["Home", "5,7"],
  ]) {
    await page.keyboard.press(key);
    await page.waitForSelector(`.cell.queen[data-cell="${at}"]`);
  }
  await lab.close(page);
});

test("who wins is shown while one plays, if one wants to know", async () => {
  const page = await lab.open("#/play?game=wythoff&start=5,7");
  await page.waitForSelector(YOURS);
  assert.equal(await page.locator(".standing").isVisible(), false);
  await page.check("#show-analysis");
  await page.waitForSelector("text=You win in 5 moves.");
  await page.check("#show-arrows");
  await page.waitForSelector(".arrows path");
  assert.match(page.url(), /analysis=yes&arrows=yes/);
  await page.uncheck("#show-arrows");
  await page.waitForSelector(".arrows", { state: "detached" });
  // A mistake is marked at once.
  await page.click('[data-cell="5,6"]');
  await page.waitForSelector(".step.wrong");
  await page.waitForSelector(YOURS);
  await says(page, ".standing", /The opponent wins in \d+ moves?\./);
  // Back to before it: the opponent has nothing to do there, I have.
  await page.click("#step-first");
  await page.waitForSelector('.cell.queen[data-cell="5,7"]');
  await page.click('[data-cell="3,5"]');
  await page.waitForFunction(() => /acts=m3-5\.m/.test(location.hash));
  await lab.close(page);
});

test("at the opponent's turn one may play on from there", async () => {
  const page = await lab.open("#/play?game=wythoff&start=5,7&acts=m5-6.m3-6.m3-5.m1-2&at=1");
  await page.waitForSelector("#resume");
  assert.equal(await queen(page), "5,6");
  await page.click("#resume");
  await page.waitForSelector(YOURS);
  assert.equal(await page.locator(".step").count(), 2);
  await lab.close(page);
});

test("blocks, proposals and choices are in the record, and pawns stay in sight", async () => {
  const page = await lab.open("#/play?game=blocking:k=3&start=4,6&you=both&acts=b4-5_4-4.m2-4.b");
  await page.waitForSelector('.status[data-phase="move"]');
  assert.deepEqual(await page.locator(".step").allTextContents(), [
    "✕ (4, 5) (4, 4)",
    "(2, 4)",
    "✕ –",
  ]);
  assert.equal(await page.locator(".cell.was-blocked").count(), 2);
  await page.goto(`${lab.address}#/play?game=choice:m=2,p=3&start=5,6&you=both&acts=c1`);
  await page.waitForSelector("text=l = 1");
  await page.goto(`${lab.address}#/play?game=comply:k=2&start=4,4&you=both&acts=p3-4_4-3`);
  await says(page, ".step", "⚑");
  assert.deepEqual(await page.locator(".step").allTextContents(), ["⚑ (3, 4) (4, 3)"]);
  await lab.close(page);
});

test("a sum has a record, too", async () => {
  const sum = encodeURIComponent("wythoff 3,5 + nim 0,7");
  // 7 to 6 gives the win away; 6 to 0 takes it.
  const page = await lab.open(`#/play?game=${sum}&you=both&acts=2m0-6.2m0-0&analysis=yes`);
  await page.waitForSelector(".step.wrong");
  assert.equal(await page.locator(".step").count(), 2);
  await page.click('[data-step="1"]');
  await page.waitForSelector('[data-summand="2"] .cell.queen[data-cell="0,6"]');
  assert.match(await page.textContent(".judgement"), /To win, move to \(0, 0\) in summand 2/);
  await lab.close(page);
});

test("a move that a note names is played from there", async () => {
  const page = await lab.open(LINE);
  await page.waitForSelector(OVER);
  // (5,5) to (4,4) leaves a diagonal; (0,0) at once would have won.
  await page.click('.judgement .named-move:has-text("(0, 0)")');
  await page.waitForFunction(() => /acts=m5-6\.m5-5\.m0-0/.test(location.hash));
  await says(page, ".status", /First player wins/);
  await lab.close(page);
});

test("heaps show the last move and what was blocked, and their record what was taken", async () => {
  const page = await lab.open(
    "#/play?game=blocking:k=3&start=4,6&look=heaps&you=both&acts=b4-5_4-4.m2-4.b",
  );
  await page.waitForSelector('.status[data-phase="move"]');
  assert.deepEqual(await page.locator(".step").allTextContents(), [
    "✕ 1 right, 2 right",
    "2 each",
    "✕ –",
  ]);
  assert.equal(await page.locator(".was-taken").count(), 4);
  assert.equal(
    await page.textContent(".last-taken"),
    "Taken last: 2 from each heap. Blocked was: 1 from the right heap; 2 from the right heap.",
  );
  await lab.close(page);
});

test("a sum shows its last move and what was taken; its winning moves can be made", async () => {
  const sum = encodeURIComponent("nim 3,5 + nim 0,30");
  const page = await lab.open(`#/play?game=${sum}&you=both&acts=2m0-12&analysis=yes`);
  await page.waitForSelector(".step.wrong");
  assert.equal(await page.textContent(".step"), "2: 18 right?");
  assert.equal(await page.locator('[data-summand="2"] .was-taken').count(), 18);
  assert.equal(await page.locator('[data-summand="1"] .last').count(), 0);
  assert.match(
    await page.textContent(".judgement"),
    /took 18 from the right heap in summand 2.*To win, take 24 from the right heap in summand 2/,
  );
  await page.click("#hint");
  await says(page, ".talk", /take 6 from the right heap in summand 2/);
  await page.click("#why");
  await page.click('.talk .named-move:has-text("take 6 from the right heap in summand 2")');
  await page.waitForFunction(() => /acts=2m0-12\.2m0-6/.test(location.hash));
  const other = encodeURIComponent("wythoff 3,5 + nim 0,7");
  await page.goto(`${lab.address}?2#/play?game=${other}&you=both&acts=1m3-4`);
  await page.waitForSelector('[data-summand="1"] .last');
  assert.equal(await page.locator('[data-summand="1"] .last').count(), 2);
  await lab.close(page);
});
