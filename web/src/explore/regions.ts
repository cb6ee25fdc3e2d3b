/**
 * Where CLN15's regions, junctions and borders lie (section 3.1), in units of k. The hood, its casing, the nose (1/3, 1/3) and the
 * shoulder (1, 0) are exact; the others are proportions read off the boards of large k, good enough to carry a name, not a border.
 */
export interface Place {
  readonly name: string;
  readonly kind: "region" | "junction" | "border";
  readonly x: number;
  readonly y: number;
  /** Places off the diagonal have a mirror image. */
  readonly twice: boolean;
}

const place = (kind: Place["kind"], name: string, x: number, y: number): Place => ({ kind, name, x, y, twice: x !== y });

export const PLACES: readonly Place[] = [
  place("region", "hood", 0.14, 0.14),
  place("region", "épaulette", 0.88, 0.33),
  place("region", "fabric", 0.98, 0.98),
  place("region", "arm", 2.35, 0.82),
  place("region", "warp", 2.45, 1.52),
  place("region", "inner sector", 2.6, 2.6),
  place("region", "outer space", 2.5, 0.22),
  place("junction", "nose", 1 / 3, 1 / 3),
  place("junction", "shoulder", 1, 0),
  place("junction", "armpit", 1.345, 0.745),
  place("junction", "prism", 1.69, 1.69),
  place("border", "casing", 0.66, 0.17),
  place("border", "hem", 1.17, 0.37),
  place("border", "rift", 0.84, 0.54),
  place("border", "fray", 1.53, 1.24),
  place("border", "inside of the arm", 2.7, 1.25),
  place("border", "skin", 2.9, 0.72),
];

/** Below this the regions are too small to be told apart. */
export const LEAST_K = 30;
