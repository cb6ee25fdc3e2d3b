/** Round numbers for axes. */

/** 1, 2 or 5 times a power of ten: the least such number that is not below `least`, at least 1. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return ([1, 2, 5, 10].find((n) => n * power >= least) ?? 10) * power;
}
