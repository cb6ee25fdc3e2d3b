import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { grown, laboratory, SITE } from "./lab.mjs";

const lab = laboratory();

/** Opens the section in which posters are drawn. */
async function openPoster(hash, options) {
  const page = await lab.open(hash, options);
  await grown(page);
  await page.click("summary:text-is('Poster')");
  return page;
}

/** Draws, and returns the file and its bytes. */
async function drawn(page) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#poster-draw")]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Width and height of a PNG. */
function sides(bytes) {
  assert.equal(bytes.toString("latin1", 1, 4), "PNG");
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

test("a poster of typed cells is downloaded; its command makes the same picture", async () => {
  const page = await openPoster("#/explore?game=blocking:k=8&palette=cln15");
  await page.click("#poster [data-value=typed]");
  await page.fill("#poster-at", "10, 20");
  await page.fill("#poster-cells", "70 × 50");
  await page.selectOption("#poster-size", "4");
  await page.waitForSelector("#poster-facts:has-text('280 × 200 pixels')");
  await page.uncheck("#poster-legend");
  await page.uncheck("#poster-caption");
  const { name, bytes } = await drawn(page);
  assert.equal(name, "blocking-k=8-poster.png");
  assert.deepEqual(sides(bytes), [280, 200]);
  await page.waitForSelector("#poster-told:has-text('The poster is there')");

  const [command] = /wythoff board [^\0]*poster\.png/.exec(bytes.toString("latin1"));
  const file = join(lab.folder, "again.png");
  const words = command.replace("poster.png", file).split(" ").slice(1);
  execFileSync(lab.program, words, { cwd: lab.folder });
  const pixels = (png) =>
    page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const pen = canvas.getContext("2d");
      pen.drawImage(bitmap, 0, 0);
      return Array.from(pen.getImageData(0, 0, bitmap.width, bitmap.height).data).join();
    }, png.toString("base64"));
  assert.equal(await pixels(bytes), await pixels(readFileSync(file)));
  await lab.close(page);
});

test("a poster of the view or of the face fits the size that is chosen", async () => {
  const page = await openPoster("#/explore?game=blocking:k=100");
  await page.selectOption("#poster-size", "slide");
  await page.click("#poster [data-value=face]");
  await page.waitForSelector("#poster-facts:has-text('325 × 325 cells, 3 pixels per cell')");
  const face = sides((await drawn(page)).bytes);
  assert.ok(face[0] >= 975 && face[1] > 1000, `${face}`);
  await page.click("#poster [data-value=seen]");
  await page.click("#poster [data-value=svg]");
  const { name, bytes } = await drawn(page);
  assert.equal(name, "blocking-k=100-poster.svg");
  assert.match(bytes.toString(), /^<svg .*<\/svg>\s*$/s);
  assert.match(bytes.toString(), /wythoff board blocking:k=100/);
  await lab.close(page);
});

test("a poster is cancelled, and what is too large is refused in a sentence", async () => {
  const page = await openPoster("#/explore?game=blocking:k=8");
  await page.click("#poster [data-value=typed]");
  // About as large as it may be with its legend: it takes a while.
  await page.fill("#poster-cells", SITE ? "5200 × 5200" : "20000 × 20000");
  await page.selectOption("#poster-size", "1");
  await page.click("#poster-draw");
  await page.waitForSelector("#poster-told:has-text('so far')");
  await page.click("#poster-cancel");
  await page.waitForSelector("#poster-told:has-text('Cancelled')");
  await page.fill("#poster-cells", "60000 × 60000");
  await page.click("#poster-draw");
  await page.waitForSelector("#poster [role=alert]:has-text('one has at most')");
  await page.fill("#poster-cells", "many");
  await page.waitForSelector("#poster-draw:disabled");
  await lab.close(page);
});
