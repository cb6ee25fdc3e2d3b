/**
 * A board in OpenSeadragon. The image is a frame of the board, one image pixel a cell; the viewer's
 * numbers never leave this file. Pixels are crisp where a cell is a pixel or more, and smoothed
 * where a pixel is many cells: dropping some would show a false density.
 */
import OpenSeadragon from "openseadragon";
import { ask } from "../common/backend.ts";
import type { Cell } from "../common/coordinates.ts";
import { SheetDrawer } from "./drawer.ts";
import {
  cellFromLocal,
  localFromPoint,
  pointFromLocal,
  TILE,
  type Frame,
  type Point,
} from "./frame.ts";
import { leastZoom } from "./source.ts";

/** The largest size of a cell on the screen, in pixels. */
const MOST_PIXELS = 64;

/** Pixels of scrolling that double the size: a notch of a wheel has about 100. */
const DOUBLING = 120;

/** What a browser that scrolls by lines or pages means by one, in pixels. */
const SCROLL_UNITS = [1, 33, 400] as const;

export interface Source {
  readonly frame: Frame;
  /** Levels 0 (a cell a pixel) to levels − 1. */
  readonly levels: number;
  /** Cells x, y < shown are asked for; null: all. */
  readonly shown: number | null;
  /** What is fitted into view at first, in cells from the frame's origin. */
  readonly fit: number;
  readonly tile: (level: number, x: bigint, y: bigint) => string;
}

export interface Handlers {
  readonly hover: (cell: Cell | null) => void;
  readonly click: (cell: Cell) => void;
  /** The view moved; `settled` when it has come to rest. */
  readonly moved: (settled: boolean) => void;
  /** A tile did not come. */
  readonly failed: (address: string) => void;
  /** Whether every tile in view is there. */
  readonly loaded: (all: boolean) => void;
}

export interface Seen {
  readonly at: Point;
  /** Pixels per cell. */
  readonly zoom: number;
}

/**
 * OpenSeadragon puts a `style` element into the page, which our Content-Security-Policy forbids,
 * unless it finds one that bears its mark. This one does, and is no style to the browser.
 */
function calmOpenSeadragon(): void {
  if (document.querySelector("style[data-openseadragon-mobile-css]") !== null) return;
  const mark = document.createElementNS("urn:wythoff:mark", "style");
  mark.setAttribute("data-openseadragon-mobile-css", "true");
  document.head.append(mark);
}

export class BoardViewer {
  readonly #osd: OpenSeadragon.Viewer;
  readonly #element: HTMLElement;
  readonly #handlers: Handlers;
  readonly #sizes = new ResizeObserver(() => this.#resized());
  #source: Source | null = null;
  #wanted: { at: Point | null; zoom: number | null } | null = null;
  /** What may be shown next, and is not seen yet. */
  #prepared: { source: Source; item: Promise<OpenSeadragon.TiledImage> } | null = null;
  /** Nobody waits any longer for pictures that were to replace others. */
  #endReplacing = (): void => {};

  constructor(element: HTMLElement, handlers: Handlers) {
    this.#element = element;
    this.#handlers = handlers;
    calmOpenSeadragon();
    this.#osd = new OpenSeadragon.Viewer({
      element,
      tabIndex: -1,
      drawer: SheetDrawer,
      imageSmoothingEnabled: false,
      maxZoomPixelRatio: Infinity,
      minZoomImageRatio: 0,
      visibilityRatio: 0,
      showNavigationControl: false,
      showNavigator: false,
      imageLoaderLimit: 8,
      maxImageCacheCount: 600,
      animationTime: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 0.5,
      springStiffness: 10,
      blendTime: 0,
      alwaysBlend: false,
      immediateRender: true,
      // Two hands on the zoom would apply a change of size twice: see #resized.
      autoResize: false,
      gestureSettingsMouse: { clickToZoom: false, dblClickToZoom: true, flickEnabled: false },
      gestureSettingsTouch: { clickToZoom: false, dblClickToZoom: true, flickEnabled: true },
      gestureSettingsPen: { clickToZoom: false, dblClickToZoom: true },
    });
    this.#listen();
  }

  get frame(): Frame | null {
    return this.#source?.frame ?? null;
  }

  /** Shows a source from scratch, at a place and zoom or as a whole. */
  open(source: Source, at: Point | null, zoom: number | null): void {
    this.#source = source;
    this.#prepared = null;
    this.#endReplacing();
    this.#wanted = { at, zoom };
    this.#handlers.loaded(false);
    // The element may just have changed its size, and the zoom is reckoned from it.
    this.#takeSize();
    this.#osd.open({ tileSource: tileSource(source) });
  }

  /** Shows nothing. */
  clear(): void {
    this.#source = null;
    this.#prepared = null;
    this.#endReplacing();
    this.#wanted = null;
    this.#osd.close();
    this.#handlers.loaded(true);
  }

  /**
   * The same frame with other pictures: the old ones stay until the new ones are there. Then it is
   * done, or when something else is to be shown before.
   */
  replace(source: Source): Promise<void> {
    this.#source = source;
    this.#endReplacing();
    const old = Array.from({ length: this.#osd.world.getItemCount() }, (_, index) =>
      this.#osd.world.getItemAt(index),
    );
    const prepared = this.#prepared;
    this.#prepared = null;
    const isReady = prepared !== null && keyOf(prepared.source) === keyOf(source);
    return new Promise((done) => {
      let isOver = false;
      this.#endReplacing = () => {
        isOver = true;
        done();
      };
      const drop = (fresh: OpenSeadragon.TiledImage): void => {
        if (isOver) return;
        for (const item of old) if (item !== fresh) this.#osd.world.removeItem(item);
        this.#endReplacing();
      };
      const take = (fresh: OpenSeadragon.TiledImage): void => {
        if (isOver) {
          this.#osd.world.removeItem(fresh);
          return;
        }
        fresh.setOpacity(1);
        if (fresh.getFullyLoaded()) drop(fresh);
        else fresh.addOnceHandler("fully-loaded-change", () => drop(fresh));
      };
      if (isReady) void prepared.item.then(take);
      else void this.#added(source, 1).then(take);
    });
  }

  /** Asks for the pictures of a source with the same frame before it is shown. */
  prepare(source: Source): void {
    if (this.#prepared !== null || this.#wanted !== null) return;
    this.#prepared = { source, item: this.#added(source, 0) };
  }

  #added(source: Source, opacity: number): Promise<OpenSeadragon.TiledImage> {
    return new Promise((done) =>
      this.#osd.addTiledImage({
        tileSource: tileSource(source),
        opacity,
        preload: true,
        success: (event: unknown) => done((event as { item: OpenSeadragon.TiledImage }).item),
      }),
    );
  }

  /** What is seen; null before the first picture. */
  seen(): Seen | null {
    const source = this.#source;
    if (source === null || this.#wanted !== null || this.#osd.world.getItemCount() === 0)
      return null;
    const middle = this.#osd.viewport.getCenter(false);
    return {
      at: pointFromLocal(source.frame, middle.x * source.frame.side, middle.y * source.frame.side),
      zoom: this.#pixelsPerCell(this.#osd.viewport.getZoom(false)),
    };
  }

  /** Goes to a place (null: stays) and zoom (null: keeps it). */
  go(at: Point | null, zoom: number | null, atOnce = false): void {
    const source = this.#source;
    if (source === null || this.#wanted !== null) return;
    const viewport = this.#osd.viewport;
    if (zoom !== null) viewport.zoomTo(this.#viewportZoom(this.#bounded(zoom)), undefined, atOnce);
    if (at !== null) {
      const [x, y] = localFromPoint(source.frame, at);
      viewport.panTo(new OpenSeadragon.Point(x / source.frame.side, y / source.frame.side), atOnce);
    }
  }

  zoomBy(factor: number): void {
    const seen = this.seen();
    if (seen !== null) this.go(null, seen.zoom * factor);
  }

  /** Fits what there is into view. */
  whole(atOnce = false): void {
    const source = this.#source;
    if (source === null) return;
    this.go(
      pointFromLocal(source.frame, source.fit / 2, source.fit / 2),
      this.#fitZoom(source),
      atOnce,
    );
  }

  /** Where a place of the frame is on the element, in pixels, while it moves. */
  pixelFromLocal(x: number, y: number): [number, number] {
    const side = this.#source?.frame.side ?? 1;
    const pixel = this.#osd.viewport.pixelFromPoint(
      new OpenSeadragon.Point(x / side, y / side),
      true,
    );
    return [pixel.x, pixel.y];
  }

  /** The frame's places at the corners of the element: left, top, right, bottom. */
  localBounds(): [number, number, number, number] {
    const side = this.#source?.frame.side ?? 1;
    const bounds = this.#osd.viewport.getBounds(true);
    return [
      bounds.x * side,
      bounds.y * side,
      (bounds.x + bounds.width) * side,
      (bounds.y + bounds.height) * side,
    ];
  }

  /** The picture as it stands, in device pixels. */
  picture(): HTMLCanvasElement {
    return (this.#osd.drawer as unknown as { canvas: HTMLCanvasElement }).canvas;
  }

  close(): void {
    this.#endReplacing();
    this.#sizes.disconnect();
    this.#osd.destroy();
  }

  #listen(): void {
    const osd = this.#osd;
    osd.addHandler("open", () => this.#opened());
    osd.world.addHandler("add-item", (event) =>
      event.item.addHandler("fully-loaded-change", (now) => this.#handlers.loaded(now.fullyLoaded)),
    );
    osd.addHandler("update-viewport", () => this.#moved(false));
    osd.addHandler("animation", () => this.#moved(false));
    osd.addHandler("tile-load-failed", (event) => this.#handlers.failed(event.tile.getUrl()));
    osd.addHandler("animation-finish", () => this.#moved(true));
    this.#sizes.observe(this.#element);
    // It asks for this itself when the pixels of the screen change, as by the browser's zoom.
    osd.forceResize = () => {
      this.#resized(true);
      return osd;
    };
    osd.addHandler("canvas-click", (event) => {
      const cell = event.quick ? this.#cellAt(event.position) : null;
      if (cell !== null) this.#handlers.click(cell);
    });
    // Keys are the page's own: see page.ts.
    osd.addHandler("canvas-key", (event) => (event.preventDefaultAction = true));
    this.#element.addEventListener("pointermove", (event) => {
      const box = this.#element.getBoundingClientRect();
      this.#handlers.hover(
        this.#cellAt(new OpenSeadragon.Point(event.clientX - box.left, event.clientY - box.top)),
      );
    });
    this.#element.addEventListener("pointerleave", () => this.#handlers.hover(null));
    // As far as the wheel was turned, and not so much for each event: pads send many small ones.
    osd.addHandler("canvas-scroll", (event) => (event.preventDefaultAction = true));
    this.#element.addEventListener("wheel", (event) => this.#scrolled(event), { passive: false });
  }

  /** Zooms around the pointer. */
  #scrolled(event: WheelEvent): void {
    event.preventDefault();
    const seen = this.seen();
    if (seen === null) return;
    const scrolled = event.deltaY * (SCROLL_UNITS[event.deltaMode as 0 | 1 | 2] ?? 1);
    const zoom = this.#bounded(seen.zoom * 2 ** (-scrolled / DOUBLING));
    const box = this.#element.getBoundingClientRect();
    const pixel = new OpenSeadragon.Point(event.clientX - box.left, event.clientY - box.top);
    const place = this.#osd.viewport.pointFromPixel(pixel, true);
    this.#osd.viewport.zoomTo(this.#viewportZoom(zoom), place);
  }

  #opened(): void {
    const source = this.#source;
    const wanted = this.#wanted;
    if (source === null || wanted === null) return;
    this.#wanted = null;
    this.#limitZoom();
    if (wanted.at === null || wanted.zoom === null) this.whole(true);
    this.go(wanted.at, wanted.zoom, true);
    this.#moved(true);
  }

  /**
   * The element has another size: the same place stays in the middle, and a cell keeps its pixels.
   */
  #resized(anyway = false): void {
    const seen = this.seen();
    if (!this.#takeSize(anyway) || seen === null) return;
    this.#limitZoom();
    this.go(seen.at, seen.zoom, true);
    this.#osd.forceRedraw();
    this.#moved(true);
  }

  /**
   * Tells the viewport the size of the element if it is a new one (or `anyway`); whether it did.
   */
  #takeSize(anyway = false): boolean {
    const { clientWidth: width, clientHeight: height } = this.#element;
    const known = this.#osd.viewport.getContainerSize();
    if (width === 0 || height === 0 || (!anyway && known.x === width && known.y === height))
      return false;
    this.#osd.viewport.resize(new OpenSeadragon.Point(width, height), true);
    return true;
  }

  #moved(settled: boolean): void {
    const source = this.#source;
    if (source === null || this.#wanted !== null || this.#osd.world.getItemCount() === 0) return;
    const crisp = this.#pixelsPerCell(this.#osd.viewport.getZoom(true)) * devicePixelRatio >= 0.999;
    this.#osd.drawer.setImageSmoothingEnabled(!crisp);
    this.#handlers.moved(settled);
  }

  #cellAt(pixel: OpenSeadragon.Point): Cell | null {
    const source = this.#source;
    if (source === null || this.#wanted !== null) return null;
    const place = this.#osd.viewport.pointFromPixel(pixel, true);
    return cellFromLocal(source.frame, place.x * source.frame.side, place.y * source.frame.side);
  }

  #limitZoom(): void {
    const source = this.#source;
    if (source === null) return;
    const viewport = this.#osd.viewport as OpenSeadragon.Viewport & {
      minZoomLevel: number;
      maxZoomLevel: number;
    };
    viewport.minZoomLevel = this.#viewportZoom(this.#leastZoom(source));
    viewport.maxZoomLevel = this.#viewportZoom(MOST_PIXELS);
  }

  /**
   * All in view with some room, but never so small that a tile of the last level is less than half
   * its size.
   */
  #leastZoom(source: Source): number {
    return Math.max(this.#fitZoom(source) / 2, leastZoom(source.levels));
  }

  #fitZoom(source: Source): number {
    const size = this.#osd.viewport.getContainerSize();
    return Math.min(MOST_PIXELS, Math.min(size.x, size.y) / source.fit);
  }

  #bounded(zoom: number): number {
    const source = this.#source;
    return source === null ? zoom : Math.min(MOST_PIXELS, Math.max(this.#leastZoom(source), zoom));
  }

  #pixelsPerCell(viewportZoom: number): number {
    return (
      (viewportZoom * this.#osd.viewport.getContainerSize().x) / (this.#source?.frame.side ?? 1)
    );
  }

  #viewportZoom(pixelsPerCell: number): number {
    return (
      (pixelsPerCell * (this.#source?.frame.side ?? 1)) / this.#osd.viewport.getContainerSize().x
    );
  }
}

/** Sources with the same tiles. */
function keyOf(source: Source): string {
  return `${source.levels} ${source.shown} ${source.tile(0, 0n, 0n)}`;
}

/** OpenSeadragon counts levels from the coarsest, the server from the finest. */
function tileSource(source: Source): OpenSeadragon.TileSource {
  const maxLevel = source.levels - 1;
  const cells = (level: number): number => TILE * 2 ** (maxLevel - level);
  return {
    width: source.frame.side,
    height: source.frame.side,
    tileSize: TILE,
    minLevel: 0,
    maxLevel,
    tileExists: (level: number, x: number, y: number) =>
      x >= 0 &&
      y >= 0 &&
      Math.max(x, y) * cells(level) < Math.min(source.shown ?? Infinity, source.frame.side),
    getTileUrl: (level: number, x: number, y: number) => {
      const size = BigInt(cells(level));
      return source.tile(
        maxLevel - level,
        source.frame.origin[0] / size + BigInt(x),
        source.frame.origin[1] / size + BigInt(y),
      );
    },
    downloadTileStart: (job: TileJob) => void download(job),
    downloadTileAbort: ({ userData }: TileJob) => userData.abort?.abort(),
  } as unknown as OpenSeadragon.TileSource;
}

/** A tile that OpenSeadragon wants. */
interface TileJob {
  readonly src: string;
  readonly userData: { abort?: AbortController };
  finish(data: Blob, request: null, type: "rasterBlob"): void;
  fail(why: string, request: null): void;
}

async function download(job: TileJob): Promise<void> {
  const abort = (job.userData.abort = new AbortController());
  try {
    const response = await ask(job.src, { signal: abort.signal });
    if (!response.ok) throw new Error(`the status ${response.status}`);
    job.finish(await response.blob(), null, "rasterBlob");
  } catch (error) {
    if (!abort.signal.aborted) job.fail(String(error), null);
  }
}
