/** What actions are called: cells on a board, tokens that are taken at heaps. */
import type { Action, Side, State } from "../common/api.ts";
import { cellOfJson, showCell, type JsonCell } from "../common/coordinates.ts";
import type { Look } from "./match.ts";

export function cellWords(cell: JsonCell): string {
  return showCell(cellOfJson(cell));
}

/** `2 from the left heap`, `3 from each heap`. */
export function taking(from: JsonCell, to: JsonCell): string {
  const [fromX, fromY] = cellOfJson(from);
  const [toX, toY] = cellOfJson(to);
  const [left, right] = [fromX - toX, fromY - toY];
  if (right === 0n) return `${left} from the left heap`;
  if (left === 0n) return `${right} from the right heap`;
  if (left === right) return `${left} from each heap`;
  return `${left} from the left heap and ${right} from the right heap`;
}

/** The same in a record: `3 left`, `2 each`, `3 left 1 right`. */
export function takingShort(from: JsonCell, to: JsonCell): string {
  const [fromX, fromY] = cellOfJson(from);
  const [toX, toY] = cellOfJson(to);
  const [left, right] = [fromX - toX, fromY - toY];
  if (left === right) return `${left} each`;
  return [left > 0n && `${left} left`, right > 0n && `${right} right`].filter(Boolean).join(" ");
}

/** An option, as one speaks of it at this table. */
export function option(from: JsonCell, to: JsonCell, look: Look): string {
  return look === "heaps" ? `taking ${taking(from, to)}` : cellWords(to);
}

function options(from: JsonCell, list: readonly JsonCell[], look: Look): string {
  return list.map((to) => option(from, to, look)).join(", ");
}

/** What somebody did at a position: `The opponent moved to (3, 5).` */
export function spoken(who: string, action: Action, from: JsonCell, look: Look): string {
  if ("move" in action)
    return look === "heaps"
      ? `${who} took ${taking(from, action.move)}.`
      : `${who} moved to ${cellWords(action.move)}.`;
  if ("block" in action) {
    const what = action.block.length === 0 ? "nothing" : options(from, action.block, look);
    return `${who} blocked ${what}.`;
  }
  if ("propose" in action) return `${who} proposed ${options(from, action.propose, look)}.`;
  return `${who} chose l = ${action.choose}.`;
}

/** What somebody may do: `move to (3, 5)`. */
export function advised(action: Action, from: JsonCell, look: Look): string {
  if ("move" in action)
    return look === "heaps"
      ? `take ${taking(from, action.move)}`
      : `move to ${cellWords(action.move)}`;
  if ("block" in action)
    return `block ${action.block.length === 0 ? "nothing" : options(from, action.block, look)}`;
  if ("propose" in action) return `propose ${options(from, action.propose, look)}`;
  return `choose l = ${action.choose}`;
}

/** Why a match is over: what who should act can't do. `name` says who somebody is. */
export function ending(state: State, name: (side: Side) => string): string {
  const winner = state.winner ?? "first";
  // Who can't propose is the previous player; who can't move is the one to move.
  const previous: Side = state.mover === "first" ? "second" : "first";
  const stuck = state.propose === null ? state.mover : previous;
  const you = name(winner);
  const wins = you === "You" ? "You win" : `${you} wins`;
  const can = missing(state);
  const whose = name(stuck);
  const cannot = whose === "You" ? `You cannot ${can}` : `${whose} cannot ${can}`;
  return stuck === winner
    ? `${wins}. ${cannot}, and in misère play that wins.`
    : `${wins}. ${cannot}.`;
}

function missing({ propose, options, imitation }: State): string {
  if (propose !== null) return `propose ${propose.needs}`;
  if (options.length === 0) return "move";
  return imitation === null
    ? "move: every option is blocked"
    : "move without a forbidden imitation";
}
