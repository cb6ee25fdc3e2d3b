/** The errata: what is printed, what is right, and the counterexample on a board. */
import { api, sentenceOf, type Erratum } from "../common/api.ts";
import { h, show } from "../common/dom.ts";
import { follow } from "../common/jobs.ts";
import { stateOf } from "../common/page.ts";
import { MiniBoard } from "../games/miniboard.ts";
import { titleOf } from "../games/name.ts";
import { showReport } from "./check.ts";
import { typeset } from "./typeset.ts";

const LEAST_SIDE = 12;
const MOST_SIDE = 64;

export class Errata {
  readonly element = h("div", { class: "stack" });
  readonly #boards: MiniBoard[] = [];
  #stop: (() => void) | null = null;
  #closed = false;

  readonly #find: string;

  /** Those whose source or statement has these words. */
  constructor(find: string) {
    this.#find = find;
    show(this.element, stateOf("One moment", "The errata are being read."));
    void this.#load();
  }

  close(): void {
    this.#closed = true;
    this.#stop?.();
    this.#boards.forEach((board) => board.close());
  }

  async #load(): Promise<void> {
    try {
      const { errata, running } = await api.errata();
      if (this.#closed) return;
      const match = (one: Erratum): boolean =>
        `${one.printed.id} ${one.source} ${one.printed.statement}`
          .toLowerCase()
          .includes(this.#find);
      this.#show(errata.filter(match), running);
    } catch (error) {
      if (!this.#closed) show(this.element, stateOf("The errata are not there", sentenceOf(error)));
    }
  }

  #show(errata: readonly Erratum[], running: string | null): void {
    this.#boards.splice(0).forEach((board) => board.close());
    const missing = errata.filter((one) => one.report === null).length;
    const note = h("div", { class: "stack" });
    const run = h(
      "button",
      { type: "button", class: "primary", onclick: () => void this.#run(note) },
      "Search all the counterexamples now",
    );
    show(
      this.element,
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
      note,
      ...errata.map((one) => this.#card(one)),
    );
    if (running !== null) this.#follow(running, note);
  }

  #card(one: Erratum): HTMLElement {
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
          h("p", { class: "claim" }, typeset(one.printed.statement)),
          found,
        ),
        one.corrected !== null &&
          h(
            "div",
            {},
            h("span", { class: "tag good" }, "as it holds"),
            h("p", { class: "claim" }, typeset(one.corrected.statement)),
            fixed,
          ),
      ),
      one.board !== null && this.#board(one.board),
    );
  }

  #board(board: NonNullable<Erratum["board"]>): HTMLElement {
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

  async #run(note: HTMLElement): Promise<void> {
    try {
      const { job } = await api.runErrata();
      this.#follow(job.id, note);
    } catch (error) {
      show(note, h("p", { class: "note warn" }, sentenceOf(error)));
    }
  }

  #follow(id: string, note: HTMLElement): void {
    const words = h("p", { class: "small muted" }, "Searching …");
    const bar = h("progress", { max: 1, "aria-label": "Counterexamples searched" });
    show(note, words, bar);
    this.#stop?.();
    this.#stop = follow(id, (job, ended) => {
      words.textContent = `Searched ${job.done} of ${job.total}. ${job.detail}`;
      if (job.total > 0) bar.value = job.done / job.total;
      if (ended) void this.#load();
    });
  }
}
