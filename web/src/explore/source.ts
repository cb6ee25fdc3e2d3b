/**
 * Which tiles show a view: the corner of the board, a far window of an endless one, or the
 * difference of two boards.
 */
import { address, type Board, type Endless } from "../common/api.ts";
import {
  cornerFrame,
  frameAround,
  localFromPoint,
  nearBorder,
  TILE,
  type Frame,
  type Point,
} from "./frame.ts";
import type { Offset, Palette } from "./view.ts";
import type { Source } from "./viewer.ts";

/**
 * Tiles of its coarsest level that a far window has each way: no power of two, so that it is never
 * a corner.
 */
const FAR_TILES = 127;

/** More levels are not used, so that a far window has at most 2^40 cells each way. */
const MOST_FAR_LEVELS = 26;

/** Differences are counted on the levels 0 to 3. */
const DIFFERENCE_LEVELS = 4;

/** How much of a board is shown at first, where it has no k. */
const FIRST_CELLS = 96;

/** Whether the palace numbers are known: everywhere, or (`far`) beyond the corner. */
export function hasNumbers(board: Board, far: boolean): boolean {
  return (far ? (board.endless?.values ?? []) : board.values).includes("palace");
}

/**
 * The palette that is wanted, if the board has it. Else the colours of palace numbers where these
 * decide who wins, and P and N where they do not.
 */
export function paletteFor(board: Board, wanted: Palette | null, far: boolean): Palette {
  const numbers = hasNumbers(board, far);
  const has = (name: Palette): boolean =>
    board.palettes.includes(name) &&
    (name !== "nim" || !far) &&
    (numbers || (name !== "cln15" && name !== "deviation"));
  if (wanted !== null && has(wanted)) return wanted;
  return board.k !== null && has("cln15") ? "cln15" : "outcome";
}

/** The level of the tiles that are drawn: the finest whose pixels are not less than half one. */
export function levelAt(pixelsPerCell: number): number {
  return Math.max(0, Math.ceil(Math.log2(0.5 / pixelsPerCell) - 1e-9));
}

/** What a pixel of the picture shows. */
export type Pixel = "cell" | "mean" | "share";

/** That of a board in a palette, so many (device) pixels to a cell. */
export function pixelOf(board: Board, palette: Palette, far: boolean, pixels: number): Pixel {
  const level = levelAt(pixels);
  if (level === 0) return "cell";
  const numbered = palette !== "outcome" && (palette === "nim" || hasNumbers(board, far));
  return numbered && level < board.averaged ? "mean" : "share";
}

/**
 * Pixels per cell below which a tile of the coarsest level would be less than half its size on the
 * screen.
 */
export function leastZoom(levels: number): number {
  return 0.5 / 2 ** (levels - 1);
}

/** The viewer's least zoom may come back a rounding below the one it was given. */
const ZOOM_SLACK = 0.99;

/** What is in view: the middle, and how many cells there are on each side of it. */
export interface Window {
  readonly at: Point;
  readonly reach: readonly [number, number];
  /** Pixels per cell. */
  readonly zoom: number;
}

/**
 * The frame for a view: a far window where an endless board is seen beyond what is computed, else
 * the corner. It depends on the view alone, so that a link leads to the same picture. A place
 * outside the corner is never shown in it: its floats could not hold the place. `now` is kept as
 * long as it will do.
 */
export function frameFor(board: Board, view: Window, now: Frame | null): Frame {
  const beyond = view.at.some(
    (value, axis) => value.cell + BigInt(Math.ceil(view.reach[axis] ?? 0)) > BigInt(board.ready),
  );
  const corner = cornerFrame(coarsest(board.levels));
  if (board.endless === null || !beyond) return corner;
  const outside = view.at.some((value) => value.cell >= BigInt(corner.side));
  if (!outside && view.zoom < ZOOM_SLACK * leastZoom(farLevels(board.endless))) return corner;
  if (now !== null && isFar(board, now)) {
    const [x, y] = localFromPoint(now, view.at);
    if (x > 0 && y > 0 && x < now.side && y < now.side && !nearBorder(now, x, y)) return now;
  }
  const grain = coarsest(farLevels(board.endless));
  return frameAround([view.at[0].cell, view.at[1].cell], FAR_TILES * grain, grain);
}

/** Cells x, y below this are there, or are being computed. */
export function cornerEnd(board: Board): number {
  return Math.max(board.ready, board.target, 1);
}

/** The same of all that is known; null: there is no end. */
export function endOf(board: Board): number | null {
  return board.endless === null ? cornerEnd(board) : null;
}

/**
 * Whether a view has no cell below `end`. Such a view is never opened: where no frame is, the
 * viewer's floats hold no place.
 */
export function isBeyond(view: Window, end: number | null): boolean {
  return view.at.some(({ cell }, axis) => {
    const reach = BigInt(Math.ceil(view.reach[axis] ?? 0));
    return cell + reach < 0n || (end !== null && cell - reach >= BigInt(end));
  });
}

export function isFar(board: Board, frame: Frame): boolean {
  return board.endless !== null && frame.side === FAR_TILES * coarsest(farLevels(board.endless));
}

function farLevels(endless: Endless): number {
  return Math.min(endless.levels, MOST_FAR_LEVELS);
}

/** Cells of a tile of the coarsest level, each way. */
function coarsest(levels: number): number {
  return TILE * 2 ** (levels - 1);
}

/** The whole of W^k is an empty plain; its face is the corner of about 3k cells. */
export function faceCells(board: Board): number {
  return board.k === null || board.k < 8 ? FIRST_CELLS : Math.round(3.25 * board.k);
}

/** Cells x, y below this may be there: a file that is not finished has them here and there. */
export function reachOf(board: Board): number {
  return board.file === null ? board.ready : board.target;
}

/** What is in view at first: all of a file, else the face, as far as there will be one. */
export function firstCells(board: Board): number {
  if (board.file !== null) return board.target;
  return Math.min(faceCells(board), Math.max(board.ready, board.target, 1));
}

export function boardSource(
  board: Board,
  frame: Frame,
  palette: Palette,
  theme: "light" | "dark",
): Source {
  const far = isFar(board, frame);
  // The address names how far the board was ready: a tile that was cut off is asked for again when
  // there is more.
  const state = board.ready < board.target && !far ? `&ready=${board.ready}` : "";
  // CLN15's colours stand on black; so does the density that they turn into from afar.
  const ground = palette === "cln15" ? "dark" : theme;
  return {
    frame,
    levels: far && board.endless !== null ? farLevels(board.endless) : board.levels,
    shown: far ? null : reachOf(board),
    fit: far ? frame.side : Math.max(board.ready, board.target),
    tile: (level, x, y) => `${address.tile(board.game, level, x, y, palette, ground)}${state}`,
  };
}

export function differenceSource(
  a: Board,
  b: Board,
  offset: Offset,
  compared: "outcome" | "deviation",
  theme: "light" | "dark",
): Source {
  const grain = coarsest(DIFFERENCE_LEVELS);
  const fit = Math.min(Math.max(a.ready, a.target), Math.max(b.ready, b.target));
  const state = a.ready < a.target || b.ready < b.target ? `&ready=${a.ready},${b.ready}` : "";
  const how = { ...offset, values: compared, theme };
  return {
    frame: cornerFrame(grain * Math.max(1, Math.ceil(fit / grain))),
    levels: DIFFERENCE_LEVELS,
    shown: Math.min(reachOf(a), reachOf(b)),
    fit,
    tile: (level, x, y) =>
      `${address.compareTile(a.game, b.game, level, Number(x), Number(y), how)}${state}`,
  };
}
