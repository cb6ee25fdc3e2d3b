import assert from "node:assert/strict";
import { test } from "node:test";
import { laboratory, says } from "./lab.mjs";

const lab = laboratory();

/**
 * The smallest interesting starts of a game: an N-position and a P-position, by the library's own
 * answer.
 */
async function starts(game) {
  const found = {};
  for (let sum = 5; sum < 26 && (!found.N || !found.P); sum++) {
    for (let x = 2; x <= sum - 2; x++) {
      const start = [x, sum - x];
      const answer = await fetch(
        new URL(`/api/solve/${encodeURIComponent(game)}/${start[0]}/${start[1]}`, lab.facts),
      );
      if (!answer.ok) continue;
      const { outcome } = await answer.json();
      found[outcome] ??= start;
    }
  }
  return found;
}

/** Follows every hint until the match is over; returns the winner. */
async function followHints(page) {
  for (let turn = 0; turn < 60; turn++) {
    await page.waitForSelector('.status[data-yours="true"], .status[data-phase="over"]');
    if ((await page.getAttribute(".status", "data-phase")) === "over") break;
    await page.click("#hint");
    await page.click("#follow");
    await page.waitForSelector("#follow", { state: "detached" });
  }
  assert.equal(await page.getAttribute(".status", "data-phase"), "over");
  return page.getAttribute(".status", "data-winner");
}

test("every family: hints win from an N-position, and a P-position is lost", async (context) => {
  const { families } = await lab.get("/api/games");
  assert.ok(families.length >= 15);
  const page = await lab.open("#/play");
  for (const { family, example } of families) {
    await context.test(family, async () => {
      const { N, P } = await starts(example);
      assert.ok(N && P, `${example} has both kinds of starts`);
      for (const [start, winner] of [
        [N, "first"],
        [P, "second"],
      ]) {
        await page.goto(
          `${lab.address}#/play?game=${encodeURIComponent(example)}&start=${start.join(",")}`,
        );
        assert.equal(await followHints(page), winner, `${example} from (${start})`);
        const words = await page.textContent(".status");
        assert.match(words, winner === "first" ? /You win/ : /opponent wins/);
      }
    });
  }
  await lab.close(page);
});

test("a game is played by clicking cells, undone, and kept in the link", async () => {
  const page = await lab.open("#/play?game=wythoff&start=5,7");
  await page.waitForSelector('.status[data-yours="true"]');
  // (3,5) is P; from there the opponent can't win.
  await page.click('[data-cell="3,5"]');
  await page.waitForFunction(() => /acts=m3-5\.m/.test(location.hash));
  await page.waitForSelector('.status[data-yours="true"], .status[data-phase="over"]');
  const link = new URL(page.url()).hash;
  const again = await lab.open(link);
  await again.waitForSelector('.status[data-yours="true"]');
  assert.equal(
    await again.locator(".cell.queen").getAttribute("data-cell"),
    await page.locator(".cell.queen").getAttribute("data-cell"),
  );
  await page.click("#undo");
  await page.waitForSelector('.cell.queen[data-cell="5,7"]');
  assert.doesNotMatch(new URL(page.url()).hash, /acts=/);
  await lab.close(again);
  await lab.close(page);
});

test("pawns are set by clicking, with the keyboard as well", async () => {
  const page = await lab.open("#/play?game=blocking:k=3&start=4,6&you=second");
  await page.waitForSelector('.status[data-phase="block"][data-yours="true"]');
  await page.click('[data-cell="4,5"]');
  assert.equal(await page.locator(".cell.picked").count(), 1);
  await page.focus('[data-cell="4,4"]');
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".cell.picked").count(), 2);
  await page.click("#confirm");
  await page.waitForFunction(() => /acts=b4-5_4-4\.m/.test(location.hash));
  await lab.close(page);
});

test("heaps: a forbidden imitation is yellow and can't be taken", async () => {
  // Lar13: from (3,4) Alice moves to (1,4); Bob may not imitate to (1,2).
  const page = await lab.open("#/play?game=imitation&start=3,4&you=both");
  await page.waitForSelector('.status[data-yours="true"]');
  await page.click('[data-token="0-1"]');
  await page.click("#take");
  await page.waitForSelector(".token.forbidden");
  await page.click('[data-token="1-2"]');
  assert.equal(await page.isDisabled("#take"), true);
  await page.click('[data-token="1-3"]');
  assert.equal(await page.isDisabled("#take"), false);
  await lab.close(page);
});

test("the value overlay can be shown and hidden", async () => {
  const page = await lab.open("#/play?game=wythoff&start=5,7");
  await page.waitForSelector('.status[data-yours="true"]');
  assert.equal(await page.locator(".cell.value-p").count(), 0);
  await page.check("#show-values");
  await page.waitForSelector('.cell.value-p[data-cell="3,5"]');
  await page.uncheck("#show-values");
  await page.waitForSelector(".cell.value-p", { state: "detached" });
  await lab.close(page);
});

test("the first screen can be played at once", async () => {
  const page = await lab.open();
  await page.waitForSelector('.status[data-yours="true"]');
  assert.equal(await followHints(page), "first");
  assert.match(await page.textContent(".status"), /You win/);
  await lab.close(page);
});

test("a proposal that is too small is taken back, in words", async () => {
  const page = await lab.open("#/play?game=comply:k=2&start=4,4&you=both");
  await page.waitForSelector('.status[data-phase="propose"][data-yours="true"]');
  assert.ok(await page.isDisabled("#confirm"), "nothing is no proposal");
  const { options } = await (
    await fetch(new URL("/api/play", lab.facts), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ game: "comply:k=2", start: [4, 4], actions: [] }),
    })
  ).json();
  const pick = (to) => page.click(`[data-cell="${to[0]},${to[1]}"]`);
  await pick(options[0].to);
  await page.click("#confirm");
  await page.waitForSelector("text=too small");
  assert.ok(!page.url().includes("acts="), "the link has no refused action");
  await pick(options[0].to);
  await pick(options[1].to);
  await page.click("#confirm");
  await page.waitForSelector('.status[data-phase="move"]');
  await lab.close(page);
});

test("Wythoff Nim is the plain game", async () => {
  const page = await lab.open("#/play");
  await page.selectOption("#play-family", { label: "Wythoff Nim" });
  assert.equal(await page.inputValue("#play-game"), "wythoff:m=1");
  await lab.close(page);
});

test("misère: the last move loses, and the page says so", async () => {
  const page = await lab.open("#/play?game=wythoff%20%7C%20misere&start=3,4");
  assert.equal(await followHints(page), "first");
  assert.match(await page.textContent(".status"), /You win.*misère/);
  await lab.close(page);
});

test("a sum: hints win, and from a P-sum they lose", async () => {
  const page = await lab.open("#/play");
  for (const [sum, winner] of [
    ["wythoff 3,5 + nim 0,7 + modulo:m=1,p=2 4,4", "first"],
    ["wythoff 1,2 + nim 3,3", "second"],
  ]) {
    await page.goto(`${lab.address}#/play?game=${encodeURIComponent(sum)}`);
    await page.waitForSelector(".summand");
    assert.equal(await followHints(page), winner, sum);
  }
  await lab.close(page);
});

test("a sum: a click moves, the opponent answers with a reason, undo, the link", async () => {
  const page = await lab.open("#/play");
  await page.selectOption("#play-family", { label: "A sum of games" });
  assert.equal(await page.isVisible("#start-x"), false, "a sum brings its positions");
  await page.click("#start");
  await page.waitForSelector(".summand");
  assert.equal(await page.locator(".summand").count(), 2);
  assert.match(await page.textContent("h1"), /A sum of 2 games/);
  const [first, second] = [1, 2].map((number) => page.locator(`[data-summand="${number}"]`));
  assert.doesNotMatch(await first.textContent(), /nim-value/);
  await page.click("#hint");
  await says(page, '[data-summand="2"]', /nim-value 7/);
  assert.equal(await second.locator(".cell.hinted").getAttribute("data-cell"), "0,0");
  // With the keyboard: from the queen up.
  await second.locator(".cell.queen").focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /acts=2m0-6\.\dm/.test(location.hash));
  await page.waitForSelector('.status[data-yours="true"]');
  await says(page, ".talk", /The opponent moved to .* nim-value/);
  const again = await lab.open(new URL(page.url()).hash);
  await again.waitForSelector('.status[data-yours="true"]');
  const queens = (one) =>
    one.locator(".cell.queen").evaluateAll((cells) => cells.map((cell) => cell.dataset.cell));
  assert.deepEqual(await queens(again), await queens(page));
  await lab.close(again);
  await page.click("#undo");
  await page.waitForFunction(() => !/acts=/.test(location.hash));
  await page.waitForSelector('.status[data-yours="true"]');
  assert.deepEqual(await queens(page), ["3,5", "0,7"]);
  // The values: a move to P wins, every other one leads to N.
  await page.check("#show-values");
  await page.waitForSelector(".cell.value-p");
  assert.equal(await page.locator(".cell.value-p").count(), 1);
  assert.equal(await second.locator('.cell.value-p[data-cell="0,0"]').count(), 1);
  // Back to a game.
  await page.fill("#play-game", "nim");
  await page.click("#start");
  await page.waitForSelector('.cell.queen[data-cell="5,7"]');
  assert.equal(await page.locator(".summand").count(), 0);
  await lab.close(page);
});

test("a sum that can't be played says why", async () => {
  const page = await lab.open(`#/play?game=${encodeURIComponent("nim 1,2 + blocking:k=3 1,7")}`);
  await page.waitForSelector("text=a blocking game has no nim-values");
  await lab.close(page);
});
