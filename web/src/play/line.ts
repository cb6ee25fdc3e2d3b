/** A match as its record shows it: what was done, in words, and what each point was worth. */
import type { Action, Review, Side } from "../common/api.ts";
import { jsonOfCell, type JsonCell } from "../common/coordinates.ts";
import { shownActions, type Look, type Match } from "./match.ts";
import type { Line, Point, Step } from "./record.ts";
import { key, type LastMove } from "./table.ts";
import { advised, cellWords, spoken, takingShort } from "./words.ts";

interface About {
  readonly over: boolean;
  readonly look: Look;
  readonly name: (side: Side) => string;
  /** Plays an action at a point of the match. */
  readonly play: (at: number, action: Action) => void;
}

/** Where an action was done, by whom, and in which of his moves. */
interface Place {
  readonly from: JsonCell;
  readonly side: Side;
  readonly number: number;
}

export function lineOf(match: Match, review: Review | null, about: About): Line {
  const places = placesOf(match);
  const { look, name } = about;
  const steps = match.actions.map((action, index): Step => {
    const { from, side, number } = places[index] ?? { from: [0, 0], side: "first", number: 1 };
    const words = spoken(name(side), action, from, look);
    return { side, number, label: label(action, from, look), words, isMove: "move" in action };
  });
  const points = review?.plies.map((ply, index): Point => {
    const { winner, moves_left, unknown, mistake, position, actor } = ply;
    const moves = new Map<string, () => void>();
    const offer = (at: number, action: Action | undefined): void => {
      if (action !== undefined && "move" in action && !moves.has(key(action.move)))
        moves.set(key(action.move), () => about.play(at, action));
    };
    offer(index, mistake?.better?.action);
    offer(index + 1, mistake?.refutation?.action);
    return { winner, movesLeft: moves_left, unknown, mistake: mistake && explained(), moves };

    function explained(): string {
      const other: Side = actor === "first" ? "second" : "first";
      const better = mistake?.better;
      const refutation = mistake?.refutation ?? null;
      const instead =
        better === undefined
          ? ""
          : `To win, ${advised(better.action, position, look)}. ${better.why}`;
      if (refutation === null) return instead;
      // What wins now is done at the position that was left.
      const action = ply.action;
      const to = action !== null && "move" in action ? action.move : position;
      const now = name(other) === "You" ? "Now you win" : `Now ${lower(name(other))} wins`;
      return `${instead} ${now}: ${advised(refutation.action, to, look)}. ${refutation.why}`;
    }
  });
  const { length } = match.actions;
  const at = match.at ?? length;
  return { ...about, steps, points: points ?? null, at, you: match.you };
}

/** The last move before the point that is shown, with what was blocked for it. */
export function lastMove(match: Match): LastMove | null {
  const actions = shownActions(match);
  const index = actions.findLastIndex((action) => "move" in action);
  const action = actions[index];
  const place = placesOf(match)[index];
  if (action === undefined || place === undefined || !("move" in action)) return null;
  const before = actions[index - 1];
  const blocked = before !== undefined && "block" in before ? before.block : [];
  return { from: place.from, to: action.move, blocked };
}

function placesOf(match: Match): Place[] {
  let from: JsonCell = jsonOfCell(match.start);
  let moves = 0;
  return match.actions.map((action): Place => {
    const mover: Side = moves % 2 === 0 ? "first" : "second";
    const other: Side = mover === "first" ? "second" : "first";
    const place = { from, side: "move" in action ? mover : other, number: (moves >> 1) + 1 };
    if ("move" in action) {
      from = action.move;
      moves++;
    }
    return place;
  });
}

function label(action: Action, from: JsonCell, look: Look): string {
  const one = (to: JsonCell): string => (look === "heaps" ? takingShort(from, to) : cellWords(to));
  const all = (list: readonly JsonCell[]): string =>
    list.map(one).join(look === "heaps" ? ", " : " ");
  if ("move" in action) return one(action.move);
  if ("block" in action) return action.block.length === 0 ? "✕ –" : `✕ ${all(action.block)}`;
  if ("propose" in action) return `⚑ ${all(action.propose)}`;
  return `l = ${action.choose}`;
}

function lower(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
