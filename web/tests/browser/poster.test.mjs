import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { grown, laboratory, SERVER_ONLY } from "./lab.mjs";

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

  const [command] = /wythoff board [^\0\n]*poster\.png/.exec(bytes.toString("latin1"));
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
  await page.waitForSelector("#poster-facts:has-text('325 × 325 cells')");
  // With its legend and its caption it is a slide, no more and no less.
  assert.deepEqual(sides((await drawn(page)).bytes), [1920, 1080]);
  await page.click("#poster [data-value=seen]");
  await page.selectOption("#poster-size", "screen");
  assert.deepEqual(sides((await drawn(page)).bytes), [3840, 2160]);
  await page.click("#poster [data-value=svg]");
  const { name, bytes } = await drawn(page);
  assert.equal(name, "blocking-k=100-poster.svg");
  assert.match(bytes.toString(), /^<svg .*<\/svg>\s*$/s);
  assert.match(bytes.toString(), /wythoff board blocking:k=100/);
  await lab.close(page);
});

test(
  "a poster is cancelled, and what is too large is refused in a sentence",
  SERVER_ONLY,
  async () => {
    const page = await openPoster("#/explore?game=blocking:k=8");
    await page.click("#poster [data-value=typed]");
    await page.fill("#poster-cells", "20000 × 20000");
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
  },
);

test("the line of a caption remakes the same file", SERVER_ONLY, async () => {
  const page = await openPoster("#/explore?game=blocking:k=100&palette=deviation", {
    colorScheme: "dark",
  });
  for (const size of ["slide", "1/2"]) {
    await page.selectOption("#poster-size", size);
    const { bytes } = await drawn(page);
    const [command] = /curl -o poster\.png "[^"]*"/.exec(bytes.toString("latin1"));
    const { port } = new URL(lab.facts);
    execFileSync("sh", ["-c", command.replace("127.0.0.1:8013", `127.0.0.1:${port}`)], {
      cwd: lab.folder,
      stdio: "ignore",
    });
    assert.ok(bytes.equals(readFileSync(join(lab.folder, "poster.png"))), command);
  }
  await lab.close(page);
});

test("the first cell of a poster is written as cells are everywhere", async () => {
  const page = await openPoster("#/explore?game=blocking:k=8&palette=outcome");
  await page.click("#poster [data-value=typed]");
  await page.fill("#poster-cells", "40 × 30");
  await page.selectOption("#poster-size", "4");
  for (const cell of ["10^99, 5", `${"7".repeat(900)}, 3`]) {
    await page.fill("#poster-at", cell);
    await page.waitForSelector("#poster-facts:has-text('160 × 120 pixels')");
    assert.ok((await drawn(page)).bytes.length > 100);
  }
  await page.fill("#poster-at", "10^, 5");
  await page.waitForSelector("#poster-draw:disabled");
  await page.waitForFunction(
    () => !/computed/.test(document.querySelector("#poster-facts").textContent),
  );
  assert.doesNotMatch(await page.textContent("#poster-facts"), /two whole numbers, like 0, 0;/);
  await page.fill("#poster-at", `${"7".repeat(1200)}, 3`);
  await page.waitForSelector("#poster-facts:has-text('x has at most 1000 digits')");
  await lab.close(page);
});
