/** Sentences about a position, in which the moves they name can be clicked. */
import { h } from "../common/dom.ts";

/**
 * The text with a button for each cell `(x,y)` that something can be done with: `act` gives what,
 * or null.
 */
export function withMoves(
  text: string,
  act: (cell: string) => (() => void) | null,
): (string | HTMLElement)[] {
  return text.split(/(\(\d+, ?\d+\))/).map((part) => {
    const [, x, y] = /^\((\d+), ?(\d+)\)$/.exec(part) ?? [];
    const click = y === undefined ? null : act(`${x},${y}`);
    return click === null
      ? part
      : h("button", { type: "button", class: "named-move", onclick: click }, part);
  });
}
