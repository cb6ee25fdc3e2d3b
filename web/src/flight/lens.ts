/** The cells around the middle, one by one: what the flight is over, however far out. */
import { api } from "../common/api.ts";
import type { Cell } from "../common/coordinates.ts";
import { h } from "../common/dom.ts";
import { colour } from "../common/theme.ts";

/** Cells across, and pixels of a cell. */
const CELLS = 40n;
const PIXELS = 4;

/** While we fly they are asked for so often. */
const EVERY = 300;

export class Lens {
  readonly #canvas = h("canvas", {
    width: Number(CELLS) * PIXELS,
    height: Number(CELLS) * PIXELS,
    "aria-hidden": "true",
  });
  readonly #text = h("figcaption", {});
  readonly element = h("figure", { class: "flight-lens" }, this.#canvas, this.#text);
  #game = "";
  #shown = "";
  #wanted: Cell | null = null;
  #asking = false;
  #last = 0;

  /** The cells around this one, when there is time. */
  show(game: string, cell: Cell): void {
    this.#game = game;
    this.#wanted = cell;
    if (!this.#asking && performance.now() - this.#last > EVERY) void this.#ask();
  }

  /** The cells around the last one, even if it has just been asked for others. */
  settle(): void {
    if (!this.#asking) void this.#ask();
  }

  recolour(): void {
    this.#shown = "";
    this.settle();
  }

  async #ask(): Promise<void> {
    const cell = this.#wanted;
    if (cell === null) return;
    const [x, y] = cell.map((heap) => (heap > CELLS / 2n ? heap - CELLS / 2n : 0n));
    const key = `${this.#game} ${x} ${y}`;
    if (key === this.#shown || x === undefined || y === undefined) return;
    this.#asking = true;
    try {
      const side = Number(CELLS);
      const { rows } = await api.window(this.#game, x, y, side, side);
      this.#shown = key;
      this.#draw(rows.map(String));
    } catch {
      // The flight goes on; the next place is asked for.
    }
    this.#asking = false;
    this.#last = performance.now();
    const next = this.#wanted;
    if (next !== null && next !== cell) setTimeout(() => this.show(this.#game, next), EVERY + 20);
  }

  #draw(rows: readonly string[]): void {
    const context = this.#canvas.getContext("2d");
    if (context === null) return;
    context.fillStyle = colour("cell");
    context.fillRect(0, 0, this.#canvas.width, this.#canvas.height);
    context.fillStyle = colour("ink");
    let palaces = 0;
    rows.forEach((row, y) =>
      [...row].forEach((outcome, x) => {
        if (outcome !== "#") return;
        palaces++;
        context.fillRect(x * PIXELS, y * PIXELS, PIXELS - 0.5, PIXELS - 0.5);
      }),
    );
    this.element.dataset["palaces"] = String(palaces);
    const words = `${palaces} ${palaces === 1 ? "palace" : "palaces"}`;
    this.#text.textContent = `Cell by cell, ${CELLS} across: ${words}`;
  }
}
