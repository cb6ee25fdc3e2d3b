import type { Integer as JsonNumber, Position as JsonCell } from "./wire.ts";

/**
 * Cells have whole coordinates of any length, so they are `bigint`. A point of the plane is a cell
 * and a share of it, which keeps the place exact to a thousandth of a cell however far out it is:
 * no floating-point number ever holds a whole coordinate.
 */
export type Cell = readonly [x: bigint, y: bigint];

/** A coordinate of a point: a whole number of cells and thousandths of a cell, 0 ≤ milli < 1000. */
export interface Fixed {
  readonly cell: bigint;
  readonly milli: number;
}

/** A cell as JSON has it: numbers, or digits in strings. */
export type { Integer as JsonNumber, Position as JsonCell } from "./wire.ts";

const DIGITS = /^\d+$/;

/** The most digits that a coordinate may have. */
export const MOST_DIGITS = 1000;

export function cellOfJson(position: JsonCell): Cell {
  return [BigInt(position[0]), BigInt(position[1])];
}

/** The form that requests take: a number where it is exact, else digits. */
export function jsonOfCell(cell: Cell): [JsonNumber, JsonNumber] {
  const number = (value: bigint): JsonNumber =>
    value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value.toString();
  return [number(cell[0]), number(cell[1])];
}

export function sameCell(a: Cell, b: Cell): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** A name for a cell that can be a key. */
export function keyOfCell(cell: Cell): string {
  return `${cell[0]},${cell[1]}`;
}

/**
 * Reads digits, with spaces, thin spaces or underscores between them as people write them; null if
 * it is something else.
 */
export function readWhole(text: string): bigint | null {
  const digits = text.replace(/[\s_]/g, "");
  return DIGITS.test(digits) && digits.length <= MOST_DIGITS ? BigInt(digits) : null;
}

/** Reads `17,4`, `(17, 4)` or `17 4`; null if it is something else. */
export function readCell(text: string): Cell | null {
  const bare = text.trim().replace(/^\((.*)\)$/s, "$1");
  const parts = /[,;]/.test(bare) ? bare.split(/[,;]/) : bare.trim().split(/\s+/);
  if (parts.length !== 2) return null;
  const x = readWhole(parts[0] ?? "");
  const y = readWhole(parts[1] ?? "");
  return x === null || y === null ? null : [x, y];
}

/** How many digits a text has. */
export function digitsOf(text: string): number {
  return text.replace(/\D/g, "").length;
}

/**
 * Digits in groups of three, with thin spaces that no line ends at; long numbers are shortened in
 * the middle.
 */
export function showWhole(value: bigint, most = 24): string {
  const digits = value.toString();
  if (digits.length > most) {
    const end = Math.floor(most / 3);
    return `${digits.slice(0, end)}…${digits.slice(-end)} [${digits.length} digits]`;
  }
  return digits.replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

export function showCell(cell: Cell, most = 24): string {
  return `(${showWhole(cell[0], most)}, ${showWhole(cell[1], most)})`;
}

/** Reads `150.25` exactly; null if it is something else. A fourth decimal is dropped. */
export function readFixed(text: string): Fixed | null {
  const match = /^(-?)(\d{1,1000})(?:\.(\d+))?$/.exec(text);
  if (match === null) return null;
  const thousandths = BigInt(match[2] ?? "0") * 1000n + BigInt(`${match[3] ?? ""}000`.slice(0, 3));
  return fixedOfThousandths(match[1] === "-" ? -thousandths : thousandths);
}

/** `cell + share`, where the share may be any finite number. */
export function fixed(cell: bigint, share: number): Fixed {
  return fixedOfThousandths(cell * 1000n + BigInt(Math.round(share * 1000)));
}

export function showFixed(value: Fixed): string {
  const thousandths = value.cell * 1000n + BigInt(value.milli);
  const sign = thousandths < 0n ? "-" : "";
  const size = thousandths < 0n ? -thousandths : thousandths;
  const share = (size % 1000n).toString().padStart(3, "0").replace(/0+$/, "");
  return `${sign}${size / 1000n}${share === "" ? "" : `.${share}`}`;
}

function fixedOfThousandths(thousandths: bigint): Fixed {
  const milli = ((thousandths % 1000n) + 1000n) % 1000n;
  return { cell: (thousandths - milli) / 1000n, milli: Number(milli) };
}
