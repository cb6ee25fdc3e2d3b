/** The numbers in the text of a game, each of which can be turned. */
import type { Family } from "../common/wire.ts";

/** A number in the text of a game. */
export interface Dial {
  readonly name: string;
  readonly value: number;
  /** Where its digits are. */
  readonly from: number;
  readonly to: number;
}

/** The numbers that can be turned. */
export function dialsOf(game: string): Dial[] {
  if (game.startsWith("file:")) return [];
  return [...game.matchAll(/([a-z]+)?([=(, ]*)(\d+)/gi)].map((found) => {
    const digits = found[3] ?? "";
    const to = found.index + found[0].length;
    const named = found[2] === "=" ? (found[1] ?? "") : (found[1] ?? "number");
    return { name: named, value: Number(digits), from: to - digits.length, to };
  });
}

/** The game with another value. */
export function turned(game: string, dial: Dial, value: number): string {
  return `${game.slice(0, dial.from)}${value}${game.slice(dial.to)}`;
}

/** The least and the greatest value that the rules allow, as far as the catalogue knows them. */
export function rangeOf(
  game: string,
  dial: Dial,
  families: readonly Family[],
): readonly [number, number] {
  const family = families.find((one) => game.startsWith(`${one.family}:`));
  const parameter = family?.parameters.find(({ name }) => name === dial.name);
  if (parameter === undefined) return [Math.min(1, dial.value), Number.MAX_SAFE_INTEGER];
  const { min, max, limit } = parameter;
  const other = (name: string): number =>
    dialsOf(game).find((one) => one.name === name)?.value ?? max;
  if (limit === null) return [min, max];
  return [min, "below" in limit ? other(limit.below) - 1 : other(limit.at_most)];
}
