/** What the Explore page shows, to the last detail, as values of a link. */
import { readCell, readFixed, showFixed, type Cell } from "../common/coordinates.ts";
import type { Edge } from "./edge.ts";
import type { Point } from "./frame.ts";
import { WAYS, type Way } from "./section.ts";

export type Palette = "outcome" | "cln15" | "deviation" | "safe" | "nim";
export type Overlay = "regions" | "threads";
export type Mode = "one" | "side" | "difference";

export const PALETTES: readonly Palette[] = ["cln15", "outcome", "deviation", "safe", "nim"];

export interface Offset {
  readonly dx: number;
  readonly dy: number;
  /** Steps along the larger coordinate. */
  readonly along: number;
}

export interface View {
  readonly game: string;
  /** The middle of the picture; null: the whole board. */
  readonly at: Point | null;
  /** Pixels per cell. */
  readonly zoom: number | null;
  readonly palette: Palette | null;
  readonly pick: Cell | null;
  readonly overlays: ReadonlySet<Overlay>;
  /** Without rulers, scale bar and numbers. */
  readonly plain: boolean;
  readonly edge: Edge | null;
  /** The section through the cell that is picked. */
  readonly section: Way | null;
  readonly mode: Mode;
  readonly other: string;
  readonly offset: Offset;
  readonly compared: "outcome" | "deviation";
}

export const NO_OFFSET: Offset = { dx: 0, dy: 0, along: 0 };

/** The offsets that the server takes. */
export const MOST_OFFSET = 1_000_000;

export function readView(values: ReadonlyMap<string, string>, defaultGame: string): View {
  const game = values.get("game") ?? defaultGame;
  const mode = values.get("mode");
  return {
    game,
    at: readPoint(values.get("at") ?? ""),
    zoom: readZoom(values.get("zoom") ?? ""),
    palette: PALETTES.find((name) => name === values.get("palette")) ?? null,
    pick: readCell(values.get("pick") ?? ""),
    overlays: new Set(
      (values.get("show") ?? "")
        .split(",")
        .filter((name): name is Overlay => name === "regions" || name === "threads"),
    ),
    plain: values.get("plain") === "yes",
    edge: readEdge(values.get("edge") ?? ""),
    section: WAYS.find((way) => way === values.get("section")) ?? null,
    mode: mode === "side" || mode === "difference" ? mode : "one",
    other: values.get("with") ?? game,
    offset: {
      dx: readStep(values.get("dx")),
      dy: readStep(values.get("dy")),
      along: readStep(values.get("along")),
    },
    compared: values.get("compare") === "deviation" ? "deviation" : "outcome",
  };
}

export function valuesOfView(view: View): Record<string, string | number | undefined> {
  const compares = view.mode !== "one";
  return {
    game: view.game,
    at: view.at === null ? undefined : `${showFixed(view.at[0])},${showFixed(view.at[1])}`,
    zoom: view.zoom === null ? undefined : showZoom(view.zoom),
    palette: view.palette ?? undefined,
    pick: view.pick === null ? undefined : `${view.pick[0]},${view.pick[1]}`,
    show: [...view.overlays].sort().join(","),
    plain: view.plain ? "yes" : undefined,
    edge: view.edge === null || view.edge[1] === null ? undefined : view.edge.join(";"),
    section: view.pick === null ? undefined : (view.section ?? undefined),
    mode: compares ? view.mode : undefined,
    with: compares ? view.other : undefined,
    dx: compares && view.offset.dx !== 0 ? view.offset.dx : undefined,
    dy: compares && view.offset.dy !== 0 ? view.offset.dy : undefined,
    along: compares && view.offset.along !== 0 ? view.offset.along : undefined,
    compare: compares && view.compared !== "outcome" ? view.compared : undefined,
  };
}

/** `17,4;50,90`. */
function readEdge(text: string): Edge | null {
  const [from, to] = text.split(";").map(readCell);
  return from === null || from === undefined || to === null || to === undefined ? null : [from, to];
}

function readPoint(text: string): Point | null {
  const parts = text.split(",");
  const x = readFixed(parts[0] ?? "");
  const y = readFixed(parts[1] ?? "");
  return parts.length !== 2 || x === null || y === null ? null : [x, y];
}

function readZoom(text: string): number | null {
  const zoom = Number(text);
  return text !== "" && Number.isFinite(zoom) && zoom > 0 && zoom <= 1000 ? zoom : null;
}

/** Twelve significant digits: with fewer, shades far out would differ by a trace. */
function showZoom(zoom: number): string {
  return String(Number(zoom.toPrecision(12)));
}

function readStep(text: string | undefined): number {
  const step = Number(text ?? "0");
  return Number.isInteger(step) && Math.abs(step) <= MOST_OFFSET ? step : 0;
}
