/**
 * The queen on her board: (0, 0) at the top left, pawns on the blocked cells. Arrow keys walk over
 * the cells.
 */
import { focusAround, h, show, svg } from "../common/dom.ts";
import type { JsonCell } from "../common/coordinates.ts";
import {
  describe,
  hinted,
  key,
  mayClick,
  optionsByCell,
  queenKey,
  valueOf,
  type Table,
  type View,
} from "./table.ts";

const LEAST_SIDE = 4;

export class QueenBoard implements View {
  readonly element = h("div", { class: "board-frame" });
  readonly #label: string;
  #focus: string | null = null;

  constructor(label = "The board") {
    this.#label = label;
  }

  show(table: Table): void {
    const columns = Math.max(LEAST_SIDE, Number(table.start[0]) + 1);
    const rows = Math.max(LEAST_SIDE, Number(table.start[1]) + 1);
    const had = this.element.contains(focusAround(this.element));
    const queen = queenKey(table.state);
    if (this.#focus === null || !had) this.#focus = queen;
    const options = optionsByCell(table.state);
    const hints = hinted(table);
    const grid = h("div", {
      class: "board",
      role: "grid",
      "aria-label": this.#label,
      onkeydown: (event: KeyboardEvent) => this.#key(event),
    });
    grid.style.setProperty("--columns", String(columns));
    grid.style.setProperty("--rows", String(rows));
    grid.append(axis(columns));
    for (let y = 0; y < rows; y++) {
      const cells = Array.from({ length: columns }, (_, x) =>
        this.#cell(table, x, y, queen, options, hints),
      );
      grid.append(
        h(
          "div",
          { class: "board-row", role: "row" },
          h("span", { class: "axis", role: "rowheader" }, y),
          ...cells,
        ),
      );
    }
    show(this.element, grid);
    if (table.arrows.length > 0) grid.append(arrows(table, columns, rows));
    if (had) this.#at(this.#focus)?.focus();
    this.#showQueen(grid, queen);
  }

  /** A board that is wider than the screen is scrolled to the queen. */
  #showQueen(grid: HTMLElement, queen: string): void {
    const cell = this.#at(queen);
    if (cell === null || grid.scrollWidth <= this.element.clientWidth) return;
    this.element.scrollLeft = cell.offsetLeft + (cell.offsetWidth - this.element.clientWidth) / 2;
  }

  #cell(
    table: Table,
    x: number,
    y: number,
    queen: string,
    options: ReturnType<typeof optionsByCell>,
    hints: Set<string>,
  ): HTMLElement {
    const name = key([x, y]);
    const option = options.get(name);
    const isQueen = name === queen;
    const is = (cell: JsonCell): boolean => key(cell) === name;
    const blocked = table.state.blocked.some(is);
    const proposed = table.state.proposed.some(is);
    const wasBlocked = !blocked && !isQueen && (table.last?.blocked.some(is) ?? false);
    const may = option !== undefined && mayClick(table, option);
    const value = option === undefined ? undefined : valueOf(table, option.to);
    const classes = [
      "cell",
      (x + y) % 2 === 1 && "alt",
      isQueen && "queen",
      option !== undefined && "option",
      may && "may",
      blocked && "blocked",
      (table.picked.has(name) || proposed) && "picked",
      hints.has(name) && "hinted",
      table.last !== null && [table.last.from, table.last.to].some(is) && "last",
      wasBlocked && "was-blocked",
      value?.outcome === "P" && "value-p",
      value?.outcome === "N" && "value-n",
      option?.kind === "imitation" && "imitation",
      option?.kind === "forbidden" && "forbidden",
    ];
    const label = isQueen
      ? `(${x}, ${y}), the queen`
      : option === undefined
        ? `(${x}, ${y})${wasBlocked ? ", was blocked" : ""}`
        : describe(table, option);
    return h(
      "button",
      {
        type: "button",
        role: "gridcell",
        class: classes.filter(Boolean).join(" "),
        "data-cell": name,
        "aria-label": label,
        "aria-disabled": String(!may),
        tabindex: name === this.#focus ? 0 : -1,
        onclick: () => option !== undefined && may && table.click(option.to),
        onfocus: () => this.#visit(name),
      },
      isQueen
        ? queenPiece()
        : blocked || table.picked.has(name)
          ? table.state.phase === "propose" || proposed
            ? flag()
            : pawn()
          : value !== undefined
            ? h("span", { class: "value" }, value.outcome)
            : wasBlocked
              ? pawn()
              : null,
    );
  }

  #visit(name: string): void {
    const before = this.#focus === null ? null : this.#at(this.#focus);
    before?.setAttribute("tabindex", "-1");
    this.#focus = name;
    this.#at(name)?.setAttribute("tabindex", "0");
  }

  #at(name: string): HTMLElement | null {
    return this.element.querySelector<HTMLElement>(`[data-cell="${name}"]`);
  }

  #key(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const step = steps[event.key];
    if (step === undefined || this.#focus === null) return;
    const [x = 0, y = 0] = this.#focus.split(",").map(Number);
    this.#at(key([x + step[0], y + step[1]]))?.focus();
    event.preventDefault();
  }
}

function axis(columns: number): HTMLElement {
  return h(
    "div",
    { class: "board-row", role: "row" },
    h("span", { class: "axis", role: "gridcell" }),
    ...Array.from({ length: columns }, (_, x) =>
      h("span", { class: "axis", role: "columnheader" }, x),
    ),
  );
}

/** How far from the middle of a cell an arrow ends: what is written there stays to be seen. */
const SHORT = 0.3;

/** From the queen to where the winning moves lead; along one line, each from the one before. */
function arrows(table: Table, columns: number, rows: number): SVGElement {
  const [x, y] = table.state.position.map((heap) => Number(heap) + 0.5) as [number, number];
  const targets = table.arrows.map(([toX, toY]) => {
    const [dx, dy] = [Number(toX) + 0.5 - x, Number(toY) + 0.5 - y];
    const length = Math.hypot(dx, dy);
    return { length, ux: dx / length, uy: dy / length };
  });
  const lines = targets.map(({ length, ux, uy }) => {
    const before = targets
      .filter((one) => one.length < length && Math.abs(one.ux * uy - one.uy * ux) < 1e-9)
      .filter((one) => one.ux * ux + one.uy * uy > 0)
      .reduce((most, one) => Math.max(most, one.length), 0);
    const at = (along: number, aside = 0): string =>
      `${x + along * ux - aside * uy} ${y + along * uy + aside * ux}`;
    const end = length - SHORT;
    const neck = end - 0.24;
    return svg("path", {
      d:
        `M${at(before + 0.42)}L${at(Math.max(before + 0.42, neck))}` +
        `M${at(neck, 0.15)}L${at(end)}L${at(neck, -0.15)}z`,
    });
  });
  return svg(
    "svg",
    { class: "arrows", viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true" },
    ...lines,
  );
}

function piece(path: string): SVGElement {
  return svg(
    "svg",
    { viewBox: "0 0 32 32", class: "piece", "aria-hidden": "true" },
    svg("path", { d: path }),
  );
}

function queenPiece(): SVGElement {
  return piece(
    "M5 9.5a2 2 0 1 1 2.6 1.9l3 7.1 2.6-9.4a2 2 0 1 1 5.6 0l2.6 9.4 3-7.1" +
      "A2 2 0 1 1 27 11.4L24.4 23H7.6L5 11.4a2 2 0 0 1 0-1.9z" +
      "M7.6 25h16.8v2.6H7.6z",
  );
}

function pawn(): SVGElement {
  return piece(
    "M16 4.5a5 5 0 0 1 3.2 8.8h1.6v2.4h-2.1c.3 3.4 1.7 5.6 4.6 7.6v4.2" +
      "H8.7v-4.2c2.9-2 4.3-4.2 4.6-7.6h-2.1v-2.4h1.6A5 5 0 0 1 16 4.5z",
  );
}

function flag(): SVGElement {
  return piece("M9 4h2v1h13l-4 5 4 5H11v13H9z");
}
