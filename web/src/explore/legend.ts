/**
 * What the colours of a palette say. The colours are those in which the server paints its tiles.
 */
import { h, svg } from "../common/dom.ts";
import type { Pixel } from "./source.ts";
import type { Mode, Palette } from "./view.ts";

type Swatch = readonly [colour: string, text: string];

export const PALETTE_NAMES: Record<Palette, string> = {
  cln15: "Palace numbers (CLN15)",
  outcome: "P and N",
  deviation: "Deviation from k",
  safe: "Colour-blind safe",
  nim: "Nim-values",
};

/** The deviation of the first colour. */
const FIRST = -5;

/** Each small nim-value, and each power of two of the scale beyond. */
const NIM: readonly Swatch[] = [
  ["#000000", "0: P"],
  ["#9b0024", "1"],
  ["#e31a1c", "2"],
  ["#fd7e14", "3"],
  ["#ffb000", "4"],
  ["#ffe600", "5"],
  ["#d63aa8", "6"],
  ["#f79ccf", "7"],
  ["#f8f9d0", "8"],
  ["#e2f0c6", "16"],
  ["#cce8bd", "32"],
  ["#b6e0b4", "64"],
  ["#91d2b8", "128"],
  ["#6dc4bd", "256"],
  ["#49b6c2", "512"],
  ["#3c98b9", "1024"],
  ["#2f7bb0", "2048"],
  ["#225ea8", "4096"],
];

const COLOURS: Record<Exclude<Palette, "outcome" | "nim">, readonly string[]> = {
  cln15: [
    "#5c2b0a",
    "#5f630c",
    "#8e8b1e",
    "#c0b850",
    "#ffe62e",
    "#000000",
    "#1d4ed8",
    "#561c9e",
    "#8e3adf",
    "#bb6cf2",
    "#d42ab4",
    "#ec5f9c",
    "#f694b0",
    "#fccfd8",
  ],
  deviation: [
    "#053061",
    "#1f5fa0",
    "#3f8fc4",
    "#8cc2dd",
    "#d0e5f1",
    "#555555",
    "#fddbc7",
    "#f4a582",
    "#e07b60",
    "#d04c45",
    "#b2182b",
    "#950f26",
    "#7a0722",
    "#500018",
  ],
  safe: [
    "#fff7c4",
    "#feea8f",
    "#f8d960",
    "#ecc544",
    "#dbb03c",
    "#8a8679",
    "#6c6e72",
    "#565d6d",
    "#45506b",
    "#35456a",
    "#25396b",
    "#152e6e",
    "#022466",
    "#001848",
  ],
};

/** What is shown of a board. */
export interface Shown {
  readonly palette: Palette;
  readonly mode: Mode;
  /** k of a game in which the palace number decides. */
  readonly k: number | null;
  /** Whether the palace numbers are known. */
  readonly numbers: boolean;
  readonly pixel: Pixel;
  readonly theme: "light" | "dark";
  readonly compared: "outcome" | "deviation";
}

/** The colours of a view. */
export function legend(shown: Shown): HTMLElement {
  const { palette, mode, pixel, theme } = shown;
  if (mode !== "difference" && pixel === "share") return ramp(palette, theme);
  const list = mode === "difference" ? difference(theme, shown.compared) : single(shown);
  return h(
    "ul",
    { class: "legend", "aria-label": "Colours" },
    ...list.map(([colour, text]) => h("li", {}, swatch(colour), text)),
  );
}

/** In words: what one pixel of the picture is. */
export function pixelNote({ pixel, mode }: Shown): string {
  if (mode === "difference")
    return "Zoomed out, a pixel is many cells, and its shade the share that differs.";
  return {
    cell: "A cell of the board has one colour.",
    mean:
      "A pixel is many cells, and has the mean of their colours. P-positions weigh at least a " +
      "quarter, so that even a trace can be seen.",
    share:
      "A pixel is many cells, and its shade the share of P-positions among them; even a trace " +
      "can be seen.",
  }[pixel];
}

/** From no P-position to nothing but them. */
function ramp(palette: Palette, theme: "light" | "dark"): HTMLElement {
  const [paper, ink] = paperAndInk(palette === "cln15" ? "dark" : theme);
  const full = palette === "safe" ? "#022466" : ink;
  return h(
    "div",
    { class: "ramp", role: "img", "aria-label": "From paper, no P-positions, to ink, all P" },
    svg(
      "svg",
      { width: "100%", height: 16, "aria-hidden": "true" },
      svg(
        "linearGradient",
        { id: "ramp-shades" },
        svg("stop", { offset: "0", "stop-color": mixed(paper, full, 64 / 254) }),
        svg("stop", { offset: "1", "stop-color": full }),
      ),
      svg("rect", { width: "10%", height: 16, fill: paper, stroke: "currentColor" }),
      svg("rect", { x: "12%", width: "88%", height: 16, fill: "url(#ramp-shades)" }),
    ),
    h(
      "div",
      { class: "row split small" },
      h("span", {}, "no P"),
      h("span", {}, "some"),
      h("span", {}, "all P"),
    ),
  );
}

/** A colour on the way from one to another. */
function mixed(from: string, to: string, share: number): string {
  const bytes = (colour: string): number[] =>
    [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const end = bytes(to);
  const mix = bytes(from).map((byte, index) => byte + ((end[index] ?? byte) - byte) * share);
  return `rgb(${mix.map(Math.round).join(" ")})`;
}

function single({ palette, k, numbers, theme }: Shown): readonly Swatch[] {
  if (palette === "nim") return NIM;
  if (palette === "outcome" || !numbers) {
    const [paper, ink] = palette === "outcome" ? paperAndInk(theme) : ["#022466", "#feea8f"];
    return [
      [ink, "P: the previous player wins"],
      [paper, "N: the next player wins"],
    ];
  }
  return k === null ? plainNumbers(COLOURS[palette]) : deviations(COLOURS[palette], k);
}

/** Palace numbers where they do not decide: they are shown as if k = 1. */
function plainNumbers(colours: readonly string[]): readonly Swatch[] {
  const seen = colours.slice(-FIRST - 1);
  return seen.map((colour, number) => [
    colour,
    number === seen.length - 1 ? `≥ ${number}` : String(number),
  ]);
}

function deviations(colours: readonly string[], k: number): readonly Swatch[] {
  // There is no palace number below 0.
  const first = Math.max(FIRST, -k);
  return colours.slice(first - FIRST).map((colour, index, all) => {
    const deviation = first + index;
    const sign = index === all.length - 1 ? "≥ " : index === 0 && first > -k ? "≤ " : "";
    const name = deviation === 0 ? "k" : `k${deviation < 0 ? "−" : "+"}${Math.abs(deviation)}`;
    return [colour, `${sign}${name}`];
  });
}

function difference(theme: "light" | "dark", compared: "outcome" | "deviation"): readonly Swatch[] {
  const paper = paperAndInk(theme)[0];
  if (compared === "deviation")
    return [
      [paper, "equal"],
      ["#e69f00", "larger in the first"],
      ["#0072b2", "larger in the second"],
    ];
  return [
    [paper, "both N"],
    ["#9aa0a8", "both P"],
    ["#e69f00", "only the first is P"],
    ["#0072b2", "only the second is P"],
  ];
}

function paperAndInk(theme: "light" | "dark"): [string, string] {
  return theme === "dark" ? ["#161820", "#f0e6c8"] : ["#f3eedf", "#141c3a"];
}

function swatch(colour: string): SVGElement {
  return svg(
    "svg",
    { width: 14, height: 14, "aria-hidden": "true" },
    svg("rect", {
      x: 0.5,
      y: 0.5,
      width: 13,
      height: 13,
      rx: 3,
      fill: colour,
      stroke: "currentColor",
      "stroke-opacity": 0.4,
    }),
  );
}
