/**
 * CLN15's regions (section 3.1) as the server has measured them on the board, with their mirror
 * images, in cells of the board shown.
 */
import type { Regions } from "../common/api.ts";

export type Spot = readonly [x: number, y: number];

export interface Place {
  readonly name: string;
  readonly kind: "region" | "junction" | "border";
  /**
   * Where its name may stand, the best first; for it, and for its mirror image if that is another
   * place.
   */
  readonly images: readonly (readonly Spot[])[];
}

export interface Plan {
  readonly k: number;
  readonly places: readonly Place[];
  readonly borders: readonly (readonly Spot[])[];
  /** The k whose proportions these are, if it is another one. */
  readonly scaledFrom: number | null;
}

/** Below this the regions are too small to be told apart. */
export const LEAST_K = 30;

/** These lie across the diagonal, and so have no mirror image: their name stands on it. */
const ACROSS = ["hood", "fabric", "inner sector"];

export function planOf(regions: Regions): Plan {
  const scale = regions.k / regions.measured_k;
  const scaled = ([x, y]: Spot): Spot => [x * scale, y * scale];
  const mirror = ([x, y]: Spot): Spot => [y, x];
  const images = (at: Spot, others: readonly Spot[] = []): Spot[][] => {
    const spots = [at, ...others].map(scaled);
    return at[0] === at[1] ? [spots] : [spots, spots.map(mirror)];
  };
  const centred = (name: string, [x, y]: Spot): Spot =>
    ACROSS.includes(name) ? [(x + y) / 2, (x + y) / 2] : [x, y];
  const names = regions.names.map(({ name, kind, at }): Place => ({
    name,
    kind,
    images: images(
      centred(name, at),
      regions.borders.find((border) => kind === "border" && border.name === name)?.points,
    ),
  }));
  const junctions = Object.entries(regions.junctions).flatMap(([name, at]): Place[] =>
    at === null ? [] : [{ name, kind: "junction", images: images(at) }],
  );
  const lines = regions.borders.map((border) => border.points.map(scaled));
  return {
    k: regions.k,
    places: [...names, ...junctions],
    borders: [...lines, ...lines.map((line) => line.map(mirror))],
    scaledFrom: scale === 1 ? null : regions.measured_k,
  };
}
