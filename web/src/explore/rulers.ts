/**
 * Rulers along the upper and the left border of a picture, a scale bar, and the numbers in the
 * cells where these are large enough.
 */
import type { OutcomeWindow } from "../common/api.ts";
import { cellOfJson, showWhole, type Cell } from "../common/coordinates.ts";
import { roundStep } from "../common/ticks.ts";
import type { Frame } from "./frame.ts";
import type { Rectangle } from "./labels.ts";
import type { BoardViewer } from "./viewer.ts";

/** How thick a ruler is. */
export const RULER = 20;

/** Pixels from one tick to the next. */
const APART = 90;

/** Numbers stand in cells of at least so many pixels. */
export const NUMBERED = 26;

/** The largest and the smallest of them, and how much of a cell they may take. */
const MOST_NUMBER = 22;
const LEAST_NUMBER = 8;
const NUMBER_ROOM = 0.86;

/** The longest scale bar. */
const BAR = 170;

/** Coordinates of more digits are written as steps from a cell. */
const DIGITS = 9;

export interface Look {
  readonly ink: string;
  readonly surface: string;
  readonly line: string;
}

/** The page's colours where a canvas lies. */
export function lookOf(canvas: HTMLElement): Look {
  const style = getComputedStyle(canvas);
  const paint = (name: string): string => {
    // A colour with light-dark() is no colour to a canvas until an element has it.
    canvas.style.color = `var(${name})`;
    const colour = style.color;
    canvas.style.color = "";
    return colour;
  };
  return { ink: paint("--ink"), surface: paint("--surface"), line: paint("--line-strong") };
}

export function drawRulers(
  pen: CanvasRenderingContext2D,
  viewer: BoardViewer,
  frame: Frame,
  [width, height]: readonly [number, number],
  look: Look,
): void {
  const [left, top] = viewer.localBounds();
  const step = stepOf(viewer);
  pen.save();
  pen.fillStyle = look.surface;
  pen.fillRect(0, 0, width, RULER);
  pen.fillRect(0, 0, RULER, height);
  pen.strokeStyle = look.line;
  pen.lineWidth = 1;
  pen.strokeRect(-0.5, -0.5, width + 1, RULER);
  pen.strokeRect(-0.5, -0.5, RULER, height + 1);
  pen.fillStyle = look.ink;
  pen.font = '500 11px "Inter Variable", system-ui, sans-serif';
  pen.textBaseline = "middle";
  const axis = (which: 0 | 1, from: number, length: number): void => {
    const first = frame.origin[which] + BigInt(Math.floor(from));
    const base = baseOf(first, step);
    for (let tick = roundUp(first < 0n ? 0n : first, step); ; tick += step) {
      // The middle of the cell.
      const local = Number(tick - frame.origin[which]) + 0.5;
      const at = viewer.pixelFromLocal(which === 0 ? local : 0, which === 0 ? 0 : local)[which];
      if (at > length) break;
      if (at < RULER + 12) continue;
      const text = base === null ? showWhole(tick) : `+${showWhole(tick - base)}`;
      pen.save();
      pen.translate(which === 0 ? at : RULER / 2, which === 0 ? RULER / 2 : at);
      if (which === 1) pen.rotate(-Math.PI / 2);
      pen.textAlign = "center";
      pen.fillText(text, 0, -1);
      pen.fillRect(-0.5, RULER / 2 - 4, 1, 4);
      pen.restore();
    }
  };
  axis(0, left, width);
  axis(1, top, height);
  pen.restore();
}

/** What the rulers count from far out, in words; empty near by. */
export function basesOf(viewer: BoardViewer, frame: Frame): string[] {
  const bounds = viewer.localBounds();
  const step = stepOf(viewer);
  return ([0, 1] as const).flatMap((axis) => {
    const base = baseOf(frame.origin[axis] + BigInt(Math.floor(bounds[axis])), step);
    return base === null ? [] : `${axis === 0 ? "x" : "y"} relative to ${showWhole(base)}`;
  });
}

/** The room that these take above a scale bar. */
export function basesBox(
  pen: CanvasRenderingContext2D,
  texts: readonly string[],
  { left, top }: Rectangle,
): Rectangle {
  pen.save();
  pen.font = BASE_FONT;
  const width = Math.max(...texts.map((text) => pen.measureText(text).width)) + 16;
  pen.restore();
  const bottom = top - 6;
  return { left, right: left + width, bottom, top: bottom - BASE_LINE * texts.length - 8 };
}

export function drawBases(
  pen: CanvasRenderingContext2D,
  texts: readonly string[],
  { left, top, right, bottom }: Rectangle,
  look: Look,
): void {
  pen.save();
  pen.font = BASE_FONT;
  pen.fillStyle = look.surface;
  pen.beginPath();
  pen.roundRect(left, top, right - left, bottom - top, 6);
  pen.fill();
  pen.fillStyle = look.ink;
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  texts.forEach((text, line) => pen.fillText(text, left + 8, top + 4 + BASE_LINE * (line + 0.5)));
  pen.restore();
}

/** Cells from one tick to the next. */
function stepOf(viewer: BoardViewer): bigint {
  const zoom = viewer.pixelFromLocal(1, 0)[0] - viewer.pixelFromLocal(0, 0)[0];
  return BigInt(roundStep(APART / zoom));
}

/** The cell from which steps are counted far out; null near by, where coordinates are short. */
function baseOf(first: bigint, step: bigint): bigint | null {
  if (first.toString().length <= DIGITS) return null;
  const grain = step * 1000n;
  return (first / grain) * grain;
}

function roundUp(value: bigint, step: bigint): bigint {
  return ((value + step - 1n) / step) * step;
}

/** A bar with its length in cells, and the room that it takes. */
export interface Scale {
  readonly text: string;
  readonly length: number;
  readonly box: Rectangle;
}

const SCALE_FONT = '600 12px "Inter Variable", system-ui, sans-serif';
const SCALE_HEIGHT = 34;

const BASE_FONT = '500 12px "Inter Variable", system-ui, sans-serif';
const BASE_LINE = 17;

/** The scale bar whose lower left corner is here. */
export function scaleAt(
  pen: CanvasRenderingContext2D,
  viewer: BoardViewer,
  [left, bottom]: readonly [number, number],
): Scale {
  const zoom = viewer.pixelFromLocal(1, 0)[0] - viewer.pixelFromLocal(0, 0)[0];
  const most = BAR / zoom;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  const cells = ([5, 2, 1].find((n) => n * power <= most) ?? 1) * power;
  const length = cells * zoom;
  const text = `${showWhole(BigInt(cells))} ${cells === 1 ? "cell" : "cells"}`;
  pen.save();
  pen.font = SCALE_FONT;
  const room = Math.max(length, pen.measureText(text).width) + 16;
  pen.restore();
  return { text, length, box: { left, top: bottom - SCALE_HEIGHT, right: left + room, bottom } };
}

export function drawScale(
  pen: CanvasRenderingContext2D,
  { text, length, box: { left, top, right, bottom } }: Scale,
  look: Look,
): void {
  pen.save();
  pen.font = SCALE_FONT;
  pen.fillStyle = look.surface;
  pen.beginPath();
  pen.roundRect(left, top, right - left, bottom - top, 6);
  pen.fill();
  pen.fillStyle = pen.strokeStyle = look.ink;
  pen.textAlign = "left";
  pen.textBaseline = "alphabetic";
  pen.fillText(text, left + 8, bottom - 18);
  pen.lineWidth = 2;
  pen.beginPath();
  pen.moveTo(left + 8, bottom - 12);
  pen.lineTo(left + 8, bottom - 7);
  pen.lineTo(left + 8 + length, bottom - 7);
  pen.lineTo(left + 8 + length, bottom - 12);
  pen.stroke();
  pen.restore();
}

/** What stands in the cells of a window; says how many of them have something. */
export function drawNumbers(
  pen: CanvasRenderingContext2D,
  viewer: BoardViewer,
  frame: Frame,
  window: OutcomeWindow,
): number {
  let written = 0;
  const at = cellOfJson(window.at);
  const zoom = viewer.pixelFromLocal(1, 0)[0] - viewer.pixelFromLocal(0, 0)[0];
  const texts = window.rows.map((row) =>
    [...row].map((value) => (value === "#" ? "P" : value === "." ? "N" : String(value ?? " "))),
  );
  const font = (size: number): string => `600 ${size}px "Inter Variable", system-ui, sans-serif`;
  pen.font = font(100);
  const widest = Math.max(...texts.flat().map((text) => pen.measureText(text).width)) / 100;
  const size = Math.floor(Math.min(MOST_NUMBER, zoom * 0.4, (zoom * NUMBER_ROOM) / widest));
  if (zoom < NUMBERED || size < LEAST_NUMBER) return 0;
  const place = ([x, y]: Cell): [number, number] =>
    viewer.pixelFromLocal(Number(x - frame.origin[0]) + 0.5, Number(y - frame.origin[1]) + 0.5);
  pen.save();
  pen.font = font(size);
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineWidth = 3;
  pen.strokeStyle = "rgb(8 9 14 / 75%)";
  pen.fillStyle = "#ffffff";
  texts.forEach((row, j) =>
    row.forEach((text, i) => {
      if (text === " ") return;
      const [x, y] = place([at[0] + BigInt(i), at[1] + BigInt(j)]);
      pen.strokeText(text, x, y);
      pen.fillText(text, x, y);
      written++;
    }),
  );
  pen.restore();
  return written;
}
