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
  for (const [k, side] of Object.entries(GROWN)) {
    const path = `/api/board/blocking:k=${k}/grow`;
    const body = JSON.stringify({ side });
    const begun = JSON.parse(text((await ofServer("POST", path, body)).body));
    assert.equal(ofModule("POST", path, body).status, 202);
    while (lab.module.grow());
    for (let job = begun.job; job && ["queued", "running"].includes(job.state);) {
      await new Promise((done) => setTimeout(done, 50));
      job = JSON.parse(text((await ofServer("GET", `/api/jobs/${job.id}`, "")).body));
    }
  }
});

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
    for (const name of needsOf({ body: bytes }))
      assert.ok(
        lab.module.give(name, new Uint8Array(readFileSync(join(FOLDER, "data", name)))),
        name,
      );
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

/** A request of any kind but those for times, the store and jobs, and for what takes long. */
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
        asked(`${board}/section/${near()}/${near()}`, {
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
    () => get("/api/games"),
    () => get(`/api/games/${esc(game)}`),
    () =>
      get(
        asked(`/api/games/${esc(game)}/table`, {
          count: below(60),
          format: one(["json", "csv", "bfile", "text"]),
        }),
      ),
    () => get(`/api/atlas?from=${below(150)}&to=${below(220)}`),
    () => get(`/api/atlas/${1 + below(200)}`),
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

test(`module and server give the same ${REQUESTS} answers`, async () => {
  const random = dice(SEED);
  const counts = new Map();
  for (let turn = 0; turn < REQUESTS; turn++) {
    const [method, path, body] = request(random);
    const [server, module] = [await ofServer(method, path, body), ofModule(method, path, body)];
    const where = `${turn}: ${method} ${path} ${body}`;
    assert.equal(
      module.status,
      server.status,
      `${where}\n${text(module.body)}\n${text(server.body)}`,
    );
    assert.equal(module.kind, server.kind, where);
    assert.equal(module.ready, server.ready, where);
    assert.equal(module.name, server.name, where);
    assert.ok(
      Buffer.from(module.body).equals(Buffer.from(server.body)),
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
