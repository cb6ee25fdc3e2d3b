/** What a film shows. */
import type { Palette } from "./view.ts";

/** How many pixels the server draws in a frame. */
const FRAME_PIXELS = 1 << 20;

/** What a film shows: a window of the board. */
export interface Scene {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Pixels per cell, or 1/n: cells per pixel. */
  readonly scale: string;
  readonly palette: Palette;
  readonly theme: "light" | "dark";
}

/**
 * The cells in a view that lie below `end`, in whole pixels, as large as a frame may be; null if
 * there are none.
 */
export function windowOf(
  [left, top, right, bottom]: readonly [number, number, number, number],
  zoom: number,
  end: number,
): Pick<Scene, "x" | "y" | "width" | "height" | "scale"> | null {
  const span = (from: number, to: number, cells: number): [number, number] => {
    const first = Math.max(0, Math.floor(from / cells));
    return [first * cells, (Math.ceil(Math.min(to, end) / cells) - first) * cells];
  };
  for (let cells = zoom >= 1 ? 1 : 2 ** Math.ceil(Math.log2(1 / zoom)); ; cells *= 2) {
    const [[x, width], [y, height]] = [span(left, right, cells), span(top, bottom, cells)];
    if (width <= 0 || height <= 0) return null;
    const most = Math.sqrt(FRAME_PIXELS / ((width / cells) * (height / cells)));
    if (most < 1) continue;
    const pixels = cells > 1 ? 1 : Math.max(1, Math.min(Math.round(zoom), Math.floor(most)));
    return { x, y, width, height, scale: cells === 1 ? String(pixels) : `1/${cells}` };
  }
}
