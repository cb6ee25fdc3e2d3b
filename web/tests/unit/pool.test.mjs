/** The workers of the static site, with workers that answer when a test lets them. */
import assert from "node:assert/strict";
import { test } from "node:test";

/** Every worker that was begun and has not been ended. */
const workers = new Set();
/** These addresses are never answered. */
const SLOW = /^\/api\/(atlas|golden)/;

globalThis.Worker = class extends EventTarget {
  constructor() {
    super();
    workers.add(this);
  }
  postMessage(order) {
    if (order.kind !== "ask" || SLOW.test(order.request.path)) return;
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
const { BUDGET, Sizes } = await built("module/rows");
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
