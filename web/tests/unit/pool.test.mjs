/** The workers of the static site, with workers that answer when a test lets them. */
import assert from "node:assert/strict";
import { test } from "node:test";

/** Every worker that was begun and has not been ended. */
const workers = new Set();
/** These addresses are never answered. */
const SLOW = /^\/api\/(atlas|golden)/;
/** These need one board more whenever they have got one. */
const GREEDY = /greedy/;

globalThis.Worker = class extends EventTarget {
  constructor() {
    super();
    workers.add(this);
  }
  /** What it was given, by name. */
  given = [];
  postMessage(order) {
    if (order.kind === "give") this.given.push(order.name);
    if (order.kind !== "ask" || SLOW.test(order.request.path)) return;
    const { path } = order.request;
    const board = /^\/api\/board\/W(\d+)/.exec(path)?.[1];
    if (board !== undefined && (!this.given.includes(`w${board}/`) || GREEDY.test(path))) {
      queueMicrotask(() => this.say({ kind: "want", boards: [`w${board}/`] }));
      return;
    }
    const answer = { status: 200, headers: {}, body: new TextEncoder().encode("{}") };
    queueMicrotask(() => this.say({ kind: "answer", id: order.id, answer }));
  }
  say(data) {
    if (workers.has(this)) this.dispatchEvent(new MessageEvent("message", { data }));
  }
  terminate() {
    workers.delete(this);
  }
};
// Before Node 21 there is none.
globalThis.navigator ??= {};
globalThis.document = {
  baseURI: "http://localhost/",
  querySelector: (selector) =>
    selector.includes("module") ? { content: "./empty.wasm", dataset: {} } : null,
  addEventListener: () => undefined,
};
const EMPTY = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
globalThis.fetch = () => Promise.resolve(new Response(EMPTY));

const { built } = await import("./built.mjs");
const { moduleBackend } = await built("module/backend");
const { BUDGET, inOrder, Sizes } = await built("module/rows");
const { ask } = await moduleBackend();
const statuses = (answers) => answers.map(({ status }) => status);

test("what waits behind a cancelled question is answered by another worker", async () => {
  // As many as there may be workers, so that what follows waits behind one of them.
  const aborts = Array.from({ length: 3 }, () => new AbortController());
  const slow = aborts.map(({ signal }, turn) => ask(`/api/atlas/${300 + turn}`, { signal }));
  const others = Array.from({ length: 8 }, (_, turn) => ask(`/api/thumbnail/${turn + 1}`, {}));
  aborts.forEach((abort) => abort.abort());
  for (const one of slow) await assert.rejects(one, { name: "AbortError" });
  assert.deepEqual(statuses(await Promise.all(others)), Array(8).fill(200));
});

test("a worker that fails takes nothing down but the question it was at", async () => {
  const before = new Set(workers);
  const slow = Array.from({ length: 3 }, (_, turn) => ask(`/api/golden?values=${turn}`, {}));
  const others = Array.from({ length: 8 }, (_, turn) => ask(`/api/thumbnail/${turn + 1}`, {}));
  await new Promise((done) => setTimeout(done, 20));
  for (let round = 0; round < 3; round++) {
    for (const worker of [...workers]) worker.say({ kind: "end", why: "no memory" });
    await new Promise((done) => setTimeout(done, 20));
  }
  const failed = await Promise.all(slow);
  assert.deepEqual(statuses(failed), [500, 500, 500]);
  assert.match(await failed[0].text(), /no memory/);
  assert.deepEqual(statuses(await Promise.all(others)), Array(8).fill(200));
  assert.ok([...before].every((worker) => !workers.has(worker)));
});

test("a worker has the rows of the boards that it asks for, and no others", async () => {
  const given = () => [...workers].map(({ given }) => given);
  const tile = (k) => ask(`/api/board/W${k}/tile/0/0/0`, {});
  // The chief, which solves boards, is who is asked for one.
  await ask("/api/board/W60", {});
  const chief = [...workers].find(({ given }) => given.includes("w60/"));
  const row = (name) => chief.say({ kind: "row", name, bytes: Uint8Array.of(1) });
  row("w60/00000.row");
  row("w70/00000.row");
  assert.deepEqual(given().flat(), ["w60/"]);
  assert.equal((await tile(60)).status, 200);
  const other = [...workers].find(({ given }) => given.length === 2);
  assert.deepEqual(other.given, ["w60/00000.row", "w60/"]);
  // Of these it hears what is new.
  row("w70/00001.row");
  row("w60/00001.row");
  assert.equal(other.given.at(-1), "w60/00001.row");
  assert.ok(!given().flat().includes("w70/00000.row"));
  // A new chief says what there is: it has them all.
  chief.say({ kind: "end", why: "no memory" });
  await ask("/api/board/W60", {});
  const next = [...workers].find((one) => one.given.includes("w70/"));
  const rows = (k) => [`w${k}/00000.row`, `w${k}/00001.row`, `w${k}/`];
  assert.deepEqual(next.given, [...rows(60), ...rows(70)]);
});

test("what needs more boards at a time than there is room for is refused", async () => {
  const answer = await ask("/api/board/W60/tile/0/0/0?greedy", {});
  assert.equal(answer.status, 413);
  assert.match(await answer.text(), /`wythoff lab`/);
});

test("the job of a board is told", async () => {
  assert.deepEqual(await (await ask("/api/jobs/7", {})).json(), {});
});

test("rows come back in the order of their boards' ages", () => {
  const row = (name, written) => ({ name, written });
  const rows = [row("w9/00000.row", 5), row("w9/00001.row", 9), row("w70/00000.row", 7)];
  const names = inOrder([rows[1], rows[0], rows[2]]).map(({ name }) => name);
  assert.deepEqual(names, ["w70/00000.row", "w9/00000.row", "w9/00001.row"]);
});

test("the oldest boards are forgotten as wholes, and never the one that grows", () => {
  const sizes = new Sizes();
  const half = BUDGET / 2;
  sizes.set("w4/0.row", half, 1);
  sizes.set("w4/1.row", 10, 4);
  sizes.set("w9/0.row", half, 2);
  assert.deepEqual(sizes.forget(BUDGET), ["w9/0.row"]);
  assert.deepEqual(sizes.forget(BUDGET), []);
  sizes.set("w5/0.row", 2 * BUDGET, 5);
  assert.deepEqual(sizes.forget(BUDGET), ["w4/0.row", "w4/1.row"]);
});
