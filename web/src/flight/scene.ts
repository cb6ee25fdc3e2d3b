/** Draws a moment of the flight: the board, the blocks of its certificate, and where we are. */
import type { Cell } from "../common/coordinates.ts";
import { colour, shownTheme } from "../common/theme.ts";
import { LEAST_SIDE, type Block, type Found, type Level, type Levels } from "./blocks.ts";
import { smooth, type Camera } from "./camera.ts";
import { levelsOf, type Tiles } from "./tiles.ts";

/** What is drawn. */
export interface Moment {
  readonly camera: Camera;
  /** The cell in the middle, and y/x of its thread. */
  readonly cell: Cell;
  readonly ratio: number;
  readonly tiles: Tiles;
  readonly levels: Levels;
}

const LABEL_HEIGHT = 20;
const MARGIN = 8;

/** Colours of the page, as the canvas reads them. */
interface Ink {
  readonly paper: string;
  readonly beyond: string;
  readonly line: string;
  readonly accent: string;
  readonly label: string;
  readonly onLabel: string;
  readonly isDark: boolean;
}

/** Neighbouring numbers get hues that are far apart. */
const GOLDEN_ANGLE = 137.508;

export class Scene {
  readonly canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D | null;
  #ink: Ink;
  #covered: readonly DOMRect[] = [];

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.#context = canvas.getContext("2d", { alpha: false });
    this.#ink = inkNow();
  }

  /** Light or dark has changed. */
  recolour(): void {
    this.#ink = inkNow();
  }

  /** As many pixels as the element has now. */
  fit(width: number, height: number): void {
    const density = Math.min(2, devicePixelRatio || 1);
    this.canvas.width = Math.round(width * density);
    this.canvas.height = Math.round(height * density);
    this.#context?.setTransform(density, 0, 0, density, 0, 0);
  }

  /** Nothing is written where other things lie over the picture. */
  cover(...elements: readonly Element[]): void {
    const { left, top } = this.canvas.getBoundingClientRect();
    this.#covered = elements.map((element) => {
      const box = element.getBoundingClientRect();
      return new DOMRect(box.left - left, box.top - top, box.width, box.height);
    });
  }

  draw(moment: Moment): void {
    const context = this.#context;
    if (context === null) return;
    const { camera, levels } = moment;
    context.globalAlpha = 1;
    context.fillStyle = this.#ink.beyond;
    context.fillRect(0, 0, camera.width, camera.height);
    context.fillStyle = this.#ink.paper;
    context.fillRect(
      Math.max(0, -camera.left),
      Math.max(0, -camera.top),
      camera.width,
      camera.height,
    );
    this.#thread(context, moment);
    const seen = levels
      .seen(camera)
      .flatMap((level) => levels.get(level) ?? [])
      .reverse();
    // Near the corner the cells have colours of their own.
    const far = smooth((camera.scale + 1.5) / 3);
    for (const level of seen) this.#blocks(context, level, moment, far);
    this.#board(context, moment);
    this.#outlines(context, seen, moment);
    this.#middle(context, camera);
  }

  /** A glow along the thread. */
  #thread(context: CanvasRenderingContext2D, { camera, ratio }: Moment): void {
    const far = 2 * (camera.left + camera.width);
    context.strokeStyle = this.#ink.accent;
    for (const [width, alpha] of [
      [26, 0.06],
      [12, 0.1],
    ] as const) {
      context.lineWidth = width;
      context.globalAlpha = alpha;
      context.beginPath();
      context.moveTo(-camera.left, -camera.top);
      context.lineTo(far - camera.left, ratio * far - camera.top);
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  /** The blocks of a level that hold palaces in colours, and the lines between all of them. */
  #blocks(
    context: CanvasRenderingContext2D,
    level: Level,
    { camera, levels }: Moment,
    far: number,
  ): void {
    const weight = weightOf(levels.side(level.level, camera), camera) * (0.35 + 0.65 * far);
    if (weight < 0.01) return;
    const unit = 2 ** (level.unit - camera.scale);
    const [saturation, lightness] = this.#ink.isDark ? [55, 60] : [62, 48];
    for (const block of level.blocks) {
      const [left, top, width, height] = placeOf(block, level, camera);
      if (left > camera.width || top > camera.height || left + width < 0 || top + height < 0)
        continue;
      const hue = (block.type * GOLDEN_ANGLE) % 360;
      context.globalAlpha = (this.#ink.isDark ? 0.2 : 0.17) * weight;
      context.fillStyle = `hsl(${hue} ${saturation}% ${lightness}%)`;
      context.fillRect(left, top, width, height);
      context.globalAlpha = 0.55 * weight;
      context.strokeStyle = context.fillStyle;
      context.lineWidth = 1;
      context.strokeRect(left + 0.5, top + 0.5, width - 1, height - 1);
    }
    context.globalAlpha = 0.5 * weight;
    context.strokeStyle = this.#ink.line;
    context.lineWidth = 1;
    context.beginPath();
    const [startX, startY] = [Math.max(0, -camera.left), Math.max(0, -camera.top)];
    for (const column of level.columns) {
      const x = column * unit - camera.left;
      if (x < 0 || x > camera.width) continue;
      context.moveTo(x, startY);
      context.lineTo(x, camera.height);
    }
    for (const row of level.rows) {
      const y = row * unit - camera.top;
      if (y < 0 || y > camera.height) continue;
      context.moveTo(startX, y);
      context.lineTo(camera.width, y);
    }
    context.stroke();
    context.globalAlpha = 1;
  }

  /** The board itself, one level turning into the next; the nearest one that is there. */
  #board(context: CanvasRenderingContext2D, { camera, tiles, levels }: Moment): void {
    const [level, turned] = levelsOf(camera);
    const blocks = levels.finest(camera);
    const isReady = (one: number): boolean => tiles.isReady(one, camera, blocks);
    const [now, next] = [isReady(level), isReady(level + 1)];
    const shown: [number, number][] = [];
    if (now || !next) shown.push([level, next ? Math.min(1, 2 - 2 * turned) : 1]);
    if (next && (turned > 0 || !now)) shown.push([level + 1, now ? Math.min(1, 2 * turned) : 1]);
    for (const [one, alpha] of shown) {
      context.globalAlpha = alpha;
      tiles.draw(context, one, camera, blocks);
    }
    context.globalAlpha = 1;
  }

  /** The block around the middle, on every level that is seen, with its name. */
  #outlines(
    context: CanvasRenderingContext2D,
    seen: readonly Level[],
    { camera, levels, cell }: Moment,
  ): void {
    const taken = [...this.#covered];
    const main = mainLevel(levels, camera);
    const found = seen.flatMap((level) => {
      const block = level.at(cell);
      return block === null ? [] : [{ level, block }];
    });
    for (const { level, block } of found) {
      const side = levels.side(level.level, camera);
      const weight = weightOf(side, camera);
      const middle = Math.exp(-(Math.log2(side / (0.4 * least(camera))) ** 2));
      const [left, top, width, height] = placeOf(block, level, camera);
      const line = 1 + 1.75 * middle;
      // On a halo of paper, so that it is seen on every ground.
      for (const [ink, thick, alpha] of [
        [this.#ink.paper, line + 2.5, 0.5],
        [this.#ink.accent, line, 1],
      ] as const) {
        context.strokeStyle = ink;
        context.globalAlpha = alpha * weight * (0.35 + 0.65 * middle);
        context.lineWidth = thick;
        context.strokeRect(left, top, width, height);
      }
    }
    // The main block's name first, then the others where there is room.
    found.sort((a, b) => Math.abs(a.level.level - main) - Math.abs(b.level.level - main));
    for (const { level, block } of found) {
      const side = levels.side(level.level, camera);
      if (side > 2 * least(camera)) continue;
      const alpha = smooth((side - 1.3 * LEAST_SIDE) / LEAST_SIDE);
      this.#label(context, block, placeOf(block, level, camera), alpha, camera, taken);
    }
    context.globalAlpha = 1;
  }

  /** `block 17, level 42` in the block's corner, unless something is written there. */
  #label(
    context: CanvasRenderingContext2D,
    block: Found,
    place: readonly [number, number, number, number],
    alpha: number,
    camera: Camera,
    taken: DOMRect[],
  ): void {
    const name = block.type === 0 ? "empty block" : `block ${block.type}`;
    const text = `${name}, level ${block.level}`;
    context.font = '500 12px "Inter Variable", system-ui, sans-serif';
    const width = context.measureText(text).width + 12;
    const box = corners(place, width, camera).find(
      (one) => !taken.some((two) => overlap(one, two)),
    );
    if (box === undefined || alpha < 0.05) return;
    taken.push(box);
    context.globalAlpha = alpha;
    context.fillStyle = this.#ink.label;
    context.beginPath();
    context.roundRect(box.x, box.y, width, LABEL_HEIGHT, 4);
    context.fill();
    context.fillStyle = this.#ink.onLabel;
    context.textBaseline = "middle";
    context.fillText(text, box.x + 6, box.y + LABEL_HEIGHT / 2 + 0.5);
  }

  #middle(context: CanvasRenderingContext2D, { width, height }: Camera): void {
    context.strokeStyle = this.#ink.accent;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(width / 2, height / 2, 7, 0, 2 * Math.PI);
    context.stroke();
  }
}

/** The level whose block around the middle is spoken of. */
export function mainLevel(levels: Levels, camera: Camera): number {
  const seen = levels.seen(camera);
  return (
    seen.filter((level) => levels.side(level, camera) <= 0.6 * least(camera)).at(-1) ?? seen[0] ?? 0
  );
}

function least({ width, height }: Camera): number {
  return Math.min(width, height);
}

/** Where a label may be: above and below the corners of what is seen of a block. */
function corners(
  [left, top, width, height]: readonly [number, number, number, number],
  label: number,
  camera: Camera,
): DOMRect[] {
  const from = Math.max(MARGIN, left);
  const to = Math.min(camera.width - MARGIN, left + width) - label;
  const above = Math.max(MARGIN, top - LABEL_HEIGHT);
  const below = Math.min(camera.height - MARGIN - LABEL_HEIGHT, top + height);
  return [
    [from, above],
    [to, above],
    [from, below],
    [to, below],
  ]
    .map(([x, y]) => new DOMRect(x, y, label, LABEL_HEIGHT))
    .filter((box) => box.left >= MARGIN && box.right <= camera.width && box.top >= 0);
}

function overlap(a: DOMRect, b: DOMRect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Blocks come as they get large enough, and go as they get too large. */
function weightOf(side: number, camera: Camera): number {
  const come = smooth((side - LEAST_SIDE) / (1.2 * LEAST_SIDE));
  const most = Math.max(camera.width, camera.height);
  return come * (1 - smooth((side - most) / (3 * most)));
}

/** Left, top, width, height on the screen. */
function placeOf(
  { edges: [left, top, right, bottom] }: Block,
  { unit }: Level,
  camera: Camera,
): readonly [number, number, number, number] {
  const scale = 2 ** (unit - camera.scale);
  const [x, y] = [left * scale - camera.left, top * scale - camera.top];
  return [x, y, (right - left) * scale, (bottom - top) * scale];
}

function inkNow(): Ink {
  return {
    paper: colour("sky"),
    beyond: colour("sunken"),
    line: colour("line"),
    accent: colour("accent"),
    label: colour("accent"),
    onLabel: colour("on-accent"),
    isDark: shownTheme() === "dark",
  };
}
