/** A statement with its formulas set by KaTeX. What KaTeX refuses stays as it was typed. */
import katex from "katex";
import "katex/dist/katex.css";
import { h } from "../common/dom.ts";
import { pieces } from "./tex.ts";

export function typeset(statement: string): HTMLElement {
  const element = h("span", { class: "statement" });
  let first = true;
  for (const piece of pieces(statement)) {
    const glued = "text" in piece && /^[.,;:?)]/.test(piece.text);
    if (!first && !glued) element.append(" ");
    first = false;
    element.append("text" in piece ? piece.text : formula(piece.tex, piece.plain));
  }
  return element;
}

function formula(tex: string, plain: string): Node {
  const span = h("span", { class: "formula" });
  try {
    katex.render(tex, span, { throwOnError: true, output: "htmlAndMathml" });
    return span;
  } catch {
    return document.createTextNode(plain);
  }
}
