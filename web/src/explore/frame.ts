/**
 * The viewer computes in floating point, the board is endless. A frame is a square of the board
 * that the viewer shows as an image: an origin of any size and a side small enough for exact
 * floats. Going far away moves the frame, not the numbers.
 *
 * Names say the space: `cell` is the board, `local` is the frame in cells (0 … side).
 */
import { fixed, type Cell, type Fixed } from "../common/coordinates.ts";

/** Pixels of a tile each way. */
export const TILE = 256;

export interface Frame {
  readonly origin: Cell;
  /** Cells each way; at most 2^40, so that locals keep a thousandth. */
  readonly side: number;
}

/** A point of the board: exact however far out. */
export type Point = readonly [x: Fixed, y: Fixed];

/** The frame of a board that begins at (0,0). */
export function cornerFrame(side: number): Frame {
  return { origin: [0n, 0n], side };
}

/**
 * A frame around a cell whose origin is a multiple of `grain`, so that tiles of every level keep
 * their borders.
 */
export function frameAround(cell: Cell, side: number, grain: number): Frame {
  const half = BigInt(Math.floor(side / 2));
  const step = BigInt(grain);
  const start = (at: bigint): bigint => (at <= half ? 0n : ((at - half) / step) * step);
  return { origin: [start(cell[0]), start(cell[1])], side };
}

export function sameFrame(a: Frame, b: Frame): boolean {
  return a.side === b.side && a.origin[0] === b.origin[0] && a.origin[1] === b.origin[1];
}

/**
 * How far a point is from the frame's origin, in cells. Exact to a thousandth for points near the
 * frame.
 */
export function localFromPoint(frame: Frame, point: Point): [number, number] {
  return [
    Number(point[0].cell - frame.origin[0]) + point[0].milli / 1000,
    Number(point[1].cell - frame.origin[1]) + point[1].milli / 1000,
  ];
}

export function pointFromLocal(frame: Frame, x: number, y: number): Point {
  const part = (origin: bigint, value: number): Fixed =>
    fixed(origin + BigInt(Math.floor(value)), value - Math.floor(value));
  return [part(frame.origin[0], x), part(frame.origin[1], y)];
}

/** The cell that covers a place of the frame; null off the board. */
export function cellFromLocal(frame: Frame, x: number, y: number): Cell | null {
  const cell: Cell = [
    frame.origin[0] + BigInt(Math.floor(x)),
    frame.origin[1] + BigInt(Math.floor(y)),
  ];
  return cell[0] < 0n || cell[1] < 0n ? null : cell;
}

/** The middle of a cell. */
export function middleOf(cell: Cell): Point {
  return [fixed(cell[0], 0.5), fixed(cell[1], 0.5)];
}

/**
 * Whether the viewer should move its frame: the place is within a quarter of a border beyond which
 * there is more board.
 */
export function nearBorder(frame: Frame, x: number, y: number): boolean {
  const margin = frame.side / 4;
  const near = (origin: bigint, value: number): boolean =>
    value > frame.side - margin || (value < margin && origin > 0n);
  return near(frame.origin[0], x) || near(frame.origin[1], y);
}
