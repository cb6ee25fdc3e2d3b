/**
 * Checks of theorems without a server: each runs in a worker of its own, so that it can be stopped
 * by ending that, and the others answer meanwhile. The list of jobs is kept here, and so is what
 * came of them: a worker that has ended remembers nothing.
 */
import { keep, recall } from "../common/storage.ts";
import type { Job, Report } from "../common/wire.ts";
import { Ended, type Desk, type Ears } from "./desk.ts";
import { answerOf, refusal, textOf } from "./answer.ts";
import { CORES } from "./cores.ts";
import type { Answer, Request } from "./words.ts";

/** So many run at a time; the others wait. */
const AT_ONCE = Math.min(4, CORES);

/** So many jobs may be at work or wait, and so many are remembered. */
const MOST = 64;
const REMEMBERED = 256;

interface Run {
  job: Job;
  readonly request: Request;
  desk: Desk | null;
  /** Hears that it has begun, or why it has not. */
  readonly begun: (answer: Answer) => void;
}

/** The address of what begins a check. */
const BEGIN = /^\/api\/(?:theorems\/([^/?]+)|errata)\/run$/;

export class Checks {
  readonly #hire: (ears: Ears) => Desk;
  /** The newest first. */
  #runs: Run[] = [];
  #number = 0;
  /** What came of them, until the tab is closed. */
  readonly #reports: Reports;

  constructor(hire: (ears: Ears) => Desk, version: string) {
    this.#hire = hire;
    this.#reports = new Reports(version);
  }

  /** Every job, the newest first. */
  get jobs(): readonly Job[] {
    return this.#runs.map(({ job }) => job);
  }

  has(id: string): boolean {
    return this.#runs.some(({ job }) => job.id === id);
  }

  isBegin({ method, path }: Request): boolean {
    return method === "POST" && BEGIN.test(path);
  }

  begin(request: Request): Promise<Answer> {
    if (this.#runs.filter(isOpen).length >= MOST)
      return Promise.resolve(refusal(503, "busy", `${MOST} jobs wait, the limit; stop one`));
    const subject = decodeURIComponent(BEGIN.exec(request.path)?.[1] ?? "");
    const kind = subject === "" ? "errata" : "check";
    const title = subject === "" ? "checking the misprints" : `checking ${subject}`;
    return new Promise((begun) => {
      const id = `check-${++this.#number}`;
      const [state, total, detail] = ["queued", 1, ""] as const;
      const job = { id, kind, title, subject, state, done: 0, total, detail } as const;
      this.#runs.unshift({
        job: { ...job, result: null, error: null },
        request,
        desk: null,
        begun,
      });
      this.#go();
    });
  }

  /** Stops a job, or forgets that it was to begin. */
  cancel(id: string): Answer {
    const run = this.#runs.find(({ job }) => job.id === id);
    if (run === undefined) return refusal(404, "not-found", "there is no such job");
    if (isOpen(run)) {
      this.#end(run, { state: "cancelled" });
      this.#go();
    }
    return answerOf(200, run.job);
  }

  /** Puts the last reports into what the library says of its statements. */
  told(path: string, answer: Answer): Answer {
    if (answer.status !== 200) return answer;
    if (path === "/api/theorems") {
      const found = JSON.parse(textOf(answer)) as { papers: { checks: Checked[] }[] };
      for (const check of found.papers.flatMap(({ checks }) => checks))
        check.report = this.#reports.get(check.id) ?? check.report;
      return answerOf(200, found);
    }
    if (path !== "/api/errata") return answer;
    const found = JSON.parse(textOf(answer)) as { errata: Misprint[]; running: string | null };
    for (const one of found.errata) {
      one.report = this.#reports.get(one.printed.id) ?? one.report;
      const right = one.corrected === null ? undefined : this.#reports.get(one.corrected.id);
      one.corrected_report = right ?? one.corrected_report;
    }
    const running = this.#runs.find((run) => isOpen(run) && run.job.kind === "errata");
    return answerOf(200, { ...found, running: running?.job.id ?? null });
  }

  #go(): void {
    const waiting = this.#runs.filter(isOpen).reverse();
    const free = AT_ONCE - waiting.filter(({ desk }) => desk !== null).length;
    for (const run of waiting.filter(({ desk }) => desk === null).slice(0, Math.max(0, free)))
      void this.#work(run);
    // Those that still wait have begun, as far as anybody is concerned who asks.
    for (const run of waiting) if (run.desk === null) run.begun(answerOf(202, { job: run.job }));
  }

  async #work(run: Run): Promise<void> {
    const desk = (run.desk = this.#hire({
      progress: (of, value) => {
        if (of !== "job") this.#reports.keep(value as Report);
        else if (isOpen(run)) {
          const { done, total, detail, title } = value as Job;
          run.job = { ...run.job, state: "running", done, total, detail, title };
        }
        run.begun(answerOf(202, { job: run.job }));
      },
      row: () => undefined,
      rows: () => [],
      ended: () => undefined,
    }));
    try {
      const answer = await desk.ask(run.request, {});
      if (answer.status === 202) {
        const { job } = JSON.parse(textOf(answer)) as { job: Job };
        this.#end(run, { state: job.state, result: job.result, error: job.error });
        run.begun(answerOf(202, { job: run.job }));
      } else {
        const error = (JSON.parse(textOf(answer)) as { error?: { message?: string } }).error;
        this.#end(run, { state: "failed", error: error?.message ?? "it can't be begun" });
        // What was refused at once is not listed.
        if (run.job.done === 0) this.#runs = this.#runs.filter((one) => one !== run);
        run.begun(answer);
      }
    } catch (error) {
      if (isOpen(run)) this.#end(run, { state: "failed", error: why(error) });
      run.begun(answerOf(202, { job: run.job }));
    }
    this.#go();
  }

  #end(run: Run, how: Partial<Job>): void {
    run.job = { ...run.job, ...how };
    run.desk?.close();
    const over = this.#runs.filter((one) => !isOpen(one));
    const forgotten = new Set(over.slice(REMEMBERED));
    this.#runs = this.#runs.filter((one) => !forgotten.has(one));
  }
}

interface Checked {
  readonly id: string;
  report: Report | null;
}

interface Misprint {
  readonly printed: { readonly id: string };
  readonly corrected: { readonly id: string } | null;
  report: Report | null;
  corrected_report: Report | null;
}

function isOpen({ job }: Run): boolean {
  return job.state === "queued" || job.state === "running";
}

function why(error: unknown): string {
  const reason = error instanceof Ended ? error.message : String(error);
  return `the worker ended: ${reason}. The program \`wythoff check\` has more room`;
}

/** The last report of each check, kept for as long as the tab is. */
class Reports {
  readonly #name: string;
  readonly #known: Map<string, Report>;

  constructor(version: string) {
    this.#name = `wythoff-reports ${version}`;
    this.#known = new Map(read(this.#name).map((report) => [report.id, report]));
  }

  get(id: string): Report | undefined {
    return this.#known.get(id);
  }

  keep(report: Report): void {
    this.#known.set(report.id, report);
    keep(this.#name, JSON.stringify([...this.#known.values()]), "sessionStorage");
  }
}

function read(name: string): readonly Report[] {
  try {
    return JSON.parse(recall(name, "sessionStorage") ?? "[]") as Report[];
  } catch {
    return [];
  }
}
