/** The numbers in the cells that are in view, and the window that is, for films. */
import { api, type Board, type OutcomeWindow } from "../common/api.ts";
import { NUMBERED } from "./rulers.ts";
import { windowOf, type Scene } from "./scene.ts";
import { hasNumbers, isFar, paletteFor, reachOf } from "./source.ts";
import type { Palette } from "./view.ts";
import type { BoardViewer } from "./viewer.ts";

/** Nim-values are known of cells below this. */
const NIM_CELLS = 4096;

/** What stands in the cells; null where they are too small, or nothing is known. */
export async function numbersInView(
  board: Board,
  viewer: BoardViewer,
  wanted: Palette | null,
): Promise<OutcomeWindow | null> {
  const { frame } = viewer;
  if (frame === null || (viewer.seen()?.zoom ?? 0) < NUMBERED) return null;
  const far = isFar(board, frame);
  const palette = paletteFor(board, wanted, far);
  const numbered = palette !== "outcome" && hasNumbers(board, far);
  const values = palette === "nim" ? "grundy" : numbered ? "palace" : "outcome";
  const [left, top, right, bottom] = viewer.localBounds();
  const most = far ? null : BigInt(palette === "nim" ? NIM_CELLS : reachOf(board));
  const span = (origin: bigint, from: number, to: number): [bigint, number] => {
    const [start, end] = [origin + BigInt(Math.floor(from)), origin + BigInt(Math.ceil(to))];
    const first = start < 0n ? 0n : start;
    return [first, Number((most !== null && most < end ? most : end) - first)];
  };
  const [x, width] = span(frame.origin[0], left, right);
  const [y, height] = span(frame.origin[1], top, bottom);
  if (width <= 0 || height <= 0) return null;
  return api.window(board.game, x, y, width, height, undefined, values).catch(() => null);
}

/** What a film shows of what is in view; null far from the corner. */
export function sceneOf(
  board: Board,
  viewer: BoardViewer,
  wanted: Palette | null,
  theme: "light" | "dark",
): Scene | null {
  const [seen, frame] = [viewer.seen(), viewer.frame];
  if (seen === null || frame === null || isFar(board, frame)) return null;
  const window = windowOf(viewer.localBounds(), seen.zoom, reachOf(board));
  return window === null ? null : { ...window, palette: paletteFor(board, wanted, false), theme };
}
