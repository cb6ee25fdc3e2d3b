/** What a flight needs of a game: its certificate's blocks, its pictures, a thread to follow. */
import { api, type FlightFacts, type Thread } from "../common/api.ts";
import type { Cell } from "../common/coordinates.ts";
import { shownTheme } from "../common/theme.ts";
import { times } from "../explore/threads.ts";
import { Levels } from "./blocks.ts";
import { cameraAt, type Camera, type Size } from "./camera.ts";
import { columnAt } from "./numbers.ts";
import type { Moment } from "./scene.ts";
import { levelsOf, Tiles } from "./tiles.ts";

export class Course {
  readonly facts: FlightFacts;
  /** Those with an exact slope, the flattest first. */
  readonly threads: readonly Thread[];
  readonly thread: Thread;
  readonly levels: Levels;
  readonly #came: () => void;
  #tiles: Tiles;

  /** `came` is called whenever there is more to see. */
  constructor(facts: FlightFacts, threads: readonly Thread[], thread: Thread, came: () => void) {
    this.facts = facts;
    this.threads = threads;
    this.thread = thread;
    this.levels = new Levels(facts, came);
    this.#came = came;
    this.#tiles = new Tiles(facts.k, shownTheme(), came);
  }

  /** Along the thread of this name, or along the flattest one. */
  static async of(k: number, name: string, came: () => void): Promise<Course> {
    const [facts, record] = await Promise.all([api.flight(k), api.atlasOf(k)]);
    const threads = record.threads.filter((thread) => thread.exact !== null);
    const thread = threads.find((one) => linkName(one) === name) ?? threads[0];
    if (thread === undefined) throw new Error("a solved game without a thread");
    return new Course(facts, threads, thread, came);
  }

  get tiles(): Tiles {
    return this.#tiles;
  }

  /** Light or dark has changed. */
  recolour(): void {
    this.#tiles.close();
    this.#tiles = new Tiles(this.facts.k, shownTheme(), this.#came);
  }

  close(): void {
    this.#tiles.close();
  }

  /**
   * The cell of the thread at column 10^at. The certificate proves the slope, so the thread is ever
   * about as far from the corner's ray as where it was seen last.
   */
  cell(at: number): Cell {
    const x = columnAt(at);
    const last = this.thread.parts.at(-1)?.last;
    if (last === undefined) return [x, times(this.thread, x)];
    const seen = (BigInt(last.low) + BigInt(last.high)) / 2n;
    const y = times(this.thread, x) + seen - times(this.thread, BigInt(last.x));
    return [x, y > 0n ? y : 0n];
  }

  camera(at: number, size: Size): Camera {
    return cameraAt(at, size, this.#ratio(this.cell(at)));
  }

  moment(at: number, size: Size): Moment {
    const cell = this.cell(at);
    const ratio = this.#ratio(cell);
    const { levels, tiles } = this;
    return { cell, ratio, levels, tiles, camera: cameraAt(at, size, ratio) };
  }

  /** Asks for all that these cameras see, the first ones first. */
  want(cameras: readonly Camera[]): void {
    for (const camera of cameras)
      for (const level of this.levels.seen(camera)) this.levels.want(level, camera);
    this.#tiles.want(
      cameras.flatMap((camera) => {
        const [level] = levelsOf(camera);
        const blocks = this.levels.finest(camera);
        return [level, level + 1].map((one) => [one, camera, blocks] as const);
      }),
    );
  }

  /** Whether all that a camera sees is there. */
  isReady(camera: Camera): boolean {
    const [level] = levelsOf(camera);
    const blocks = this.levels.finest(camera);
    return (
      this.levels.seen(camera).every((one) => this.levels.get(one) !== null) &&
      [level, level + 1].every((one) => this.#tiles.isReady(one, camera, blocks))
    );
  }

  /** y/x: that of the cell near the corner, the slope far out. */
  #ratio([x, y]: Cell): number {
    return x < 1n << 40n ? Number(y) / Math.max(1, Number(x)) : this.thread.slope;
  }
}

/** A thread in a link. */
export function linkName(thread: Thread): string {
  return thread.slope.toFixed(3);
}
