/**
 * Where the flight looks. The middle of the picture is the thread's cell at column 10^at, and the
 * picture is as many cells across as that, so that it is always the board, scaled about its corner.
 * Only the first steps are different: there the corner itself is in sight.
 *
 * All lengths are pixels from the corner; these are small however far out the flight is, so floats
 * draw them. Cells are whole numbers, and no float decides which cell is meant.
 */

export const START = 1;
export const GOAL = 100;
/** Coordinates end at a thousand digits. */
export const END = 990;

/** Over so many powers of ten the corner goes out of sight. */
const DEPARTURE = 2.5;

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Camera {
  readonly at: number;
  /** The binary logarithm of the cells in a pixel. */
  readonly scale: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** `ratio` is y/x of the middle. */
export function cameraAt(at: number, { width, height }: Size, ratio: number): Camera {
  const near = Math.min(0.42, (0.42 * height) / (ratio * width));
  const middle = width * near ** (1 - smooth((at - START) / DEPARTURE));
  return {
    at,
    scale: at * Math.log2(10) - Math.log2(middle),
    left: middle - width / 2,
    top: ratio * middle - height / 2,
    width,
    height,
  };
}

/** Cells across. */
export function log10Width(camera: Camera): number {
  return (camera.scale + Math.log2(camera.width)) / Math.log2(10);
}

/** From 0 to 1, without a jolt. */
export function smooth(share: number): number {
  const t = Math.min(1, Math.max(0, share));
  return t * t * (3 - 2 * t);
}
