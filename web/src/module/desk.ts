/** A worker with a library of its own, and the questions that lie on its desk. */
import type { Answer, Data, News, Order, Request } from "./words.ts";

/** What a desk tells besides its answers. */
export interface Ears {
  readonly progress: (of: string, value: unknown) => void;
  readonly row: (name: string, bytes: Uint8Array) => void;
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
        request,
        told,
        done: (answer) => (free(), done(answer)),
        fail: (why) => (free(), fail(why)),
      });
      this.#next();
    });
  }

  give(name: string, bytes: Uint8Array): void {
    this.#order({ kind: "give", name, bytes });
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
    else {
      const waiting = this.#waiting.get(news.id);
      this.#waiting.delete(news.id);
      this.#sent = -1;
      waiting?.done(news.answer);
      this.#next();
    }
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
