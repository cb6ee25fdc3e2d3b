/** A cross-section: the numbers along the row, the column or the diagonal of a cell, as a plot. */
import { api, sentenceOf, type Section } from "../common/api.ts";
import { h, show, svg } from "../common/dom.ts";
import { cellOfJson, showCell, showWhole, type Cell } from "../common/coordinates.ts";
import { segments } from "../common/segments.ts";
import { roundStep } from "../common/ticks.ts";

export type Way = "row" | "column" | "diagonal";

export const WAYS: readonly Way[] = ["row", "column", "diagonal"];

/** A section has as many cells as are in view, or so many times more; but at least and at most: */
const WIDER = 8n;
const LEAST = 100n;
const MOST = 4096n;

/** Pixels; on a phone all of it is in sight beside the board. */
const heightOf = (): number => Math.round(Math.min(190, innerHeight / 5));
const ROOM = { left: 34, right: 8, top: 10, bottom: 26 };

/** Which board, which cell of it, and what is known there. */
export interface Through {
  readonly board: string;
  readonly cell: Cell;
  /** The first cell in view, and the one after the last; null: nothing is. */
  readonly seen: readonly [Cell, Cell] | null;
  readonly values: "palace" | "grundy" | "outcome";
  /** Cells below this are there; null: all. */
  readonly reach: bigint | null;
  /** Where the palace number decides. */
  readonly k: number | null;
}

const NAMES = { palace: "Palace numbers", grundy: "Nim-values", outcome: "P (1) and N (0)" };

export class CrossSection {
  readonly element = h("section", { class: "card stack", id: "section", hidden: true });
  readonly #ways;
  readonly #widen = h(
    "button",
    {
      type: "button",
      "aria-pressed": "false",
      title: `${WIDER} times as many cells as are in view`,
      onclick: () => this.#setWider(!this.#wider),
    },
    "Wider",
  );
  #wider = false;
  readonly #plot = h("div", { class: "plot" });
  readonly #reading = h("p", { class: "small muted", role: "status" });
  readonly #go: (cell: Cell) => void;
  #through: Through | null = null;
  #way: Way | null = null;
  /** What is drawn, or asked for. */
  #shown = "";
  #turn = 0;

  /** `choose` is told the way, null to put it away; `go` the cell that was clicked. */
  constructor(choose: (way: Way | null) => void, go: (cell: Cell) => void) {
    this.#go = go;
    this.#ways = segments<Way>(
      "Where it lies",
      [
        ["row", "Row"],
        ["column", "Column"],
        ["diagonal", "Diagonal"],
      ],
      "row",
      choose,
    );
    this.element.append(
      h(
        "div",
        { class: "row split" },
        h("h2", { class: "cell-name" }, "Cross-section"),
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            "aria-label": "Close the cross-section",
            onclick: () => choose(null),
          },
          "✕",
        ),
      ),
      h("div", { class: "row" }, this.#ways.element, this.#widen),
      this.#plot,
      this.#reading,
    );
  }

  /** Shows the section through a cell; null: none. */
  async show(through: Through | null, way: Way | null): Promise<void> {
    this.element.hidden = through === null || way === null;
    if (through === null || way === null) {
      this.#shown = "";
      return;
    }
    const [from, length] = partOf(through, way, this.#wider);
    const key = [through.board, through.values, way, through.cell, from, length].join();
    if (key === this.#shown) return;
    this.#shown = key;
    this.#through = through;
    this.#way = way;
    this.#ways.set(way);
    const turn = ++this.#turn;
    try {
      const found = await api.section(through.board, from, way, length, through.values);
      if (turn === this.#turn) this.#draw(found, through);
    } catch (error) {
      if (turn !== this.#turn) return;
      show(this.#plot, h("p", { class: "note warn small" }, sentenceOf(error)));
      this.#reading.textContent = "";
    }
  }

  #setWider(wider: boolean): void {
    this.#wider = wider;
    this.#widen.setAttribute("aria-pressed", String(wider));
    void this.show(this.#through, this.#way);
  }

  #draw(section: Section, { cell, values, k }: Through): void {
    const height = heightOf();
    const width = Math.max(240, this.#plot.clientWidth || 320);
    const { cells } = section;
    const numbers = cells.filter((value): value is number => value !== null);
    const [least, most] = [Math.min(...numbers, k ?? 0), Math.max(...numbers, 1)];
    const across = (width - ROOM.left - ROOM.right) / Math.max(1, cells.length);
    const [top, bottom] = [ROOM.top, height - ROOM.bottom];
    const up = (value: number): number =>
      bottom - ((value - least) / Math.max(1, most - least)) * (bottom - top);
    const left = (index: number): number => ROOM.left + index * across;
    const at = cellOfJson(section.at);
    const cellAt = (index: number): Cell => [
      at[0] + (section.way === "column" ? 0n : BigInt(index)),
      at[1] + (section.way === "row" ? 0n : BigInt(index)),
    ];
    const axis = section.way === "column" ? 1 : 0;
    const path = cells
      .map((value, index) =>
        value === null ? "" : `M${left(index).toFixed(1)} ${up(value).toFixed(1)}h${across}`,
      )
      .join("");
    const is = (value: number | null): boolean =>
      values === "palace" ? k !== null && value !== null && value < k : value === 1;
    const stems = cells
      .map((value, index) =>
        values !== "grundy" && is(value)
          ? `M${left(index + 0.5).toFixed(1)} ${bottom}V${up(value ?? 0).toFixed(1)}`
          : "",
      )
      .join("");
    const step = roundStep((most - least) / 4);
    const ticks: number[] = [];
    for (let tick = Math.ceil(least / step) * step; tick <= most; tick += step) ticks.push(tick);
    const here = Number(cell[axis] - at[axis]);
    const text = (x: number, y: number, anchor: string, words: string): SVGElement =>
      svg("text", { x, y, "text-anchor": anchor }, words);
    const label = `${NAMES[values]} along the ${section.way} of ${showCell(cell, 15)}`;
    const chart = svg(
      "svg",
      { class: "chart", width, height, role: "img", "aria-label": label },
      ...ticks.flatMap((tick) => [
        svg("line", {
          x1: ROOM.left,
          x2: width - ROOM.right,
          y1: up(tick),
          y2: up(tick),
          class: "grid",
        }),
        text(ROOM.left - 6, up(tick) + 4, "end", String(tick)),
      ]),
      text(ROOM.left, height - 8, "start", showWhole(cellAt(0)[axis], 12)),
      text(width - ROOM.right, height - 8, "end", showWhole(cellAt(cells.length - 1)[axis], 12)),
      svg("path", { d: stems, class: "stems", "stroke-width": Math.max(0.6, across) }),
      svg("path", { d: path, class: "levels" }),
      k !== null &&
        values === "palace" &&
        svg("line", {
          x1: ROOM.left,
          x2: width - ROOM.right,
          y1: up(k),
          y2: up(k),
          class: "golden",
        }),
      svg("line", {
        x1: left(here + 0.5),
        x2: left(here + 0.5),
        y1: top,
        y2: bottom,
        class: "here",
      }),
    );
    const index = (event: PointerEvent): number => {
      const x = event.clientX - chart.getBoundingClientRect().left - ROOM.left;
      return Math.max(0, Math.min(cells.length - 1, Math.floor(x / across)));
    };
    const usual = `${NAMES[values]}: ${least} to ${most}. Point to read, click to go.`;
    this.#reading.textContent = usual;
    chart.addEventListener("pointermove", (event) => {
      const place = index(event);
      this.#reading.textContent = `${showCell(cellAt(place), 15)}: ${cells[place] ?? "no cell"}`;
    });
    chart.addEventListener("pointerleave", () => (this.#reading.textContent = usual));
    chart.addEventListener("click", (event) => this.#go(cellAt(index(event as PointerEvent))));
    show(this.#plot, chart);
    this.element.dataset["cells"] = String(cells.length);
  }
}

/**
 * The first cell and the length: what is in view of the line, or as much around the cell if
 * that is not in view; as far as the board goes.
 */
export function partOf(
  { cell, seen, reach }: Pick<Through, "cell" | "seen" | "reach">,
  way: Way,
  wider: boolean,
): [Cell, number] {
  const axes =
    way === "row" ? ([0] as const) : way === "column" ? ([1] as const) : ([0, 1] as const);
  // In steps from the cell, on all axes.
  const [starts, ends] = [0, 1].map((end) =>
    axes.map((axis) => (seen?.[end]?.[axis] ?? cell[axis]) - cell[axis]),
  ) as [bigint[], bigint[]];
  const [first, last] = [greatest(starts), least(ends)];
  const span = last - first;
  const length = least([MOST, greatest([LEAST, span]) * (wider ? WIDER : 1n)]);
  // The cell itself is always part of it.
  const start = first - (length - span) / 2n;
  const before = start <= 0n && start + length > 0n ? start : -length / 2n;
  const back = greatest([before, -least(axes.map((axis) => cell[axis]))]);
  const room = reach === null ? length : reach - greatest(axes.map((axis) => cell[axis])) - back;
  const from: Cell = [
    cell[0] + (way === "column" ? 0n : back),
    cell[1] + (way === "row" ? 0n : back),
  ];
  return [from, Number(greatest([1n, least([length, room])]))];
}

function least(values: readonly bigint[]): bigint {
  return values.reduce((a, b) => (a < b ? a : b));
}

function greatest(values: readonly bigint[]): bigint {
  return values.reduce((a, b) => (a > b ? a : b));
}
