/**
 * Numbers in an exact form near a measured slope. A slope between two cells is known to a cell at
 * each end: between two fractions. The forms are the simplest fraction between these, and numbers
 * (a + b√d)/c with small a, b, c, d. Whether one is between them is decided in integers.
 */

/** A fraction; the denominator is positive. */
export interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

/** (a + b√d)/c. */
export interface Surd {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
}

/** The largest a, b and c that are tried, and the numbers under the root. */
const MOST_A = 20;
const MOST_B = 6;
const MOST_C = 6;
const ROOTS = [2, 3, 5, 6, 7, 10, 11, 13, 14, 15, 17, 19, 21, 22, 23, 29, 30, 31, 33, 37, 41];

/** The slopes that a line from a cell `dx` columns and `dy` rows away may have: a cell of doubt. */
export function slopeBetween(dx: bigint, dy: bigint): readonly [Fraction, Fraction] | null {
  const [across, down] = [dx < 0n ? -dx : dx, dy < 0n ? -dy : dy];
  if (across < 2n) return null;
  return [
    // Below 0 the steepest is the least.
    { top: down - 1n, bottom: down === 0n ? across - 1n : across + 1n },
    { top: down + 1n, bottom: across - 1n },
  ];
}

/** The fraction with the smallest denominator between two, both included (Stern and Brocot). */
export function simplest(low: Fraction, high: Fraction): Fraction {
  const whole = low.top / low.bottom;
  if (whole * low.bottom === low.top) return { top: whole, bottom: 1n };
  if ((whole + 1n) * high.bottom <= high.top) return { top: whole + 1n, bottom: 1n };
  const part = ({ top, bottom }: Fraction): Fraction => ({
    top: bottom,
    bottom: top - whole * bottom,
  });
  const rest = simplest(part(high), part(low));
  return { top: whole * rest.top + rest.bottom, bottom: rest.top };
}

/** The sign of p + q√d, for integers. */
function sign(p: bigint, q: bigint, d: bigint): number {
  const one = (value: bigint): number => (value > 0n ? 1 : value < 0n ? -1 : 0);
  if (p >= 0n && q >= 0n) return one(p + q);
  if (p <= 0n && q <= 0n) return -one(-p - q);
  const squares = one(p * p - q * q * d);
  return squares === 0 || p > 0n ? squares : -squares;
}

/** Whether a number is less than a fraction (−1), equal (0) or more. */
export function compare({ a, b, c, d }: Surd, { top, bottom }: Fraction): number {
  const p = BigInt(a) * bottom - BigInt(c) * top;
  return sign(p, BigInt(b) * bottom, BigInt(d));
}

/** The numbers between two fractions, those with the smallest parts first. */
export function surdsBetween(low: Fraction, high: Fraction, most: number): readonly Surd[] {
  const middle = Number(low.top + high.top) / Number(low.bottom + high.bottom);
  const found: Surd[] = [];
  for (const d of ROOTS)
    for (let c = 1; c <= MOST_C; c++)
      for (let b = -MOST_B; b <= MOST_B; b++) {
        if (b === 0) continue;
        // The only a that may do; whether it does is decided exactly.
        const near = Math.round(c * middle - b * Math.sqrt(d));
        for (const a of [near - 1, near, near + 1]) {
          if (Math.abs(a) > MOST_A || gcd(gcd(Math.abs(a), Math.abs(b)), c) > 1) continue;
          const surd = { a, b, c, d };
          if (compare(surd, low) >= 0 && compare(surd, high) <= 0) found.push(surd);
        }
      }
  const size = ({ a, b, c, d }: Surd): number => Math.abs(a) + 2 * Math.abs(b) + 2 * c + d / 2;
  return found.sort((one, other) => size(one) - size(other)).slice(0, most);
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

/** `(1 + √5)/2`. */
export function showSurd({ a, b, c, d }: Surd): string {
  const root = `${Math.abs(b) === 1 ? "" : Math.abs(b)}√${d}`;
  const sum = a === 0 ? `${b < 0 ? "−" : ""}${root}` : `${signed(a)} ${b < 0 ? "−" : "+"} ${root}`;
  return c === 1 ? sum : a === 0 ? `${sum}/${c}` : `(${sum})/${c}`;
}

function signed(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}

/** A fraction to some decimals, rounded down. */
export function decimals({ top, bottom }: Fraction, places: number): string {
  const scaled = (top * 10n ** BigInt(places)) / bottom;
  const digits = scaled.toString().padStart(places + 1, "0");
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
