/** Bytes with three digits: `1.23 MB`. */
export function showBytes(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${Number((bytes / 1000 ** step).toPrecision(3))} ${units[step]}`;
}
