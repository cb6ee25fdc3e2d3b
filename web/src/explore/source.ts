/** Which tiles show a view: the corner of the board, a far window of an endless one, or the difference of two boards. */
import { address, type Board } from "../common/api.ts";
import { cornerFrame, frameAround, localFromPoint, nearBorder, type Frame, type Point } from "./frame.ts";
import { PALETTES, type Offset, type Palette } from "./view.ts";
import type { Source } from "./viewer.ts";

const TILE = 256;

/** A formula answers tiles of the levels 0, 1 and 2. */
const FAR_LEVELS = 3;

/** Cells of a far window each way: no power of two, so that it is never the side of a corner. */
const FAR_SIDE = TILE * 2 ** (FAR_LEVELS - 1) * 127;

/** Farther out a far window would need too many tiles. */
const FAR_ZOOM = 0.25;

/** Differences are counted on the levels 0 to 3. */
const DIFFERENCE_LEVELS = 4;

/** How much of a board is shown at first, where it has no k. */
const FIRST_CELLS = 96;

/** The palette that is wanted, or the first that the board has. */
export function paletteFor(board: Board, wanted: Palette | null, far: boolean): Palette {
  const has = (name: Palette): boolean => board.palettes.includes(name) && !(far && (name === "cln15" || name === "deviation"));
  return wanted !== null && has(wanted) ? wanted : (PALETTES.find(has) ?? "outcome");
}

/** What is in view: the middle, and how many cells there are on each side of it. */
export interface Window {
  readonly at: Point;
  readonly reach: readonly [number, number];
  /** Pixels per cell. */
  readonly zoom: number;
}

/**
 * The frame for a view: a far window where an endless board is seen beyond what is computed, else the corner. It depends on the view
 * alone, so that a link leads to the same picture. `now` is kept as long as it will do.
 */
export function frameFor(board: Board, view: Window, now: Frame | null): Frame {
  const beyond = view.at.some((value, axis) => value.cell + BigInt(Math.ceil(view.reach[axis] ?? 0)) > BigInt(board.ready));
  if (!board.endless || !beyond || view.zoom < FAR_ZOOM) return cornerFrame(TILE * 2 ** (board.levels - 1));
  if (now !== null && isFar(board, now)) {
    const [x, y] = localFromPoint(now, view.at);
    if (x > 0 && y > 0 && x < now.side && y < now.side && !nearBorder(now, x, y)) return now;
  }
  return frameAround([view.at[0].cell, view.at[1].cell], FAR_SIDE, TILE * 2 ** (FAR_LEVELS - 1));
}

export function isFar(board: Board, frame: Frame): boolean {
  return board.endless && frame.side === FAR_SIDE;
}

/** The whole of W^k is an empty plain; its face is the corner of about 3k cells. */
export function firstCells(board: Board): number {
  const wanted = board.k === null || board.k < 8 ? FIRST_CELLS : Math.round(3.25 * board.k);
  return Math.min(wanted, Math.max(board.ready, board.target, 1));
}

export function boardSource(board: Board, frame: Frame, palette: Palette, theme: "light" | "dark"): Source {
  const far = isFar(board, frame);
  // The address names how far the board was ready: a tile that was cut off is asked for again when there is more.
  const state = board.ready < board.target && !far ? `&ready=${board.ready}` : "";
  return {
    frame,
    levels: far ? FAR_LEVELS : board.levels,
    shown: far ? null : board.ready,
    fit: far ? 512 : Math.max(board.ready, board.target),
    // CLN15's colours stand on black; so does the density that they turn into from afar.
    tile: (level, x, y) => `${address.tile(board.game, level, x, y, palette, palette === "cln15" ? "dark" : theme)}${state}`,
  };
}

export function differenceSource(a: Board, b: Board, offset: Offset, compared: "outcome" | "deviation", theme: "light" | "dark"): Source {
  const grain = TILE * 2 ** (DIFFERENCE_LEVELS - 1);
  const shown = Math.min(a.ready, b.ready);
  return {
    frame: cornerFrame(grain * Math.max(1, Math.ceil(shown / grain))),
    levels: DIFFERENCE_LEVELS,
    shown,
    fit: shown,
    tile: (level, x, y) => address.compareTile(a.game, b.game, level, Number(x), Number(y), { ...offset, values: compared, theme }),
  };
}
