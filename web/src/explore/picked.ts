/** What is said of a cell that was clicked: who wins, why, the moves that win and what to block. */
import { api, sentenceOf, type Rays } from "../common/api.ts";
import { h, show } from "../common/dom.ts";
import { cellOfJson, showCell, type Cell, type JsonCell } from "../common/coordinates.ts";
import { writeLink } from "../common/link.ts";

/** How many moves are written out. */
const LISTED = 12;

/** Positions that can still be played by clicking. */
const PLAYABLE = 40n;

/** Where a line of sight goes. */
const WAYS = {
  column: "up",
  row: "to the left",
  diagonal: "diagonally",
  options: "among her options",
} as const;

export class Picked {
  readonly element = h("section", { class: "card stack", "aria-live": "polite", hidden: true });
  readonly #found: (rays: Rays | null) => void;
  readonly #close: () => void;
  #turn = 0;

  constructor(found: (rays: Rays | null) => void, close: () => void) {
    this.#found = found;
    this.#close = close;
  }

  /** A cell of a board, on which a game is played. */
  async cell(board: string, cell: Cell | null, game: string): Promise<void> {
    const turn = ++this.#turn;
    this.#found(null);
    this.element.hidden = cell === null;
    if (cell === null) return;
    show(
      this.element,
      this.#head(showCell(cell, 15)),
      h("p", { class: "muted" }, "Looking along the rays …"),
    );
    try {
      const rays = await api.rays(board, cell[0], cell[1]);
      if (turn !== this.#turn) return;
      this.#fill(game, cell, rays);
      this.#found(rays);
    } catch (error) {
      if (turn === this.#turn)
        show(
          this.element,
          this.#head(showCell(cell, 15)),
          h("p", { class: "note warn" }, sentenceOf(error)),
        );
    }
  }

  #head(title: string): HTMLElement {
    return h(
      "div",
      { class: "row split" },
      h("h2", { class: "cell-name" }, `Queen on ${title}`),
      h(
        "button",
        { type: "button", class: "quiet", "aria-label": "Close", onclick: this.#close },
        "✕",
      ),
    );
  }

  #fill(game: string, cell: Cell, rays: Rays): void {
    const seen = rays.lines.map((line) => `${line.count} ${WAYS[line.name]}`).join(", ");
    const leftOut = rays.palaces_left_out;
    const notDrawn = leftOut > 0 ? ` ${leftOut} of them are not drawn.` : "";
    const play = cell[0] <= PLAYABLE && cell[1] <= PLAYABLE && cell[0] + cell[1] > 0n;
    show(
      this.element,
      this.#head(showCell(cell, 15)),
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
      rays.winning_moves.length > 0 && moves(rays),
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
      ),
    );
  }
}

function moves(rays: Rays): HTMLElement {
  const items = rays.winning_moves.slice(0, LISTED).map((move) => {
    const block =
      move.block === null ? "" : move.block.length === 0 ? "" : `, and block ${list(move.block)}`;
    return h("li", {}, `${showCell(cellOfJson(move.to), 15)}${block}`);
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

function list(cells: readonly JsonCell[]): string {
  const shown = cells.slice(0, LISTED).map((cell) => showCell(cellOfJson(cell), 15));
  return cells.length > LISTED
    ? `${shown.join(", ")} and ${cells.length - LISTED} more`
    : shown.join(", ");
}
