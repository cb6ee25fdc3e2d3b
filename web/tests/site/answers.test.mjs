/**
 * The module answers as the server does: a thousand random requests, byte for byte. MODULE names
 * the folder that `crates/wasm/build` has written, WYTHOFF the program.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { needsOf, NEEDS, open } from "../../../crates/wasm/module.mjs";
import { firstLine } from "../browser/lab.mjs";

const REQUESTS = Number(process.env.REQUESTS ?? 1000);
const SEED = Number(process.env.SEED ?? 20);
/** Boards that have grown on both sides before. */
const GROWN = { 7: 4096, 100: 8192 };
/**
 * The engines of a module have vectors of their own. These k reach every width of their lanes: one
 * byte and two where palaces are listed (from k = 256 on), one and four where boards are filled.
 */
const LANES = [5, 30, 127, 128, 129, 255, 256, 257, 600];

const FOLDER = process.env.MODULE;

const lab = {};

before(async () => {
  assert.ok(process.env.WYTHOFF, "WYTHOFF names the wythoff program");
  lab.folder = mkdtempSync(join(tmpdir(), "wythoff-site-"));
  lab.server = spawn(
    process.env.WYTHOFF,
    ["lab", "--port", "0", "--store", join(lab.folder, "store")],
    {
      cwd: lab.folder,
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  lab.address = await firstLine(lab.server);
  lab.module = await open(await WebAssembly.compile(readFileSync(join(FOLDER, "wythoff.wasm"))));
  for (const [k, side] of Object.entries(GROWN)) await grow(k, side);
});

/** Solves a board on both sides. */
async function grow(k, side) {
  const path = `/api/board/blocking:k=${k}/grow`;
  const body = JSON.stringify({ side });
  const begun = JSON.parse(text((await ofServer("POST", path, body)).body));
  assert.equal(ofModule("POST", path, body).status, 202);
  while (lab.module.grow());
  await ended(begun.job);
}

/** A job of the server, when it is over. */
async function ended(job) {
  while (job && ["queued", "running"].includes(job.state)) {
    await new Promise((done) => setTimeout(done, 50));
    job = JSON.parse(text((await ofServer("GET", `/api/jobs/${job.id}`, "")).body));
  }
  return job;
}

after(async () => {
  lab.server?.kill("SIGTERM");
  if (lab.server?.exitCode === null) await new Promise((done) => lab.server.once("exit", done));
  rmSync(lab.folder, { recursive: true, force: true });
});

const text = (bytes) => new TextDecoder().decode(bytes);

async function ofServer(method, path, body) {
  const headers = method === "POST" ? { "Content-Type": "application/json" } : {};
  const response = await fetch(new URL(path, lab.address), {
    method,
    headers,
    ...(method === "POST" && { body }),
  });
  return {
    status: response.status,
    kind: response.headers.get("content-type"),
    ready: response.headers.get("x-wythoff-ready"),
    name: response.headers.get("content-disposition"),
    body: new Uint8Array(await response.arrayBuffer()),
  };
}

function ofModule(method, path, body) {
  for (;;) {
    const { status, headers, body: bytes } = lab.module.ask(method, path, body);
    if (status !== NEEDS)
      return {
        status,
        kind: headers["content-type"] ?? null,
        ready: headers["x-wythoff-ready"] ?? null,
        name: headers["content-disposition"] ?? null,
        body: bytes,
      };
    for (const name of needsOf({ body: bytes })) {
      // Nobody else has solved boards here.
      const data = name.endsWith("/") ? [] : readFileSync(join(FOLDER, "data", name));
      assert.ok(lab.module.give(name, new Uint8Array(data)), name);
    }
  }
}

/** Numbers by a seed: the same requests each time. */
function dice(seed) {
  let state = BigInt(seed);
  const next = () => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
    return Number(state >> 33n);
  };
  const below = (most) => next() % most;
  const one = (list) => list[below(list.length)];
  const digits = (most) => {
    const count = 1 + below(most);
    return one("123456789") + Array.from({ length: count - 1 }, () => below(10)).join("");
  };
  return { below, one, digits };
}

const SMALL = [
  "wythoff",
  "wythoff:m=2",
  "nim",
  "imitation:m=1,p=2",
  "imitation:m=2,p=3",
  "gdwn:p=1,q=2",
  "nim-blocking:p=3",
  "diagonal-blocking:m=2,p=3",
  "modulo:m=2,p=2",
  "hole:m=1,p=1,u=2,v=3",
  "custom: rook + leap(1,2)",
  "custom: rook + bishop | block 2 on bishop",
  "custom: rook + ray(1,2) | misere",
  "no such game",
  "custom: rook + knight",
];
const SOLVED = [1, 2, 3, 4, 8, 10, 14, 50];
const NOWHERE = ["nothing", "board", "games/", "flight/x", "board/a/b/c", "%FF", "cell?text=%00"];
const esc = encodeURIComponent;
const asked = (path, query) => `${path}?${new URLSearchParams(query)}`;

/**
 * A request of any kind. Left out is what differs on purpose: `/api/status`, `/api/jobs` and events
 * tell of a server's store and its times. What else a module says otherwise is in `OTHERWISE`.
 */
function request(random) {
  const { below, one, digits } = random;
  const solved = one(SOLVED);
  const game = one([
    one(SMALL),
    one(SMALL),
    `blocking:k=${solved}`,
    "blocking:k=100",
    "blocking:k=7",
  ]);
  const near = () => below(120);
  const grown = () => below(4096);
  const board = `/api/board/${esc(game)}`;
  const get = (path) => ["GET", path, ""];
  const post = (path, body) => ["POST", path, JSON.stringify(body)];
  const match = () => ({
    game: one(SMALL),
    start: [1 + below(20), 1 + below(20)],
    actions: [],
  });
  return one([
    () => get(`${board}/cell/${near()}/${near()}`),
    () => get(`/api/board/blocking:k=100/cell/${grown()}/${grown()}`),
    () => get(`/api/board/blocking:k=${solved}/cell/${digits(100)}/${digits(100)}`),
    () => get(`/api/board/${esc("wythoff")}/cell/${digits(1000)}/${digits(1000)}`),
    () => get(`${board}/rays/${near()}/${near()}`),
    () => get(`/api/board/blocking:k=100/rays/${grown()}/${grown()}`),
    () => get(`/api/board/blocking:k=${solved}/rays/${digits(30)}/${digits(30)}`),
    () =>
      get(
        asked(`${board}/window/${near()}/${near()}`, {
          width: 1 + below(40),
          height: 1 + below(40),
        }),
      ),
    () =>
      get(
        asked(`/api/board/blocking:k=${one([100, solved])}/window/${grown()}/${grown()}`, {
          width: 20,
          height: 9,
          values: one(["outcome", "palace", "deviation", "none"]),
        }),
      ),
    () =>
      get(
        // Imitation is searched move by move: lines take longer than an answer may.
        asked(`${board.replace(/imitation.*/, "nim")}/section/${near()}/${near()}`, {
          way: one(["row", "column", "diagonal", "up"]),
          length: below(200),
          values: one(["outcome", "palace"]),
        }),
      ),
    () => {
      const palette = one(["outcome", "cln15", "deviation", "safe"]);
      const tile = `/api/board/blocking:k=100/tile/${below(6)}/${below(3)}/${below(3)}`;
      return get(asked(tile, { palette, theme: one(["light", "dark"]) }));
    },
    () =>
      get(
        `/api/board/blocking:k=${solved}/tile/${below(4)}/${digits(60)}/${digits(60)}?format=raw`,
      ),
    () => get(`/api/board/blocking:k=${solved}/tile/0/${below(9)}/${below(9)}?palette=cln15`),
    () => get(`/api/flight/${solved}/tile/${below(300)}/${below(3)}/${below(3)}`),
    () => get(`/api/flight/${solved}/blocks/${below(40)}/0/0?across=3&down=3`),
    () => get(`/api/flight/${one([solved, 5])}`),
    () =>
      get(asked("/api/cell", { text: one(["10^99, floor(phi*10^99)", "2^200, 3", "5", "1,,2"]) })),
    () => get(`/api/thumbnail/${1 + below(60)}?size=${one([64, 128])}&theme=light`),
    () =>
      get(
        asked(`/api/compare/blocking:k=100/blocking:k=${one([7, 50])}`, {
          x: below(99),
          y: below(99),
          width: below(300),
          height: below(300),
        }),
      ),
    () => get(`/api/compare/blocking:k=100/blocking:k=7/tile/${below(3)}/${below(2)}/${below(2)}`),
    () => post("/api/play", match()),
    () => post("/api/play/hint", match()),
    () => post("/api/play/values", match()),
    () => post("/api/play/review", match()),
    () =>
      post("/api/play/move", {
        ...match(),
        strength: one(["perfect", "good", "random", "?"]),
        seed: below(99),
      }),
    () => get(`/api/puzzle?seed=${below(50)}&level=${1 + below(4)}`),
    () =>
      post("/api/sum", {
        sum: `wythoff ${below(9)},${below(9)} + nim 0,${below(30)}`,
        actions: [],
      }),
    () => get(`/api/solve/${esc(game)}/${near()}/${near()}`),
    () => get(`/api/solve/${esc("wythoff")}/${digits(200)}/${digits(200)}`),
    () =>
      post("/api/sum/move", {
        sum: `wythoff ${below(9)},${below(9)} + nim 0,${below(30)}`,
        actions: [],
        strength: one(["perfect", "good", "random"]),
        seed: below(99),
      }),
    () =>
      post("/api/sum/review", {
        sum: `wythoff ${below(9)},${below(9)} + nim 0,${below(30)}`,
        actions: [],
      }),
    () => get(board),
    () => get(`/api/board/blocking:k=${one([20, 97, 100, 200, 300])}/regions`),
    () =>
      get(
        asked("/api/animation", {
          game: one(["blocking:k={}", "wythoff:m={}", "nim"]),
          from: 1 + below(9),
          to: 1 + below(19),
          x: below(50),
          y: below(50),
          width: 1 + below(60),
          height: 1 + below(60),
          format: one(["apng", "gif"]),
        }),
      ),
    () => get(one(["/api/flight", "/api/theorems", "/api/errata", "/api/files"])),
    () => get("/api/openapi.json"),
    () => get(`/api/flight/${one([solved, 5])}/certificate`),
    () => get("/api/games"),
    () => get(`/api/games/${esc(game)}`),
    () =>
      get(
        asked(`/api/games/${esc(game)}/table`, {
          count: below(60),
          format: one(["json", "csv", "bfile", "text"]),
          ...(below(2) === 0 ? {} : { value: below(4) }),
        }),
      ),
    () => get(`/api/atlas?from=${below(150)}&to=${below(220)}`),
    () => get(`/api/atlas/${1 + below(200)}`),
    // Measured on the spot: that takes a while, and those beyond are refused.
    () => get(`/api/atlas/${one([201, 202, 230, 1001, 10 ** 9])}`),
    () => get(`/api/machines/${one([1, 2, 3, 10, 14, 100, 230, 1001])}`),
    () => get(`${board}/cell/${near()}/${near()}?values=grundy`),
    () => get(`/api/golden?values=${1 + below(5)}&columns=${100 + below(900)}`),
    () =>
      get(
        asked("/api/board/blocking:k=100/poster", {
          x: 0,
          y: 0,
          width: 1 + below(200),
          height: 1 + below(200),
          format: one(["png", "svg"]),
        }),
      ),
    () => get(`/api/${one(NOWHERE)}`),
    () => [
      "POST",
      one(["/api/play", "/api/sum", "/api/games"]),
      one(["", "{", "[]", '{"game":7}']),
    ],
    () => ["DELETE", one(["/api/games", "/api/board/wythoff"]), ""],
  ])();
}

/** What a module says otherwise on purpose: it has less room for a board. */
const OTHERWISE = [[/^GET \/api\/board\/[^/?]+ /, (answer) => ({ ...answer, most: null })]];

/** The body of an answer, without what differs on purpose. */
function bodyOf(where, { kind, body }) {
  const [, less] = OTHERWISE.find(([which]) => which.test(where)) ?? [];
  if (less === undefined || kind !== "application/json") return Buffer.from(body);
  return Buffer.from(JSON.stringify(less(JSON.parse(text(body)))));
}

test(`module and server give the same ${REQUESTS} answers`, async () => {
  const random = dice(SEED);
  const counts = new Map();
  for (let turn = 0; turn < REQUESTS; turn++) {
    const [method, path, body] = request(random);
    const [server, module] = [await ofServer(method, path, body), ofModule(method, path, body)];
    const what = `${method} ${path} ${body}`;
    const where = `${turn}: ${what}`;
    assert.equal(
      module.status,
      server.status,
      `${where}\n${text(module.body)}\n${text(server.body)}`,
    );
    assert.equal(module.kind, server.kind, where);
    assert.equal(module.ready, server.ready, where);
    assert.equal(module.name, server.name, where);
    assert.ok(
      bodyOf(what, module).equals(bodyOf(what, server)),
      `${where}\n${text(module.body).slice(0, 600)}\n${text(server.body).slice(0, 600)}`,
    );
    counts.set(server.status, (counts.get(server.status) ?? 0) + 1);
  }
  // Answers and refusals of several kinds were among them.
  assert.ok((counts.get(200) ?? 0) > REQUESTS / 2, JSON.stringify([...counts]));
  assert.ok(counts.size >= 4, JSON.stringify([...counts]));
});

test("what is too large for a browser is refused, and the program is named", () => {
  for (const [method, path, body] of [
    ["GET", "/api/board/blocking:k=4/poster?x=0&y=0&width=9000&height=9000&format=png", ""],
    ["POST", "/api/board/blocking:k=100/grow", '{"side":1000000}'],
    ["POST", "/api/theorems/Lar15.S1.2.Beatty/run", '{"bound":1000000000000}'],
    ["POST", "/api/theorems/Lar15/run", '{"bound":3000}'],
  ]) {
    const { status, body: bytes } = ofModule(method, path, body);
    const { error } = JSON.parse(text(bytes));
    assert.ok(status >= 400 && error.code === "limit", text(bytes));
    assert.match(error.message, /`wythoff lab`/);
  }
});

test("a bound that fits is searched, also where it plays no part", () => {
  for (const [id, bound] of [
    ["Lar15.S1.2.Beatty", 30_000],
    ["Lar09.Ex12", 10 ** 12],
  ]) {
    const body = JSON.stringify({ bound });
    const { status, body: bytes } = ofModule("POST", `/api/theorems/${id}/run`, body);
    assert.equal(status, 202, text(bytes));
    assert.equal(JSON.parse(text(bytes)).job.state, "done");
  }
});

test("checks find the same", async () => {
  for (const id of ["Lar11.Prop1", "Lar13.Prop.iv", "Lar09.Ex10", "CLN15.Fig1", "nothing"]) {
    const path = `/api/theorems/${id}/run`;
    const [server, module] = [await ofServer("POST", path, "{}"), ofModule("POST", path, "{}")];
    assert.equal(module.status, server.status, id);
    if (server.status !== 202) continue;
    const [there, here] = [server, module].map(({ body }) => JSON.parse(text(body)).job);
    const { result } = await ended(there);
    // Times are what differs.
    const found = (result) => [result].flat().map((report) => ({ ...report, seconds: 0 }));
    assert.deepEqual(found(here.result), found(result), id);
  }
});

test("boards and tables are the same for every width of lanes", async () => {
  const same = async (path) => {
    const [server, module] = [await ofServer("GET", path, ""), ofModule("GET", path, "")];
    assert.equal(module.status, 200, `${path}: ${text(module.body).slice(0, 300)}`);
    assert.equal(server.status, 200, path);
    assert.ok(Buffer.from(module.body).equals(Buffer.from(server.body)), path);
  };
  for (const k of LANES) {
    const game = `/api/games/blocking:k=${k}/table`;
    await same(`${game}?count=4000&format=csv`);
    await grow(k, 2048);
    const board = `/api/board/blocking:k=${k}`;
    for (const tile of ["0/0/0", "0/1/0", "0/3/2", "0/7/7", "1/1/3", "2/1/1"])
      for (const values of tile.startsWith("0") ? ["palace", "deviation"] : ["outcome"])
        await same(`${board}/tile/${tile}?format=raw&values=${values}`);
  }
});
