/** The errata: what is printed, what is right, and the counterexample on a board. */
import { api, sentenceOf, type Drawing, type Erratum, type Job } from "../common/api.ts";
import { h, show } from "../common/dom.ts";
import { askNow, isOver, watchJobs } from "../common/jobs.ts";
import { stateOf } from "../common/page.ts";
import { MiniBoard } from "../games/miniboard.ts";
import { titleOf } from "../games/name.ts";
import { showReport, showRunning } from "./check.ts";
import { typeset } from "./typeset.ts";

const LEAST_SIDE = 12;
const MOST_SIDE = 64;

export class Errata {
  readonly element = h("div", { class: "stack" });
  readonly #boards: MiniBoard[] = [];
  readonly #note = h("div", { class: "stack" });
  readonly #stop: () => void;
  #running = false;
  #closed = false;

  readonly #find: string;

  /** Those whose source or statement has these words. */
  constructor(find: string) {
    this.#find = find;
    show(this.element, stateOf("One moment", "The errata are being read."));
    void this.#load();
    this.#stop = watchJobs((jobs) => this.#hear(jobs.find((job) => job.kind === "errata")));
  }

  close(): void {
    this.#closed = true;
    this.#stop();
    this.#boards.forEach((board) => board.close());
  }

  async #load(): Promise<void> {
    try {
      const { errata } = await api.errata();
      if (this.#closed) return;
      const match = (one: Erratum): boolean =>
        `${one.printed.id} ${one.source} ${one.printed.statement}`
          .toLowerCase()
          .includes(this.#find);
      this.#show(errata.filter(match));
    } catch (error) {
      if (!this.#closed) show(this.element, stateOf("The errata are not there", sentenceOf(error)));
    }
  }

  #show(errata: readonly Erratum[]): void {
    this.#boards.splice(0).forEach((board) => board.close());
    const missing = errata.filter((one) => one.report === null).length;
    const run = h(
      "button",
      { type: "button", class: "primary", onclick: () => void this.#run() },
      "Search all the counterexamples now",
    );
    show(
      this.element,
      h("h2", { class: "hidden-text" }, "Errata"),
      h(
        "p",
        { class: "lead" },
        `${errata.length} printed statements fail as they stand. ` +
          "Each has a counterexample, found again here by search, and a corrected form.",
      ),
      h(
        "div",
        { class: "row" },
        missing > 0 && run,
        missing > 0 && h("span", { class: "small muted" }, "It takes about a minute."),
      ),
      this.#note,
      ...errata.map((one) => this.#card(one)),
    );
  }

  #card(one: Erratum): HTMLElement {
    const board = one.report?.board ?? null;
    const found = h("div", { class: "verdict" });
    if (one.report === null)
      show(
        found,
        h("p", { class: "small muted" }, "The counterexample is found when the search is run."),
      );
    else showReport(found, one.report);
    const fixed = h("div", { class: "verdict" });
    if (one.corrected_report !== null) showReport(fixed, one.corrected_report);
    return h(
      "article",
      { class: "check-card erratum" },
      h(
        "div",
        { class: "stack" },
        h("h3", {}, one.source),
        h(
          "div",
          {},
          h("span", { class: "tag bad" }, "as printed"),
          h("p", { class: "claim" }, typeset(one.printed.tex)),
          found,
        ),
        one.corrected !== null &&
          h(
            "div",
            {},
            h("span", { class: "tag good" }, "as it holds"),
            h("p", { class: "claim" }, typeset(one.corrected.tex)),
            fixed,
          ),
      ),
      board !== null && this.#board(board),
    );
  }

  #board(board: Drawing): HTMLElement {
    const far = Math.max(0, ...board.cells.flatMap(([x, y]) => [Number(x), Number(y)]));
    const side = Math.min(MOST_SIDE, Math.max(LEAST_SIDE, far + 3));
    const mini = new MiniBoard(side);
    this.#boards.push(mini);
    void mini.game(
      board.game,
      `${titleOf(board.game)}, the cell of the counterexample framed`,
      board.cells,
    );
    return mini.element;
  }

  async #run(): Promise<void> {
    try {
      await api.runErrata();
      askNow();
    } catch (error) {
      show(this.#note, h("p", { class: "note warn" }, sentenceOf(error)));
    }
  }

  /** Shows the search for all of them; once it is over, what it has found. */
  #hear(job: Job | undefined): void {
    const isRunning = job !== undefined && !isOver(job);
    if (isRunning) showRunning(this.#note, job, "Counterexamples searched");
    else if (this.#running) {
      show(this.#note);
      void this.#load();
    }
    this.#running = isRunning;
  }
}
