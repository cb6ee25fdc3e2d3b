/**
 * The record of a match: every action, who wins at each point, and which actions gave a win away.
 * A click on an action goes to the point after it.
 */
import type { Side } from "../common/api.ts";
import { focusAround, h, show } from "../common/dom.ts";
import { withMoves } from "./said.ts";

/** Something that was done. */
export interface Step {
  readonly side: Side;
  /** Which move of its player it is, or comes before. */
  readonly number: number;
  /** In few words, and in a sentence. */
  readonly label: string;
  readonly words: string;
  /** Whether a turn begins with it: in the record it stands for itself. */
  readonly isMove: boolean;
}

/** A point: before a step, or where the match has come to. */
export interface Point {
  /** Who wins under perfect play; null if that is not known. */
  readonly winner: Side | null;
  /** How many moves that takes; null where the end is too far, or nobody counts. */
  readonly movesLeft: number | null;
  /** Why it is not known. */
  readonly unknown: string | null;
  /** What the step gave away, in sentences. */
  readonly mistake: string | null;
  /** What the cells that these name do when they are clicked. */
  readonly moves: ReadonlyMap<string, () => void>;
}

/** A match as its record shows it. */
export interface Line {
  readonly steps: readonly Step[];
  /** One more than there are steps; null while nobody wants to know. */
  readonly points: readonly Point[] | null;
  /** How many steps come before the point that is shown. */
  readonly at: number;
  readonly over: boolean;
  /** Whom a person plays, for the colours. */
  readonly you: Side | "both";
  readonly name: (side: Side) => string;
}

export class GameRecord {
  readonly element: HTMLElement;
  readonly #go: (at: number) => void;
  readonly #strip = h("div", { class: "strip", role: "img", hidden: true });
  readonly #rows = h("ol", { class: "steps", hidden: true });
  readonly #judgement = h("div", { class: "judgement", "aria-live": "polite" });
  readonly #nav = h("div", { class: "row nowrap steps-nav", role: "group", "aria-label": "Steps" });
  #line: Line | null = null;

  constructor(go: (at: number) => void) {
    this.#go = go;
    this.#strip.addEventListener("click", (event) => {
      const point = event.target instanceof HTMLElement ? event.target.dataset["at"] : undefined;
      if (point !== undefined) this.#go(Number(point));
    });
    this.#rows.addEventListener("keydown", (event) => this.#key(event));
    this.element = h(
      "div",
      { class: "record stack" },
      this.#nav,
      this.#strip,
      this.#rows,
      this.#judgement,
    );
  }

  show(line: Line): void {
    const focused = focusAround(this.element);
    const kept = this.element.contains(focused) ? focused?.getAttribute("data-focus") : null;
    this.#line = line;
    this.#showNav(line);
    this.#showStrip(line);
    this.#showRows(line);
    show(this.#judgement, ...judgement(line));
    if (kept !== null && kept !== undefined)
      this.element.querySelector<HTMLElement>(`[data-focus="${kept}"]`)?.focus();
    // The list scrolls, the page does not.
    const now = this.#rows.querySelector<HTMLElement>('[aria-current="step"]');
    if (now !== null) {
      const { offsetTop, offsetHeight } = now;
      const top = offsetTop - this.#rows.offsetTop;
      if (top < this.#rows.scrollTop) this.#rows.scrollTop = top;
      else if (top + offsetHeight > this.#rows.scrollTop + this.#rows.clientHeight)
        this.#rows.scrollTop = top + offsetHeight - this.#rows.clientHeight;
    }
  }

  #key(event: KeyboardEvent): void {
    const line = this.#line;
    if (line === null) return;
    const to = { ArrowLeft: line.at - 1, ArrowRight: line.at + 1, Home: 0, End: line.steps.length }[
      event.key
    ];
    if (to === undefined || to < 0 || to > line.steps.length) return;
    event.preventDefault();
    this.#go(to);
    this.#rows.querySelector<HTMLElement>(`[data-step="${to}"]`)?.focus();
  }

  #showNav(line: Line): void {
    const button = (id: string, sign: string, words: string, to: number): HTMLElement =>
      h(
        "button",
        {
          type: "button",
          id: `step-${id}`,
          "data-focus": id,
          "aria-label": words,
          title: words,
          disabled: to === line.at || to < 0 || to > line.steps.length,
          onclick: () => this.#go(to),
        },
        sign,
      );
    const wrong = mistakesOf(line);
    const after = wrong.find((at) => at + 1 > line.at);
    const before = [...wrong].reverse().find((at) => at + 1 < line.at);
    const erring = (id: string, sign: string, words: string, at: number | undefined): HTMLElement =>
      button(id, sign, words, at === undefined ? -1 : at + 1);
    show(
      this.#nav,
      button("first", "|◀", "To the start", 0),
      button("back", "◀", "One step back", line.at - 1),
      button("on", "▶", "One step on", line.at + 1),
      button("last", "▶|", "To the end", line.steps.length),
      wrong.length > 0 && erring("mistake-before", "◀ ?", "To the mistake before", before),
      wrong.length > 0 && erring("mistake-after", "? ▶", "To the next mistake", after),
    );
    this.#nav.hidden = line.steps.length === 0;
  }

  /** A bar for each point: above the line the first player wins, below it the second one. */
  #showStrip(line: Line): void {
    const { points } = line;
    this.#strip.hidden = points === null || points.length < 2;
    if (points === null) return;
    const longest = Math.max(1, ...points.map((point) => point.movesLeft ?? 0));
    this.#strip.setAttribute(
      "aria-label",
      `Who wins at each point: ${points.map((point) => verdict(point, line.name)).join("; ")}`,
    );
    show(
      this.#strip,
      ...points.map((point, at) => {
        const side = point.winner ?? "none";
        const colour =
          line.you === "both" || point.winner === null
            ? ""
            : point.winner === line.you
              ? "yours"
              : "theirs";
        const wrong = at > 0 && points[at - 1]?.mistake !== null ? "wrong" : "";
        const bar = h("i", {
          class: `bar ${side} ${colour} ${wrong} ${at === line.at ? "now" : ""}`,
          "data-at": at,
          title: verdict(point, line.name),
        });
        bar.style.setProperty("--length", `${20 + (80 * (point.movesLeft ?? longest)) / longest}%`);
        return bar;
      }),
    );
  }

  /** Two columns, the players'; what one does after his move stands with it. */
  #showRows(line: Line): void {
    const rows: HTMLElement[] = [];
    let row: HTMLElement | null = null;
    let cell: HTMLElement | null = null;
    line.steps.forEach((step, index) => {
      if (step.isMove ? step.side === "first" || row === null : row === null) {
        row = h(
          "li",
          {},
          h("span", { class: "muted small" }, step.isMove ? `${step.number}.` : ""),
        );
        rows.push(row);
        cell = null;
      }
      if (cell === null || step.isMove) {
        cell = h("span", { class: `turn ${step.side}` });
        row?.append(cell);
      }
      cell.append(this.#step(line, step, index));
    });
    show(this.#rows, ...rows);
    this.#rows.hidden = rows.length === 0;
  }

  #step(line: Line, step: Step, index: number): HTMLElement {
    const at = index + 1;
    const point = line.points?.[index];
    const wrong = point !== undefined && point.mistake !== null;
    const after = line.points?.[at];
    const worth = after === undefined ? "" : ` ${verdict(after, line.name)}.`;
    return h(
      "button",
      {
        type: "button",
        class: `step ${wrong ? "wrong" : ""} ${at > line.at ? "later" : ""}`,
        "data-step": at,
        "data-focus": `step-${at}`,
        "aria-current": at === line.at ? "step" : null,
        "aria-label": `${step.words}${wrong ? " A mistake." : ""}${worth}`,
        title: step.words,
        onclick: () => this.#go(at),
      },
      step.label,
      wrong && h("b", {}, "?"),
    );
  }
}

/** Who wins at a point, and when. */
export function verdict(point: Point, name: (side: Side) => string): string {
  if (point.winner === null) return point.unknown ?? "Nobody knows who wins";
  const who = name(point.winner);
  const wins = who === "You" ? "You win" : `${who} wins`;
  if (point.movesLeft === null) return wins;
  if (point.movesLeft === 0) return who === "You" ? "You have won" : `${who} has won`;
  return `${wins} in ${point.movesLeft === 1 ? "1 move" : `${point.movesLeft} moves`}`;
}

/** The steps that gave a win away. */
function mistakesOf(line: Line): number[] {
  return (line.points ?? []).flatMap((point, at) => (point.mistake === null ? [] : [at]));
}

/** What is said of the last step; at the end of a match, of the step that decided it. */
function judgement(line: Line): HTMLElement[] {
  const { points, steps, at } = line;
  if (points === null) return [];
  const note = (strong: string, text: string, bad: boolean, of?: Point): HTMLElement[] => [
    h(
      "p",
      { class: bad ? "note warn" : "note" },
      h("strong", {}, strong),
      " ",
      ...withMoves(text, (cell) => of?.moves.get(cell) ?? null),
    ),
  ];
  const wrong = points[at - 1]?.mistake ?? null;
  const step = steps[at - 1];
  if (wrong !== null && step !== undefined && !(line.over && at === steps.length))
    return note(`${step.words.replace(/\.$/, "")}: a mistake.`, wrong, true, points[at - 1]);
  if (!line.over || at < steps.length) {
    const point = points[at];
    return point?.unknown ? note("Too far to be judged.", point.unknown, false) : [];
  }
  const last = mistakesOf(line).at(-1);
  const decided = last === undefined ? undefined : steps[last];
  const winner = points.at(-1)?.winner ?? null;
  if (points.some((point) => point.unknown !== null))
    return note(
      "Not every point could be judged.",
      points.find((point) => point.unknown)?.unknown ?? "",
      false,
    );
  if (last === undefined || decided === undefined)
    return winner === null
      ? []
      : note("No mistakes.", `${line.name(winner)} had won from the start.`, false);
  return note(
    `${line.name(decided.side)} lost it at move ${decided.number}:`,
    `${decided.words} ${points[last]?.mistake ?? ""}`,
    true,
    points[last],
  );
}
