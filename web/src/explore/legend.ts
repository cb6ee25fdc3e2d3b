/**
 * What the colours of a palette say. The colours are those in which the server paints its tiles.
 */
import { h, svg } from "../common/dom.ts";
import type { Mode, Palette } from "./view.ts";

type Swatch = readonly [colour: string, text: string];

export const PALETTE_NAMES: Record<Palette, string> = {
  cln15: "Palace numbers (CLN15)",
  outcome: "P and N",
  deviation: "Deviation from k",
  safe: "Colour-blind safe",
};

const NUMBERS = [
  "≤ k−5",
  "k−4",
  "k−3",
  "k−2",
  "k−1",
  "k",
  "k+1",
  "k+2",
  "k+3",
  "k+4",
  "k+5",
  "k+6",
  "k+7",
  "≥ k+8",
];

const COLOURS: Record<Exclude<Palette, "outcome">, readonly string[]> = {
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

/** The colours of a view; `numbers` where the board has palace numbers. */
export function legend(
  palette: Palette,
  mode: Mode,
  numbers: boolean,
  theme: "light" | "dark",
  compared: "outcome" | "deviation",
): HTMLElement {
  const list =
    mode === "difference" ? difference(theme, compared) : single(palette, numbers, theme);
  return h(
    "ul",
    { class: "legend", "aria-label": "Colours" },
    ...list.map(([colour, text]) => h("li", {}, swatch(colour), text)),
  );
}

function single(palette: Palette, numbers: boolean, theme: "light" | "dark"): readonly Swatch[] {
  if (palette === "outcome" || !numbers) {
    const [paper, ink] = palette === "outcome" ? paperAndInk(theme) : ["#022466", "#feea8f"];
    return [
      [ink, "P: the previous player wins"],
      [paper, "N: the next player wins"],
    ];
  }
  return COLOURS[palette].map((colour, index) => [colour, NUMBERS[index] ?? ""]);
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
