/** A small board on a canvas, from a window of outcomes. */
import { api, sentenceOf, type OutcomeWindow } from "../common/api.ts";
import { h, show } from "../common/dom.ts";
import { colour, onTheme } from "../common/theme.ts";
import type { JsonCell } from "../common/coordinates.ts";

export class MiniBoard {
  readonly element: HTMLElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #caption = h("figcaption", { class: "small" });
  readonly #side: number;
  #window: OutcomeWindow | null = null;
  #marked: readonly JsonCell[] = [];
  #abort: AbortController | null = null;
  readonly #endTheme: () => void;

  constructor(side: number) {
    this.#side = side;
    this.#canvas = h("canvas", { role: "img", "aria-label": "A board, being computed" });
    this.element = h("figure", { class: "miniboard" }, this.#canvas, this.#caption);
    this.#endTheme = onTheme(() => this.#draw());
    this.#draw();
  }

  /** Shows a game's corner; cells in `marked` get a ring. */
  async game(game: string, caption: string, marked: readonly JsonCell[] = []): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.#marked = marked;
    show(this.#caption, caption);
    try {
      this.#window = await api.window(game, 0n, 0n, this.#side, this.#side, abort.signal);
      const count = this.#window.rows.reduce(
        (sum, row) => sum + (typeof row === "string" ? row.split("#").length - 1 : 0),
        0,
      );
      this.#canvas.setAttribute(
        "aria-label",
        `${caption}: ${count} P-positions among ${this.#side} × ${this.#side}`,
      );
      this.#draw();
    } catch (error) {
      if (!abort.signal.aborted)
        show(this.#caption, h("span", { class: "note warn" }, sentenceOf(error)));
    }
  }

  close(): void {
    this.#abort?.abort();
    this.#endTheme();
  }

  #draw(): void {
    const cell = Math.max(4, Math.floor(640 / this.#side));
    this.#canvas.width = this.#canvas.height = cell * this.#side;
    const pen = this.#canvas.getContext("2d");
    if (pen === null) return;
    const [paper, alt, ink, removed, mark] = [
      colour("cell"),
      colour("cell-alt"),
      colour("queen"),
      colour("line-strong"),
      colour("bad"),
    ];
    for (let y = 0; y < this.#side; y++) {
      const row = this.#window?.rows[y];
      for (let x = 0; x < this.#side; x++) {
        const value = typeof row === "string" ? row[x] : ".";
        pen.fillStyle = (x + y) % 2 === 0 ? paper : alt;
        pen.fillRect(x * cell, y * cell, cell, cell);
        if (value === " ") {
          pen.fillStyle = removed;
          pen.fillRect(x * cell, y * cell, cell, cell);
        } else if (value === "#") {
          pen.fillStyle = ink;
          pen.beginPath();
          pen.arc((x + 0.5) * cell, (y + 0.5) * cell, cell * 0.36, 0, 2 * Math.PI);
          pen.fill();
        }
      }
    }
    pen.strokeStyle = mark;
    pen.lineWidth = Math.max(2, cell / 8);
    for (const [x, y] of this.#marked)
      pen.strokeRect(Number(x) * cell + 1, Number(y) * cell + 1, cell - 2, cell - 2);
  }
}
