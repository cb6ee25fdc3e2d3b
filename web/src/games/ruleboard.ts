/**
 * A small board that shows what rules do: the P-positions, and where a piece on one of the cells
 * may go. A click or an arrow key puts the piece elsewhere.
 */
import { api, sentenceOf, type OutcomeWindow, type State } from "../common/api.ts";
import { h, show } from "../common/dom.ts";
import { announce } from "../common/page.ts";
import { colour, onTheme } from "../common/theme.ts";

const SIDE = 16;
/** Pixels of a cell, before the board is scaled to its place. */
const CELL = 40;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export class RuleBoard {
  readonly element: HTMLElement;
  readonly #canvas = h("canvas", {
    id: "rule-board",
    width: SIDE * CELL,
    height: SIDE * CELL,
    tabindex: 0,
    role: "application",
    onclick: (event: MouseEvent) => this.#click(event),
    onkeydown: (event: KeyboardEvent) => this.#key(event),
  });
  readonly #caption = h("figcaption", { class: "small" });
  readonly #endTheme: () => void;
  #game = "";
  #at: readonly [number, number] = [10, 8];
  #window: OutcomeWindow | null = null;
  #state: State | null = null;
  #abort: AbortController | null = null;

  constructor() {
    this.element = h("figure", { class: "miniboard" }, this.#canvas, this.#caption);
    this.#endTheme = onTheme(() => this.#draw());
    this.#draw();
  }

  close(): void {
    this.#abort?.abort();
    this.#endTheme();
  }

  async game(game: string): Promise<void> {
    this.#game = game;
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    try {
      this.#window = await api.window(game, 0n, 0n, SIDE, SIDE, abort.signal);
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#window = null;
      show(this.#caption, h("span", { class: "note warn" }, sentenceOf(error)));
    }
    await this.#look();
  }

  /** Asks where the piece can go from its cell. */
  async #look(): Promise<void> {
    const [game, at] = [this.#game, this.#at];
    const isNow = (): boolean => game === this.#game && at === this.#at;
    try {
      const state = await api.play({ game, start: [at[0], at[1]] });
      if (!isNow()) return;
      this.#state = state;
      show(this.#caption, this.#words());
    } catch (error) {
      if (!isNow()) return;
      this.#state = null;
      show(this.#caption, sentenceOf(error));
    }
    this.#canvas.setAttribute(
      "aria-label",
      `P-positions and moves, ${SIDE} × ${SIDE}. Arrow keys move the piece. ` +
        this.#caption.textContent,
    );
    this.#canvas.dataset["game"] = game;
    this.#draw();
  }

  #words(): string {
    const options = this.#state?.options ?? [];
    const some = options.filter((option) => option.blockable).length;
    const moves = `${options.length} ${options.length === 1 ? "move" : "moves"}`;
    const which = some === 0 ? "" : `, ${some} of which may be blocked (red)`;
    const outcome = this.#isP(...this.#at) ? "a P-position" : "an N-position";
    const from = `From (${this.#at.join(", ")}), ${outcome}`;
    return `${from}: ${moves}${which}. Dots are P-positions; click a cell to try it.`;
  }

  #isP(x: number, y: number): boolean {
    return this.#cell(x, y) === "#";
  }

  /** What the window says of a cell: `#` for P, a blank for none. */
  #cell(x: number, y: number): string {
    const row = this.#window?.rows[y];
    return typeof row === "string" ? (row[x] ?? ".") : ".";
  }

  #put(x: number, y: number): void {
    if (x < 0 || y < 0 || x >= SIDE || y >= SIDE || this.#cell(x, y) === " ") return;
    this.#at = [x, y];
    this.#state = null;
    this.#draw();
    void this.#look().then(() => announce(this.#caption.textContent ?? ""));
  }

  #click(event: MouseEvent): void {
    const { left, top, width } = this.#canvas.getBoundingClientRect();
    const cell = width / SIDE;
    this.#put(Math.floor((event.clientX - left) / cell), Math.floor((event.clientY - top) / cell));
  }

  #key(event: KeyboardEvent): void {
    const step = ARROWS[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#put(this.#at[0] + step[0], this.#at[1] + step[1]);
  }

  #draw(): void {
    const pen = this.#canvas.getContext("2d");
    if (pen === null) return;
    const [paper, alt, ink, removed, accent, soft, bad, badSoft] = [
      "cell",
      "cell-alt",
      "queen",
      "line-strong",
      "accent",
      "accent-soft",
      "bad",
      "bad-soft",
    ].map(colour) as [string, string, string, string, string, string, string, string];
    const disc = (x: number, y: number, size: number): void => {
      pen.beginPath();
      pen.arc((x + 0.5) * CELL, (y + 0.5) * CELL, size * CELL, 0, 2 * Math.PI);
    };
    for (let y = 0; y < SIDE; y++)
      for (let x = 0; x < SIDE; x++) {
        pen.fillStyle = this.#cell(x, y) === " " ? removed : (x + y) % 2 === 0 ? paper : alt;
        pen.fillRect(x * CELL, y * CELL, CELL, CELL);
      }
    for (const { to, blockable } of this.#state?.options ?? []) {
      const [x, y] = [Number(to[0]), Number(to[1])];
      pen.fillStyle = blockable ? badSoft : soft;
      pen.strokeStyle = blockable ? bad : accent;
      pen.lineWidth = 3;
      pen.fillRect(x * CELL, y * CELL, CELL, CELL);
      pen.strokeRect(x * CELL + 2, y * CELL + 2, CELL - 4, CELL - 4);
    }
    pen.fillStyle = ink;
    for (let y = 0; y < SIDE; y++)
      for (let x = 0; x < SIDE; x++) {
        if (!this.#isP(x, y)) continue;
        disc(x, y, 0.24);
        pen.fill();
      }
    const [x, y] = this.#at;
    disc(x, y, 0.44);
    pen.fillStyle = accent;
    pen.fill();
    pen.fillStyle = colour("on-accent");
    pen.font = `${0.62 * CELL}px serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText("♛", (x + 0.5) * CELL, (y + 0.54) * CELL);
  }
}
