/**
 * The laboratory without a server: the library as a module, in several workers. Each has a whole
 * one of its own, since they share no memory. One of them, the chief, keeps the boards that grow
 * and says what there is; what it has solved is given to the others, which draw and answer.
 */
import { Refusal, refusalOf } from "../common/api.ts";
import type { Asking, Backend } from "../common/backend.ts";
import { showBytes } from "../common/bytes.ts";
import { h, saveFile } from "../common/dom.ts";
import type { Job } from "../common/wire.ts";
import { answerOf, refusal, responseOf, textOf } from "./answer.ts";
import { Checks } from "./checks.ts";
import { CORES } from "./cores.ts";
import { Desk, Ended, Untouched, type Ears, type Wishes } from "./desk.ts";
import { BUDGET, Rows, Sizes, boardOf, type Row } from "./rows.ts";
import type { Answer, Data, Request } from "./words.ts";

/** Workers beside the chief. */
const OTHERS = Math.min(3, CORES);

/** Milliseconds after which work that nobody waits for any more is ended, with its worker. */
const PATIENCE = 1000;

/** What only the chief can say: what there is of a board, what it begins, and what is at work. */
const CHIEF = /^\/api\/(?:board\/[^/?]+(?:\/grow)?|jobs(?:\/[^/?]+)?|status|files)(?:\?|$)/;

const JOBS = /^\/api\/jobs(?:\/([^/?]+))?(?:\?|$)/;

let compiled: Promise<WebAssembly.Module> | null = null;

/** Where the module is, and the data that are apart. */
interface Place {
  readonly module: string;
  readonly hash: string;
  readonly data: Data;
}

function place(): Place {
  const find = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  const module = find("wythoff-module");
  const hashes = find("wythoff-data")?.content ?? "{}";
  return {
    module: new URL(module?.content ?? "", document.baseURI).href,
    hash: module?.dataset["integrity"] ?? "",
    data: {
      address: new URL("./data/", document.baseURI).href,
      hashes: JSON.parse(hashes) as Record<string, string>,
    },
  };
}

/** Begins to fetch the module, and waits for it. One that did not come is fetched again. */
export function loaded(): Promise<WebAssembly.Module> {
  compiled ??= load().catch((error: unknown) => {
    compiled = null;
    if (error instanceof Refusal) throw error;
    const why = `The laboratory's module did not come: ${String(error)}.`;
    throw new Refusal("not-ready", `${why} Is there a connection?`);
  });
  return compiled;
}

async function load(): Promise<WebAssembly.Module> {
  const { module, hash } = place();
  const response = await fetch(module, hash === "" ? {} : { integrity: hash });
  if (!response.ok) throw new Error(`the status ${response.status}`);
  // Not every server says what a module is.
  const bytes = await response.arrayBuffer();
  return WebAssembly.compile(bytes).catch((error: unknown) => {
    const message =
      "This browser can't run the laboratory: it lacks a part of WebAssembly that browsers have " +
      `since 2023 (${String(error)}). A newer browser can, and so can any with the program: ` +
      "`wythoff lab`.";
    throw new Refusal("unsupported", message);
  });
}

export async function moduleBackend(): Promise<Backend> {
  const pool = new Pool(await loaded(), place());
  saveDownloads(pool);
  keepOffline();
  return {
    kind: "module",
    ask: async (path, options) => responseOf(await pool.ask(requestOf(path, options), options)),
  };
}

/** Where the page can't be kept, it works with a connection only. */
function keepOffline(): void {
  const worker = navigator.serviceWorker;
  if (worker === undefined) return;
  worker.register("./offline.js").catch(() => undefined);
  // The page itself is kept by then; what is apart it keeps now, while nobody waits for it.
  void worker.ready.then(({ active }) => active?.postMessage("keep the data"));
}

function requestOf(path: string, { method = "GET", body }: Asking): Request {
  return { method, path, body: typeof body === "string" ? body : "" };
}

class Pool {
  readonly #module: WebAssembly.Module;
  readonly #data: Data;
  readonly #rows: Rows;
  /** Rows of boards, by name: a worker is given those of the boards that it asks for. */
  readonly #known = new Map<string, Row>();
  readonly #sizes = new Sizes();
  /** A worker that has ended is missed by the next question, not before. */
  #chief: Desk | null = null;
  #others: Desk[] = [];
  /** The rows that were kept are with the chief before it is asked. */
  readonly #restored: Promise<void>;
  readonly #checks: Checks;
  /** Jobs of the chief that ended with it. */
  #lost: Job[] = [];
  #jobs: readonly Job[] = [];

  constructor(module: WebAssembly.Module, { data, hash }: Place) {
    this.#module = module;
    this.#data = data;
    this.#rows = new Rows(hash);
    this.#checks = new Checks((ears) => new Desk(module, data, ears), hash);
    this.#restored = this.#rows.all().then((rows) => {
      for (const row of rows) this.#spread(row, null);
    });
  }

  async ask(request: Request, wishes: Wishes): Promise<Answer> {
    wishes.signal?.throwIfAborted();
    const { method, path } = request;
    if (this.#checks.isBegin(request)) return this.#checks.begin(request);
    const [isJobs, id] = JOBS.exec(path) ?? [];
    const lost = this.#lost.find((job) => job.id === id);
    if (lost !== undefined && method === "GET") return answerOf(200, lost);
    if (id !== undefined && this.#checks.has(id)) {
      if (method === "DELETE") return this.#checks.cancel(id);
      return answerOf(
        200,
        this.#checks.jobs.find((job) => job.id === id),
      );
    }
    const answer = await this.#answered(request, wishes);
    const isList = isJobs !== undefined && id === undefined;
    if (isList && method === "GET" && answer.status === 200) return this.#withJobs(answer);
    return this.#checks.told(path, answer);
  }

  async #answered(request: Request, wishes: Wishes): Promise<Answer> {
    if (CHIEF.test(request.path)) {
      await this.#restored;
      return asked(() => (this.#chief ??= this.#hireChief()), request, {});
    }
    const { signal } = wishes;
    let desk: Desk | null = null;
    const leave = (): void => {
      // It may be at it for long, and somebody may want something else.
      setTimeout(() => {
        if (desk?.isAt(request)) this.#dismiss(desk);
      }, PATIENCE);
    };
    signal?.addEventListener("abort", leave, { once: true });
    try {
      return await asked(() => (desk = this.#leastBusy()), request, wishes);
    } finally {
      if (!signal?.aborted) signal?.removeEventListener("abort", leave);
    }
  }

  /** The chief's jobs with the checks. */
  #withJobs(answer: Answer): Answer {
    const { jobs } = JSON.parse(textOf(answer)) as { jobs: Job[] };
    this.#jobs = jobs;
    const bare = this.#checks.jobs.map((job) => ({ ...job, result: null }));
    return answerOf(200, { jobs: [...bare, ...jobs, ...this.#lost] });
  }

  #hireChief(): Desk {
    const desk: Desk = this.#hire({
      progress: () => undefined,
      row: (name, bytes) => {
        const row = { name, bytes, written: Date.now() };
        this.#spread(row, desk);
        void this.#rows.keep(row);
      },
      ended: (why) => {
        const error = `the worker ended: ${why}. The program \`wythoff lab\` has more room`;
        const isOpen = ({ state }: Job): boolean => state === "queued" || state === "running";
        const lost = this.#jobs.filter(isOpen).map((job) => ({ ...job, error }));
        const named = lost.map((job) => ({ ...job, id: `lost-${job.id}`, state: "failed" }) as Job);
        this.#lost = [...named, ...this.#lost];
        this.#chief = null;
      },
    });
    // It says what there is.
    for (const board of new Set([...this.#known.keys()].map(boardOf))) desk.bring(board);
    return desk;
  }

  #leastBusy(): Desk {
    const [first, ...rest] = this.#others;
    const least = rest.reduce<Desk | undefined>(
      (least, other) => (least === undefined || other.load < least.load ? other : least),
      first,
    );
    if (least !== undefined && (least.load === 0 || this.#others.length >= OTHERS)) return least;
    const desk = this.#hireOther();
    this.#others.push(desk);
    return desk;
  }

  #hireOther(): Desk {
    const desk: Desk = this.#hire({
      progress: () => undefined,
      row: () => undefined,
      ended: () => this.#dismiss(desk),
    });
    return desk;
  }

  #hire(ears: Omit<Ears, "rows">): Desk {
    const rows = (board: string): Row[] =>
      [...this.#known.values()].filter(({ name }) => boardOf(name) === board);
    return new Desk(this.#module, this.#data, { ...ears, rows });
  }

  #dismiss(desk: Desk): void {
    this.#others = this.#others.filter((one) => one !== desk);
    desk.close();
  }

  #spread(row: Row, from: Desk | null): void {
    this.#known.set(row.name, row);
    this.#sizes.set(row.name, row.bytes.byteLength, row.written);
    for (const old of this.#sizes.forget(BUDGET)) this.#known.delete(old);
    for (const desk of [this.#chief, ...this.#others]) if (desk !== from) desk?.tell(row);
  }
}

/**
 * An answer; that the worker has ended at it is one, too. One that has ended at another question
 * has not looked at this one: the next is asked. `desk` finds a worker.
 */
async function asked(desk: () => Desk, request: Request, wishes: Wishes): Promise<Answer> {
  try {
    return await desk().ask(request, wishes);
  } catch (error) {
    if (error instanceof Untouched) return asked(desk, request, wishes);
    if (!(error instanceof Ended)) throw error;
    const message =
      `The worker that computed this ended: ${error.message}. Another one is in its place. ` +
      "What is too large for a browser the program can do: `wythoff lab`";
    return refusal(500, "internal", message);
  }
}

/** Files that the library writes are saved from memory: no server has them. */
function saveDownloads(pool: Pool): void {
  const clicked = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const path = link?.getAttribute("href") ?? "";
    if (event.defaultPrevented || link === null || !path.startsWith("/api/")) return;
    event.preventDefault();
    void save(pool, path, link);
  };
  document.addEventListener("click", clicked);
  // In a new tab there would be nothing.
  document.addEventListener("auxclick", (event) => event.button === 1 && clicked(event));
}

/** What was said of the last file of a link. */
const troubles = new WeakMap<HTMLAnchorElement, HTMLElement>();

async function save(pool: Pool, path: string, link: HTMLAnchorElement): Promise<void> {
  troubles.get(link)?.remove();
  const { signal, told, end } = follow(link);
  let response: Response;
  try {
    response = responseOf(await pool.ask({ method: "GET", path, body: "" }, { signal, told }));
  } catch (error) {
    if (signal.aborted) return;
    throw error;
  } finally {
    end();
  }
  if (!response.ok) {
    const trouble = h(
      "p",
      { class: "note warn", role: "alert" },
      (await refusalOf(response)).message,
    );
    troubles.set(link, trouble);
    link.insertAdjacentElement("afterend", trouble);
    return;
  }
  // What the answer says of its name goes first, as in a browser that has it from a server.
  const said = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  const last = path.replace(/\?.*$/, "").replace(/^.*\//, "");
  saveFile(said ?? (link.download || last), await response.blob());
}

/** Says beside a link how far its file is, if that takes long, and lets it be cancelled. */
function follow(link: HTMLAnchorElement) {
  const abort = new AbortController();
  const text = h("span", { role: "status" }, "The file is being written … ");
  const cancel = h("button", { type: "button", onclick: () => abort.abort() }, "Cancel");
  const note = h("span", { class: "small" }, text, cancel);
  const late = setTimeout(() => link.insertAdjacentElement("afterend", note), 500);
  return {
    signal: abort.signal,
    told: (bytes: number) => (text.textContent = `${showBytes(bytes)} so far … `),
    end: () => {
      clearTimeout(late);
      note.remove();
    },
  };
}
