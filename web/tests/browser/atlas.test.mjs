import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { laboratory } from "./lab.mjs";

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

test("records of a sweep appear while the page is open; what is unfolded stays so", async () => {
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
});
