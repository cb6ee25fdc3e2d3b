/**
 * A text of the library, as the server sends it: formulas in TeX between dollars, set by KaTeX, and
 * cells of boards, `⟦(3,5)|wythoff⟧` or `⟦column 3|wythoff|(3,5)⟧`, as links to them.
 */
import katex from "katex";
import "katex/dist/katex.css";
import { h } from "../common/dom.ts";
import { writeLink } from "../common/link.ts";

export type Piece =
  | { readonly text: string }
  | { readonly tex: string }
  | { readonly cell: string; readonly game: string; readonly words: string };

export function pieces(marked: string): Piece[] {
  return marked
    .split(/(\$[^$]*\$|⟦[^⟧]*⟧)/u)
    .filter((part) => part !== "")
    .map((part) => {
      if (part.startsWith("$")) return { tex: part.slice(1, -1) };
      const [, words = "", game = "", at] =
        /^⟦([^|]*)\|(.*?)(?:\|(\(\d+,\d+\)))?⟧$/u.exec(part) ?? [];
      const [, cell] = /^\((\d+,\d+)\)$/.exec(at ?? words) ?? [];
      return cell === undefined ? { text: part } : { cell, game, words };
    });
}

/** No line ends between a formula and what is joined to it: a comma, or the rest of a word. */
const JOINER = "\u2060";

export function typeset(marked: string): HTMLElement {
  const joined = marked.replace(/\$(?=[^\s$])([^$]*)\$(?=\S)/gu, `$$$1$$${JOINER}`);
  return h("span", { class: "statement" }, ...pieces(joined).map(shown));
}

function shown(piece: Piece): Node | string {
  if ("text" in piece) return piece.text;
  if ("cell" in piece) return h("a", { href: cellLink(piece.game, piece.cell) }, piece.words);
  const span = h("span", { class: "formula" });
  // The library's tests see to it that there is no formula that KaTeX refuses.
  katex.render(piece.tex, span, { throwOnError: false, output: "htmlAndMathml" });
  return span;
}

/** Cells near a corner are seen from it, with some of the board around them. */
const NEAR = 24;
const ZOOM = 24;

/** The cell on the page that explores its board. */
export function cellLink(game: string, cell: string): string {
  const [x = 0, y = 0] = cell.split(",").map(Number);
  const at = Math.max(x, y) < NEAR ? `${NEAR / 2},${NEAR / 2}` : cell;
  return writeLink("explore", { game, at, zoom: ZOOM, pick: cell });
}
