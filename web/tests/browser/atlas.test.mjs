import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { promisify } from "node:util";
import { laboratory, SERVER_ONLY } from "./lab.mjs";

const lab = laboratory({ atlas: true });
const rows = (page) => page.locator("table.atlas > tbody > tr");
const shows = (page, count) =>
  page.waitForFunction(
    (wanted) => document.querySelectorAll("table.atlas > tbody > tr").length === wanted,
    count,
  );

test("the atlas of the program has k = 1 to 200, sorted and filtered", async () => {
  const { records } = await lab.get("/api/atlas");
  const page = await lab.open("#/atlas");
  await shows(page, 200);
  assert.deepEqual(
    await rows(page).evaluateAll((all) => all.map((row) => Number(row.dataset.k))),
    Array.from({ length: 200 }, (_, index) => index + 1),
  );
  const has = (slope) =>
    records.filter((record) =>
      record.threads.some((thread) => Math.abs(thread.slope - slope) < 0.01),
    ).length;
  assert.ok(has(1.618) > 1 && has(1.618) < 200);
  await page.fill("#atlas-slope", "1.618");
  await shows(page, has(1.618));
  await page.fill("#atlas-slope", "");
  await page.selectOption("#atlas-kind", "wild");
  await shows(
    page,
    records.filter((record) => record.threads.some((thread) => !thread.periodic)).length,
  );
  await page.selectOption("#atlas-kind", "any");
  await page.selectOption("#atlas-order", "threads");
  const most = records.reduce((best, record) =>
    record.threads.length > best.threads.length ? record : best,
  );
  assert.equal(await rows(page).first().getAttribute("data-k"), String(most.k));
  await lab.close(page);
});

test("the page ends after the table, which scrolls for itself", async () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const page = await lab.open("#/atlas", { viewport });
    await shows(page, 200);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(height < 3 * viewport.height, `${height} pixels at a width of ${viewport.width}`);
    await page.locator('tr[data-k="200"]').scrollIntoViewIfNeeded();
    await lab.close(page);
  }
});

test("the picture: dots by hover, click, keyboard and rectangle, and the filters", async () => {
  const { records, proved } = await lab.get("/api/atlas");
  const page = await lab.open("#/atlas?to=100");
  await shows(page, 100);
  const picture = page.locator("#atlas-picture");
  const tip = page.locator(".tip");
  const status = page.locator(".page > [role=status]");
  const threads = records.filter(({ k }) => k <= 100).flatMap((record) => record.threads);
  assert.match(await status.textContent(), new RegExp(`^${threads.length} threads on 100 of 200`));
  // Arrow keys go to the first dot, and on to the next board.
  await picture.focus();
  await page.keyboard.press("ArrowRight");
  assert.match(
    await tip.textContent(),
    /k = 1.*Slope \(1 \+ √5\)\/2, proved.*palaces in a column/s,
  );
  await page.keyboard.press("ArrowRight");
  assert.match(await tip.textContent(), /k = 2/);
  await page.keyboard.press("ArrowUp");
  assert.match(await tip.textContent(), /Slope 2, proved/);
  const count = records[1].threads[1].parts[0].count.toLocaleString("en").replaceAll(",", "\u202f");
  assert.ok((await tip.textContent()).includes(count), count);
  // The dot is where the mouse finds it.
  const mark = await tip.evaluate((element) => element.textContent);
  await page.keyboard.press("Escape");
  assert.ok(await tip.isHidden());
  const slopes = threads.map((thread) => thread.slope);
  const [low, high] = [Math.min(...slopes), Math.max(...slopes)];
  const room = 0.04 * (high - low);
  /** Where a dot is now: the page may have been scrolled. */
  const at = async (k, slope) => {
    await picture.scrollIntoViewIfNeeded();
    const box = await picture.boundingBox();
    return [
      box.x + 1 + 46 + ((k - 1 + 3.96) / (99 + 7.92)) * (box.width - 2 - 92),
      box.y + 1 + 14 + ((high + room - slope) / (high - low + 2 * room)) * (box.height - 2 - 52),
    ];
  };
  await page.mouse.move(...(await at(2, 2)));
  await tip.waitFor();
  assert.equal(await tip.evaluate((element) => element.textContent), mark);
  // A rectangle is zoomed into; the address keeps it, and a fresh page shows it.
  await page.mouse.move(...(await at(30, 2.2)));
  await page.mouse.down();
  await page.mouse.move(...(await at(60, 1.8)), { steps: 3 });
  await page.mouse.up();
  await page.waitForFunction(() => location.hash.includes("view="));
  const [left, right, bottom, top] = decodeURIComponent(page.url())
    .match(/view=(.*)$/)[1]
    .split(",");
  assert.ok(Math.abs(left - 30) < 1 && Math.abs(right - 60) < 1, `${left} ${right}`);
  assert.ok(Math.abs(bottom - 1.8) < 0.02 && Math.abs(top - 2.2) < 0.02, `${bottom} ${top}`);
  await picture.focus();
  await page.keyboard.press("ArrowRight");
  const k = Number(await picture.getAttribute("data-k"));
  assert.ok(k >= 30 && k <= 60, String(k));
  await page.keyboard.press("0");
  await page.waitForFunction(() => !location.hash.includes("view="));
  // Filters leave threads, not only boards.
  await page.selectOption("#atlas-kind", "proved");
  await shows(page, proved.filter((k) => k <= 100).length);
  await page.selectOption("#atlas-kind", "any");
  await page.fill("#atlas-text", "13/5");
  const fits = threads.filter((thread) => thread.exact?.value === "13/5").length;
  await page.waitForFunction(
    (wanted) =>
      document.querySelector(".page > [role=status]").textContent.startsWith(`${wanted} `),
    fits,
  );
  await page.fill("#atlas-thick", "40");
  const thick = threads.filter((t) => t.exact?.value === "13/5" && t.per_column >= 40).length;
  assert.ok(thick > 0 && thick < fits);
  await page.waitForFunction(
    (wanted) =>
      document.querySelector(".page > [role=status]").textContent.startsWith(`${wanted} `),
    thick,
  );
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#atlas-csv")]);
  const lines = (await readFile(await download.path(), "utf8")).trim().split("\n");
  assert.equal(lines.length, thick + 1);
  assert.match(lines[1], /^\d+,1000000,2\.6/);
  const [parquet] = await Promise.all([
    page.waitForEvent("download"),
    page.click("#atlas-parquet"),
  ]);
  const bytes = await readFile(await parquet.path());
  const ends = [bytes.subarray(0, 4), bytes.subarray(-4)].map(String);
  assert.deepEqual([parquet.suggestedFilename(), ...ends], ["threads.parquet", "PAR1", "PAR1"]);
  // A click leads to the board with its threads.
  await page.fill("#atlas-text", "");
  await page.fill("#atlas-thick", "");
  await page.mouse.click(...(await at(14, 2.5)));
  await page.waitForFunction(() => location.hash.startsWith("#/explore?game=blocking:k="));
  await page.waitForSelector("#drawn-threads", { state: "attached" });
  await lab.close(page);
});

test("the picture on a phone: a finger chooses a dot, and what is said has the link", async () => {
  const page = await lab.open("#/atlas?to=4", {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await shows(page, 4);
  const picture = page.locator("#atlas-picture");
  await picture.scrollIntoViewIfNeeded();
  await page.click('[aria-label="Zoom in"]');
  await page.click('[aria-label="Show all threads"]');
  const { width, height } = await picture.boundingBox();
  // W^4 is the last board of four: 1 + √2, the steepest.
  const x = 47 + ((4 - 0) / 5) * (width - 94);
  const y = 15 + (0.04 / 1.08) * (height - 54);
  await picture.tap({ position: { x, y } });
  await page.waitForSelector('#atlas-picture[data-k="4"]');
  await page.locator(".tip a").tap();
  await page.waitForFunction(() => location.hash.startsWith("#/explore?game=blocking:k=4"));
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await lab.close(page);
});

test("a row tells all of a thread, and claims no equality", async () => {
  const page = await lab.open("#/atlas?from=14&to=14");
  await shows(page, 1);
  const {
    threads: [thread],
    states,
  } = await lab.get("/api/atlas/14");
  const text = await rows(page).textContent();
  assert.match(text, /2\.5.* fits 5\/2 · 10 in a column/);
  assert.ok(text.includes(`−${-states.min_deviation} … +${states.max_deviation}`), text);
  await page.click(".more summary");
  await page.waitForSelector(".more[open] table");
  const more = await page.textContent(".more");
  assert.ok(more.includes(`(${thread.period.dx}, ${thread.period.dy}) from column`), more);
  assert.match(more, /by chance in one case of .* Evidence, not a proof/);
  assert.doesNotMatch(more, /=|equals/);
  await page.click('a[aria-label="Explore W^14"]');
  await page.waitForSelector("#drawn-threads", { state: "attached" });
  await lab.close(page);
});

test(
  "records of a sweep appear while the page is open; what is unfolded stays so",
  SERVER_ONLY,
  async () => {
    const page = await lab.open("#/atlas?from=199");
    await shows(page, 2);
    await page.click('tr[data-k="200"] summary');
    await promisify(execFile)(lab.program, [
      "sweep",
      "--k",
      "201",
      "--columns",
      "4000",
      "-o",
      lab.atlas,
    ]);
    await shows(page, 3);
    assert.match(await page.textContent('tr[data-k="201"]'), /4\D?000/);
    assert.ok(await page.locator('tr[data-k="200"] .more[open] table').isVisible());
    await lab.close(page);
  },
);

test("nim-values along the golden lines: dots, bars and a table, to the last number", async () => {
  const { spreads, places } = await lab.get("/api/golden?values=20&columns=10000&value=3");
  const page = await lab.open("#/atlas");
  await page.click("text=Nim-values of Wythoff Nim");
  await page.waitForSelector('#golden[data-value="3"]');
  const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));
  const { least, greatest, count } = spreads[3];
  const status = await page.textContent("#golden [role=status]");
  assert.ok(
    status.includes(`from ${signed(least.distance)} to ${signed(greatest.distance)}`),
    status,
  );
  assert.equal(places.length, count);
  // Each distance that occurs has a height of its own.
  const heights = (text) => new Set([...text.matchAll(/M[\d.]+ ([\d.]+)h0/g)].map((dot) => dot[1]));
  const drawn = heights(await page.getAttribute(".dots", "d"));
  assert.equal(drawn.size, new Set(places.map((place) => place.distance)).size);
  const rows = page.locator("table.spreads > tbody > tr");
  assert.equal(await rows.count(), 21);
  const cells = await rows.nth(3).locator("td").allTextContents();
  assert.deepEqual([cells[2], cells[4]], [signed(least.distance), signed(greatest.distance)]);
  // Another value, from the table and from the chart; the address follows.
  await page.click('[aria-label="Show nim-value 0"]');
  await page.waitForSelector('#golden[data-value="0"]');
  assert.match(await page.textContent("#golden [role=status]"), /is always 0\./);
  await page.locator(".bar").nth(7).click();
  await page.waitForSelector('#golden[data-value="7"]');
  assert.match(page.url(), /of=nim-values&value=7$/);
  await page.fill("#golden-values", "5");
  await page.waitForFunction(
    () => document.querySelectorAll("table.spreads tbody tr").length === 8,
  );
  await page.click("text=Threads of Wᵏ");
  await page.waitForSelector("table.atlas");
  await lab.close(page);
});

test("a link to the golden lines may say anything", async () => {
  const page = await lab.open("#/atlas?of=nim-values&value=-4&values=1e9&columns=7");
  await page.waitForSelector('#golden[data-value="0"]');
  assert.equal(await page.locator("table.spreads > tbody > tr").count(), 101);
  assert.equal(await page.inputValue("#golden-columns"), "10000");
  await lab.close(page);
});
