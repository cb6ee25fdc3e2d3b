/**
 * The certificate's blocks. On each level the sides of the board are cut into intervals, and every
 * block of two intervals has one of finitely many types.
 */
import { api, type Blocks, type FlightFacts } from "../common/api.ts";
import type { Cell } from "../common/coordinates.ts";
import type { Camera } from "./camera.ts";
import { log2 } from "./numbers.ts";

/** Blocks are drawn from this many pixels on. */
export const LEAST_SIDE = 36;

/** The server tells so many blocks at once. */
const MOST_BLOCKS = 16_384;

/** Intervals are shorter than the corner's by no more than this, on the average. */
const SHORTER = 1.25;

/** Where something begins and ends, as shares of a level's unit. */
export type Edges = readonly [left: number, top: number, right: number, bottom: number];

/** A block that holds palaces. */
export interface Block {
  readonly type: number;
  readonly edges: Edges;
}

/** The block with a cell, exactly. */
export interface Found extends Block {
  readonly level: number;
  readonly from: Cell;
  readonly to: Cell;
}

/** What is known of a level. */
export class Level {
  readonly level: number;
  /** Drawing is done in units of 2^unit cells. */
  readonly unit: number;
  readonly columns: readonly number[];
  readonly rows: readonly number[];
  /** Those with palaces. */
  readonly blocks: readonly Block[];
  readonly #columns: readonly bigint[];
  readonly #rows: readonly bigint[];
  readonly #types: readonly (readonly number[])[];

  constructor(blocks: Blocks, unit: number) {
    this.level = blocks.level;
    this.unit = unit;
    this.#columns = blocks.columns.map(BigInt);
    this.#rows = blocks.rows.map(BigInt);
    this.#types = blocks.types;
    const share = (cell: bigint): number => shareOf(cell, unit);
    this.columns = this.#columns.map(share);
    this.rows = this.#rows.map(share);
    this.blocks = blocks.types.flatMap((types, row) =>
      types.flatMap((type, column) =>
        type === 0 ? [] : [{ type, edges: this.#edges(row, column) }],
      ),
    );
  }

  /** The block that holds a cell; null beyond what is known. */
  at([x, y]: Cell): Found | null {
    const column = lastUpTo(this.#columns, x);
    const row = lastUpTo(this.#rows, y);
    const type = this.#types[row]?.[column];
    if (type === undefined) return null;
    const corner = (step: number): Cell => [
      this.#columns[column + step] ?? 0n,
      this.#rows[row + step] ?? 0n,
    ];
    const edges = this.#edges(row, column);
    return { level: this.level, type, from: corner(0), to: corner(1), edges };
  }

  #edges(row: number, column: number): Edges {
    const [columns, rows] = [this.columns, this.rows];
    return [columns[column] ?? 0, rows[row] ?? 0, columns[column + 1] ?? 0, rows[row + 1] ?? 0];
  }
}

/** All levels of a game, as they are asked for. */
export class Levels {
  readonly #k: number;
  readonly #symbols: FlightFacts["symbols"];
  /** The lengths of the kinds of intervals on each level. */
  readonly #lengths: bigint[][];
  readonly #logs: number[] = [];
  readonly #known = new Map<number, Level>();
  /** How many blocks across and down were asked for. */
  readonly #asked = new Map<number, readonly [number, number]>();
  readonly #came: () => void;

  constructor(facts: FlightFacts, came: () => void) {
    this.#k = facts.k;
    this.#symbols = facts.symbols;
    this.#lengths = [facts.symbols.map(({ length }) => BigInt(length))];
    this.#came = came;
  }

  /** The side of the corner's block, in pixels. */
  side(level: number, camera: Camera): number {
    return 2 ** (this.#log(level) - camera.scale);
  }

  /** The levels whose blocks are large enough to be drawn, and not so large that none ends. */
  seen(camera: Camera): number[] {
    const most = 6 * Math.max(camera.width, camera.height);
    const levels: number[] = [];
    for (let level = this.#guess(camera); this.side(level, camera) <= most; level++)
      if (this.side(level, camera) >= this.#least(camera)) levels.push(level);
    return levels;
  }

  get(level: number): Level | null {
    return this.#known.get(level) ?? null;
  }

  /** The lowest level that is known and drawn. */
  finest(camera: Camera): Level | null {
    return (
      this.seen(camera)
        .map((level) => this.get(level))
        .find((level) => level !== null) ?? null
    );
  }

  /** Asks for a level's blocks as far as the camera ever sees them. */
  want(level: number, camera: Camera): void {
    const side = Math.max(this.#least(camera), 1);
    const count = (end: number): number => Math.max(2, Math.ceil((SHORTER * end) / side) + 1);
    const size = [count(camera.left + camera.width), count(camera.top + camera.height)] as const;
    const asked = this.#asked.get(level);
    if (asked !== undefined && asked[0] >= size[0] && asked[1] >= size[1]) return;
    this.#asked.set(level, size);
    void api
      .flightBlocks(this.#k, level, size)
      .then((blocks) => {
        this.#known.set(level, new Level(blocks, Math.floor(this.#log(level))));
        this.#came();
      })
      .catch(() => this.#asked.delete(level));
  }

  /** Blocks are drawn from this side on, so that not too many are asked for. */
  #least({ left, top, width, height }: Camera): number {
    const many = SHORTER * Math.sqrt(((left + width) * (top + height)) / (0.85 * MOST_BLOCKS));
    return Math.max(LEAST_SIDE, many);
  }

  /** The lowest level of more than a few pixels, or one below it. */
  #guess(camera: Camera): number {
    let level = Math.max(0, this.#logs.length - 1);
    while (level > 0 && this.side(level, camera) > LEAST_SIDE / 2) level--;
    while (this.side(level, camera) < LEAST_SIDE / 2) level++;
    return level;
  }

  #log(level: number): number {
    for (let above = this.#lengths.length; above <= level; above++) {
      const below = this.#lengths[above - 1] ?? [];
      const sum = (word: readonly number[]): bigint =>
        word.reduce((length, symbol) => length + (below[symbol] ?? 0n), 0n);
      this.#lengths.push(this.#symbols.map(({ word }) => sum(word)));
    }
    return (this.#logs[level] ??= log2(this.#lengths[level]?.[0] ?? 1n));
  }
}

/** A cell in units of 2^unit cells. */
function shareOf(cell: bigint, unit: number): number {
  const shift = unit - 40;
  return shift > 0 ? Number(cell >> BigInt(shift)) / 2 ** 40 : Number(cell) / 2 ** unit;
}

/** The index of the last number that is not larger. */
function lastUpTo(numbers: readonly bigint[], value: bigint): number {
  let [low, high] = [0, numbers.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0n) <= value) low = middle;
    else high = middle;
  }
  return low;
}
