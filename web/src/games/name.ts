import type { Board, Family } from "../common/api.ts";
import { familyName } from "./families.ts";

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/**
 * How a game is called: W with its k raised for `blocking:k=…`, as the papers do, or its family and
 * parameters; a file has its name, and a text that is none of these stays.
 */
export function titleOf(game: string): string {
  if (game !== plain(game)) return `${titleOf(plain(game))}, misère`;
  const blocking = /^(?:blocking:k=|W\^)(\d+)$/.exec(game);
  if (blocking !== null)
    return `W${[...(blocking[1] ?? "")].map((digit) => RAISED[Number(digit)]).join("")}`;
  if (game.startsWith("file:")) return game.slice("file:".length);
  if (game === "nim") return "Nim";
  const wythoff = /^wythoff(?::m=(\d+))?$/.exec(game);
  if (wythoff !== null)
    return wythoff[1] === undefined || wythoff[1] === "1"
      ? "Wythoff Nim"
      : `${wythoff[1]}-Wythoff Nim`;
  const pair = /^(imitation|diagonal-blocking):m=(\d+),p=(\d+)$/.exec(game);
  if (game === "imitation" || game === "imitation:m=1,p=1") return "Imitation Nim";
  if (pair !== null)
    return `(${pair[2]}, ${pair[3]})-${pair[1] === "imitation" ? "Imitation Nim" : "Wythoff Nim"}`;
  const [, family = "", values = ""] = /^([a-z-]+):([a-z0-9=,]+)$/.exec(game) ?? [];
  return familyName(family) === family
    ? game
    : `${familyName(family)} (${values.replaceAll("=", " = ").replaceAll(",", ", ")})`;
}

/**
 * k of a game that is W^k, Wythoff Nim being W^1; null for every other one, although it may count
 * palaces, too.
 */
export function kOf(game: string): number | null {
  const k = /^blocking:k=(\d+)$/.exec(game)?.[1] ?? /^wythoff:m=(1)$/.exec(game)?.[1];
  return k === undefined ? null : Number(k);
}

/** The game of a board, which may be from a file. */
export function gameOf(board: Board): string {
  return board.file?.game ?? board.game;
}

const MISERE = / \| misere$/;

/** The game in which who cannot move loses. */
export function plain(game: string): string {
  return game.replace(MISERE, "");
}

/** The game in which who cannot move wins. */
export function misere(game: string): string {
  return `${plain(game)} | misere`;
}

/** `family:name=value,…` from its parts. */
export function gameText(family: string, values: Readonly<Record<string, number>>): string {
  const parts = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  return parts.length === 0 ? family : `${family}:${parts.join(",")}`;
}

/**
 * A first game of the family: defaults where there are some, so that the plain game comes first;
 * else as in its example.
 */
export function firstGame(family: Family): string {
  const example = new Map(
    (family.example.split(":")[1] ?? "")
      .split(",")
      .map((part) => part.split("=") as [string, string]),
  );
  const values: Record<string, number> = {};
  for (const { name, default: usual, min } of family.parameters) {
    values[name] =
      typeof usual === "number"
        ? usual
        : typeof usual === "string"
          ? (values[usual] ?? min)
          : Number(example.get(name) ?? min);
  }
  return gameText(family.family, values);
}
