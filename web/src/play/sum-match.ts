/** A match of a sum as values of a link: the sum where it starts, who plays, and every move. */
import { readWhole } from "../common/coordinates.ts";
import type { SumStep } from "../common/wire.ts";
import { FIRST_MATCH, readAt, STRENGTHS, type Match } from "./match.ts";

export type { SumStep } from "../common/wire.ts";

export interface SumMatch extends Pick<
  Match,
  "game" | "you" | "strength" | "values" | "seed" | "at" | "analysis" | "arrows"
> {
  readonly moves: readonly SumStep[];
}

/** What the page offers as a first sum. */
export const FIRST_SUM = "wythoff 3,5 + nim 0,7";

/** Whether a text has the form of a sum: it ends with a position, and not with that of a hole. */
export function isSum(text: string): boolean {
  return /\S\s+\d+\s*,\s*\d+\s*$/.test(text) && !/\bhole\s+\d+\s*,\s*\d+\s*$/.test(text);
}

export function readSum(values: ReadonlyMap<string, string>): SumMatch {
  const you = values.get("you");
  const seed = readWhole(values.get("seed") ?? "");
  const moves = readMoves(values.get("acts") ?? "") ?? [];
  return {
    game: values.get("game") ?? FIRST_SUM,
    moves,
    at: readAt(values, moves.length),
    analysis: values.get("analysis") === "yes",
    arrows: values.get("arrows") === "yes",
    you: you === "second" || you === "both" ? you : "first",
    strength: STRENGTHS.find((name) => name === values.get("strength")) ?? "perfect",
    values: values.get("values") === "yes",
    seed: seed === null ? FIRST_MATCH.seed : Number(seed % 1_000_000n),
  };
}

export function valuesOfSum(match: SumMatch): Record<string, string | number | undefined> {
  return {
    game: match.game,
    you: match.you === "first" ? undefined : match.you,
    strength: match.strength === "perfect" ? undefined : match.strength,
    values: match.values ? "yes" : undefined,
    seed: match.strength === "perfect" ? undefined : match.seed,
    analysis: match.analysis ? "yes" : undefined,
    arrows: match.arrows ? "yes" : undefined,
    acts: writeMoves(match.moves),
    at: match.at ?? undefined,
  };
}

/** The moves up to the point that is shown. */
export function shownMoves(match: SumMatch): readonly SumStep[] {
  return match.at === null ? match.moves : match.moves.slice(0, match.at);
}

/** `2m0-4`: in the second game to (0,4); dots between them. */
export function writeMoves(moves: readonly SumStep[]): string {
  return moves.map(({ summand, to }) => `${summand}m${to[0]}-${to[1]}`).join(".");
}

/** The moves of a link; null if it is no such text. */
export function readMoves(text: string): SumStep[] | null {
  if (text === "") return [];
  const moves = text.split(".").map((part): SumStep | null => {
    const [, summand, x, y] = /^(\d{1,3})m(\d{1,9})-(\d{1,9})$/.exec(part) ?? [];
    return y === undefined ? null : { summand: Number(summand), to: [Number(x), Number(y)] };
  });
  return moves.every((move) => move !== null) ? moves : null;
}
