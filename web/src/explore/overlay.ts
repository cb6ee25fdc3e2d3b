/** What is drawn above the board: the cell in question, a queen's rays and the palaces she sees, names of regions, threads. */
import type { Rays } from "../common/api.ts";
import { cellOfJson, type Cell } from "../common/coordinates.ts";
import type { Frame } from "./frame.ts";
import { PLACES } from "./regions.ts";
import type { BoardViewer } from "./viewer.ts";

export interface Drawn {
  readonly cursor: Cell | null;
  readonly pick: Cell | null;
  readonly rays: Rays | null;
  /** k of W^k where region names are wanted. */
  readonly regionsOf: number | null;
  readonly slopes: readonly number[];
}

const HALO = "rgba(8, 9, 14, 0.82)";
const LIGHT = "#ffffff";
const RAY = "#ff5d8f";
const PALACE = "#00e5c7";
const WIN = "#39d353";
const THREAD = "#ff9f1c";

export class Overlay {
  readonly canvas: HTMLCanvasElement;
  readonly #viewer: BoardViewer;
  #waiting = false;
  #drawn: Drawn = { cursor: null, pick: null, rays: null, regionsOf: null, slopes: [] };

  constructor(canvas: HTMLCanvasElement, viewer: BoardViewer) {
    this.canvas = canvas;
    this.#viewer = viewer;
  }

  set(drawn: Drawn): void {
    this.#drawn = drawn;
    this.redraw();
  }

  /** Draws in the next frame, once. */
  redraw(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    requestAnimationFrame(() => {
      this.#waiting = false;
      this.#draw();
    });
  }

  #draw(): void {
    const frame = this.#viewer.frame;
    const { canvas } = this;
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    const scale = devicePixelRatio;
    if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
    }
    const pen = canvas.getContext("2d");
    if (pen === null || frame === null || this.#viewer.seen() === null) return;
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, width, height);
    this.#threads(pen, frame, width, height);
    this.#regions(pen, frame, width, height);
    this.#rays(pen, frame);
    if (this.#drawn.pick !== null) this.#box(pen, frame, this.#drawn.pick, RAY, 2);
    if (this.#drawn.cursor !== null) this.#box(pen, frame, this.#drawn.cursor, LIGHT, 1);
  }

  /** The pixel of a place inside a cell (0.5: its middle). */
  #pixel(frame: Frame, cell: Cell, share = 0.5): [number, number] {
    return this.#viewer.pixelFromLocal(Number(cell[0] - frame.origin[0]) + share, Number(cell[1] - frame.origin[1]) + share);
  }

  #box(pen: CanvasRenderingContext2D, frame: Frame, cell: Cell, colour: string, thick: number): void {
    const [left, top] = this.#pixel(frame, cell, 0);
    const [right, bottom] = this.#pixel(frame, cell, 1);
    // A cell smaller than this still gets a mark that can be seen.
    const grow = Math.max(0, (9 - (right - left)) / 2);
    pen.lineWidth = thick + 2;
    pen.strokeStyle = HALO;
    pen.strokeRect(left - grow, top - grow, right - left + 2 * grow, bottom - top + 2 * grow);
    pen.lineWidth = thick;
    pen.strokeStyle = colour;
    pen.strokeRect(left - grow, top - grow, right - left + 2 * grow, bottom - top + 2 * grow);
  }

  #rays(pen: CanvasRenderingContext2D, frame: Frame): void {
    const { rays } = this.#drawn;
    if (rays === null) return;
    const from = this.#pixel(frame, cellOfJson(rays.position));
    const wins = new Set(rays.winning_moves.map((move) => `${move.to[0]},${move.to[1]}`));
    for (const line of rays.lines) {
      if (line.towards !== null) stroke(pen, from, this.#pixel(frame, cellOfJson(line.towards)), RAY, 1.5);
    }
    const [left, , right] = this.#viewer.localBounds();
    const dot = Math.max(2.5, Math.min(9, (this.canvas.clientWidth / (right - left)) * 0.28));
    for (const line of rays.lines) {
      for (const palace of line.palaces) {
        const [x, y] = this.#pixel(frame, cellOfJson(palace));
        circle(pen, x, y, dot, wins.has(`${palace[0]},${palace[1]}`) ? WIN : PALACE);
      }
    }
  }

  #threads(pen: CanvasRenderingContext2D, frame: Frame, width: number, height: number): void {
    if (frame.origin[0] !== 0n || frame.origin[1] !== 0n) return;
    const zero = this.#viewer.pixelFromLocal(0, 0);
    for (const slope of this.#drawn.slopes) {
      for (const [x, y] of slope === 1 ? [[1, 1]] : [[1, slope], [slope, 1]]) {
        const far = this.#viewer.pixelFromLocal((x ?? 1) * frame.side, (y ?? 1) * frame.side);
        stroke(pen, zero, far, THREAD, 1);
        const [dx, dy] = [far[0] - zero[0], far[1] - zero[1]];
        // Where the line leaves the picture, with room for its name.
        const share = Math.min((width - 40 - zero[0]) / dx, (height - 20 - zero[1]) / dy);
        if (share > 0) label(pen, slope.toFixed(4), zero[0] + dx * share, zero[1] + dy * share, "600 14px", THREAD);
      }
    }
  }

  #regions(pen: CanvasRenderingContext2D, frame: Frame, width: number, height: number): void {
    const k = this.#drawn.regionsOf;
    if (k === null || frame.origin[0] !== 0n || frame.origin[1] !== 0n) return;
    const [left, , right] = this.#viewer.localBounds();
    const pixelsPerK = (width / (right - left)) * k;
    if (pixelsPerK < 60) return;
    for (const place of PLACES) {
      if (place.kind !== "region" && pixelsPerK < 150) continue;
      for (const [x, y] of place.twice ? [[place.x, place.y], [place.y, place.x]] : [[place.x, place.y]]) {
        const at = this.#viewer.pixelFromLocal((x ?? 0) * k, (y ?? 0) * k);
        if (at[0] < -40 || at[1] < -20 || at[0] > width + 40 || at[1] > height + 20) continue;
        if (place.kind === "junction") circle(pen, at[0], at[1], 4, THREAD);
        const text = place.kind === "junction" ? at[1] + 16 : at[1];
        label(pen, place.name, Math.max(30, at[0]), Math.max(14, text), place.kind === "region" ? "600 15px" : "italic 500 13px", LIGHT);
      }
    }
  }
}

function stroke(pen: CanvasRenderingContext2D, from: readonly [number, number], to: readonly [number, number], colour: string, thick: number): void {
  pen.beginPath();
  pen.moveTo(from[0], from[1]);
  pen.lineTo(to[0], to[1]);
  pen.lineWidth = thick + 2;
  pen.strokeStyle = HALO;
  pen.stroke();
  pen.lineWidth = thick;
  pen.strokeStyle = colour;
  pen.stroke();
}

function circle(pen: CanvasRenderingContext2D, x: number, y: number, radius: number, colour: string): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fillStyle = colour;
  pen.fill();
  pen.lineWidth = 1.5;
  pen.strokeStyle = HALO;
  pen.stroke();
}

function label(pen: CanvasRenderingContext2D, text: string, x: number, y: number, font: string, colour: string): void {
  pen.font = `${font} "Source Serif 4 Variable", Georgia, serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.lineWidth = 4;
  pen.strokeStyle = HALO;
  pen.strokeText(text, x, y);
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}
