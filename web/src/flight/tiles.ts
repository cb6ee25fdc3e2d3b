/**
 * The board's pictures. Those of a level lie side by side, a pixel for a pixel, on a canvas of
 * their own, which is scaled as a whole: so there are no seams between them.
 */
import { address } from "../common/api.ts";
import { ask } from "../common/backend.ts";
import { TILE } from "../explore/frame.ts";
import type { Camera } from "./camera.ts";
import type { Level } from "./blocks.ts";

/** So many tiles are kept, and so many asked for at a time. */
const KEPT = 700;
const AT_ONCE = 6;

/** A rectangle of tiles: from, and up to before. */
interface Range {
  readonly x: number;
  readonly y: number;
  readonly toX: number;
  readonly toY: number;
}

/** The tiles of a level, laid out. */
interface Sheet {
  readonly context: CanvasRenderingContext2D;
  range: Range;
}

export class Tiles {
  readonly #k: number;
  readonly #theme: string;
  readonly #came: () => void;
  /** Pictures by address; null while they are on their way. */
  readonly #pictures = new Map<string, ImageBitmap | null>();
  readonly #sheets = new Map<number, Sheet>();
  /** Addresses that are wanted next, the most urgent first. */
  #queue: string[] = [];
  #loading = 0;
  #closed = false;

  constructor(k: number, theme: string, came: () => void) {
    this.#k = k;
    this.#theme = theme;
    this.#came = came;
  }

  close(): void {
    this.#closed = true;
    this.#queue = [];
  }

  /** Asks for all tiles that these cameras see, the first ones first. */
  want(seen: readonly (readonly [level: number, camera: Camera, blocks: Level | null])[]): void {
    const wanted = new Set<string>();
    for (const [level, camera, blocks] of seen)
      for (const tile of this.#seen(level, camera, blocks)) wanted.add(tile);
    this.#queue = [...wanted].filter((tile) => !this.#pictures.has(tile));
    if (this.#pictures.size > KEPT)
      for (const tile of [...this.#pictures.keys()].slice(0, KEPT / 4))
        if (!wanted.has(tile)) this.#forget(tile);
    this.#load();
  }

  /** Whether all tiles of a level that a camera sees are there. */
  isReady(level: number, camera: Camera, blocks: Level | null): boolean {
    if (level > 0 && blocks === null) return false;
    return this.#seen(level, camera, blocks).every((tile) => this.#pictures.get(tile));
  }

  draw(
    context: CanvasRenderingContext2D,
    level: number,
    camera: Camera,
    blocks: Level | null,
  ): void {
    const range = rangeOf(level, camera);
    if (range.toX <= range.x || range.toY <= range.y) return;
    const sheet = this.#sheet(level, range, camera, blocks);
    if (sheet === null) return;
    const side = sideOf(level, camera);
    context.imageSmoothingEnabled = side < 3 * TILE;
    context.drawImage(
      sheet.context.canvas,
      range.x * side - camera.left,
      range.y * side - camera.top,
      (range.toX - range.x) * side,
      (range.toY - range.y) * side,
    );
  }

  #sheet(level: number, range: Range, camera: Camera, blocks: Level | null): Sheet | null {
    const known = this.#sheets.get(level);
    if (known !== undefined && sameRange(known.range, range)) return known;
    const context = known?.context ?? document.createElement("canvas").getContext("2d");
    if (context === null) return null;
    // A new size empties it.
    context.canvas.width = (range.toX - range.x) * TILE;
    context.canvas.height = (range.toY - range.y) * TILE;
    const sheet = { context, range };
    this.#sheets.set(level, sheet);
    for (const tile of this.#seen(level, camera, blocks)) this.#lay(tile);
    // Only a few levels are ever looked at together.
    for (const other of [...this.#sheets.keys()])
      if (Math.abs(other - level) > 3) this.#sheets.delete(other);
    return sheet;
  }

  /** Lays a tile on the sheet of its level. */
  #lay(tile: string): void {
    const [level = 0, x = 0, y = 0] = placeOf(tile);
    const sheet = this.#sheets.get(level);
    const picture = this.#pictures.get(tile);
    if (picture && sheet !== undefined)
      sheet.context.drawImage(picture, (x - sheet.range.x) * TILE, (y - sheet.range.y) * TILE);
  }

  /**
   * The tiles of a level that a camera sees. A tile without a block that holds a palace is empty,
   * and not asked for.
   */
  #seen(level: number, camera: Camera, blocks: Level | null): string[] {
    const range = rangeOf(level, camera);
    const tiles = new Set<string>();
    if (level === 0) {
      for (let y = range.y; y < range.toY; y++)
        for (let x = range.x; x < range.toX; x++) tiles.add(this.#address(0, x, y));
    } else if (blocks !== null) {
      // Units of the blocks' level in a tile.
      const units = 2 ** (blocks.unit - level) / TILE;
      for (const { edges } of blocks.blocks) {
        const [left, top, right, bottom] = edges.map((edge) => edge * units);
        const end = (edge: number | undefined, most: number): number =>
          Math.min(Math.ceil((edge ?? 0) + 1e-6), most);
        for (let y = Math.max(range.y, Math.floor(top ?? 0)); y < end(bottom, range.toY); y++)
          for (let x = Math.max(range.x, Math.floor(left ?? 0)); x < end(right, range.toX); x++)
            tiles.add(this.#address(level, x, y));
      }
    }
    return [...tiles];
  }

  #address(level: number, x: number, y: number): string {
    return level === 0
      ? address.tile(`blocking:k=${this.#k}`, 0, x, y, "cln15", this.#theme)
      : address.flightTile(this.#k, level, x, y, this.#theme);
  }

  #load(): void {
    while (this.#loading < AT_ONCE && !this.#closed) {
      const tile = this.#queue.shift();
      if (tile === undefined) return;
      if (this.#pictures.has(tile)) continue;
      this.#loading++;
      this.#pictures.set(tile, null);
      void this.#fetch(tile).finally(() => {
        this.#loading--;
        this.#load();
      });
    }
  }

  async #fetch(tile: string): Promise<void> {
    try {
      const response = await ask(tile, {});
      if (!response.ok) throw new Error(tile);
      this.#pictures.set(tile, await createImageBitmap(await response.blob()));
      this.#lay(tile);
      this.#came();
    } catch {
      // It is asked for again when it is looked at again.
      this.#pictures.delete(tile);
    }
  }

  #forget(tile: string): void {
    this.#pictures.get(tile)?.close();
    this.#pictures.delete(tile);
  }
}

/**
 * The level that is shown with the next one, and how far it has turned into that. Its pixels are
 * between 0.7 and 1.4 pixels of the screen, the next one's twice as large.
 */
export function levelsOf({ scale }: Camera): readonly [level: number, turned: number] {
  const level = Math.max(0, Math.ceil(scale - 0.5));
  return [level, Math.max(0, Math.min(1, scale + 0.5 - level))];
}

/** A tile's side in pixels of the screen. */
function sideOf(level: number, camera: Camera): number {
  return TILE * 2 ** (level - camera.scale);
}

function rangeOf(level: number, camera: Camera): Range {
  const side = sideOf(level, camera);
  return {
    x: Math.max(0, Math.floor(camera.left / side)),
    y: Math.max(0, Math.floor(camera.top / side)),
    toX: Math.ceil((camera.left + camera.width) / side),
    toY: Math.ceil((camera.top + camera.height) / side),
  };
}

function sameRange(a: Range, b: Range): boolean {
  return a.x === b.x && a.y === b.y && a.toX === b.toX && a.toY === b.toY;
}

/** The level, column and row of a tile, from its address. */
function placeOf(tile: string): number[] {
  return tile.replace(/\?.*$/, "").split("/").slice(-3).map(Number);
}
