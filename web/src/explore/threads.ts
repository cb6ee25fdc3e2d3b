/**
 * Threads as lines. A thread of slope s runs along y = s·x + shift, and beside its mirror image.
 * Where a number fits the slope, the line is that number's, in integers, so that it can be laid
 * over a board at coordinates of any length; else it is drawn from the measured slope, as far as
 * the columns were seen.
 */
import type { AtlasRecord, Thread, ThreadPart } from "../common/api.ts";
import type { Cell } from "../common/coordinates.ts";

export interface Line {
  /** The thread's slope and what fits it, in words. */
  readonly name: string;
  /** The column where it leaves the diagonal. */
  readonly from: bigint;
  /** The column where it was first seen to stand alone. */
  readonly born: bigint;
  /** The column to which it is known; null: without end. */
  readonly end: bigint | null;
  /** y at a column, in thousandths of a cell. */
  readonly at: (x: bigint) => bigint;
}

/** A line for each thread, the flattest first. */
export function linesOf(record: AtlasRecord): Line[] {
  return record.threads.flatMap((thread) =>
    thread.parts.map((part): Line => {
      const shift = shiftOf(thread, part);
      return {
        name: nameOf(thread),
        from: shift < 0n ? BigInt(Math.ceil(Number(-shift) / 1000 / (thread.slope - 1))) : 0n,
        born: BigInt(part.born),
        end: thread.exact === null ? BigInt(record.columns) : null,
        at: (x) => times(thread, 1000n * x) + shift,
      };
    }),
  );
}

/** The cell of a thread's uppermost part at a column. */
export function cellOn(thread: Thread, x: bigint): Cell {
  const part = thread.parts.at(-1);
  return [x, times(thread, x) + (part === undefined ? 0n : shiftOf(thread, part) / 1000n)];
}

/**
 * How far a thread is from the corner's ray, in thousandths, by where it was seen last; 0 if the
 * slope is not sharp enough to tell.
 */
function shiftOf(thread: Thread, { last }: ThreadPart): bigint {
  const shift = BigInt(500 * (last.low + last.high)) - times(thread, 1000n * BigInt(last.x));
  const doubt = BigInt(Math.ceil(1000 * thread.slope_error * last.x));
  return thread.periodic || shift > doubt || shift < -doubt ? shift : 0n;
}

/** `2.5, fits 5/2`: the digits that are sure, and no equality. */
export function nameOf(thread: Thread): string {
  return `${showSlope(thread)}${thread.exact === null ? "" : `, fits ${thread.exact.value}`}`;
}

/** A slope to the digits that are sure. */
export function showSlope(thread: Thread): string {
  const sure = thread.slope_error > 0 ? Math.floor(-Math.log10(thread.slope_error)) : 8;
  return thread.slope.toFixed(Math.max(2, Math.min(8, sure)));
}

/** s·x, rounded to a neighbour; without a number that fits s, by the measured digits. */
export function times({ exact, slope }: Thread, x: bigint): bigint {
  if (exact === null) return BigInt(Math.round(slope * Number(x)));
  const [a, b, c] = exact.coefficients.map(BigInt) as [bigint, bigint, bigint];
  if (a === 0n) return (-c * x) / b;
  const root = squareRoot((b * b - 4n * a * c) * x * x);
  const upper = 2 * slope * Number(a) + Number(b) > 0;
  return (-b * x + (upper ? root : -root)) / (2n * a);
}

/** ⌊√n⌋, by Newton's method from above. */
export function squareRoot(n: bigint): bigint {
  if (n < 2n) return n;
  let root = 1n << BigInt(Math.ceil(n.toString(2).length / 2));
  for (;;) {
    const next = (root + n / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
