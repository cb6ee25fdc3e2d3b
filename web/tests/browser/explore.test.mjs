import assert from "node:assert/strict";
import { test } from "node:test";
import { laboratory, loaded } from "./lab.mjs";

const lab = laboratory();

/** Goes to a cell and waits for its readout. */
async function fly(page, cell) {
  await page.fill("#go-to", cell.join(", "));
  await page.click("#go");
  await page.waitForSelector(`#readout[data-cell="${cell.join(",")}"]`);
  await page.waitForFunction(() => !/asking/.test(document.querySelector("#readout").textContent));
}

test("fly to a cell and read its palace number", async () => {
  const page = await lab.open("#/explore?game=blocking:k=5");
  await loaded(page);
  // CLN15 Fig. 1: k = 5, the queen at (3,3) sees 4 palaces.
  for (const cell of [[3, 3], [10, 7], [200, 321]]) {
    await fly(page, cell);
    const facts = await lab.get(`/api/board/blocking%3Ak%3D5/cell/${cell[0]}/${cell[1]}`);
    const text = await page.textContent("#readout");
    assert.match(text, new RegExp(`Palace number${facts.palace_number}(?![0-9])`), text);
    assert.equal(facts.palace_number < 5 ? "P" : "N", facts.outcome);
    assert.match(text, new RegExp(`Outcome${facts.outcome},`));
  }
  await fly(page, [3, 3]);
  assert.equal(await page.getAttribute("#readout", "data-palace"), "4");
  await lab.close(page);
});

test("a click shows the queen's rays and how to win", async () => {
  const page = await lab.open("#/explore?game=wythoff&at=8,8&zoom=32");
  await loaded(page);
  const box = await page.locator(".pane").boundingBox();
  // The middle of the picture is the corner between (7,7) and (8,8): a little to the right and below is (8,8).
  await page.mouse.click(box.x + box.width / 2 + 16, box.y + box.height / 2 + 16);
  await page.waitForSelector("text=Queen on (8, 8)");
  await page.waitForSelector("text=Winning moves");
  assert.match(await page.textContent("aside"), /N: who moves wins/);
  await lab.close(page);
});

test("the keyboard flies, too", async () => {
  const page = await lab.open("#/explore?game=blocking:k=5&at=20.5,20.5&zoom=16");
  await loaded(page);
  await page.focus(".pane");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
  await page.waitForSelector('#readout[data-cell="22,21"]');
  await page.keyboard.press("Enter");
  await page.waitForSelector("text=Queen on (22, 21)");
  await lab.close(page);
});

test("the link restores the view, to the pixel", async () => {
  const page = await lab.open("#/explore?game=blocking:k=40");
  await loaded(page);
  await page.click('[aria-label="Zoom in"]');
  await page.selectOption("#palette", "safe");
  await page.check("#show-regions");
  await fly(page, [61, 23]);
  await page.click('[aria-label="Zoom out"]');
  await page.waitForTimeout(400);
  await loaded(page);
  const link = page.url();
  await page.mouse.move(1, 1);
  const picture = (of) => of.evaluate(() => [...document.querySelectorAll(".pane canvas")].map((canvas) => canvas.toDataURL()));
  const before = await picture(page);
  const again = await lab.open(new URL(link).hash);
  await loaded(again);
  await again.waitForSelector("text=Queen on (61, 23)");
  await again.waitForSelector("text=Palaces she sees");
  await again.waitForTimeout(400);
  assert.equal(again.url(), link);
  assert.equal(await again.inputValue("#palette"), "safe");
  assert.deepEqual((await picture(again)).map((one, index) => one === before[index]), [true, true], "the board and what is drawn above it");
  await lab.close(page);
  await lab.close(again);
});

test("an endless board is seen a hundred digits out", async () => {
  const far = 10n ** 99n + 12345n;
  const page = await lab.open("#/explore?game=wythoff");
  await loaded(page);
  await fly(page, [far, (far * 1618033988749894848n) / 10n ** 18n]);
  await loaded(page);
  assert.match(await page.textContent("#readout"), /\(100 digits\)/);
  assert.match(await page.textContent("#readout"), /Outcome[NP],/);
  assert.ok(page.url().includes(String(far)), "the link has every digit");
  await lab.close(page);
});

test("a compare shows no difference where CLN15 says so, and shows one elsewhere", async () => {
  // CLN15 Fig. 4: hood, épaulettes and fabric of k and k + 3 agree by the shift (1,1); the arm does not.
  const page = await lab.open("#/explore?game=blocking:k=97&at=30,30&zoom=12&mode=difference&with=blocking:k=100&dx=1&dy=1&compare=deviation");
  await page.waitForSelector("#verdict[data-differ]");
  assert.equal(await page.getAttribute("#verdict", "data-differ"), "0", await page.textContent("#verdict"));
  assert.match(await page.textContent("#verdict"), /No difference: all .* agree/);
  await page.click('[aria-label="The whole board"]');
  await page.waitForFunction(() => Number(document.querySelector("#verdict").dataset.differ) > 0 || /Zoom in/.test(document.querySelector("#verdict").textContent));
  await lab.close(page);
});

test("two boards side by side move together", async () => {
  const page = await lab.open("#/explore?game=blocking:k=97&at=60,60&zoom=6&mode=side&with=blocking:k=100&dx=1&dy=1");
  await loaded(page);
  assert.equal(await page.locator(".pane").count(), 2);
  await page.click('[aria-label="Zoom in"]');
  await page.waitForTimeout(300);
  await loaded(page);
  const [a, b] = await page.evaluate(() => [...document.querySelectorAll(".pane canvas:not(.overlay)")].map((canvas) => canvas.toDataURL()));
  assert.ok(a.length > 1000 && b.length > 1000);
  await lab.close(page);
});

test("the view is saved as a PNG", async () => {
  const page = await lab.open("#/explore?game=blocking:k=10");
  await loaded(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
  assert.equal(download.suggestedFilename(), "blocking-k=10.png");
  await lab.close(page);
});

test("a game that is none is refused in words", async () => {
  const page = await lab.open("#/explore?game=blcking:k=5");
  await page.waitForSelector("text=This board can't be shown");
  assert.match(await page.textContent(".stage-state"), /blocking/);
  await lab.close(page);
});
