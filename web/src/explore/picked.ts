/** What is said of a cell that was clicked: who wins, why, the moves that win and what to block. */
import { api, sentenceOf, type Rays } from "../common/api.ts";
import { h, show } from "../common/dom.ts";
import { cellOfJson, showCell, type Cell, type JsonCell } from "../common/coordinates.ts";
import { writeLink } from "../common/link.ts";
import { copyButton } from "../common/page.ts";
import { MOST_TOKENS } from "../play/match.ts";

/** How many moves are written out. */
const LISTED = 12;

/** Where a line of sight goes. */
const WAYS = {
  column: "up",
  row: "to the left",
  diagonal: "diagonally",
  options: "among her options",
} as const;

export class Picked {
  readonly element = h("section", {
    class: "card stack picked",
    "aria-live": "polite",
    hidden: true,
  });
  readonly #found: (rays: Rays | null) => void;
  readonly #pick: (cell: Cell | null) => void;
  readonly #section: () => void;
  #turn = 0;

  /**
   * `found` is told the rays; `pick` asks about another cell, or none; `section` shows the section
   * through this one.
   */
  constructor(
    found: (rays: Rays | null) => void,
    pick: (cell: Cell | null) => void,
    section: () => void,
  ) {
    this.#found = found;
    this.#pick = pick;
    this.#section = section;
  }

  /** A cell of a board, on which a game is played. */
  async cell(board: string, cell: Cell | null, game: string): Promise<void> {
    const turn = ++this.#turn;
    this.#found(null);
    this.element.hidden = cell === null;
    if (cell === null) return;
    show(this.element, this.#head(cell), h("p", { class: "muted" }, "Looking along the rays …"));
    try {
      const rays = await api.rays(board, cell[0], cell[1]);
      if (turn !== this.#turn) return;
      this.#fill(game, cell, rays);
      this.#found(rays);
    } catch (error) {
      if (turn === this.#turn)
        show(this.element, this.#head(cell), h("p", { class: "note warn" }, sentenceOf(error)));
    }
  }

  #head(cell: Cell): HTMLElement {
    return h(
      "div",
      { class: "row split" },
      h("h2", { class: "cell-name" }, `Queen on ${showCell(cell, 15)}`),
      h(
        "div",
        { class: "row nowrap" },
        copyButton("Copy", () => `${cell[0]}, ${cell[1]}`, "Copy the coordinates"),
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            "aria-label": "Close",
            onclick: () => this.#pick(null),
          },
          "✕",
        ),
      ),
    );
  }

  #fill(game: string, cell: Cell, rays: Rays): void {
    const seen = rays.lines.map((line) => `${line.count} ${WAYS[line.name]}`).join(", ");
    const leftOut = rays.palaces_left_out;
    const notDrawn = leftOut > 0 ? ` ${leftOut} of them are not drawn.` : "";
    const play = cell.every((heap) => heap <= MOST_TOKENS) && cell[0] + cell[1] > 0n;
    show(
      this.element,
      this.#head(cell),
      h(
        "p",
        {},
        h(
          "span",
          { class: `tag ${rays.outcome === "N" ? "good" : "bad"}` },
          rays.outcome === "N" ? "N: who moves wins" : "P: who moves loses",
        ),
      ),
      h("p", {}, rays.why),
      h("p", { class: "muted small" }, `Palaces she sees: ${seen}.${notDrawn}`),
      rays.winning_moves.length > 0 && this.#moves(rays),
      rays.must_block !== null &&
        rays.must_block.length > 0 &&
        h("p", {}, "Must be blocked: ", list(rays.must_block), "."),
      h(
        "div",
        { class: "row" },
        play &&
          h(
            "a",
            { class: "button", href: writeLink("play", { game, start: `${cell[0]},${cell[1]}` }) },
            "Play from here",
          ),
        h("button", { type: "button", onclick: this.#section }, "Cross-section"),
      ),
    );
  }

  /** The winning moves, each of which can be gone to. */
  #moves(rays: Rays): HTMLElement {
    const items = rays.winning_moves.slice(0, LISTED).map((move) => {
      const to = cellOfJson(move.to);
      const also = (what: string, cells: readonly JsonCell[] | null | undefined): string =>
        cells && cells.length > 0 ? `, and ${what} ${list(cells)}` : "";
      const go = h(
        "button",
        { type: "button", class: "quiet", onclick: () => this.#pick(to) },
        showCell(to, 15),
      );
      return h("li", {}, go, also("block", move.block), also("propose", move.propose));
    });
    const more = rays.winning_moves.length - items.length + rays.winning_moves_left_out;
    return h(
      "div",
      {},
      h("h3", {}, "Winning moves"),
      h(
        "ul",
        { class: "moves small", tabindex: 0 },
        ...items,
        more > 0 && h("li", {}, `and ${more} more`),
      ),
    );
  }
}

function list(cells: readonly JsonCell[]): string {
  const shown = cells.slice(0, LISTED).map((cell) => showCell(cellOfJson(cell), 15));
  return cells.length > LISTED
    ? `${shown.join(", ")} and ${cells.length - LISTED} more`
    : shown.join(", ");
}
