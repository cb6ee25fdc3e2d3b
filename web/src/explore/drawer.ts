/**
 * Draws the tiles of a level as one picture. OpenSeadragon's own drawer scales each tile by itself
 * and puts it on whole pixels, so that a straight line jumps where two tiles meet. Here the tiles
 * are first laid side by side, a pixel for a pixel, and then scaled together.
 */
import OpenSeadragon from "openseadragon";
import { TILE } from "./frame.ts";

/** Tiles side by side. */
interface Sheet {
  readonly level: number;
  /** The first column and row. */
  readonly from: readonly [number, number];
  readonly canvas: HTMLCanvasElement;
  readonly laid: Map<string, CanvasRenderingContext2D>;
}

export class SheetDrawer extends OpenSeadragon.CanvasDrawer {
  /** What each picture was laid out as, by level. */
  #sheets = new Map<OpenSeadragon.TiledImage, Map<number, Sheet>>();
  #smooth = false;

  override setImageSmoothingEnabled(smooth: boolean): void {
    if (smooth === this.#smooth) return;
    this.#smooth = smooth;
    this.viewer.forceRedraw();
  }

  draw(images: readonly OpenSeadragon.TiledImage[]): void {
    const { canvas } = this;
    const size = this.viewport.getContainerSize();
    const ratio = devicePixelRatio;
    const [width, height] = [Math.round(size.x * ratio), Math.round(size.y * ratio)];
    if (canvas.width !== width || canvas.height !== height)
      Object.assign(canvas, { width, height });
    const pen = canvas.getContext("2d");
    if (pen === null) return;
    pen.clearRect(0, 0, width, height);
    pen.imageSmoothingEnabled = this.#smooth;
    const kept = new Map<OpenSeadragon.TiledImage, Map<number, Sheet>>();
    for (const image of images) {
      if (image.getOpacity() === 0) continue;
      const sheets = this.#layOut(image, this.#sheets.get(image));
      kept.set(image, sheets);
      for (const sheet of sheets.values()) this.#put(pen, image, sheet);
    }
    this.#sheets = kept;
  }

  /** The tiles of a picture that are to be seen, coarse ones first. */
  #layOut(
    image: OpenSeadragon.TiledImage,
    before: ReadonlyMap<number, Sheet> | undefined,
  ): Map<number, Sheet> {
    const levels = new Map<number, OpenSeadragon.Tile[]>();
    for (const { tile } of image.getTilesToDraw())
      levels.set(tile.level, [...(levels.get(tile.level) ?? []), tile]);
    const sheets = [...levels]
      .sort(([a], [b]) => a - b)
      .map(([level, tiles]) => [level, this.#sheet(level, tiles, before?.get(level))] as const);
    return new Map(sheets);
  }

  /** The sheet of these tiles: the one before, if it only lacks some of them. */
  #sheet(level: number, tiles: readonly OpenSeadragon.Tile[], before: Sheet | undefined): Sheet {
    const [columns, rows] = [tiles.map((tile) => tile.x), tiles.map((tile) => tile.y)];
    const from = [Math.min(...columns), Math.min(...rows)] as const;
    const width = TILE * (Math.max(...columns) - from[0] + 1);
    const height = TILE * (Math.max(...rows) - from[1] + 1);
    const pictures = new Map<string, CanvasRenderingContext2D>();
    for (const tile of tiles) {
      const picture = this.getDataToDraw(tile) as CanvasRenderingContext2D | undefined;
      if (picture !== undefined) pictures.set(`${tile.x},${tile.y}`, picture);
    }
    const fits =
      before !== undefined &&
      before.canvas.width === width &&
      before.canvas.height === height &&
      before.from[0] === from[0] &&
      before.from[1] === from[1] &&
      [...before.laid].every(([place, picture]) => pictures.get(place) === picture);
    const sheet = fits ? before : blank(level, from, width, height);
    const pen = sheet.canvas.getContext("2d");
    for (const [place, picture] of pictures) {
      if (sheet.laid.has(place)) continue;
      const [x = 0, y = 0] = place.split(",").map(Number);
      pen?.drawImage(picture.canvas, TILE * (x - from[0]), TILE * (y - from[1]));
      sheet.laid.set(place, picture);
    }
    return sheet;
  }

  #put(pen: CanvasRenderingContext2D, image: OpenSeadragon.TiledImage, sheet: Sheet): void {
    const { x: side } = image.getContentSize();
    const cells = 2 ** (image.source.maxLevel - sheet.level);
    const pixel = (column: number, row: number): OpenSeadragon.Point =>
      this.viewport
        .pixelFromPoint(
          new OpenSeadragon.Point((column * cells) / side, (row * cells) / side),
          true,
        )
        .times(devicePixelRatio);
    const { width, height } = sheet.canvas;
    const [left, top] = sheet.from.map((place) => place * TILE) as [number, number];
    const start = pixel(left, top);
    const end = pixel(left + width, top + height);
    pen.drawImage(sheet.canvas, start.x, start.y, end.x - start.x, end.y - start.y);
  }
}

function blank(
  level: number,
  from: readonly [number, number],
  width: number,
  height: number,
): Sheet {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  return { level, from, canvas, laid: new Map() };
}
