/** The running coordinate: columns as powers of ten, to the last digit, and how they are shown. */
import { squareRoot } from "../explore/threads.ts";

/** A moment of the flight is a power of ten with so many binary places. */
const PLACES = 24;

/** Digits after the point; all coordinates of the first hundred digits need no more. */
const PRECISIONS = [140, 1040];

const roots = new Map<number, readonly bigint[]>();

/** 10^(1/2), 10^(1/4), … with so many digits after the point. */
function rootsOfTen(digits: number): readonly bigint[] {
  const known = roots.get(digits);
  if (known !== undefined) return known;
  const one = 10n ** BigInt(digits);
  const found: bigint[] = [];
  let root = 10n * one;
  for (let place = 0; place < PLACES; place++) {
    root = squareRoot(root * one);
    found.push(root);
  }
  roots.set(digits, found);
  return found;
}

/** The column at 10^at. */
export function columnAt(at: number): bigint {
  const digits = PRECISIONS.find((most) => at + 20 < most) ?? 1040;
  const one = 10n ** BigInt(digits);
  const steps = Math.round((at - Math.floor(at)) * 2 ** PLACES);
  let product = one;
  rootsOfTen(digits).forEach((root, place) => {
    if ((steps >> (PLACES - 1 - place)) & 1) product = (product * root) / one;
  });
  const whole = BigInt(Math.floor(at)) + BigInt(steps >> PLACES);
  return (product * 10n ** whole) / one;
}

/** A number as people read it: its digits while they are few, else the first ones and a power. */
export function readable(value: bigint, places = 11): readonly [digits: string, power: string] {
  const digits = value.toString();
  if (digits.length <= places + 2) return [grouped(digits), ""];
  return [`${digits.slice(0, 1)}.${digits.slice(1, places + 1)}`, String(digits.length - 1)];
}

/** Digits in groups of three. */
export function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** The binary logarithm, for drawing. */
export function log2(value: bigint): number {
  const bits = value.toString(16).length * 4;
  const shift = Math.max(0, bits - 52);
  return Math.log2(Number(value >> BigInt(shift))) + shift;
}
