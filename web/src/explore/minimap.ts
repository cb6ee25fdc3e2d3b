/** The whole board, small, with the part that is in view; a click goes there. */
import { address, type Board } from "../common/api.ts";
import { showPicture } from "../common/backend.ts";
import { h } from "../common/dom.ts";
import { TILE } from "./frame.ts";
import { firstCells, reachOf } from "./source.ts";
import type { Palette } from "./view.ts";

/** Pixels each way. */
const SIZE = 132;

export class Minimap {
  readonly element = h("canvas", {
    class: "minimap",
    width: SIZE,
    height: SIZE,
    hidden: true,
    "aria-hidden": "true",
  });
  readonly #picture = new Image();
  #path = "";
  /** Cells each way, and how many of them the picture has. */
  #cells = 1;
  #pictured = 1;
  #view: readonly [number, number, number, number] = [0, 0, 0, 0];

  /** `go` is told the place that was clicked, in cells from the corner. */
  constructor(go: (x: number, y: number) => void) {
    this.#picture.addEventListener("load", () => this.#draw());
    this.element.addEventListener("click", (event) => {
      const box = this.element.getBoundingClientRect();
      const cell = (at: number, from: number, length: number): number =>
        ((at - from) / length) * this.#cells;
      go(cell(event.clientX, box.left, box.width), cell(event.clientY, box.top, box.height));
    });
  }

  /** The board that is shown; null where there is no corner to look at. */
  board(board: Board | null, palette: Palette, theme: "light" | "dark"): void {
    if (board === null) {
      this.element.hidden = true;
      return;
    }
    // Nothing of it is there yet.
    if (reachOf(board) === 0) return;
    this.#cells = firstCells(board);
    const level = Math.max(0, Math.ceil(Math.log2(this.#cells / TILE)));
    this.#pictured = TILE * 2 ** level;
    const ground = palette === "cln15" ? "dark" : theme;
    const tile = address.tile(board.game, level, 0, 0, palette, ground);
    const path = `${tile}&ready=${reachOf(board)}`;
    if (path !== this.#path) showPicture(this.#picture, path);
    this.#path = path;
  }

  /** What is in view, in cells: left, top, right, bottom. It is no news while all is. */
  view(bounds: readonly [number, number, number, number], atCorner: boolean): void {
    this.#view = bounds;
    const [left, top, right, bottom] = bounds;
    const all = Math.max(right - left, bottom - top) > 0.8 * this.#cells;
    const outside = left > this.#cells || top > this.#cells;
    this.element.hidden = !atCorner || all || outside;
    this.#draw();
  }

  #draw(): void {
    const pen = this.element.getContext("2d");
    if (pen === null || this.element.hidden) return;
    pen.clearRect(0, 0, SIZE, SIZE);
    if (this.#picture.complete && this.#picture.naturalWidth > 0) {
      const part = (TILE * this.#cells) / this.#pictured;
      pen.drawImage(this.#picture, 0, 0, part, part, 0, 0, SIZE, SIZE);
    }
    const scale = SIZE / this.#cells;
    const [left, top, right, bottom] = this.#view.map((cell) => cell * scale) as [
      number,
      number,
      number,
      number,
    ];
    // A view of a few cells is still to be seen.
    const grow = Math.max(0, (6 - (right - left)) / 2);
    const box = [
      left - grow,
      top - grow,
      right - left + 2 * grow,
      bottom - top + 2 * grow,
    ] as const;
    pen.lineWidth = 4;
    pen.strokeStyle = "rgb(8 9 14 / 80%)";
    pen.strokeRect(...box);
    pen.lineWidth = 2;
    pen.strokeStyle = "#ff5d8f";
    pen.strokeRect(...box);
  }
}
