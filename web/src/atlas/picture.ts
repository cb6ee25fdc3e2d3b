/**
 * The atlas as a picture: k to the right, slopes upwards, a dot for each thread. A rectangle that's
 * drawn with the mouse is zoomed into; arrow keys go from dot to dot.
 */
import { h, show } from "../common/dom.ts";
import { writeLink } from "../common/link.ts";
import { announce } from "../common/page.ts";
import { colour } from "../common/theme.ts";
import { KNOWN, sentencesOf, type Dot, type Known } from "./dots.ts";

/** What is seen: k from left to right, slopes from bottom to top. */
export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** Numbers that slopes come near, for the eye. */
const MARKS: readonly (readonly [number, string])[] = [
  [(1 + Math.sqrt(5)) / 2, "φ"],
  [2, "2"],
  [1 + Math.sqrt(2), "1+√2"],
  [(3 + Math.sqrt(5)) / 2, "φ²"],
];

const ROOM = { left: 46, right: 46, top: 14, bottom: 38 } as const;
/** A dot is meant by what is as near as this, in pixels. */
const REACH = 14;
/** A rectangle below so many pixels is a click. */
const LEAST = 6;
/** Nobody zooms closer than this. */
const CLOSEST = { k: 4, slope: 0.002 } as const;
const SIZES = [0.1, 1, 10, 100];
const SHADES: readonly Known[] = ["proved", "fitted", "measured"];
const TOKENS: Readonly<Record<Known, string>> = {
  proved: "good",
  fitted: "accent",
  measured: "line-strong",
};

export class Picture {
  readonly element: HTMLElement;
  readonly #canvas = h("canvas", { "aria-hidden": "true" });
  readonly #box = h("div", { class: "band", hidden: true });
  readonly #tip = h("div", { class: "tip card small", hidden: true });
  readonly #stage: HTMLElement;
  readonly #size = new ResizeObserver(() => this.draw());
  readonly #moved: (frame: Frame | null) => void;
  #dots: readonly Dot[] = [];
  #frame: Frame | null;
  #chosen: Dot | null = null;
  #from: readonly [x: number, y: number] | null = null;

  /** `moved` hears what part is seen: null is all of it. */
  constructor(frame: Frame | null, moved: (frame: Frame | null) => void) {
    this.#frame = frame;
    this.#moved = moved;
    this.#stage = h(
      "div",
      {
        class: "atlas-picture",
        id: "atlas-picture",
        tabindex: 0,
        role: "application",
        "aria-label":
          "Slopes against k, a dot for each thread. Arrow keys go from dot to dot, Enter opens " +
          "the board, + and − zoom, 0 shows all. The table below says the same.",
        onkeydown: (event: KeyboardEvent) => this.#key(event),
        onblur: (event: FocusEvent) => {
          if (!this.#stage.contains(event.relatedTarget as Node | null)) this.#choose(null);
        },
        onpointerdown: (event: PointerEvent) => this.#press(event),
        onpointermove: (event: PointerEvent) => this.#move(event),
        onpointerup: (event: PointerEvent) => this.#release(event),
        onpointerleave: (event: PointerEvent) => {
          if (event.pointerType === "mouse" && this.#from === null) this.#choose(null);
        },
        onpointercancel: () => this.#cancel(),
        onwheel: (event: WheelEvent) => this.#wheel(event),
      },
      this.#canvas,
      this.#box,
      this.#tip,
    );
    const button = (label: string, text: string, act: () => void): HTMLElement =>
      h("button", { type: "button", "aria-label": label, title: label, onclick: act }, text);
    this.element = h(
      "figure",
      { class: "stack atlas-figure" },
      h(
        "div",
        { class: "row split" },
        legend(),
        h(
          "div",
          { class: "row nowrap" },
          button("Zoom in", "+", () => this.#zoom(0.5)),
          button("Zoom out", "−", () => this.#zoom(2)),
          button("Show all threads", "All", () => this.#show(null)),
        ),
      ),
      this.#stage,
      h(
        "figcaption",
        { class: "small muted" },
        "k to the right, the slope of the thread upwards; each has a mirror image below the " +
          "diagonal, which is left out. Draw a rectangle to zoom in; a dot leads to its board.",
      ),
    );
    this.#size.observe(this.#stage);
  }

  close(): void {
    this.#size.disconnect();
  }

  set(dots: readonly Dot[]): void {
    this.#dots = dots;
    this.#choose(null);
  }

  /** All of the dots, with some room around them. */
  #all(): Frame {
    const k = this.#dots.map(({ record }) => record.k);
    const slopes = this.#dots.map(({ thread }) => thread.slope);
    if (k.length === 0) return { left: 0, right: 10, bottom: 1, top: 2.7 };
    const span = (numbers: number[], least: number): readonly [number, number] => {
      const [from, to] = [Math.min(...numbers), Math.max(...numbers)];
      const room = Math.max(0.04 * (to - from), least);
      return [from - room, to + room];
    };
    const [left, right] = span(k, 1);
    const [bottom, top] = span(slopes, 0.02);
    return { left, right, bottom, top };
  }

  #seen(): Frame {
    return this.#frame ?? this.#all();
  }

  #width(): number {
    return this.#stage.clientWidth - ROOM.left - ROOM.right;
  }

  #height(): number {
    return this.#stage.clientHeight - ROOM.top - ROOM.bottom;
  }

  #at(k: number, slope: number): readonly [x: number, y: number] {
    const { left, right, bottom, top } = this.#seen();
    return [
      ROOM.left + ((k - left) / (right - left)) * this.#width(),
      ROOM.top + ((top - slope) / (top - bottom)) * this.#height(),
    ];
  }

  /** k and slope at a pixel. */
  #under([x, y]: readonly [number, number]): readonly [k: number, slope: number] {
    const { left, right, bottom, top } = this.#seen();
    return [
      left + ((x - ROOM.left) / this.#width()) * (right - left),
      top - ((y - ROOM.top) / this.#height()) * (top - bottom),
    ];
  }

  draw(): void {
    const [width, height] = [this.#stage.clientWidth, this.#stage.clientHeight];
    const context = this.#canvas.getContext("2d");
    if (context === null || width === 0) return;
    const ratio = window.devicePixelRatio;
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    context.scale(ratio, ratio);
    context.font = `12px ${getComputedStyle(this.#stage).fontFamily}`;
    this.#axes(context);
    context.save();
    context.beginPath();
    context.rect(ROOM.left, ROOM.top - 6, this.#width(), this.#height() + 12);
    context.clip();
    // The thick ones first, so that none hides a thin one.
    const order = this.#dots.toSorted((a, b) => b.thread.per_column - a.thread.per_column);
    for (const shade of SHADES.toReversed()) {
      const ink = colour(TOKENS[shade]);
      for (const dot of order) if (dot.known === shade) this.#dot(context, dot, ink);
    }
    if (this.#chosen !== null) this.#ring(context, this.#chosen);
    context.restore();
  }

  #dot(context: CanvasRenderingContext2D, { record, thread, known }: Dot, ink: string): void {
    const [x, y] = this.#at(record.k, thread.slope);
    context.beginPath();
    context.arc(x, y, radius(thread.per_column), 0, 2 * Math.PI);
    context.fillStyle = context.strokeStyle = ink;
    context.lineWidth = 1.25;
    context.globalAlpha = known === "measured" ? 0.16 : 0.55;
    context.fill();
    context.globalAlpha = known === "measured" ? 0.85 : 1;
    context.stroke();
    context.globalAlpha = 1;
  }

  #ring(context: CanvasRenderingContext2D, { record, thread }: Dot): void {
    const [x, y] = this.#at(record.k, thread.slope);
    context.beginPath();
    context.arc(x, y, radius(thread.per_column) + 4, 0, 2 * Math.PI);
    context.strokeStyle = colour("ink");
    context.lineWidth = 2;
    context.stroke();
  }

  #axes(context: CanvasRenderingContext2D): void {
    const { left, right, bottom, top } = this.#seen();
    const [end, floor] = [ROOM.left + this.#width(), ROOM.top + this.#height()];
    const line = (x1: number, y1: number, x2: number, y2: number): void => {
      context.beginPath();
      context.moveTo(x1, y1);
      context.lineTo(x2, y2);
      context.stroke();
    };
    context.lineWidth = 1;
    context.strokeStyle = colour("line");
    context.fillStyle = colour("muted");
    context.textBaseline = "middle";
    context.textAlign = "right";
    const [slopes, digits] = ticks(bottom, top, this.#height() / 44, 0.0001);
    for (const slope of slopes) {
      const y = this.#at(left, slope)[1];
      line(ROOM.left, y, end, y);
      context.fillText(slope.toFixed(digits), ROOM.left - 8, y);
    }
    context.textAlign = "center";
    for (const k of ticks(left, right, this.#width() / 70, 1)[0]) {
      const x = this.#at(k, bottom)[0];
      line(x, floor, x, floor + 5);
      context.fillText(String(k), x, floor + 16);
    }
    context.fillText("k", end + 14, floor + 16);
    context.setLineDash([3, 4]);
    context.strokeStyle = colour("warn");
    context.fillStyle = colour("warn");
    context.textAlign = "left";
    for (const [slope, name] of MARKS) {
      if (slope < bottom || slope > top) continue;
      const y = this.#at(left, slope)[1];
      context.globalAlpha = 0.6;
      line(ROOM.left, y, end, y);
      context.globalAlpha = 1;
      context.fillText(name, end + 8, y);
    }
    context.setLineDash([]);
  }

  /** The dot that a pixel means. */
  #nearest([x, y]: readonly [number, number]): Dot | null {
    let [best, least] = [null as Dot | null, REACH];
    for (const dot of this.#dots) {
      const [at, height] = this.#at(dot.record.k, dot.thread.slope);
      const distance = Math.hypot(at - x, height - y) - radius(dot.thread.per_column) / 2;
      if (distance < least) [best, least] = [dot, distance];
    }
    return best;
  }

  /** Marks a dot and says what it is. */
  #choose(dot: Dot | null): void {
    this.#chosen = dot;
    this.#tip.hidden = dot === null;
    this.#stage.dataset["k"] = dot === null ? "" : String(dot.record.k);
    if (dot !== null) {
      show(
        this.#tip,
        h("a", { href: boardOf(dot), tabindex: -1 }, `Wᵏ, k = ${dot.record.k}`),
        ...sentencesOf(dot).map((text) => h("p", {}, text)),
      );
      const [x, y] = this.#at(dot.record.k, dot.thread.slope);
      const [wide, high] = [this.#tip.offsetWidth, this.#tip.offsetHeight];
      const below = y + 14 + high < this.#stage.clientHeight;
      const most = this.#stage.clientWidth - wide - 4;
      this.#tip.style.left = `${Math.max(4, Math.min(x + 14, most))}px`;
      this.#tip.style.top = `${Math.max(4, below ? y + 14 : y - high - 14)}px`;
    }
    this.draw();
  }

  #show(frame: Frame | null): void {
    this.#frame = frame;
    this.#moved(frame);
    this.#choose(null);
  }

  /** Zooms around the chosen dot, or the middle. */
  #zoom(by: number, around?: readonly [k: number, slope: number]): void {
    const { left, right, bottom, top } = this.#seen();
    const chosen = this.#chosen;
    const [k, slope] =
      around ??
      (chosen === null
        ? [(left + right) / 2, (bottom + top) / 2]
        : [chosen.record.k, chosen.thread.slope]);
    const all = this.#all();
    const wide = by * (right - left);
    const high = by * (top - bottom);
    if (by > 1 && wide >= all.right - all.left && high >= all.top - all.bottom)
      return this.#show(null);
    if (wide < CLOSEST.k || high < CLOSEST.slope) return;
    this.#show({
      left: k - by * (k - left),
      right: k + by * (right - k),
      bottom: slope - by * (slope - bottom),
      top: slope + by * (top - slope),
    });
    if (chosen !== null) this.#choose(chosen);
  }

  #wheel(event: WheelEvent): void {
    // Without the key the page is scrolled; a pinch comes with it.
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.#zoom(event.deltaY < 0 ? 0.8 : 1.25, this.#under(this.#pixel(event)));
  }

  #pixel(event: MouseEvent): readonly [x: number, y: number] {
    const { left, top } = this.#stage.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  #press(event: PointerEvent): void {
    if (event.button !== 0 || this.#tip.contains(event.target as Node)) return;
    this.#from = this.#pixel(event);
    if (event.pointerType === "mouse") this.#stage.setPointerCapture(event.pointerId);
  }

  #move(event: PointerEvent): void {
    if (event.pointerType !== "mouse" || this.#tip.contains(event.target as Node)) return;
    const [x, y] = this.#pixel(event);
    if (this.#from === null) {
      const dot = this.#nearest([x, y]);
      if (dot !== this.#chosen) this.#choose(dot);
      this.#stage.style.cursor = dot === null ? "crosshair" : "pointer";
      return;
    }
    const [left, top] = [Math.min(x, this.#from[0]), Math.min(y, this.#from[1])];
    const [width, height] = [Math.abs(x - this.#from[0]), Math.abs(y - this.#from[1])];
    this.#box.hidden = Math.max(width, height) < LEAST;
    Object.assign(this.#box.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
  }

  #release(event: PointerEvent): void {
    const from = this.#from;
    this.#cancel();
    if (from === null) return;
    const to = this.#pixel(event);
    const far = Math.min(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
    if (event.pointerType === "mouse" && far >= LEAST) {
      const [[k1, s1], [k2, s2]] = [this.#under(from), this.#under(to)];
      const [wide, high] = [Math.abs(k1 - k2), Math.abs(s1 - s2)];
      if (wide < CLOSEST.k / 4 || high < CLOSEST.slope / 4) return;
      this.#show({
        left: Math.min(k1, k2),
        right: Math.max(k1, k2),
        bottom: Math.min(s1, s2),
        top: Math.max(s1, s2),
      });
      return;
    }
    const dot = this.#nearest(to);
    // A finger has no way to hover: it chooses, and what is said has the link.
    if (event.pointerType === "mouse" && dot !== null) location.hash = boardOf(dot);
    else this.#choose(dot);
  }

  #cancel(): void {
    this.#from = null;
    this.#box.hidden = true;
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const acts: Record<string, () => void> = {
      ArrowRight: () => this.#step(1, 0),
      ArrowLeft: () => this.#step(-1, 0),
      ArrowUp: () => this.#step(0, 1),
      ArrowDown: () => this.#step(0, -1),
      "+": () => this.#zoom(0.5),
      "=": () => this.#zoom(0.5),
      "-": () => this.#zoom(2),
      "0": () => this.#show(null),
      Escape: () => this.#choose(null),
      Enter: () => {
        if (this.#chosen !== null) location.hash = boardOf(this.#chosen);
      },
    };
    const act = acts[event.key];
    if (act === undefined || event.target !== this.#stage) return;
    event.preventDefault();
    act();
  }

  /** To the next board with the nearest slope, or to the next thread of this board. */
  #step(right: number, up: number): void {
    const { left, right: end, bottom, top } = this.#seen();
    const seen = this.#dots.filter(
      ({ record: { k }, thread: { slope } }) =>
        k >= left && k <= end && slope >= bottom && slope <= top,
    );
    const now = this.#chosen;
    const ahead = seen.filter(
      ({ record, thread }) =>
        now !== null &&
        (right === 0
          ? record.k === now.record.k && up * (thread.slope - now.thread.slope) > 0
          : right * (record.k - now.record.k) > 0),
    );
    const cost = ({ record, thread }: Dot): number =>
      now === null
        ? record.k - thread.slope / 10
        : 10 * Math.abs(record.k - now.record.k) + Math.abs(thread.slope - now.thread.slope);
    const from = now === null ? seen : ahead;
    const [first, ...rest] = from;
    if (first === undefined) return;
    const next = rest.reduce((best, dot) => (cost(dot) < cost(best) ? dot : best), first);
    this.#choose(next);
    announce(`k = ${next.record.k}. ${sentencesOf(next).join(" ")}`);
  }
}

/** The board of a dot, with its threads. */
function boardOf({ record }: Dot): string {
  return writeLink("explore", { game: `blocking:k=${record.k}`, show: "threads" });
}

/** Pixels for so many palaces in a column: a thread of 100 is thick, one of 0.01 is seen. */
function radius(perColumn: number): number {
  return 2.2 * (1 + perColumn) ** 0.25;
}

/** Round numbers between two, about so many of them, and their decimals. */
function ticks(from: number, to: number, about: number, least: number): [number[], number] {
  const rough = Math.max((to - from) / Math.max(1, about), least);
  const power = 10 ** Math.floor(Math.log10(rough) + 1e-9);
  const step = power * ([1, 2, 5, 10].find((times) => times * power >= rough - 1e-12) ?? 10);
  const found: number[] = [];
  for (let n = Math.ceil(from / step); n * step <= to; n++) found.push(n * step);
  return [found, Math.max(0, -Math.floor(Math.log10(step) + 1e-9))];
}

function legend(): HTMLElement {
  const circle = (kind: string, size: number): HTMLElement => {
    const mark = h("i", { class: `mark ${kind}` });
    mark.style.width = mark.style.height = `${2 * size}px`;
    return mark;
  };
  return h(
    "ul",
    { class: "dots-legend small", "aria-label": "Legend" },
    ...SHADES.map((known) => h("li", {}, circle(known, 5), KNOWN[known])),
    h(
      "li",
      {},
      ...SIZES.flatMap((size) => [circle("size", radius(size)), String(size)]),
      " palaces in a column",
    ),
  );
}
