import assert from "node:assert/strict";
import { test } from "node:test";
import { grown, laboratory, loaded, SERVER_ONLY, SITE, settled } from "./lab.mjs";

const lab = laboratory();

/** Goes to a cell and waits for its readout. */
async function fly(page, cell) {
  await grown(page);
  await page.fill("#go-to", cell.join(", "));
  await page.click("#go");
  await page.waitForSelector(`#readout[data-cell="${cell.join(",")}"]`);
  await page.waitForFunction(() => !/asking/.test(document.querySelector("#readout").textContent));
}

/** The board and what is drawn above it, as bytes. */
async function pixels(page) {
  const all = await page.evaluate(() =>
    [...document.querySelectorAll(".pane canvas")].map((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return Array.from({ length: Math.ceil(data.length / 8192) }, (_, index) =>
        String.fromCharCode(...data.subarray(8192 * index, 8192 * (index + 1))),
      ).join("");
    }),
  );
  return all.map((text) => Buffer.from(text, "latin1"));
}

/** How far two pictures are apart where they are farthest, from 0 to 255. */
function furthest(a, b) {
  assert.equal(a.length, b.length);
  return a.reduce((most, byte, index) => Math.max(most, Math.abs(byte - b[index])), 0);
}

test("fly to a cell and read its palace number", async () => {
  const page = await lab.open("#/explore?game=blocking:k=5");
  await loaded(page);
  // CLN15 Fig. 1: k = 5, the queen at (3,3) sees 4 palaces.
  for (const cell of [
    [3, 3],
    [10, 7],
    [200, 321],
  ]) {
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

test("with the colours of nim-values a cell tells its own", async () => {
  const page = await lab.open("#/explore?game=wythoff&palette=nim");
  await loaded(page);
  for (const [x, y] of [
    [3, 4],
    [1, 2],
    [200, 321],
  ]) {
    await fly(page, [x, y]);
    const { nim_value: value } = await lab.get(`/api/board/wythoff/cell/${x}/${y}?values=grundy`);
    assert.match(await page.textContent("#readout"), new RegExp(`Nim-value${value}(?![0-9])`));
  }
  await page.selectOption("#palette", "outcome");
  await page.waitForFunction(
    () => !/Nim-value/.test(document.querySelector("#readout").textContent),
  );
  await page.selectOption("#palette", "nim");
  await page.waitForFunction(() =>
    /Nim-value\d/.test(document.querySelector("#readout").textContent),
  );
  await page.click("text=How far from the golden lines");
  await page.waitForSelector("#golden[data-value]");
  await lab.close(page);
});

test("a click shows the queen's rays and how to win", async () => {
  const page = await lab.open("#/explore?game=wythoff&at=8,8&zoom=32");
  await loaded(page);
  const box = await page.locator(".pane").boundingBox();
  // The middle of the picture is the corner between (7,7) and (8,8): a little to the right and
  // below is (8,8).
  await page.mouse.click(box.x + box.width / 2 + 16, box.y + box.height / 2 + 16);
  await page.waitForSelector("text=Queen on (8, 8)");
  await page.waitForSelector("text=Winning moves");
  assert.match(await page.textContent("aside"), /N: who moves wins/);
  await lab.close(page);
});

test("the keyboard flies, too", async () => {
  const page = await lab.open("#/explore?game=blocking:k=5&at=20.5,20.5&zoom=16");
  await grown(page);
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
  await page.waitForSelector("#drawn-regions", { state: "attached" });
  await fly(page, [61, 23]);
  await page.click('[aria-label="Zoom out"]');
  await settled(page);
  const link = page.url();
  await page.mouse.move(1, 1);
  await settled(page);
  const before = await pixels(page);
  const again = await lab.open(new URL(link).hash);
  await loaded(again);
  await again.waitForSelector("text=Queen on (61, 23)");
  await again.waitForSelector("text=Palaces she sees");
  await again.waitForSelector("#drawn-regions", { state: "attached" });
  await settled(again);
  assert.equal(again.url(), link);
  assert.equal(await again.inputValue("#palette"), "safe");
  const after = await pixels(again);
  assert.deepEqual(
    [0, 1].map((index) => furthest(before[index], after[index])),
    [0, 0],
    "the board and what is drawn above it",
  );
  await lab.close(page);
  await lab.close(again);
});

test("an endless board is seen a hundred digits out", async () => {
  const far = 10n ** 99n + 12345n;
  const page = await lab.open("#/explore?game=wythoff:m=2");
  await loaded(page);
  assert.match(await page.textContent("aside"), /A formula answers beyond/);
  assert.equal(await page.isDisabled("#show-threads"), true, "2WN is no W^k");
  await fly(page, [far, (far * 1618033988749894848n) / 10n ** 18n]);
  await loaded(page);
  assert.match(await page.textContent("#readout"), /\[100 digits\]/);
  assert.match(await page.textContent("#readout"), /Outcome[NP],/);
  assert.match(await page.textContent("aside"), /Far out a formula knows P and N only/);
  await page.waitForFunction((digits) => location.hash.includes(`at=${digits}.5,`), String(far));
  await lab.close(page);
});

test("a proved board a hundred digits out: numbers, tiles near and far, the link", async () => {
  const x = 10n ** 99n + 12345n;
  // On the thread of slope 5/2.
  const cell = [x, (x * 5n) / 2n];
  const page = await lab.open("#/explore?game=blocking:k=14&palette=cln15");
  const tiles = [];
  page.on(
    "response",
    (response) =>
      response.url().includes("/tile/") && tiles.push([response.status(), response.url()]),
  );
  await loaded(page);
  assert.match(await page.textContent("aside"), /without end.*proofs\/k014\.json/s);
  tiles.length = 0;
  await fly(page, cell);
  await loaded(page);
  const facts = await lab.get(`/api/board/blocking%3Ak%3D14/cell/${cell[0]}/${cell[1]}`);
  assert.ok(Number.isInteger(facts.palace_number));
  assert.equal(await page.getAttribute("#readout", "data-palace"), String(facts.palace_number));
  assert.match(
    await page.textContent("#readout"),
    new RegExp(`Outcome${facts.outcome},.*Palace number${facts.palace_number}(?!\\d)`),
  );
  assert.equal(await page.inputValue("#palette"), "cln15");
  // From 16 pixels a cell to 4096 cells a pixel.
  for (let step = 0; step < 16; step++) await page.click('[aria-label="Zoom out"]');
  await settled(page);
  const levels = new Set(tiles.map(([, url]) => Number(/tile\/(\d+)\//.exec(url)[1])));
  // No request brings those of the static site.
  if (!SITE) assert.ok(levels.has(0) && levels.has(12), `tiles of the levels ${[...levels]}`);
  assert.deepEqual(
    tiles.filter(([status]) => status !== 200),
    [],
  );
  await page.mouse.move(1, 1);
  const [picture] = await pixels(page);
  const shades = new Set(
    Array.from({ length: picture.length / 4 }, (_, index) => picture.readUInt32LE(4 * index)),
  );
  assert.ok(shades.size > 1, "the thread is seen from afar");
  const link = page.url();
  assert.ok(link.includes(String(x)), "the link has every digit");
  const again = await lab.open(new URL(link).hash);
  await settled(again);
  assert.equal(again.url(), link);
  const apart = furthest(picture, (await pixels(again))[0]);
  assert.equal(apart, 0, "the same picture");
  await lab.close(again);
  await lab.close(page);
});

test("a flight along a thread of a proved board leads to where it is", async () => {
  const page = await lab.open("#/explore?game=blocking:k=14");
  await page.click(".flight");
  await page.waitForFunction(() => /at=\d{100}\./.test(location.hash));
  const [x, y] = /at=(\d+)\.\d+,(\d+)/.exec(page.url()).slice(1).map(BigInt);
  const { rows } = await lab.get(
    `/api/board/blocking%3Ak%3D14/window/${x - 60n}/${y - 60n}?width=120&height=120&values=outcome`,
  );
  assert.ok(
    rows.filter((row) => row.includes("#")).length > 60,
    "the thread has a P-position in most rows of the picture",
  );
  await lab.close(page);
});

/** What is written on the board, as the overlay has it. */
const labels = (page) =>
  page.evaluate(() => JSON.parse(document.querySelector(".overlay").dataset.labels ?? "[]"));

test("the regions are named, without overlaps", async () => {
  for (const k of [100, 500]) {
    const page = await lab.open(`#/explore?game=blocking:k=${k}&show=regions`);
    await page.waitForSelector("#drawn-regions", { state: "attached" });
    const { junctions } = await lab.get(`/api/board/blocking%3Ak%3D${k}/regions`);
    const list = await page.textContent("#drawn-regions");
    for (const name of [
      "hood",
      "épaulette",
      "fabric",
      "arm",
      "warp",
      "inner sector",
      "outer space",
      "casing",
      "hem",
      "rift",
      "fray",
      "skin",
    ])
      assert.ok(list.includes(name), `${name} in ${list}`);
    for (const [name, at] of Object.entries(junctions))
      assert.ok(at === null || list.includes(`${name} (${at[0]}, ${at[1]})`), `${name} in ${list}`);
    await page.waitForFunction(
      () => (document.querySelector(".overlay").dataset.labels ?? "[]") !== "[]",
    );
    const written = await labels(page);
    const names = new Set(written.map((label) => label.text));
    for (const name of [
      "hood",
      "épaulette",
      "fabric",
      "arm",
      "warp",
      "outer space",
      "nose",
      "shoulder",
      "armpit",
      "prism",
    ])
      assert.ok(names.has(name), `${name} on the board of k = ${k}: ${[...names]}`);
    const overlap = written.flatMap((a, index) =>
      written
        .slice(index + 1)
        .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
        .map((b) => `${a.text}/${b.text}`),
    );
    assert.deepEqual(overlap, []);
    await page.click("text=What is drawn");
    await page.click("text=/^armpit/");
    await page.waitForFunction(
      ([x, y]) => location.hash.includes(`at=${x}.5,${y}.5&`),
      junctions.armpit,
    );
    await lab.close(page);
  }
});

test("regions of a large board are placed by proportion, and that is said", async () => {
  const page = await lab.open("#/explore?game=blocking:k=4000&show=regions");
  await page.waitForSelector("text=Placed by the proportions of k = 2000");
  const { junctions } = await lab.get("/api/board/blocking%3Ak%3D2000/regions");
  assert.ok(
    (await page.textContent("#drawn-regions")).includes(
      `nose (${2 * junctions.nose[0]}, ${2 * junctions.nose[1]})`,
    ),
  );
  await lab.close(page);
});

test("threads are drawn with their slopes, and what fits is not called equal", async () => {
  const page = await lab.open("#/explore?game=blocking:k=20&at=3000,3000&zoom=0.2");
  await page.check("#show-threads");
  await page.waitForSelector("#drawn-threads", { state: "attached" });
  const { threads } = await lab.get("/api/atlas/20");
  const list = await page.locator("#drawn-threads li").allTextContents();
  assert.equal(list.length, threads.length);
  threads.forEach((thread, index) =>
    assert.match(list[index], thread.exact === null ? /^[\d.]+$/ : /^[\d.]+, fits /),
  );
  await page.waitForFunction(() =>
    /fits 5\/2/.test(document.querySelector(".overlay").dataset.labels),
  );
  assert.equal((await labels(page)).length, threads.length);
  await lab.close(page);
});

test("threads that no atlas has are measured, and that is said meanwhile", async () => {
  const page = await lab.open("#/explore?game=blocking:k=990&show=threads");
  await page.waitForSelector("text=The threads of k = 990 are being measured");
  await page.waitForSelector("#drawn-threads li", { state: "attached" });
  assert.match(await page.textContent("aside"), /Measured just now in/);
  await lab.close(page);
});

/** What the page says of the differences in view. */
async function differences(page, hash) {
  // What was found before is taken away before the page can find something else.
  await page.evaluate(() => delete document.querySelector("#verdict")?.dataset.differ);
  await page.goto(`${lab.address}${hash}`);
  await page.waitForSelector("#verdict[data-differ]");
  await grown(page);
  const said = async () => [
    Number(await page.getAttribute("#verdict", "data-differ")),
    await page.textContent("#verdict"),
  ];
  for (let [last, now] = ["", await said()]; ; now = await said()) {
    if (String(now) === last) return now;
    last = String(now);
    await page.waitForTimeout(300);
  }
}

test("a compare shows no difference where CLN15 says so, and those elsewhere", async () => {
  // CLN15 Fig. 4: k = 497 and 500, shifted by (1,1), agree in the hood, the épaulettes and the
  // fabric, not in the arms.
  const page = await lab.open("#/explore?game=blocking:k=497&at=380,380&zoom=3");
  await loaded(page);
  await page.click("text=Compare with another game");
  await page.click("text=k + 3, shifted by (1, 1)");
  await page.waitForSelector("#verdict[data-differ]");
  assert.match(await page.textContent("#verdict"), /No difference: all .* agree/);
  const shifted = (at) =>
    `#/explore?game=blocking:k=497&at=${at}&zoom=3&mode=difference&with=blocking:k=500&dx=1&dy=1&compare=deviation`;
  for (const at of ["150,130", "300,300"])
    assert.equal((await differences(page, shifted(at)))[0], 0, at);
  const [arm, words] = await differences(page, shifted("150,900"));
  assert.ok(arm > 10_000, words);
  assert.match(words, /cells in view differ\. The first is \(/);
  // k = 499 and 500, shifted along the larger coordinate, agree in the arms, not in the fabric.
  const along = (at) =>
    `#/explore?game=blocking:k=499&at=${at}&zoom=3&mode=difference&with=blocking:k=500&along=1&compare=deviation`;
  assert.equal((await differences(page, along("150,900")))[0], 0);
  assert.ok((await differences(page, along("380,380")))[0] > 10_000);
  await lab.close(page);
});

test("a compare with a board yet to be computed ends, and leaves no earlier verdict", async () => {
  const page = await lab.open("#/explore?game=blocking:k=107&at=60,60&zoom=6");
  await loaded(page);
  await page.click("text=Compare with another game");
  await page.click("text=k + 3, shifted by (1, 1)");
  await page.waitForSelector("#verdict[data-differ]");
  await page.waitForFunction(() => document.querySelector(".stage-note").hidden);
  // As many cells as are in view, on the whole board.
  const box = await page.locator(".pane").boundingBox();
  const [width, height] = [box.width, box.height].map((pixels) => Math.ceil(60 + pixels / 12));
  const least = (width - 2) * (height - 2) * 0.9;
  await page.waitForFunction(
    (least) =>
      Number(
        /([\d\s,.]+) cells in view/
          .exec(document.querySelector("#verdict").textContent)?.[1]
          .replace(/\D/g, ""),
      ) > least,
    least,
  );
  await loaded(page);
  await page.evaluate(
    () =>
      (location.hash =
        "#/explore?game=blocking:k=107&at=9000000,9000000&zoom=6&mode=difference&with=blocking:k=110&dx=2&dy=1"),
  );
  await page.waitForSelector("text=Nothing in view is computed on both boards yet.");
  assert.equal(await page.getAttribute("#verdict", "data-differ"), null);
  await lab.close(page);
});

test("zooming out as far as it goes stays at the place, a hundred digits out", async () => {
  const x = 10n ** 99n + 12345n;
  for (const game of ["blocking:k=14", "wythoff:m=2"]) {
    const page = await lab.open(`#/explore?game=${game}&at=${x}.5,${x}.5&zoom=1`);
    await loaded(page);
    for (let step = 0; step < 24; step++) await page.click('[aria-label="Zoom out"]');
    await settled(page);
    const [, there, zoom] = /at=(\d+)\.\d+,\d+\.\d+&zoom=([^&]+)/.exec(page.url());
    const off = BigInt(there) - x;
    assert.ok(off > -1_000_000n && off < 1_000_000n, `${game}: ${off} cells away`);
    assert.ok(Number(zoom) < 0.2, `zoom ${zoom}`);
    await lab.close(page);
  }
});

test(
  "a link to another board opens it at its own place, even as the old one moves",
  SERVER_ONLY,
  async () => {
    const page = await lab.open("#/explore?game=blocking:k=20&at=40.5,40.5&zoom=8");
    await loaded(page);
    await page.route("**/api/board/blocking%3Ak%3D21", async (route) => {
      await new Promise((done) => setTimeout(done, 1500));
      await route.continue();
    });
    await page.evaluate(
      () => (location.hash = "#/explore?game=blocking:k=21&at=200.5,100.5&zoom=4"),
    );
    await page.waitForTimeout(200);
    await page.click('[aria-label="Zoom in"]');
    await page.waitForFunction(() => document.title.startsWith("W²¹"));
    await settled(page);
    assert.match(page.url(), /k=21&at=200\.5,100\.5&zoom=4$/);
    await lab.close(page);
  },
);

test("two boards side by side move together", async () => {
  const page = await lab.open(
    "#/explore?game=blocking:k=97&at=60,60&zoom=6&mode=side&with=blocking:k=100&dx=1&dy=1",
  );
  await loaded(page);
  assert.equal(await page.locator(".pane").count(), 2);
  await settled(page);
  assert.match(page.url(), /[&]at=60,60&zoom=6&/, "the place and the zoom of the link");
  await page.click('[aria-label="Zoom in"]');
  await settled(page);
  const [a, b] = await page.evaluate(() =>
    [...document.querySelectorAll(".pane canvas:not(.overlay)")].map((canvas) =>
      canvas.toDataURL(),
    ),
  );
  assert.ok(a.length > 1000 && b.length > 1000);
  // A change of size keeps the pixels of a cell: one board and two again, and another window.
  for (const change of [
    () => page.click("text=One board"),
    () => page.click("text=Side by side"),
    () => page.setViewportSize({ width: 1000, height: 700 }),
  ]) {
    await change();
    await settled(page);
    assert.match(page.url(), /[&]zoom=12(&|$)/);
  }
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

test("a cell may be written as expressions, which are computed exactly", async () => {
  const page = await lab.open("#/explore?game=blocking:k=4");
  await page.waitForSelector("#go");
  await page.fill("#go-to", "10^40, floor((1+sqrt(2))*10^40)");
  await page.click("#go");
  const y = "24142135623730950488016887242096980785696";
  await page.waitForFunction((digits) => location.hash.includes(digits), y);
  assert.ok(decodeURIComponent(page.url()).includes(`pick=1${"0".repeat(40)},${y}`), page.url());
  // A number that is not whole says so, and what would be right.
  await page.fill("#go-to", "7, 3*sqrt(2)");
  await page.click("#go");
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[role=alert]")].some((note) =>
      /no whole number.*Write floor\(3\*sqrt\(2\)\)/.test(note.textContent),
    ),
  );
  await lab.close(page);
});
