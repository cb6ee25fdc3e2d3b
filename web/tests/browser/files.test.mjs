import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { grown, laboratory, loaded, SERVER_ONLY, settled } from "./lab.mjs";

const lab = laboratory({ boards: true });

before(() => {
  const write = (name, ...options) =>
    execFileSync(lab.program, ["board", ...options, "-o", join(lab.boards, name)]);
  write("counts.zarr", "W^300", "--size", "9000", "--counts", "64");
  write("cells.zarr", "W^300", "--size", "5000");
});

/** The board as bytes. */
async function pixels(page) {
  await page.mouse.move(1, 1);
  await settled(page);
  return page.evaluate(() => {
    const canvas = document.querySelector(".pane canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return Array.from(new Uint32Array(data.buffer)).join();
  });
}

test(
  "a file is chosen from the list, and looks like the board that it is of",
  SERVER_ONLY,
  async () => {
    const page = await lab.open("#/explore");
    await page.waitForSelector("#files li");
    assert.match(
      await page.textContent("#files"),
      /counts\.zarr.*W³⁰⁰, 9.000 × 9.000, from 64 × 64/,
    );
    assert.match(await page.textContent("#files"), /cells\.zarr.*W³⁰⁰, 5.000 × 5.000, every cell/);
    const tiles = [];
    page.on("response", (response) => {
      if (/file.*\/tile\//.test(response.url())) tiles.push([response.status(), response.url()]);
    });
    await page.click("text=counts.zarr");
    await page.waitForFunction(() => location.hash.includes("game=file:counts.zarr"));
    await page.waitForSelector('#files a[aria-current="true"]');
    await loaded(page);
    assert.match(await page.textContent("aside"), /A file with 9.000 × 9.000 cells of W³⁰⁰/);
    assert.match(await page.title(), /^counts\.zarr/);
    assert.ok(tiles.length > 0);
    assert.deepEqual(
      tiles.filter(([status]) => status !== 200),
      [],
    );
    assert.deepEqual(await page.locator("#palette option").allTextContents(), [
      "P and N",
      "Colour-blind safe",
    ]);
    // The laboratory's own board, as far as it is computed for a first look.
    for (const place of [
      "at=1500,2500&zoom=4",
      "at=2500,1500&zoom=0.5",
      "at=1800,1800&zoom=0.25",
    ]) {
      const own = await lab.open(`#/explore?game=blocking:k=300&${place}&palette=outcome`);
      await grown(own);
      const expected = await pixels(own);
      for (const name of ["counts", "cells"]) {
        const file = await lab.open(`#/explore?game=file:${name}.zarr&${place}`);
        assert.ok((await pixels(file)) === expected, `${name}, ${place}`);
        await lab.close(file);
      }
      await lab.close(own);
    }
    await lab.close(page);
  },
);

test("a cell of a file is read, and the link leads back to it", SERVER_ONLY, async () => {
  const page = await lab.open("#/explore?game=file:counts.zarr");
  await loaded(page);
  await page.fill("#go-to", "8000, 2700");
  await page.click("#go");
  const { outcome } = await lab.get("/api/board/file%3Acounts.zarr/cell/8000/2700");
  await page.waitForFunction(
    (outcome) => document.querySelector("#readout").textContent.includes(`Outcome${outcome},`),
    outcome,
  );
  await page.waitForSelector("text=a file says P or N");
  const picture = await pixels(page);
  await page.reload();
  await page.waitForSelector('#readout[data-cell="8000,2700"]');
  assert.ok((await pixels(page)) === picture, "the same picture");
  await page.fill("#go-to", "9000, 0");
  await page.click("#go");
  await page.waitForSelector("text=This file has cells below 9");
  await lab.close(page);
});

test("what is damaged is named, and the rest is shown", SERVER_ONLY, async () => {
  const shard = join(lab.boards, "cells.zarr", "cells", "bits", "c", "2", "0");
  const bytes = readFileSync(shard);
  writeFileSync(shard, bytes.subarray(0, 1000));
  const page = await lab.open("#/explore?game=file:cells.zarr&at=1500,4150&zoom=2");
  await page.waitForSelector("text=/cells.bits.c.2.0 is damaged or missing/");
  await page.waitForFunction(() => {
    const canvas = document.querySelector(".pane canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, 100);
    return data.some((byte) => byte !== data[0]);
  });
  writeFileSync(shard, bytes);
  await lab.close(page);
});

test("what is not finished, gone or unknown is said to be so", SERVER_ONLY, async () => {
  const file = join(lab.boards, "counts.zarr");
  const root = join(file, "zarr.json");
  const text = readFileSync(root, "utf8");
  const row = join(file, "blocks", "c", "4");
  writeFileSync(root, text.replace('"complete": true', '"complete": false'));
  renameSync(row, `${row}.away`);
  const page = await lab.open("#/explore?game=file:counts.zarr");
  await loaded(page);
  await page.waitForSelector("text=counts.zarr is not finished: 10 of 15 parts are done.");
  renameSync(`${row}.away`, row);
  writeFileSync(root, text);
  await page.click("details:last-of-type >> text=Look again");
  await page.waitForSelector("text=counts.zarr is not finished", { state: "hidden" });
  await lab.close(page);
  renameSync(file, join(lab.boards, "moved.zarr"));
  const gone = await lab.open("#/explore?game=file:counts.zarr");
  await gone.waitForSelector("text=This board can't be shown");
  assert.match(await gone.textContent(".stage-state"), /no file of this name|can't read/);
  await gone.click("text=moved.zarr");
  await loaded(gone);
  await lab.close(gone);
});
