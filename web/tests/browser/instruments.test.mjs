import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { grown, laboratory, loaded, SERVER_ONLY, SITE, settled } from "./lab.mjs";

const lab = laboratory();

/** The values of the page's address. */
const values = (page) => new URLSearchParams(new URL(page.url()).hash.split("?")[1]);

/** Whether some of the picture has a colour that is no shade of grey. */
const isColoured = (page) =>
  page.evaluate(() => {
    const canvas = document.querySelector(".pane canvas:not(.overlay)");
    const pen = canvas.getContext("2d");
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    return data.some(
      (byte, index) => index % 4 === 0 && Math.abs(byte - data[index + 2]) > 60 && data[index + 3],
    );
  });

test("Back leads to each game, place and cell that was looked at", async () => {
  const page = await lab.open("#/explore?game=blocking:k=20&at=40.5,40.5&zoom=8");
  await grown(page);
  await page.fill("#go-to", "30, 50");
  await page.click("#go");
  await page.waitForFunction(() => /pick=30,50/.test(location.hash));
  await settled(page);
  await page.locator(".pane").click({ position: { x: 300, y: 300 } });
  await page.waitForFunction(
    () => /pick=/.test(location.hash) && !/pick=30,50/.test(location.hash),
  );
  await page.fill("#game", "blocking:k=33");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /k=33/.test(location.hash));
  await settled(page);
  await page.goBack();
  await page.waitForFunction(
    () => /k=20/.test(location.hash) && document.querySelector("#game").value === "blocking:k=20",
  );
  assert.notEqual(values(page).get("pick"), "30,50");
  await page.goBack();
  await page.waitForSelector('#readout[data-cell="30,50"]');
  await page.goBack();
  await page.waitForFunction(() => !/pick=/.test(location.hash));
  assert.equal(values(page).get("at"), "40.5,40.5");
  assert.equal(values(page).get("zoom"), "8");
  await settled(page);
  assert.equal(values(page).get("at"), "40.5,40.5", "it stays there");
  await page.goForward();
  await page.waitForSelector('#readout[data-cell="30,50"]');
  await lab.close(page);
});

test(
  "tiles have no seams: the picture is that of one sheet, scaled as a whole",
  SERVER_ONLY,
  async () => {
    const at = { x: 700, y: 500, zoom: 0.37 };
    const page = await lab.open(
      `#/explore?game=blocking:k=100&at=${at.x},${at.y}&zoom=${at.zoom}&palette=outcome&plain=yes`,
    );
    await grown(page);
    // Level 1: two cells a pixel, which is 0.74 pixels wide.
    const { far, length } = await page.evaluate(async (at) => {
      const shown = document.querySelector(".pane canvas:not(.overlay)");
      const { width, height } = shown;
      const { data } = shown.getContext("2d").getImageData(0, 0, width, height);
      const sheet = Object.assign(document.createElement("canvas"), { width: 2560, height: 2560 });
      const pen = sheet.getContext("2d");
      const last = (middle, pixels) => Math.floor((middle + pixels / 2 / at.zoom) / 512);
      for (let x = 0; x <= last(at.x, width); x++)
        for (let y = 0; y <= last(at.y, height); y++) {
          const tile = `/api/board/blocking%3Ak%3D100/tile/1/${x}/${y}?palette=outcome&theme=light`;
          const response = await fetch(tile);
          if (!response.ok) continue;
          pen.drawImage(await createImageBitmap(await response.blob()), 256 * x, 256 * y);
        }
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const brush = canvas.getContext("2d");
      const size = 2560 * 2 * at.zoom;
      const [left, top] = [width / 2 - at.x * at.zoom, height / 2 - at.y * at.zoom];
      brush.drawImage(sheet, left, top, size, size);
      const expected = brush.getImageData(0, 0, width, height).data;
      const far = data.filter((byte, index) => Math.abs(byte - expected[index]) > 24).length;
      return { far, length: data.length };
    }, at);
    assert.ok(length > 1_000_000 && far < length / 2000, `${far} of ${length} bytes differ`);
    await lab.close(page);
  },
);

test("colours mean something in every game", async () => {
  const page = await lab.open("#/explore?game=comply:k=3");
  await loaded(page);
  assert.equal(await page.inputValue("#palette"), "outcome");
  assert.match(await page.textContent(".legend"), /the previous player wins/);
  await page.selectOption("#palette", "cln15");
  await page.waitForFunction(() => !/player/.test(document.querySelector(".legend").textContent));
  assert.doesNotMatch(await page.textContent(".legend"), /k/, "the game has no k");
  await lab.close(page);
});

test("below a pixel a cell the colours are mixed, and far below shades have a legend", async () => {
  const page = await lab.open("#/explore?game=blocking:k=100&at=300,300&zoom=0.3&plain=yes");
  await grown(page);
  await page.waitForSelector('[data-pixel="mean"]');
  assert.match(await page.textContent('[data-pixel="mean"]'), /mean of their colours/);
  assert.ok(await isColoured(page), "not grey");
  await page.goto(`${lab.address}?2#/explore?game=blocking:k=14&at=9000,9000&zoom=0.02&plain=yes`);
  await grown(page);
  await page.waitForSelector('[data-pixel="share"] .ramp');
  assert.ok(!(await isColoured(page)), "shades of one colour");
  await lab.close(page);
});

test("a few notches of the wheel lead from the whole board to a cell", async () => {
  const page = await lab.open("#/explore?game=blocking:k=1000");
  await loaded(page);
  await page.mouse.move(400, 400);
  let notches = 0;
  while (Number(values(page).get("zoom") ?? 0) < 40 && notches < 40) {
    await page.mouse.wheel(0, -100);
    notches++;
    await page.waitForTimeout(200);
  }
  assert.ok(notches <= 16, `${notches} notches`);
  await lab.close(page);
});

test("the digits of a far cell can be copied, and winning moves lead on", async () => {
  const far = `1${"0".repeat(99)}`;
  const page = await lab.open(`#/explore?game=blocking:k=14&at=${far},${far}&zoom=8`, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await loaded(page);
  await page.fill("#go-to", `${far}, 7${far}`);
  await page.click("#go");
  await page.click('[aria-label="Copy the coordinates"]');
  await page.waitForSelector("text=Copied");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${far}, 7${far}`);
  await page.fill("#go-to", "40, 41");
  await page.click("#go");
  const move = page.locator(".moves button").first();
  const [x, y] = (await move.textContent()).match(/\d+/g);
  await move.click();
  await page.waitForFunction((pick) => location.hash.includes(pick), `pick=${x},${y}`);
  await lab.close(page);
});

test("the keyboard's focus is seen on the board", async () => {
  const page = await lab.open("#/explore?game=blocking:k=10");
  await grown(page);
  const before = await page.locator(".pane").screenshot();
  for (let turn = 0; turn < 30; turn++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.classList.contains("pane"))) break;
  }
  const after = await page.locator(".pane").screenshot();
  assert.ok(!before.equals(after), "nothing is to be seen");
  await lab.close(page);
});

test("on a phone the answer to a tap is in sight", async () => {
  const page = await lab.open("#/explore?game=blocking:k=5", {
    viewport: { width: 390, height: 780 },
    hasTouch: true,
  });
  await grown(page);
  await page.locator(".pane").tap({ position: { x: 150, y: 150 } });
  await page.waitForSelector(".picked:not([hidden]) .tag");
  const box = await page.locator(".picked .tag").boundingBox();
  assert.ok(box.y > 0 && box.y + box.height < 780, JSON.stringify(box));
  // It covers no tool.
  const [tools, answer] = await Promise.all(
    [".tools", ".picked"].map((selector) => page.locator(selector).boundingBox()),
  );
  assert.ok(tools.y > 0 && tools.y + tools.height <= answer.y, JSON.stringify([tools, answer]));
  await lab.close(page);
});

test("on a phone the straight-edge and the section are in sight, too", async () => {
  const page = await lab.open("#/explore?game=blocking:k=5", {
    viewport: { width: 390, height: 780 },
    hasTouch: true,
  });
  await grown(page);
  /** Whether the words can be read: nothing lies above them. */
  const isSeen = async (selector) => {
    const box = await page.locator(selector).boundingBox();
    assert.ok(box.y > 0 && box.y + box.height <= 780, `${selector}: ${JSON.stringify(box)}`);
    const isUpmost = await page.evaluate(
      ({ selector, x, y }) =>
        document.querySelector(selector).contains(document.elementFromPoint(x, y)),
      { selector, x: box.x + box.width / 2, y: box.y + box.height / 2 },
    );
    assert.ok(isUpmost, selector);
  };
  const tap = (x, y) => page.locator(".pane").tap({ position: { x, y } });
  await page.tap('[aria-label="Measure a slope"]');
  await isSeen("#edge p");
  await tap(150, 150);
  await page.waitForSelector("text=Click the second cell");
  await isSeen("#edge p");
  await tap(250, 60);
  await page.waitForSelector("#forms");
  await isSeen("#edge dd:nth-of-type(4)");
  // With a queen as well.
  await tap(150, 250);
  await page.waitForSelector(".picked:not([hidden]) .tag");
  await isSeen(".picked .tag");
  await page.tap("text=Cross-section");
  await page.waitForSelector("#section .levels");
  await isSeen("#section .chart");
  const [tools, sheet] = await Promise.all(
    [".tools", ".answers"].map((selector) => page.locator(selector).boundingBox()),
  );
  assert.ok(tools.y > 0 && tools.y + tools.height <= sheet.y, JSON.stringify([tools, sheet]));
  await lab.close(page);
});

test("a winning move says what to propose", async () => {
  const page = await lab.open("#/explore?game=comply:k=2&at=6,6&zoom=30");
  await grown(page);
  const { winning_moves: moves, position } = await (async () => {
    for (let x = 1; x < 9; x++)
      for (let y = x; y < 9; y++) {
        const rays = await lab.get(`/api/board/comply%3Ak%3D2/rays/${x}/${y}`);
        if (rays.winning_moves.some((move) => (move.propose ?? []).length > 0))
          return { ...rays, position: [x, y] };
      }
    return assert.fail("no such position");
  })();
  await page.fill("#go-to", position.join(", "));
  await page.click("#go");
  await page.waitForSelector(".moves li");
  const move = moves.find((move) => (move.propose ?? []).length > 0);
  const cells = move.propose.map(([x, y]) => `(${x}, ${y})`).join(", ");
  assert.ok((await page.textContent(".moves")).includes(`, and propose ${cells}`));
  await lab.close(page);
});

test("k is turned while the view stays, and by itself", async () => {
  const page = await lab.open("#/explore?game=blocking:k=20&at=40.5,30.5&zoom=9");
  await loaded(page);
  await page.locator("#scrub-slider").fill("23");
  await page.waitForFunction(() => /k=23/.test(location.hash));
  assert.equal(values(page).get("at"), "40.5,30.5");
  assert.equal(values(page).get("zoom"), "9");
  assert.equal(await page.inputValue("#game"), "blocking:k=23");
  await page.click("#scrub-play");
  await page.waitForFunction(() => /k=26/.test(location.hash));
  await page.click("#scrub-play");
  await page.waitForFunction(() => document.querySelector("#scrub-play").textContent === "Play");
  assert.equal(values(page).get("at"), "40.5,30.5");
  await loaded(page);
  // What is seen is the board of the k that is told.
  const k = values(page).get("game").split("=")[1];
  await page.goto(`${lab.address}?2${new URL(page.url()).hash}`);
  await loaded(page);
  assert.match(await page.textContent("#scrub .scrub-value"), new RegExp(`k = ${k}$`));
  await page.fill("#game", "custom: rook + bishop(2) | block 3");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => !document.querySelector("#scrub-which").hidden);
  assert.equal(await page.locator("#scrub-which option").count(), 2);
  await lab.close(page);
});

test(
  "while k plays, the next board's pictures are asked for before it is shown",
  SERVER_ONLY,
  async () => {
    const page = await lab.open("#/explore?game=blocking:k=30&at=40.5,30.5&zoom=9");
    await loaded(page);
    const early = new Set();
    page.on("request", (request) => {
      const asked = /blocking%3Ak%3D(\d+)\/tile/.exec(request.url())?.[1];
      const shown = /k=(\d+)/.exec(new URL(page.url()).hash)?.[1];
      if (asked !== undefined && Number(asked) === Number(shown) + 1) early.add(Number(asked));
    });
    await page.selectOption('[aria-label="Pace"]', "10");
    await page.click("#scrub-play");
    await page.waitForFunction(() => Number(/k=(\d+)/.exec(location.hash)[1]) >= 34);
    await page.click("#scrub-play");
    assert.ok(early.size >= 2, `asked for early: ${[...early]}`);
    await lab.close(page);
  },
);

// Before the films, which have the server grow large boards.
test("the largest board opens as a whole, and grows", async () => {
  const page = await lab.open("#/explore?game=blocking:k=100000");
  await page.waitForSelector(".stage-note:not([hidden])");
  assert.match(
    await page.textContent(".stage-note"),
    SITE ? /of 131\s072 rows/ : /of 325\s632 rows/,
  );
  await page.waitForFunction(() => /zoom=0\.00/.test(location.hash));
  await page.click("text=Stop, keep what is ready");
  await page.waitForSelector(".stage-note", { state: "hidden" });
  await lab.close(page);
});

test("the film is an animated picture of what is in view, a frame for each k", async () => {
  const page = await lab.open("#/explore?game=blocking:k=3&at=30,20&zoom=8", {
    viewport: { width: 700, height: 400 },
  });
  await loaded(page);
  await page.evaluate(() => {
    const told = (window.told = []);
    const tell = () => told.push(document.querySelector("#film-told").textContent);
    new MutationObserver(tell).observe(document.querySelector("#scrub"), {
      subtree: true,
      childList: true,
    });
  });
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#film")]);
  // It is told how far it is, board by board.
  const told = await page.evaluate(() => window.told);
  const computed = (k) => told.indexOf(`The boards are being computed: k = ${k} of 50 …`);
  const order = [
    computed(3),
    computed(30),
    computed(50),
    told.indexOf("The film is being drawn …"),
  ];
  assert.ok(order[0] >= 0, told.join("\n"));
  assert.deepEqual(
    order,
    order.toSorted((one, other) => one - other),
  );
  assert.equal(download.suggestedFilename(), "blocking_k_3-50.png");
  const bytes = readFileSync(await download.path());
  assert.equal(bytes.toString("latin1", 1, 4), "PNG");
  // The number of frames of an animated PNG, and of the pictures in it.
  const control = bytes.indexOf("acTL");
  assert.equal(bytes.readUInt32BE(control + 4), 48);
  assert.equal(bytes.toString("latin1").split("fcTL").length - 1, 48);
  await lab.close(page);
});

/** The size of a picture, and how many frames it has. */
async function filmed(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
  const bytes = readFileSync(await download.path());
  const frames = bytes.toString("latin1").split("fcTL").length - 1;
  const [width, height] = [16, 20].map((place) => bytes.readUInt32BE(place));
  return { name: download.suggestedFilename(), bytes, frames, width, height };
}

test("a film waits for boards that nobody has looked at yet", async () => {
  const page = await lab.open("#/explore?game=blocking:k=300");
  await grown(page);
  const { frames } = await filmed(page, "#film");
  assert.equal(frames, 48);
  assert.match(await page.textContent("#film-told"), /The film is there: k = 300 to 347\./);
  await lab.close(page);
});

test("a film shows all that is in view, however large the window is", async () => {
  const viewport = { width: 2560, height: 1400 };
  const page = await lab.open("#/explore?game=blocking:k=100&at=300.5,160.5&zoom=4", { viewport });
  await grown(page);
  const { width, height } = await page.locator(".pane").boundingBox();
  // A page without a server asks nobody.
  const asked = SITE ? undefined : page.waitForRequest(/animation/);
  const film = await filmed(page, "#film");
  // As many pixels per cell as there is room for, and no cell is left out.
  const cells = [width, height].map((pixels) => pixels / 4);
  assert.ok(film.width >= cells[0] && film.height >= cells[1] - 1, `${film.width} ${film.height}`);
  // Its board is no larger than a frame may be; below it stands which k it shows.
  if (asked) assert.equal(new URL((await asked).url()).searchParams.get("caption"), "yes");
  assert.ok(film.width * (film.height - 80) <= 1 << 20, `${film.width} × ${film.height}`);
  await lab.close(page);
});

test("a film ends with the last game that there is, and is a GIF for slides", async () => {
  const page = await lab.open("#/explore?game=blocking:k=99990&at=50,50&zoom=8&palette=outcome", {
    viewport: { width: 900, height: 400 },
  });
  await loaded(page);
  await page.locator(".stage-note", { hasText: /: [1-9].* rows can be seen/ }).waitFor();
  await page.waitForTimeout(3000);
  const { bytes, name } = await filmed(page, "#film-gif");
  assert.equal(bytes.toString("latin1", 0, 4), "GIF8");
  assert.match(name, /\.gif$/);
  assert.match(await page.textContent("#film-told"), /k = 99990 to 100000\./);
  await lab.close(page);
});

test("far from the corner it is said why there is no film", async () => {
  const far = `1${"0".repeat(21)}.5`;
  const page = await lab.open(`#/explore?game=blocking:k=14&at=${far},${far}&zoom=8`);
  await loaded(page);
  await page.click("#film");
  await page.locator("#film-trouble", { hasText: /near the corner/ }).waitFor();
  await lab.close(page);
});

test("Back leads to the game that was shown before the slider was moved", async () => {
  const page = await lab.open("#/explore?game=blocking:k=20&at=40.5,30.5&zoom=9");
  await grown(page);
  await page.fill("#go-to", "30, 50");
  await page.click("#go");
  await page.waitForFunction(() => /pick=30,50/.test(location.hash));
  await settled(page);
  for (const k of [25, 26, 28]) {
    await page.locator("#scrub-slider").fill(String(k));
    await page.waitForFunction((now) => location.hash.includes(`k=${now}`), k);
  }
  await settled(page);
  await page.goBack();
  await page.waitForSelector('#readout[data-cell="30,50"]');
  assert.equal(values(page).get("game"), "blocking:k=20");
  assert.equal(await page.inputValue("#game"), "blocking:k=20");
  await page.goBack();
  await page.waitForFunction(() => !/pick=/.test(location.hash));
  await lab.close(page);
});

test("the slider turns on after something else came while it turned", SERVER_ONLY, async () => {
  const page = await lab.open("#/explore?game=blocking:k=20&at=40.5,30.5&zoom=9");
  await grown(page);
  let letGo;
  const held = new Promise((done) => (letGo = done));
  await page.route("**/tile/**", async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await page.locator("#scrub-slider").fill("25");
  await page.waitForFunction(() => location.hash.includes("k=25"));
  await page.goBack();
  await page.waitForFunction(() => document.querySelector("#game").value === "blocking:k=20");
  letGo();
  await grown(page);
  await page.locator("#scrub-slider").fill("28");
  await page.waitForFunction(() => location.hash.includes("k=28"));
  await lab.close(page);
});

test("numbers stay in their cells, however many digits they have", async () => {
  const page = await lab.open();
  await page.addInitScript(() => {
    window.written = [];
    const { strokeText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.strokeText = function (text, x, y) {
      if (/^\d+$/.test(text)) window.written.push([text, this.measureText(text).width]);
      return strokeText.call(this, text, x, y);
    };
  });
  await page.goto(`${lab.address}?2#/explore?game=blocking:k=1000&at=1500.5,900.5&zoom=27`);
  await grown(page);
  await page.waitForFunction(
    () => Number(document.querySelector("canvas.overlay").dataset.numbers) > 100,
  );
  const widest = await page.evaluate(() => Math.max(...window.written.map(([, width]) => width)));
  assert.ok(widest > 15 && widest < 26, `the widest number has ${widest} pixels of 27`);
  await lab.close(page);
});

test("far out the rulers say what they count from", async () => {
  const page = await lab.open(`#/explore?game=blocking:k=14&at=1${"0".repeat(40)}.5,17.5&zoom=8`);
  await loaded(page);
  const bases = await page.waitForFunction(
    () => document.querySelector("canvas.overlay").dataset.bases || null,
  );
  assert.match(await bases.jsonValue(), /^x relative to 99999999…\d{8} \[40 digits\]$/);
  await lab.close(page);
});

test("the first look at a board asks for nothing that is not there", SERVER_ONLY, async () => {
  const page = await lab.open();
  const missing = [];
  page.on("response", (response) => response.status() >= 400 && missing.push(response.url()));
  await page.goto(`${lab.address}?2#/explore?game=blocking:k=2311`);
  await grown(page);
  assert.deepEqual(missing, []);
  await lab.close(page);
});

test("a straight-edge measures a slope, with exact numbers near it", async () => {
  // Two P-positions of Wythoff Nim, far apart: (6765, 10946) and (1, 2).
  const page = await lab.open("#/explore?game=wythoff&at=2000,2000&zoom=0.2&edge=1,2;2584,4181");
  await loaded(page);
  await page.waitForSelector("#forms");
  assert.match(await page.textContent("#edge"), /1\.61788/);
  assert.match(await page.textContent("#forms"), /\(1 \+ √5\)\/2/);
  await page.click('[aria-label="Put it away"]');
  await page.click('[aria-label="Measure a slope"]');
  await page.locator(".pane").click({ position: { x: 100, y: 100 } });
  await page.waitForSelector("text=Click the second cell");
  await page.locator(".pane").click({ position: { x: 300, y: 500 } });
  await page.waitForFunction(() => /edge=/.test(location.hash));
  assert.match(await page.textContent("#edge dd:nth-of-type(4)"), /^(1\.99|2\.0)/);
  await lab.close(page);
});

test("a section shows the palace numbers along a line, as the board has them", async () => {
  const page = await lab.open("#/explore?game=blocking:k=5&at=40,40&zoom=12&pick=30,50");
  await grown(page);
  await page.click("text=Cross-section");
  await page.waitForSelector("#section[data-cells] .levels");
  for (const way of ["Row", "Column", "Diagonal"]) {
    await page.locator("#section").getByText(way, { exact: true }).click();
    await page.waitForFunction(
      (way) => new URLSearchParams(location.hash.split("?")[1]).get("section") === way,
      way.toLowerCase(),
    );
  }
  const game = "blocking%3Ak%3D5";
  const { cells } = await lab.get(`/api/board/${game}/section/7/27?way=diagonal&length=40`);
  for (const [step, palaces] of cells.entries()) {
    const cell = await lab.get(`/api/board/${game}/cell/${7 + step}/${27 + step}`);
    assert.equal(palaces, cell.palace_number);
  }
  await lab.close(page);
});

test("a section has the cells that are in view, or eight times as many", async () => {
  const page = await lab.open(
    "#/explore?game=blocking:k=5&at=1000.5,900.5&zoom=4&pick=1000,900&section=row",
  );
  await grown(page);
  const cells = (count) =>
    page.waitForFunction(
      ([low, high]) => {
        const { cells } = document.querySelector("#section").dataset;
        return cells >= low && cells <= high;
      },
      [count - 2, count + 2],
    );
  const { width } = await page.locator(".pane").boundingBox();
  await cells(width / 4);
  await page.click('[aria-label="Zoom in"]');
  await cells(width / 8);
  for (let turn = 0; turn < 3; turn++) await page.click('[aria-label="Zoom in"]');
  await cells(100);
  await page.click("#section >> text=Wider");
  await cells(800);
  await page.click("#section >> text=Wider");
  await cells(100);
  // The plot goes where the view goes.
  const label = () => page.locator("#section .chart text[text-anchor=start]").textContent();
  await page.click('[aria-label="Zoom out"]');
  await page.click('[aria-label="Zoom out"]');
  await page.click('[aria-label="Zoom out"]');
  await cells(width / 8);
  const before = await label();
  await page.mouse.move(400, 400);
  await page.mouse.down();
  await page.mouse.move(320, 400, { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction(
    (before) =>
      document.querySelector("#section .chart text[text-anchor=start]").textContent !== before,
    before,
  );
  await lab.close(page);
});

test("the scale bar says how long it is, and nothing lies above or below it", async () => {
  /** What is drawn at the lower left, with the bar. */
  const corner = async (more) => {
    const page = await lab.open(`#/explore?game=blocking:k=100&at=200,200&zoom=2${more}`);
    await loaded(page);
    if (more !== "") await page.waitForSelector("#drawn-threads", { state: "attached" });
    await page.waitForFunction(() => document.querySelector(".overlay").dataset.scale !== "");
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const drawn = await page.evaluate(() => {
      const canvas = document.querySelector(".overlay");
      // The bar of 50 cells is 100 pixels long, and has room for 8 at each side.
      const { data } = canvas.getContext("2d").getImageData(36, canvas.height - 42, 108, 26);
      return { text: canvas.dataset.scale, pixels: [...data].join() };
    });
    await lab.close(page);
    return drawn;
  };
  const bare = await corner("");
  assert.equal(bare.text, "50 cells");
  assert.deepEqual(await corner("&show=regions,threads"), bare);
});

test("rulers, numbers in the cells and a small map, as long as they are wanted", async () => {
  const page = await lab.open("#/explore?game=blocking:k=5&at=60.5,30.5&zoom=40");
  await loaded(page);
  await page.waitForFunction(() => Number(document.querySelector(".overlay").dataset.numbers) > 50);
  await page.waitForSelector(".minimap:not([hidden])");
  const drawn = () => page.evaluate(() => document.querySelector(".overlay").toDataURL());
  const before = await drawn();
  await page.click("#show-rulers");
  await page.waitForFunction(() => document.querySelector(".overlay").dataset.numbers === "0");
  assert.notEqual(await drawn(), before);
  await page.waitForFunction(() => /plain=yes/.test(location.hash));
  await page.locator(".minimap").click({ position: { x: 30, y: 100 } });
  await page.waitForFunction(() => !/at=60\.5,30\.5/.test(location.hash));
  await lab.close(page);
});
