/**
 * The cell under the pointer, asked for at most every few hundredths of a second; late answers are
 * dropped.
 */
import { api, Refusal, type CellFacts } from "../common/api.ts";
import { h, show } from "../common/dom.ts";
import { sameCell, showCell, type Cell } from "../common/coordinates.ts";

const PAUSE = 40;

export class Readout {
  readonly element: HTMLElement;
  #cell: Cell | null = null;
  #game = "";
  #k: number | null = null;
  #nim = false;
  #timer = 0;
  #abort: AbortController | null = null;

  constructor() {
    this.element = h("div", { class: "readout", id: "readout" });
    this.#idle();
  }

  board(game: string, k: number | null): void {
    this.#game = game;
    this.#k = k;
    this.cell(null);
  }

  /** Whether nim-values are shown. */
  nim(nim: boolean): void {
    if (nim === this.#nim) return;
    this.#nim = nim;
    const cell = this.#cell;
    this.#cell = null;
    if (cell === null) this.#idle();
    else this.cell(cell);
  }

  /** Shows a cell; null shows what to do. */
  cell(cell: Cell | null): void {
    if (cell === this.#cell || (cell !== null && this.#cell !== null && sameCell(cell, this.#cell)))
      return;
    this.#cell = cell;
    clearTimeout(this.#timer);
    this.#abort?.abort();
    if (cell === null) {
      this.#idle();
      return;
    }
    this.#fill(cell, null, "asking …");
    this.#timer = window.setTimeout(() => void this.#ask(cell), PAUSE);
  }

  async #ask(cell: Cell): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    try {
      this.#fill(cell, await api.cell(this.#game, ...cell, this.#nim, abort.signal), "");
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#fill(
        cell,
        null,
        error instanceof Refusal && error.code === "not-ready" ? "not computed yet" : "no answer",
      );
    }
  }

  #idle(): void {
    this.#rows("Point at a cell", [
      ["Outcome", "–"],
      ...this.#nimRow("–"),
      ["Palace number", "–"],
      ["Deviation", "–"],
      ["Seen", "–"],
    ]);
  }

  #fill(cell: Cell, facts: CellFacts | null, wait: string): void {
    const text = (value: unknown): string =>
      value === null || value === undefined ? "–" : String(value).replace("-", "−");
    const counts = facts?.counts;
    const outcome =
      facts === null
        ? wait
        : !facts.exists
          ? "this game has no such cell"
          : facts.outcome === "P"
            ? "P, the previous player wins"
            : "N, the next player wins";
    this.#rows(showCell(cell, 15), [
      ["Outcome", outcome],
      ...this.#nimRow(text(facts?.nim_value)),
      ["Palace number", text(facts?.palace_number)],
      [
        "Deviation",
        facts?.deviation === undefined || facts.deviation === null
          ? "–"
          : `${text(facts.deviation)}${this.#k === null ? "" : `, with k = ${this.#k}`}`,
      ],
      [
        "Seen",
        counts === null || counts === undefined
          ? "–"
          : `${counts.column} up, ${counts.row} left, ${counts.diagonal} diagonally`,
      ],
    ]);
    this.element.dataset["cell"] = `${cell[0]},${cell[1]}`;
    this.element.dataset["palace"] = String(facts?.palace_number ?? "");
  }

  #nimRow(value: string): [string, string][] {
    return this.#nim ? [["Nim-value", value]] : [];
  }

  #rows(title: string, rows: [string, string][]): void {
    delete this.element.dataset["cell"];
    delete this.element.dataset["palace"];
    show(
      this.element,
      h("h2", { class: "cell-name" }, title),
      h(
        "dl",
        { class: "facts" },
        ...rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
      ),
    );
  }
}
