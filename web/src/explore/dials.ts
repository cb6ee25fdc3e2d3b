/** The numbers in the text of a game, each of which can be turned. */

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
