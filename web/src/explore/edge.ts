/** A straight-edge between two cells: their distance, the slope, and exact numbers near it. */
import type { AtlasRecord } from "../common/api.ts";
import { h, show } from "../common/dom.ts";
import { showCell, showWhole, type Cell } from "../common/coordinates.ts";
import { decimals, showSurd, simplest, slopeBetween, surdsBetween } from "./forms.ts";
import type { Fraction } from "./forms.ts";
import { nameOf } from "./threads.ts";

/** One end, or both. */
export type Edge = readonly [from: Cell, to: Cell | null];

/** As many numbers with a root are told. */
const FORMS = 4;

const PLACES = 9;

export class StraightEdge {
  readonly element = h("section", { class: "card stack", id: "edge", "aria-live": "polite" });
  readonly #end: () => void;

  constructor(end: () => void) {
    this.#end = end;
    this.element.hidden = true;
  }

  /** The edge as it lies; null: it is put away. The threads are those of the board, if known. */
  show(edge: Edge | "waiting" | null, threads: AtlasRecord | null): void {
    this.element.hidden = edge === null;
    if (edge === null) return;
    const body =
      edge === "waiting"
        ? [h("p", {}, "Click the first cell, or lead to it by arrow keys and press Enter.")]
        : edge[1] === null
          ? [h("p", {}, `From ${showCell(edge[0], 15)}. Click the second cell.`)]
          : measured(edge[0], edge[1], threads);
    show(
      this.element,
      h(
        "div",
        { class: "row split" },
        h("h2", { class: "cell-name" }, "Straight-edge"),
        h(
          "button",
          { type: "button", class: "quiet", "aria-label": "Put it away", onclick: this.#end },
          "✕",
        ),
      ),
      ...body,
    );
  }
}

function measured(from: Cell, to: Cell, threads: AtlasRecord | null): HTMLElement[] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const rows: [string, string][] = [
    ["From", showCell(from, 15)],
    ["To", showCell(to, 15)],
    ["Columns, rows", `${signed(dx)}, ${signed(dy)}`],
  ];
  const between = slopeBetween(dx, dy);
  if (between === null) return [facts([...rows, ["Slope", whyNone(dx, dy)]])];
  const [low, high] = between;
  if (dy === 0n) {
    const doubt = decimals(high, PLACES);
    return [facts([...rows, ["Slope", "0"], ["between", `−${doubt} and ${doubt}`]])];
  }
  const falls = dx < 0n !== dy < 0n;
  const minus = falls ? "−" : "";
  rows.push(["Slope", `${minus}${decimals({ top: abs(dy), bottom: abs(dx) }, PLACES)}`]);
  rows.push(["between", `${minus}${decimals(low, PLACES)} and ${minus}${decimals(high, PLACES)}`]);
  return [
    facts(rows),
    h("p", { class: "small muted" }, "A cell of doubt at each end. Numbers in between:"),
    h("ul", { class: "small", id: "forms" }, ...forms(low, high, minus, threads)),
  ];
}

/** Why there is no slope to tell. */
function whyNone(dx: bigint, dy: bigint): string {
  if (abs(dy) < 2n) return "of two cells that are apart";
  return dx === 0n ? "none: the line is upright" : "too steep to be told";
}

function forms(
  low: Fraction,
  high: Fraction,
  minus: string,
  threads: AtlasRecord | null,
): HTMLElement[] {
  const { top, bottom } = simplest(low, high);
  const simple = `${minus}${top}${bottom === 1n ? "" : `/${bottom}`}, the simplest fraction`;
  const surds = surdsBetween(low, high, FORMS).map(
    (surd) => `${minus === "" ? showSurd(surd) : `−(${showSurd(surd)})`}`,
  );
  const [from, to] = [low, high].map((end) => Number(end.top) / Number(end.bottom)) as [
    number,
    number,
  ];
  const near = (threads?.threads ?? [])
    .filter(({ slope }) => slope >= from && slope <= to)
    .map((thread) => `a thread of this game: ${nameOf(thread)}`);
  return [...near, simple, ...surds].map((text) => h("li", {}, text));
}

function facts(rows: readonly [string, string][]): HTMLElement {
  return h(
    "dl",
    { class: "facts" },
    ...rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
  );
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function signed(value: bigint): string {
  return `${value < 0n ? "−" : ""}${showWhole(abs(value))}`;
}
