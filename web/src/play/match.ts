/** A match as values of a link: game, start, who plays, and every action so far. */
import {
  digitsOf,
  keyOfCell,
  readCell,
  readWhole,
  showWhole,
  type Cell,
  type JsonCell,
} from "../common/coordinates.ts";
import type { Action } from "../common/wire.ts";

export type { Action } from "../common/wire.ts";
export type Strength = "perfect" | "strong" | "casual";
export type Players = "first" | "second" | "both";
export type Look = "board" | "heaps";

export const STRENGTHS: readonly Strength[] = ["perfect", "strong", "casual"];

export interface Match {
  readonly game: string;
  readonly start: Cell;
  readonly actions: readonly Action[];
  /** Whom the person plays; both: two persons. */
  readonly you: Players;
  readonly strength: Strength;
  /** Null: whatever suits the game. */
  readonly look: Look | null;
  readonly values: boolean;
  /** How many of the actions come before the point that is shown; null: all of them. */
  readonly at: number | null;
  /** Whether who wins is shown at every point, and arrows to where the winning moves lead. */
  readonly analysis: boolean;
  readonly arrows: boolean;
  /** Makes the weaker opponents play the same again from the same link. */
  readonly seed: number;
}

/** Heaps that can be played by hand. */
export const MOST_TOKENS = 60n;

export const FIRST_MATCH: Match = {
  game: "wythoff",
  start: [5n, 7n],
  actions: [],
  you: "first",
  strength: "perfect",
  look: null,
  values: false,
  at: null,
  analysis: false,
  arrows: false,
  seed: 1,
};

/** Why heaps that somebody wrote can't be played here; null if they can. */
export function whyNoHeaps(texts: readonly string[]): string | null {
  const limit = `Heaps from 0 to ${MOST_TOKENS} tokens can be played here`;
  for (const text of texts) {
    const heap = readWhole(text);
    if (heap !== null && heap <= MOST_TOKENS) continue;
    const isNumber = /^[\d\s_]+$/.test(text) && digitsOf(text) > 0;
    if (!isNumber) return `${limit}; “${text.trim().slice(0, 40)}” is no whole number.`;
    const digits = digitsOf(text);
    return digits > 9
      ? `${limit}; this one has a number of ${showWhole(BigInt(digits))} digits.`
      : `${limit}; ${showWhole(BigInt(heap ?? 0))} are too many.`;
  }
  return texts.length === 2 ? null : `${limit}, and there are two of them.`;
}

/** Why the start of a link can't be played here; null if it can, or if there is none. */
export function whyNoStart(values: ReadonlyMap<string, string>): string | null {
  const start = values.get("start");
  return start === undefined ? null : whyNoHeaps(start.split(","));
}

export function readMatch(values: ReadonlyMap<string, string>): Match {
  const game = values.get("game") ?? FIRST_MATCH.game;
  const start = readCell(values.get("start") ?? "");
  const you = values.get("you");
  const look = values.get("look");
  const seed = readWhole(values.get("seed") ?? "");
  const actions = readActions(values.get("acts") ?? "") ?? [];
  return {
    game,
    start: start !== null && whyNoStart(values) === null ? start : FIRST_MATCH.start,
    actions,
    at: readAt(values, actions.length),
    analysis: values.get("analysis") === "yes",
    arrows: values.get("arrows") === "yes",
    you: you === "second" || you === "both" ? you : "first",
    strength: STRENGTHS.find((name) => name === values.get("strength")) ?? "perfect",
    look: look === "board" || look === "heaps" ? look : null,
    values: values.get("values") === "yes",
    seed: seed === null ? FIRST_MATCH.seed : Number(seed % 1_000_000n),
  };
}

/** Which point of so many actions a link shows; null: the last one. */
export function readAt(values: ReadonlyMap<string, string>, length: number): number | null {
  const at = readWhole(values.get("at") ?? "");
  return at !== null && at < BigInt(length) ? Number(at) : null;
}

/** The actions up to the point that is shown. */
export function shownActions(match: Match): readonly Action[] {
  return match.at === null ? match.actions : match.actions.slice(0, match.at);
}

export function valuesOfMatch(match: Match): Record<string, string | number | undefined> {
  return {
    game: match.game,
    start: keyOfCell(match.start),
    you: match.you === "first" ? undefined : match.you,
    strength: match.strength === "perfect" ? undefined : match.strength,
    look: match.look ?? undefined,
    values: match.values ? "yes" : undefined,
    seed: match.strength === "perfect" ? undefined : match.seed,
    analysis: match.analysis ? "yes" : undefined,
    arrows: match.arrows ? "yes" : undefined,
    acts: writeActions(match.actions),
    at: match.at ?? undefined,
  };
}

/**
 * `m7-2` moves to (7,2), `b0-4_7-0` blocks two options, `b` none, `p…` proposes, `c1` chooses l =
 * 1; dots between them.
 */
export function writeActions(actions: readonly Action[]): string {
  const cells = (list: readonly JsonCell[]): string => list.map(([x, y]) => `${x}-${y}`).join("_");
  return actions
    .map((action) => {
      if ("move" in action) return `m${cells([action.move])}`;
      if ("block" in action) return `b${cells(action.block)}`;
      if ("propose" in action) return `p${cells(action.propose)}`;
      return `c${action.choose}`;
    })
    .join(".");
}

/** The actions of a link; null if it is no such text. */
export function readActions(text: string): Action[] | null {
  if (text === "") return [];
  const actions = text.split(".").map(readAction);
  return actions.every((action) => action !== null) ? actions : null;
}

function readAction(text: string): Action | null {
  const match = /^([mbpc])([\d_-]*)$/.exec(text);
  if (match === null) return null;
  const [, kind, rest = ""] = match;
  if (kind === "c") return /^\d{1,9}$/.test(rest) ? { choose: Number(rest) } : null;
  const cells =
    rest === "" ? [] : rest.split("_").map((cell) => /^(\d{1,9})-(\d{1,9})$/.exec(cell));
  if (!cells.every((cell) => cell !== null)) return null;
  const list = cells.map((cell): JsonCell => [Number(cell[1]), Number(cell[2])]);
  if (kind === "b") return { block: list };
  if (kind === "p") return { propose: list };
  const [to] = list;
  return list.length === 1 && to !== undefined ? { move: to } : null;
}
