/**
 * Two heaps of tokens, coloured as in Lar13: blue as a rule, green if taking down to it imitates,
 * yellow if that is forbidden, red for a pair that is blocked together. A click on a token takes it
 * with all above it; clicks on both heaps take from both.
 */
import { focusAround, h, show } from "../common/dom.ts";
import { announce } from "../common/page.ts";
import type { JsonCell } from "../common/coordinates.ts";
import {
  describe,
  hinted,
  key,
  mayClick,
  optionsByCell,
  valueOf,
  type Table,
  type View,
} from "./table.ts";
import { taking } from "./words.ts";

export class Heaps implements View {
  readonly element = h("div", { class: "heaps-frame" });
  readonly #id: string;
  /** How many are to be left in each heap. */
  #leave: [number, number] = [0, 0];

  /** `id`: that of the button by which tokens are taken. */
  constructor(id = "take") {
    this.#id = id;
  }

  show(table: Table): void {
    const [x, y] = table.state.position.map(Number);
    this.#leave = [x ?? 0, y ?? 0];
    this.#draw(table);
  }

  #draw(table: Table): void {
    const focused = focusAround(this.element);
    const focus = focused instanceof HTMLElement ? focused.dataset["token"] : undefined;
    const { state } = table;
    const [x = 0, y = 0] = state.position.map(Number);
    const chosen = optionsByCell(state).get(key(this.#leave));
    const pairs = pairsOf(table);
    const taken: [number, number] = [x - this.#leave[0], y - this.#leave[1]];
    const may = chosen !== undefined && mayClick(table, chosen);
    const words =
      state.phase === "block" ? "Block" : state.phase === "propose" ? "Propose" : "Take";
    const idle =
      state.phase === "block"
        ? "Click what must not be taken"
        : state.phase === "propose"
          ? "Click what may be taken"
          : "Click the lowest token to take";
    const text =
      taken[0] === 0 && taken[1] === 0
        ? idle
        : chosen === undefined
          ? `${taken[0]} and ${taken[1]} is no move`
          : `${words} ${taking(state.position, this.#leave)}`;
    show(
      this.element,
      h("div", { class: "heaps" }, this.#heap(table, pairs, 0, x), this.#heap(table, pairs, 1, y)),
      h(
        "div",
        { class: "row centre" },
        h(
          "button",
          {
            type: "button",
            class: "primary",
            id: this.#id,
            disabled: !may,
            onclick: () => may && table.click(this.#leave),
          },
          text,
        ),
        (taken[0] > 0 || taken[1] > 0) &&
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              onclick: () => {
                this.#leave = [x, y];
                this.#draw(table);
              },
            },
            "Clear",
          ),
      ),
      marks(table),
      lastTaken(table),
      credits(table),
    );
    if (focus !== undefined)
      this.element.querySelector<HTMLElement>(`[data-token="${focus}"]`)?.focus();
  }

  #heap(table: Table, pairs: readonly Pair[], side: 0 | 1, count: number): HTMLElement {
    const width = widthOf(
      Number(table.start[0] > table.start[1] ? table.start[0] : table.start[1]),
    );
    // What was taken last still shows where it lay.
    const gone = Array.from({ length: takenLast(table)[side] }, () =>
      h("i", { class: "token was-taken", "aria-hidden": "true" }),
    );
    const tokens = Array.from({ length: count }, (_, index) => {
      const left = count - 1 - index;
      const told = pairs.filter(({ taken }) => taken[side] === count - left);
      const classes = [
        "token",
        left >= this.#leave[side] && "taken",
        told.some((pair) => pair.hinted) && "hinted paired",
        told.some((pair) => pair.isP) && "pair-p",
        ...colours(table, side, count - left),
      ];
      const label = [
        `${side === 0 ? "Left" : "Right"} heap: take ${count - left}, leave ${left}`,
        ...told.map((pair) => pairWords(pair, side)),
      ].join("; ");
      return h(
        "button",
        {
          type: "button",
          class: classes.filter(Boolean).join(" "),
          "data-token": `${side}-${left}`,
          "aria-label": label,
          title: label,
          "aria-pressed": String(left >= this.#leave[side]),
          onclick: () => this.#choose(table, side, left),
        },
        told.length > 0 &&
          h("span", { class: "pair" }, told.map(({ taken }) => taken.join(" + ")).join(", ")),
      );
    });
    // The uppermost row is the one that need not be full.
    const all = [...gone, ...tokens];
    const inTopRow = ((all.length - 1) % width) + 1;
    all[0]?.style.setProperty("grid-column-start", String(width - inTopRow + 1));
    const heap = h("div", { class: width > 1 ? "tokens wide" : "tokens" }, ...all);
    heap.style.setProperty("--width", String(width));
    return h(
      "div",
      { class: "heap", role: "group", "aria-label": side === 0 ? "Left heap" : "Right heap" },
      heap,
      h("p", { class: "heap-count" }, count === 1 ? "1 token" : `${count} tokens`),
    );
  }

  #choose(table: Table, side: 0 | 1, left: number): void {
    const all = Number(table.state.position[side]);
    this.#leave[side] = this.#leave[side] === left ? all : left;
    const option = optionsByCell(table.state).get(key(this.#leave));
    if (option !== undefined) announce(describe(table, option));
    this.#draw(table);
  }
}

/** Tokens side by side where a heap would grow too high, fixed for the match. */
function widthOf(start: number): number {
  return Math.max(1, Math.ceil(start / 15));
}

/** A move that takes from both heaps, of which something is to be said. */
interface Pair {
  /** From the left and from the right heap. */
  readonly taken: readonly [number, number];
  readonly hinted: boolean;
  readonly isP: boolean;
}

/** How many tokens a move takes from each heap. */
function takenBy({ state }: Table, to: JsonCell): [number, number] {
  const [left, right] = state.position.map((heap, side) => Number(heap) - Number(to[side]));
  return [left ?? 0, right ?? 0];
}

function hints(table: Table): Set<string> {
  return new Set([...hinted(table), ...table.arrows.map(key)]);
}

/** Moves from both heaps that are hinted at, or good to leave: both their tokens say so. */
function pairsOf(table: Table): Pair[] {
  const marked = hints(table);
  return table.state.options
    .map(({ to }) => ({
      taken: takenBy(table, to),
      hinted: marked.has(key(to)),
      isP: valueOf(table, to)?.outcome === "P",
    }))
    .filter(({ taken, ...is }) => taken.every((count) => count > 0) && (is.hinted || is.isP));
}

function pairWords({ taken, hinted, isP }: Pair, side: 0 | 1): string {
  const other = `${taken[side === 0 ? 1 : 0]} from the ${side === 0 ? "right" : "left"} heap`;
  return `with ${other}${isP ? ", P, good to leave" : ""}${hinted ? ", hint" : ""}`;
}

/** The colour of the r-th token from the top of a heap. */
function colours(table: Table, side: 0 | 1, r: number): string[] {
  const { state } = table;
  const [x = 0, y = 0] = state.position.map(Number);
  const single: JsonCell = side === 0 ? [x - r, y] : [x, y - r];
  const isMine = (to: JsonCell): boolean => takenBy(table, to)[side] === r;
  const { blocked, options } = state;
  const picked = options.filter(({ to }) => table.picked.has(key(to))).map(({ to }) => to);
  const classes: string[] = [];
  const kind = optionsByCell(state).get(key(single))?.kind;
  if (kind === "imitation" || kind === "forbidden") classes.push(kind);
  if ([...blocked, ...picked].some(isMine)) classes.push("blocked");
  if (hints(table).has(key(single))) classes.push("hinted");
  const value = valueOf(table, single);
  if (value !== undefined) classes.push(value.outcome === "P" ? "value-p" : "value-n");
  return classes;
}

/** What the colours mean, and every pair that is blocked in words. */
function marks(table: Table): HTMLElement | null {
  const { state } = table;
  if (state.imitation === null && state.block === null && state.propose === null) return null;
  const list = [...state.blocked.map(key), ...table.picked];
  const verb = state.phase === "propose" || state.proposed.length > 0 ? "proposed" : "blocked";
  const pairs = list.map((name) => `(${name.replace(",", ", ")})`).join(", ");
  const words =
    state.imitation !== null
      ? h(
          "p",
          { class: "small muted" },
          h("span", { class: "dot imitation" }),
          "imitation",
          h("span", { class: "dot forbidden" }),
          "forbidden",
          h("span", { class: "dot" }),
          "any other",
        )
      : h(
          "p",
          { class: "small muted" },
          h("span", { class: "dot blocked" }),
          list.length === 0 ? `nothing is ${verb}` : `${verb}: leaving ${pairs}`,
        );
  return words;
}

/** How many tokens the last move took from each heap. */
function takenLast({ last, state }: Table): [number, number] {
  if (last === null || key(last.to) !== key(state.position)) return [0, 0];
  const [left, right] = last.from.map((heap, side) => Number(heap) - Number(last.to[side]));
  return [left ?? 0, right ?? 0];
}

/** The last move in words, with what was blocked before it. */
function lastTaken({ last }: Table): HTMLElement | null {
  if (last === null) return null;
  const blocked = last.blocked.map((to) => taking(last.from, to)).join("; ");
  const words = `Taken last: ${taking(last.from, last.to)}.`;
  return h(
    "p",
    { class: "small muted last-taken" },
    blocked === "" ? words : `${words} Blocked was: ${blocked}.`,
  );
}

/** Credits as counters: how many imitations each player may still make in a row. */
function credits(table: Table): HTMLElement | null {
  const { imitation, mover } = table.state;
  if (imitation === null) return null;
  const row = (name: string, credit: number): HTMLElement =>
    h(
      "div",
      { class: "credit" },
      h("span", {}, name),
      h(
        "span",
        { class: "counters", role: "img", "aria-label": `${credit} of ${imitation.p - 1} left` },
        ...Array.from({ length: Math.min(20, imitation.p - 1) }, (_, index) =>
          h("i", { class: index < credit ? "counter" : "counter spent" }),
        ),
        imitation.p === 1 ? "none" : `${credit} of ${imitation.p - 1}`,
      ),
    );
  const names =
    mover === "first" ? ["First player", "Second player"] : ["Second player", "First player"];
  return h(
    "div",
    { class: "credits" },
    h("p", { class: "small muted" }, "Imitations in credit"),
    row(names[0] ?? "", imitation.own_credit),
    row(names[1] ?? "", imitation.opponent_credit),
  );
}
