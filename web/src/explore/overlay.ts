/**
 * What is drawn above the board: the cell in question, a queen's rays and the palaces she sees,
 * names of regions, threads.
 */
import type { OutcomeWindow, Rays } from "../common/api.ts";
import { cellOfJson, type Cell } from "../common/coordinates.ts";
import type { Edge } from "./edge.ts";
import type { Frame } from "./frame.ts";
import { Labels, type Pixel, type Rectangle } from "./labels.ts";
import type { Place, Plan, Spot } from "./regions.ts";
import {
  basesBox,
  basesOf,
  drawBases,
  drawNumbers,
  drawRulers,
  drawScale,
  lookOf,
  RULER,
  scaleAt,
} from "./rulers.ts";
import type { Line } from "./threads.ts";
import type { BoardViewer } from "./viewer.ts";

export interface Drawn {
  readonly cursor: Cell | null;
  readonly pick: Cell | null;
  readonly rays: Rays | null;
  /** The regions, where they are wanted. */
  readonly plan: Plan | null;
  readonly lines: readonly Line[];
  readonly edge: Edge | null;
  /** Whether there are rulers and a scale bar. */
  readonly rulers: boolean;
  /** The cells that show their numbers. */
  readonly numbers: OutcomeWindow | null;
}

/** Any colour may be below: what is drawn has a dark halo. */
const HALO = "rgba(8, 9, 14, 0.82)";
const LIGHT = "#ffffff";
const RAY = "#ff5d8f";
const PALACE = "#00e5c7";
const WIN = "#39d353";
const JUNCTION = "#ff9f1c";
const THREAD = "#4de3ff";
const EDGE = "#ffd166";

type Written = Place["kind"] | "thread";

const FONTS: Record<Written, readonly [style: string, size: number]> = {
  region: ["600", 16],
  junction: ["600", 13],
  border: ["italic 500", 13],
  thread: ["600", 14],
};

/** How many pixels k cells must take for the regions, and for the names of what parts them. */
const LEAST_PIXELS = 60;
const LEAST_PIXELS_BORDERS = 150;

/** Names are larger on a picture that is more than this many pixels each way. */
const PICTURE = 800;
const MOST_SCALE = 1.6;

/** Room around the names at the rim of the picture. */
const RIM = 6;

/** Places along a thread where its name is tried. */
const TRIES = 24;

export class Overlay {
  readonly canvas: HTMLCanvasElement;
  readonly #viewer: BoardViewer;
  readonly #covers: readonly HTMLElement[];
  #waiting = false;
  #drawn: Drawn = {
    cursor: null,
    pick: null,
    rays: null,
    plan: null,
    lines: [],
    edge: null,
    rulers: false,
    numbers: null,
  };

  /** `covers` lie above the picture: no name is written below them. */
  constructor(canvas: HTMLCanvasElement, viewer: BoardViewer, covers: readonly HTMLElement[]) {
    this.canvas = canvas;
    this.#viewer = viewer;
    this.#covers = covers;
    // A canvas does not draw itself again when a font has come.
    void Promise.all(
      Object.keys(FONTS).map((kind) => document.fonts.load(fontOf(kind as Written, 1))),
    ).then(() => this.redraw());
  }

  set(drawn: Drawn): void {
    this.#drawn = drawn;
    this.redraw();
  }

  /** Draws in the next frame, once. */
  redraw(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    requestAnimationFrame(() => {
      this.#waiting = false;
      this.#draw();
    });
  }

  #draw(): void {
    const frame = this.#viewer.frame;
    const { canvas } = this;
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    const ratio = devicePixelRatio;
    const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== across || canvas.height !== down) {
      canvas.width = across;
      canvas.height = down;
    }
    const pen = canvas.getContext("2d");
    if (pen === null || frame === null || this.#viewer.seen() === null) return;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.lineJoin = "round";
    const { numbers } = this.#drawn;
    const written = numbers === null ? 0 : drawNumbers(pen, this.#viewer, frame, numbers);
    canvas.dataset["numbers"] = String(written);
    const bar: readonly [number, number] = [RULER + 12, height - 12];
    const scale = this.#drawn.rulers ? scaleAt(pen, this.#viewer, bar) : null;
    canvas.dataset["scale"] = scale?.text ?? "";
    const bases = scale === null ? [] : basesOf(this.#viewer, frame);
    const basesIn = scale === null || bases.length === 0 ? null : basesBox(pen, bases, scale.box);
    canvas.dataset["bases"] = bases.join("; ");
    const covered = [scale?.box ?? null, basesIn].filter((box) => box !== null);
    this.#names(pen, frame, width, height, covered);
    this.#rays(pen, frame);
    if (this.#drawn.pick !== null) this.#box(pen, frame, this.#drawn.pick, RAY, 2);
    this.#edge(pen, frame);
    if (this.#drawn.cursor !== null) this.#box(pen, frame, this.#drawn.cursor, LIGHT, 1);
    if (scale === null) return;
    const look = lookOf(canvas);
    drawRulers(pen, this.#viewer, frame, [width, height], look);
    drawScale(pen, scale, look);
    if (basesIn !== null) drawBases(pen, bases, basesIn, look);
  }

  /** The pixel of a place inside a cell (0.5: its middle). */
  #pixel(frame: Frame, cell: Cell, share = 0.5): [number, number] {
    return this.#viewer.pixelFromLocal(
      Number(cell[0] - frame.origin[0]) + share,
      Number(cell[1] - frame.origin[1]) + share,
    );
  }

  #box(
    pen: CanvasRenderingContext2D,
    frame: Frame,
    cell: Cell,
    colour: string,
    thick: number,
  ): void {
    const [left, top] = this.#pixel(frame, cell, 0);
    const [right, bottom] = this.#pixel(frame, cell, 1);
    // A cell smaller than this still gets a mark that can be seen.
    const grow = Math.max(0, (9 - (right - left)) / 2);
    pen.lineWidth = thick + 2;
    pen.strokeStyle = HALO;
    pen.strokeRect(left - grow, top - grow, right - left + 2 * grow, bottom - top + 2 * grow);
    pen.lineWidth = thick;
    pen.strokeStyle = colour;
    pen.strokeRect(left - grow, top - grow, right - left + 2 * grow, bottom - top + 2 * grow);
  }

  #edge(pen: CanvasRenderingContext2D, frame: Frame): void {
    const { edge } = this.#drawn;
    if (edge === null) return;
    const [from, to] = edge;
    if (to !== null) chain(pen, [this.#pixel(frame, from), this.#pixel(frame, to)], EDGE, 2);
    for (const cell of [from, to]) if (cell !== null) this.#box(pen, frame, cell, EDGE, 2);
  }

  #rays(pen: CanvasRenderingContext2D, frame: Frame): void {
    const { rays } = this.#drawn;
    if (rays === null) return;
    const from = this.#pixel(frame, cellOfJson(rays.position));
    const wins = new Set(rays.winning_moves.map((move) => `${move.to[0]},${move.to[1]}`));
    for (const line of rays.lines) {
      if (line.towards !== null)
        chain(pen, [from, this.#pixel(frame, cellOfJson(line.towards))], RAY, 1.5);
    }
    const [left, , right] = this.#viewer.localBounds();
    const dot = Math.max(2.5, Math.min(9, (this.canvas.clientWidth / (right - left)) * 0.28));
    for (const line of rays.lines) {
      for (const palace of line.palaces) {
        const [x, y] = this.#pixel(frame, cellOfJson(palace));
        circle(pen, x, y, dot, wins.has(`${palace[0]},${palace[1]}`) ? WIN : PALACE);
      }
    }
  }

  /**
   * Regions and threads: first the lines, then the names that have room beside what covers the
   * picture. What is written is left on the canvas as data.
   */
  #names(
    pen: CanvasRenderingContext2D,
    frame: Frame,
    width: number,
    height: number,
    covered: readonly Rectangle[],
  ): void {
    const atCorner = frame.origin[0] === 0n && frame.origin[1] === 0n;
    const plan = atCorner ? this.#drawn.plan : null;
    const borders = (plan?.borders ?? []).map((border) =>
      border.map(([x, y]) => this.#viewer.pixelFromLocal(x + 0.5, y + 0.5)),
    );
    const labels = new Labels(
      { left: this.#rim, top: this.#rim, right: width - RIM, bottom: height - RIM },
      [...this.#covered(), ...covered],
      borders,
    );
    const threads = this.#drawn.lines.map((line) => this.#thread(pen, frame, line));
    const pixels =
      this.#viewer.pixelFromLocal(plan?.k ?? 0, 0)[0] - this.#viewer.pixelFromLocal(0, 0)[0];
    if (plan !== null && pixels >= LEAST_PIXELS)
      this.#regions(pen, plan, borders, labels, pixels >= LEAST_PIXELS_BORDERS);
    // Threads of one slope bear one name.
    this.#drawn.lines.forEach(
      (line, index, lines) =>
        lines[index + 1]?.name !== line.name &&
        write(pen, labels, line.name, "thread", () => threads[index] ?? [], THREAD),
    );
    this.canvas.dataset["labels"] = JSON.stringify(labels.placed);
  }

  get #rim(): number {
    return RIM + (this.#drawn.rulers ? RULER : 0);
  }

  #covered(): Rectangle[] {
    const { left, top } = this.canvas.getBoundingClientRect();
    const boxes = this.#covers
      .filter((cover) => !cover.hidden)
      .map((cover) => cover.getBoundingClientRect());
    return boxes.map((box) => ({
      left: box.left - left,
      top: box.top - top,
      right: box.right - left,
      bottom: box.bottom - top,
    }));
  }

  #regions(
    pen: CanvasRenderingContext2D,
    plan: Plan,
    borders: readonly (readonly Pixel[])[],
    labels: Labels,
    all: boolean,
  ): void {
    borders.forEach((border) => chain(pen, border, LIGHT, 1));
    const pixel = ([x, y]: Spot): Pixel => this.#viewer.pixelFromLocal(x + 0.5, y + 0.5);
    for (const kind of ["region", "junction", "border"] as const) {
      if (kind !== "region" && !all) continue;
      for (const place of plan.places.filter((one) => one.kind === kind)) {
        for (const image of place.images) {
          const [first, ...others] = image.map(pixel);
          if (first === undefined) continue;
          if (kind === "junction") circle(pen, first[0], first[1], 4, JUNCTION);
          write(
            pen,
            labels,
            place.name,
            kind,
            (width, height) =>
              kind === "junction"
                ? around(first, width, height)
                : [...nudged(first, width, height), ...others],
            LIGHT,
          );
        }
      }
    }
  }

  /**
   * Draws a thread and its mirror image through the picture, dashed before it was born; returns
   * where its name may stand.
   */
  #thread(pen: CanvasRenderingContext2D, frame: Frame, line: Line): Pixel[] {
    const [left, top, right, bottom] = this.#viewer.localBounds();
    const spots: Pixel[] = [];
    for (const mirrored of [false, true]) {
      const [here, there] = mirrored ? [frame.origin[1], frame.origin[0]] : frame.origin;
      const [low, high] = mirrored ? [top, bottom] : [left, right];
      const first = larger(line.from, here + BigInt(Math.floor(low)));
      const last = smaller(line.end, here + BigInt(Math.ceil(high)));
      const pixel = (x: bigint): Pixel => {
        const local = [
          Number(x - here) + 0.5,
          Number(line.at(x) - 1000n * there) / 1000 + 0.5,
        ] as const;
        return mirrored
          ? this.#viewer.pixelFromLocal(local[1], local[0])
          : this.#viewer.pixelFromLocal(...local);
      };
      const piece = (from: bigint, to: bigint, dashes: readonly number[]): void => {
        if (from < to) chain(pen, [pixel(from), pixel(to)], THREAD, 1.5, dashes);
      };
      piece(first, smaller(last, line.born), [3, 7]);
      piece(larger(first, line.born), last, []);
      if (!mirrored && first < last)
        for (let step = TRIES; step > 0; step--)
          spots.push(pixel(first + ((last - first) * BigInt(step)) / BigInt(TRIES)));
    }
    return spots;
  }
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/** null: no bound. */
function smaller(a: bigint | null, b: bigint): bigint {
  return a !== null && a < b ? a : b;
}

/** Places for a text of a size below, above, right and left of a dot. */
function around([x, y]: Pixel, width: number, height: number): Pixel[] {
  const [far, beside] = [height / 2 + 6, width / 2 + 6];
  return [
    [x, y + far],
    [x, y - far],
    [x + beside, y],
    [x - beside, y],
  ];
}

/** The point, and others near it. */
function nudged([x, y]: Pixel, width: number, height: number): Pixel[] {
  return [
    [x, y],
    [x, y - height],
    [x, y + height],
    [x - width / 2, y],
    [x + width / 2, y],
  ];
}

function fontOf(kind: Written, scale: number): string {
  const [style, size] = FONTS[kind];
  return `${style} ${Math.round(size * scale)}px "Source Serif 4 Variable", Georgia, serif`;
}

function write(
  pen: CanvasRenderingContext2D,
  labels: Labels,
  text: string,
  kind: Written,
  middles: (width: number, height: number) => readonly Pixel[],
  colour: string,
): void {
  const scale = Math.max(
    1,
    Math.min(MOST_SCALE, Math.min(pen.canvas.clientWidth, pen.canvas.clientHeight) / PICTURE),
  );
  pen.font = fontOf(kind, scale);
  const [width, height] = [pen.measureText(text).width + 8, FONTS[kind][1] * scale * 1.35];
  const place = labels.place(text, width, height, middles(width, height), kind === "region");
  if (place === null) return;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineWidth = 4;
  pen.strokeStyle = HALO;
  pen.strokeText(text, place[0], place[1]);
  pen.fillStyle = colour;
  pen.fillText(text, place[0], place[1]);
}

/** Straight pieces from point to point. Dashes are fainter: they have no halo. */
function chain(
  pen: CanvasRenderingContext2D,
  points: readonly Pixel[],
  colour: string,
  thick: number,
  dashes: readonly number[] = [],
): void {
  pen.beginPath();
  points.forEach(([x, y]) => pen.lineTo(x, y));
  pen.setLineDash([...dashes]);
  if (dashes.length === 0) {
    pen.lineWidth = thick + 2;
    pen.strokeStyle = HALO;
    pen.stroke();
  }
  pen.lineWidth = thick;
  pen.strokeStyle = colour;
  pen.stroke();
  pen.setLineDash([]);
}

function circle(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  colour: string,
): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fillStyle = colour;
  pen.fill();
  pen.lineWidth = 1.5;
  pen.strokeStyle = HALO;
  pen.stroke();
}
