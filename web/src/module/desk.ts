/** A worker with a library of its own, and the questions that lie on its desk. */
import { refusal } from "./answer.ts";
import { boardOf, type Row } from "./rows.ts";
import type { Answer, Data, News, Order, Request } from "./words.ts";

/** A question may need boards that are found to be needed one after the other, but not for ever. */
const MOST_TURNS = 100;

/** What a desk tells besides its answers. */
export interface Ears {
  readonly progress: (of: string, value: unknown) => void;
  readonly row: (name: string, bytes: Uint8Array) => void;
  /** Finds the rows that there are of a board, in order. */
  readonly rows: (board: string) => Iterable<Row>;
  /** It has ended by itself: the question it was at has failed, the others are untouched. */
  readonly ended: (why: string) => void;
}

/** A worker has ended while it was at a question. */
export class Ended extends Error {}

/** It has ended before it was at a question: another one can be asked the same. */
export class Untouched extends Error {}

/** What a question may have besides itself. */
export interface Wishes {
  readonly signal?: AbortSignal | null;
  readonly told?: (bytes: number) => void;
}

interface Waiting {
  /** How often it was asked. */
  turns: number;
  readonly told: ((bytes: number) => void) | undefined;
  readonly request: Request;
  readonly done: (answer: Answer) => void;
  readonly fail: (why: Error) => void;
}

export class Desk {
  readonly #worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  readonly #ears: Ears;
  /** What has not been answered, the oldest first: the worker is at it. The rest is here still. */
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  #sent = -1;
  /** What the worker has asked for: it hears of new rows. */
  readonly #boards = new Set<string>();

  constructor(module: WebAssembly.Module, data: Data, ears: Ears) {
    this.#ears = ears;
    this.#worker.addEventListener("message", ({ data: news }: MessageEvent<News>) =>
      this.#hear(news),
    );
    this.#worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#end(event.message === "" ? "its worker did not start" : event.message);
    });
    this.#order({ kind: "open", module, data });
  }

  /** How many questions lie here. */
  get load(): number {
    return this.#waiting.size;
  }

  /** Whether the worker is at this question. */
  isAt(request: Request): boolean {
    return this.#waiting.get(this.#sent)?.request === request;
  }

  ask(request: Request, { signal = null, told }: Wishes): Promise<Answer> {
    return new Promise((done, fail) => {
      const id = this.#asked++;
      const drop = (): void => {
        // One that the worker is at is answered for nobody.
        if (id !== this.#sent) this.#waiting.delete(id);
        fail(signal?.reason as Error);
      };
      signal?.addEventListener("abort", drop, { once: true });
      const free = (): void => signal?.removeEventListener("abort", drop);
      this.#waiting.set(id, {
        turns: 0,
        request,
        told,
        done: (answer) => (free(), done(answer)),
        fail: (why) => (free(), fail(why)),
      });
      this.#next();
    });
  }

  /** Brings a board to the worker, as far as it was solved. */
  bring(board: string): void {
    this.#boards.add(board);
    for (const { name, bytes } of this.#ears.rows(board))
      this.#order({ kind: "give", name, bytes });
    this.#order({ kind: "give", name: board, bytes: new Uint8Array() });
  }

  /** Tells of a row that was solved elsewhere. */
  tell({ name, bytes }: Row): void {
    if (this.#boards.has(boardOf(name))) this.#order({ kind: "give", name, bytes });
  }

  /** Ends the worker at once, whatever it is doing. */
  close(): void {
    this.#leave("it was stopped");
  }

  #hear(news: News): void {
    if (news.kind === "progress") {
      const [of, value] = JSON.parse(news.told) as [string, unknown];
      if (of === "bytes") this.#waiting.get(this.#sent)?.told?.(value as number);
      else this.#ears.progress(of, value);
    } else if (news.kind === "row") this.#ears.row(news.name, news.bytes);
    else if (news.kind === "end") this.#end(news.why);
    else if (news.kind === "want") this.#bringAll(news.boards);
    else this.#answered(news.id, news.answer);
  }

  #answered(id: number, answer: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    this.#sent = -1;
    waiting?.done(answer);
    this.#next();
  }

  /** Brings what the question needs that the worker is at, and asks it again. */
  #bringAll(boards: readonly string[]): void {
    const waiting = this.#waiting.get(this.#sent);
    if (waiting === undefined) return;
    if (++waiting.turns > MOST_TURNS) {
      const message =
        "this needs more boards at a time than fit into a browser: " +
        "the program has room for them, with `wythoff lab`";
      this.#answered(this.#sent, refusal(413, "limit", message));
      return;
    }
    for (const board of boards) this.bring(board);
    this.#order({ kind: "ask", id: this.#sent, request: waiting.request });
  }

  /** Hands over the next question. One is with the worker; the others can be taken back. */
  #next(): void {
    if (this.#sent !== -1) return;
    const [next] = this.#waiting;
    if (next === undefined) return;
    const [id, { request }] = next;
    this.#sent = id;
    this.#order({ kind: "ask", id, request });
  }

  #order(order: Order): void {
    this.#worker.postMessage(order);
  }

  #end(why: string): void {
    this.#leave(why);
    this.#ears.ended(why);
  }

  #leave(why: string): void {
    this.#worker.terminate();
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const [id, { fail }] of waiting)
      fail(id === this.#sent ? new Ended(why) : new Untouched(why));
  }
}
