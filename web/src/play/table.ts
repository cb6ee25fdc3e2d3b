/**
 * What a match looks like on the table, whichever way it is drawn: what each option is, and what a
 * click on it means.
 */
import type { Advice, Option, OptionValue, State } from "../common/api.ts";
import { keyOfCell, cellOfJson, type Cell, type JsonCell } from "../common/coordinates.ts";

/** What is drawn of a match, or of one game of a sum. */
export type Shown = Omit<State, "game" | "actor" | "winner" | "history" | "choose">;

/** A move, and what was blocked before it. */
export interface LastMove {
  readonly from: JsonCell;
  readonly to: JsonCell;
  readonly blocked: readonly JsonCell[];
}

export interface Table {
  readonly start: Cell;
  readonly state: Shown;
  /** Whether the person at the screen acts now. */
  readonly yours: boolean;
  /** Cells picked so far for blocking or proposing. */
  readonly picked: ReadonlySet<string>;
  readonly hint: Advice | null;
  /** What the player before did: the board shows it. */
  readonly last: LastMove | null;
  /** Where winning moves lead; empty: nobody asks. */
  readonly arrows: readonly JsonCell[];
  /** Null: hidden. */
  readonly values: readonly OptionValue[] | null;
  /** A cell was clicked that `mayClick` allows. */
  readonly click: (to: JsonCell) => void;
}

/** What can be drawn. */
export interface View {
  readonly element: HTMLElement;
  show(table: Table): void;
}

export function key(cell: JsonCell): string {
  return `${cell[0]},${cell[1]}`;
}

export function optionsByCell(state: Shown): Map<string, Option> {
  return new Map(state.options.map((option) => [key(option.to), option]));
}

/** Whether a click on an option does something now. */
export function mayClick(table: Table, option: Option): boolean {
  if (!table.yours) return false;
  switch (table.state.phase) {
    case "move":
      return option.legal;
    case "block":
      return (
        option.blockable &&
        (table.picked.has(key(option.to)) || table.picked.size < (table.state.block?.most ?? 0))
      );
    case "propose":
      return true;
    default:
      return false;
  }
}

/** Cells that the hint speaks of. */
export function hinted(table: Table): Set<string> {
  const action = table.hint?.action;
  if (action === undefined) return new Set();
  if ("move" in action) return new Set([key(action.move)]);
  if ("block" in action) return new Set(action.block.map(key));
  if ("propose" in action) return new Set(action.propose.map(key));
  return new Set();
}

export function valueOf(table: Table, to: JsonCell): OptionValue | undefined {
  return table.values?.find((value) => value.to !== undefined && key(value.to) === key(to));
}

/** A sentence about an option, for those who listen and for the tooltip. */
export function describe(table: Table, option: Option): string {
  const parts = [`(${option.to[0]}, ${option.to[1]})`];
  const blocked = table.state.blocked.some((cell) => key(cell) === key(option.to));
  if (blocked) parts.push("blocked");
  else if (option.kind === "forbidden") parts.push("forbidden imitation");
  else if (table.state.phase === "move" && option.legal)
    parts.push(option.kind === "imitation" ? "move here, an imitation" : "move here");
  if (table.picked.has(key(option.to)))
    parts.push(table.state.phase === "block" ? "pawn set" : "proposed");
  else if (table.yours && table.state.phase === "block" && option.blockable)
    parts.push("set a pawn");
  else if (table.yours && table.state.phase === "propose") parts.push("propose");
  const value = valueOf(table, option.to);
  if (value !== undefined)
    parts.push(value.outcome === "P" ? "P, good to leave" : "N, bad to leave");
  if (hinted(table).has(key(option.to))) parts.push("hint");
  return parts.join(", ");
}

export function queenKey(state: Shown): string {
  return keyOfCell(cellOfJson(state.position));
}
