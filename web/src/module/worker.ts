/** The library in a worker: answers one question after the other, and solves boards in between. */
import { NEEDS, needsOf, open, type Laboratory } from "../../../crates/wasm/module.mjs";
import { refusal } from "./answer.ts";
import type { Answer, Data, News, Order, Request } from "./words.ts";

/** An answer may need data that are found to be needed one after the other, but not for ever. */
const MOST_ROUNDS = 16;

let data: Data = { address: "", hashes: {} };
let library: Promise<Laboratory> | null = null;
/** Orders are obeyed in their order, also while data are on their way. */
let last: Promise<void> = Promise.resolve();
let growing = false;

addEventListener("message", ({ data: order }: MessageEvent<Order>) => {
  last = last.then(() => obey(order)).catch(end);
});

async function obey(order: Order): Promise<void> {
  if (order.kind === "open") {
    data = order.data;
    library = open(order.module, (told) => say({ kind: "progress", told }));
    return;
  }
  if (library === null) throw new Error("a worker is asked before it is open");
  const opened = await library;
  if (order.kind === "give") {
    opened.give(order.name, order.bytes);
    return;
  }
  const answer = await answered(opened, order.request);
  carryOut(opened);
  const boards = answer.status === NEEDS ? needsOf(answer).filter(isBoard) : [];
  if (boards.length > 0) say({ kind: "want", boards });
  else say({ kind: "answer", id: order.id, answer }, [answer.body.buffer]);
  if (!growing) void grow(opened);
}

/** Fetches what an answer needs, until it needs nothing but boards. */
async function answered(opened: Laboratory, { method, path, body }: Request): Promise<Answer> {
  for (let round = 0; ; round++) {
    const answer = opened.ask(method, path, body);
    if (answer.status !== NEEDS || round === MOST_ROUNDS) return answer;
    const needs = needsOf(answer).filter((name) => !isBoard(name));
    if (needs.length === 0) return answer;
    try {
      const found = await Promise.all(needs.map(fetched));
      needs.forEach((name, index) => opened.give(name, found[index] ?? new Uint8Array()));
    } catch (error) {
      return refusal(503, "not-ready", `${String(error)}. Is there a connection?`);
    }
  }
}

/** Rows of boards are not fetched: the page has them. */
function isBoard(name: string): boolean {
  return name.endsWith("/");
}

async function fetched(name: string): Promise<Uint8Array> {
  const hash = data.hashes[name];
  const options = hash === undefined ? {} : { integrity: hash };
  const response = await fetch(`${data.address}${name}`, options);
  if (!response.ok) throw new Error(`${name} did not come: the status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** One square of a board after the other, as long as there are some; questions come in between. */
async function grow(opened: Laboratory): Promise<void> {
  growing = true;
  try {
    while (opened.grow()) {
      carryOut(opened);
      await turn();
      await last;
    }
    carryOut(opened);
  } catch (error) {
    end(error);
  }
  growing = false;
}

/** Lets messages in. A timer would make each square wait for four milliseconds. */
function turn(): Promise<void> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done();
    port2.postMessage(null);
  });
}

function carryOut(opened: Laboratory): void {
  for (let row = opened.written(); row !== null; row = opened.written()) {
    say({ kind: "row", ...row });
  }
}

function end(error: unknown): void {
  say({ kind: "end", why: reasonOf(error) });
  close();
}

/** The module says why it ends, if it can; a trap is seen from outside only. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (/out of memory|allocation failed|WebAssembly\.Memory/i.test(text))
    return `the browser has no more memory for it (${text})`;
  return text.startsWith("RuntimeError") ? `a mistake in the program (${text})` : text;
}

function say(news: News, transfer: Transferable[] = []): void {
  postMessage(news, { transfer });
}
