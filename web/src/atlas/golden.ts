/**
 * How far from the golden lines the nim-values of Wythoff's queen stand: the positions of one value
 * as dots, and for each value how far they reach.
 */
import { api, sentenceOf, type Golden, type Place, type Spread } from "../common/api.ts";
import { showWhole } from "../common/coordinates.ts";
import { h, show, svg } from "../common/dom.ts";
import { writeLink } from "../common/link.ts";
import { roundStep } from "../common/ticks.ts";
import { setLink, stateOf } from "../common/page.ts";

const COLUMNS = [1000, 10_000, 100_000] as const;
const MOST_VALUE = 100;
const USUAL = { value: 3, values: 20, columns: 10_000 } as const;

/** Nim-values can be seen on the board up to here. */
const SEEN = 4096;

/** Where a chart's lines begin and end: room for numbers on the left and below. */
const ROOM = { left: 52, right: 30, top: 12, bottom: 40 } as const;
const HEIGHT = 300;

export class GoldenPage {
  readonly #body = h("div", { class: "stack", id: "golden" });
  readonly #value = whole("golden-value");
  readonly #values = whole("golden-values");
  readonly #columns = h(
    "select",
    { id: "golden-columns" },
    ...COLUMNS.map((count) => h("option", { value: count }, showWhole(BigInt(count)))),
  );
  readonly #size = new ResizeObserver(() => this.#draw());
  #found: Golden | null = null;
  #drawn = { found: this.#found, width: 0 };
  #turn = 0;

  constructor(main: HTMLElement, values: ReadonlyMap<string, string>, kinds: HTMLElement) {
    this.#value.value = values.get("value") ?? String(USUAL.value);
    this.#values.value = values.get("values") ?? String(USUAL.values);
    const columns = COLUMNS.find((count) => String(count) === values.get("columns"));
    this.#columns.value = String(columns ?? USUAL.columns);
    const field = (label: string, input: HTMLElement): HTMLElement =>
      h("div", { class: "field" }, h("label", { for: input.id }, label), input);
    main.append(
      h(
        "div",
        { class: "page" },
        h(
          "header",
          { class: "stack" },
          kinds,
          h("h1", {}, "Nim-values along the golden lines"),
          h(
            "p",
            { class: "lead" },
            "The P-positions of Wythoff Nim, those of nim-value 0, lie on the lines y = φx and " +
              "x = φy, but for less than 1. Those of every other value stay close to them, too. " +
              "How close is measured here in whole numbers, on the side x ≤ y: the other side is " +
              "its mirror image.",
          ),
        ),
        h(
          "form",
          {
            class: "row end atlas-controls",
            onsubmit: (event: Event) => event.preventDefault(),
            oninput: () => void this.#load(),
          },
          field("nim-value shown", this.#value),
          field("values up to", this.#values),
          field("columns", this.#columns),
        ),
        this.#body,
      ),
    );
    this.#size.observe(this.#body);
    show(this.#body, stateOf("One moment", "The columns are being followed."));
    void this.#load();
  }

  close(): void {
    this.#turn++;
    this.#size.disconnect();
  }

  async #load(): Promise<void> {
    const turn = ++this.#turn;
    const value = read(this.#value, USUAL.value);
    const values = Math.max(value, read(this.#values, USUAL.values));
    const columns = Number(this.#columns.value);
    setLink("atlas", {
      of: "nim-values",
      value: value === USUAL.value ? undefined : value,
      values: values === USUAL.values ? undefined : values,
      columns: columns === USUAL.columns ? undefined : columns,
    });
    try {
      const found = await api.golden(value, values, columns);
      if (turn !== this.#turn) return;
      this.#found = found;
      this.#draw();
    } catch (error) {
      if (turn === this.#turn) show(this.#body, stateOf("Not measured", sentenceOf(error)));
    }
  }

  #choose(value: number): void {
    this.#value.value = String(value);
    void this.#load();
  }

  #draw(): void {
    const [found, width] = [this.#found, this.#body.clientWidth];
    if (found === null || width === 0) return;
    if (this.#drawn.found === found && this.#drawn.width === width) return;
    this.#drawn = { found, width };
    const chosen = found.spreads[found.value];
    if (chosen === undefined) return;
    const choose = (value: number): void => this.#choose(value);
    show(
      this.#body,
      h("h2", {}, `Nim-value ${found.value}`),
      h("p", { role: "status" }, sentence(chosen, found.columns)),
      figure(
        dots(found, chosen, width),
        "Column x, and above it ⌊y − φx⌋ for each position (x, y). The line y = φx is at 0.",
      ),
      h("h2", {}, "All values"),
      figure(bars(found, width, choose), "Nim-value, and the least and the greatest ⌊y − φx⌋."),
      table(found, choose),
    );
    this.#body.dataset["value"] = String(found.value);
  }
}

function sentence({ value, count, least, greatest }: Spread, columns: number): string {
  const range =
    least.distance === greatest.distance
      ? `⌊y − φx⌋ is always ${signed(least.distance)}`
      : `⌊y − φx⌋ is from ${signed(least.distance)} to ${signed(greatest.distance)}`;
  const which = `${showWhole(BigInt(count))} positions with x < ${showWhole(BigInt(columns))}`;
  return `${which} have the nim-value ${value}; ${range}.`;
}

/** A scale from numbers to pixels, with whole numbers to write beside it. */
interface Scale {
  readonly at: (number: number) => number;
  readonly ticks: readonly number[];
}

function scale(from: number, to: number, first: number, last: number, apart: number): Scale {
  const pixels = (last - first) / Math.max(1, to - from);
  const step = roundStep(apart / Math.abs(pixels));
  const ticks: number[] = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) ticks.push(tick);
  return { at: (number) => first + (number - from) * pixels, ticks };
}

/** A chart with its axes: numbers below and on the left, the golden line at 0. */
function chart(label: string, width: number, across: Scale, up: Scale, ...marks: SVGElement[]) {
  const [right, bottom] = [width - ROOM.right, HEIGHT - ROOM.bottom];
  const text = (x: number, y: number, anchor: string, words: string, kind = ""): SVGElement =>
    svg("text", { x, y, "text-anchor": anchor, class: kind }, words);
  return svg(
    "svg",
    { class: "chart", width, height: HEIGHT, role: "img", "aria-label": label },
    ...up.ticks.flatMap((tick) => [
      svg("line", { x1: ROOM.left, x2: right, y1: up.at(tick), y2: up.at(tick), class: "grid" }),
      text(ROOM.left - 8, up.at(tick) + 4, "end", signed(tick)),
    ]),
    ...across.ticks.map((tick) =>
      text(across.at(tick), bottom + 22, "middle", showWhole(BigInt(tick))),
    ),
    svg("line", { x1: ROOM.left, x2: right, y1: up.at(0), y2: up.at(0), class: "golden" }),
    ...marks,
  );
}

function distances(least: number, greatest: number): Scale {
  const [from, to] = [Math.min(least, 0) - 1, Math.max(greatest, 0) + 1];
  return scale(from, to, HEIGHT - ROOM.bottom, ROOM.top, 36);
}

/** A dot for each position; those that would fall on one pixel are drawn once. */
function dots({ columns, places }: Golden, { value, least, greatest }: Spread, width: number) {
  const across = scale(0, columns, ROOM.left, width - ROOM.right, 90);
  const up = distances(least.distance, greatest.distance);
  const seen = new Set<string>();
  for (const { x, distance } of places)
    seen.add(`M${Math.round(2 * across.at(x)) / 2} ${up.at(distance).toFixed(1)}h0`);
  const label =
    `Distances of the positions of nim-value ${value} from the golden line, ` +
    `from ${signed(least.distance)} to ${signed(greatest.distance)}`;
  const path = svg("path", { d: [...seen].join(""), class: "dots" });
  return chart(label, width, across, up, path);
}

/** A bar for each value, from the least distance to the greatest. */
function bars({ spreads, value: chosen }: Golden, width: number, choose: (value: number) => void) {
  const across = scale(-0.5, spreads.length - 0.5, ROOM.left, width - ROOM.right, 34);
  const up = distances(
    Math.min(...spreads.map(({ least }) => least.distance)),
    Math.max(...spreads.map(({ greatest }) => greatest.distance)),
  );
  const each = across.at(1) - across.at(0);
  const thick = Math.max(2, Math.min(18, 0.6 * each));
  const marks = spreads.map(({ value, least, greatest }) => {
    const top = up.at(greatest.distance) - 2;
    return svg(
      "g",
      { class: value === chosen ? "bar chosen" : "bar", onclick: () => choose(value) },
      svg("title", {}, `${value}: ${signed(least.distance)} to ${signed(greatest.distance)}`),
      svg("rect", {
        x: across.at(value) - each / 2,
        y: ROOM.top,
        width: each,
        height: HEIGHT - ROOM.top - ROOM.bottom,
        class: "reach",
      }),
      svg("rect", {
        x: across.at(value) - thick / 2,
        y: top,
        width: thick,
        height: up.at(least.distance) + 2 - top,
        rx: 2,
      }),
    );
  });
  return chart("The least and the greatest distance of each value", width, across, up, ...marks);
}

function figure(picture: SVGElement, words: string): HTMLElement {
  return h("figure", {}, picture, h("figcaption", { class: "small muted" }, words));
}

function table({ spreads, value: chosen }: Golden, choose: (value: number) => void): HTMLElement {
  const heads = ["Nim-value", "Positions", "Least", "first at", "Greatest", "first at"];
  const rows = spreads.map(({ value, count, least, greatest }) =>
    h(
      "tr",
      { "data-value": value },
      h(
        "td",
        { class: "number" },
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            "aria-pressed": String(value === chosen),
            "aria-label": `Show nim-value ${value}`,
            onclick: () => choose(value),
          },
          value,
        ),
      ),
      h("td", { class: "number" }, showWhole(BigInt(count))),
      h("td", { class: "number" }, signed(least.distance)),
      h("td", { class: "one-line" }, place(least)),
      h("td", { class: "number" }, signed(greatest.distance)),
      h("td", { class: "one-line" }, place(greatest)),
    ),
  );
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": "Distances of all values" },
    h(
      "table",
      { class: "spreads" },
      h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, ...rows),
    ),
  );
}

/** A position, with a link to the board where that shows nim-values. */
function place({ x, y }: Place): HTMLElement | string {
  const text = `(${showWhole(BigInt(x))}, ${showWhole(BigInt(y))})`;
  if (x >= SEEN || y >= SEEN) return text;
  const link = { game: "wythoff", at: `${x},${y}`, zoom: 12, palette: "nim", pick: `${x},${y}` };
  return h("a", { href: writeLink("explore", link) }, text);
}

function whole(id: string): HTMLInputElement {
  return h("input", { type: "number", id, min: 0, max: MOST_VALUE });
}

/** A whole number within bounds; what is none is the usual one. */
function read(input: HTMLInputElement, usual: number): number {
  const number = Number(input.value);
  if (input.value.trim() === "" || !Number.isInteger(number)) return usual;
  return Math.max(0, Math.min(MOST_VALUE, number));
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value).replace("-", "−");
}
