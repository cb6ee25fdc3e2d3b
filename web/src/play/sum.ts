/**
 * A sum of games at the table: a small board for each, a move in any of them. The server knows the
 * values; the match is a value, which its owner keeps.
 */
import {
  api,
  sentenceOf,
  type Api,
  type Side,
  type SumAdvice,
  type SumReview,
  type SumState,
} from "../common/api.ts";
import { cellOfJson, showCell, showWhole, type JsonCell } from "../common/coordinates.ts";
import { h, show } from "../common/dom.ts";
import { announce, stateOf } from "../common/page.ts";
import { titleOf } from "../games/name.ts";
import { QueenBoard } from "./board.ts";
import { Heaps } from "./heaps.ts";
import type { Look } from "./match.ts";
import { BOARD_TOKENS, pause, THINKING } from "./look.ts";
import { GameRecord, type Line, type Point, type Step } from "./record.ts";
import { shownMoves, type SumMatch, type SumStep } from "./sum-match.ts";
import { key, type LastMove, type Table, type View } from "./table.ts";
import { advised, spoken, takingShort } from "./words.ts";

/** Who knows the values, and plays. */
export type SumReferee = Pick<Api, "sum" | "sumMove" | "sumReview">;

/** The place of one game. */
interface Seat {
  readonly view: View;
  readonly value: HTMLElement;
}

export class SumGame {
  readonly element: HTMLElement;
  /** Every move so far, for whoever wants to show it. */
  readonly record = new GameRecord((at) => this.#goTo(at));
  readonly #referee: SumReferee;
  readonly #changed: (match: SumMatch, state: SumState | null) => void;
  readonly #status = h("p", { class: "status", "aria-live": "polite" });
  readonly #tables = h("div", { class: "summands" });
  readonly #actions = h("div", { class: "row centre" });
  readonly #talk = h("div", { class: "talk", "aria-live": "polite" });
  #seats: readonly Seat[] = [];
  #match: SumMatch;
  #state: SumState | null = null;
  #hint = false;
  #review: { readonly of: string; readonly review: SumReview | null } | null = null;
  /** The match that was seen to its end. */
  #ended = "";
  #turn = 0;

  constructor(
    match: SumMatch,
    changed: (match: SumMatch, state: SumState | null) => void,
    referee: SumReferee = api,
  ) {
    this.#match = match;
    this.#changed = changed;
    this.#referee = referee;
    this.element = h(
      "div",
      { class: "play sum" },
      this.#status,
      this.#tables,
      this.#actions,
      this.#talk,
    );
    show(this.#tables, h("div", { class: "state" }, h("p", {}, "Setting up the boards …")));
    void this.#advance();
  }

  get match(): SumMatch {
    return this.#match;
  }

  /** Plays another sum, or the same one at another point. */
  set(match: SumMatch): void {
    const same =
      match.game === this.#match.game &&
      match.moves === this.#match.moves &&
      match.at === this.#match.at;
    if (match.game !== this.#match.game) this.#state = null;
    this.#match = match;
    this.#changed(match, this.#state);
    if (same && this.#state !== null) {
      this.#redraw();
      return;
    }
    show(this.#talk);
    void this.#advance();
  }

  close(): void {
    this.#turn++;
  }

  #request(): { sum: string; moves: readonly SumStep[] } {
    return { sum: this.#match.game, moves: shownMoves(this.#match) };
  }

  /** Asks what the sum has come to, and lets the opponent move when it is his turn. */
  async #advance(): Promise<void> {
    const turn = ++this.#turn;
    this.#hint = false;
    this.#status.dataset["yours"] = "false";
    this.#status.dataset["phase"] = "wait";
    for (const button of this.#actions.querySelectorAll("button")) button.disabled = true;
    try {
      this.#arrive(await this.#referee.sum(this.#request()), turn);
      if (turn !== this.#turn || this.#state === null) return;
      if (this.#match.at !== null || this.#state.winner !== null) return;
      if (this.#isYours(this.#state.mover)) return;
      await pause(THINKING);
      const { summand, to, why, state } = await this.#referee.sumMove(
        this.#request(),
        this.#match.strength,
        this.#match.seed + this.#match.moves.length,
      );
      if (turn !== this.#turn) return;
      const did = this.#spoken("The opponent", { summand, to }, this.#match.moves.length);
      this.#match = { ...this.#match, moves: [...this.#match.moves, { summand, to }] };
      this.#arrive(state, turn);
      this.#say(did, why);
    } catch (error) {
      if (turn === this.#turn) this.#fail(sentenceOf(error));
    }
  }

  #arrive(state: SumState, turn: number): void {
    if (turn !== this.#turn) return;
    if (this.#state === null) this.#seat(state);
    this.#state = state;
    this.#redraw();
  }

  /** Whether a game is shown as heaps. */
  #look(summand: number): Look {
    return this.#seats[summand - 1]?.view instanceof Heaps ? "heaps" : "board";
  }

  /** Where a game stands after so many moves of the match. */
  #place(summand: number, moves: number): JsonCell {
    const before = this.#match.moves.slice(0, moves).findLast((one) => one.summand === summand);
    return before?.to ?? this.#state?.tables[summand - 1]?.start ?? [0, 0];
  }

  /** The last move, where it was made in this game. */
  #last(summand: number): LastMove | null {
    const moves = shownMoves(this.#match);
    const last = moves.at(-1);
    if (last?.summand !== summand) return null;
    return { from: this.#place(summand, moves.length - 1), to: last.to, blocked: [] };
  }

  /** `move to (0, 4) in summand 2`, at a point of the match. */
  #advised({ summand, to }: SumStep, at: number): string {
    const what = advised({ move: to }, this.#place(summand, at), this.#look(summand));
    return `${what} in summand ${summand}`;
  }

  /** `The opponent moved to (0, 4) in summand 2.` */
  #spoken(who: string, { summand, to }: SumStep, at: number): string {
    const what = spoken(who, { move: to }, this.#place(summand, at), this.#look(summand));
    return `${what.replace(/\.$/, "")} in summand ${summand}.`;
  }

  #isYours(mover: Side): boolean {
    return this.#match.you === "both" || this.#match.you === mover;
  }

  /** A place for each game; they stay while the match goes on, so that the focus does. */
  #seat({ answer, tables }: SumState): void {
    this.#seats = tables.map(({ start }, index) => {
      const large = start.some((heap) => BigInt(heap) > BOARD_TOKENS);
      const view = large
        ? new Heaps(`take-${index + 1}`)
        : new QueenBoard(`The board of summand ${index + 1}`);
      return { view, value: h("p", { class: "small muted nim-value" }) };
    });
    show(
      this.#tables,
      ...this.#seats.map(({ view, value }, index) => {
        const game = answer.summands[index]?.game ?? "";
        const title = `Summand ${index + 1}: ${titleOf(game)}`;
        return h(
          "section",
          { class: "summand", "aria-label": title, "data-summand": index + 1 },
          h("h2", { title: tables[index]?.rules ?? "" }, title),
          view.element,
          value,
        );
      }),
    );
  }

  #redraw(): void {
    const state = this.#state;
    if (state === null) return;
    const yours = state.winner === null && this.#isYours(state.mover);
    const { advice, answer } = state;
    const told = this.#match.values || this.#hint;
    for (const [index, { view, value }] of this.#seats.entries()) {
      const summand = index + 1;
      const { start, options } = state.tables[index] ?? { start: [0, 0] as const, options: [] };
      const { position, nim_value } = answer.summands[index] ?? { position: start, nim_value: 0 };
      const wins = answer.winning_moves
        .filter((move) => move.summand === summand)
        .map(({ to }) => key(to));
      const winning = new Set(wins);
      const hinted = this.#hint && advice?.summand === summand;
      const table: Table = {
        start: cellOfJson(start),
        state: {
          position,
          phase: state.winner === null ? "move" : "over",
          mover: state.mover,
          blocked: [],
          proposed: [],
          options: options.map((to) => ({ to, legal: true, blockable: false, kind: null })),
          block: null,
          propose: null,
          imitation: null,
        },
        yours,
        picked: new Set(),
        last: this.#last(summand),
        arrows: this.#match.arrows
          ? answer.winning_moves.filter((move) => move.summand === summand).map(({ to }) => to)
          : [],
        hint: hinted
          ? { action: { move: advice.to }, wins: advice.wins, why: advice.why, moves_left: null }
          : null,
        values: this.#match.values
          ? options.map((to) => ({
              to,
              outcome: winning.has(key(to)) ? "P" : "N",
              wins: winning.has(key(to)),
              moves_left: null,
            }))
          : null,
        click: (to) => this.#move({ summand, to }),
      };
      view.show(table);
      value.textContent =
        cell(position) + (told ? `, nim-value ${showWhole(BigInt(nim_value))}` : "");
    }
    const sentence = this.#sentence(state, yours);
    if (this.#status.textContent !== sentence) this.#status.textContent = sentence;
    const won = this.#match.you === "both" || state.winner === this.#match.you;
    this.#status.className = `status ${state.winner === null ? "" : won ? "won" : "lost"}`;
    this.#status.dataset["phase"] = state.winner === null ? "move" : "over";
    this.#status.dataset["winner"] = state.winner ?? "";
    this.#status.dataset["yours"] = String(yours);
    this.#showActions(state, yours);
    this.#changed(this.#match, state);
    this.#showRecord();
    void this.#judge();
  }

  /** A name for all moves, to know whether a review is theirs. */
  get #whole(): string {
    return JSON.stringify([this.#match.game, this.#match.moves]);
  }

  #showRecord(): void {
    const whole = this.#whole;
    if (this.#state?.winner != null && this.#match.at === null) this.#ended = whole;
    const wanted = this.#match.analysis || this.#ended === whole;
    const review = wanted && this.#review?.of === whole ? this.#review.review : null;
    this.record.show(this.#line(review));
  }

  #line(review: SumReview | null): Line {
    const { moves, you } = this.#match;
    const steps = moves.map(({ summand, to }, index): Step => {
      const side: Side = index % 2 === 0 ? "first" : "second";
      const isHeaps = this.#look(summand) === "heaps";
      const what = isHeaps ? takingShort(this.#place(summand, index), to) : cell(to);
      return {
        side,
        number: (index >> 1) + 1,
        label: `${summand}: ${what}`,
        words: this.#spoken(this.#name(side), { summand, to }, index),
        isMove: true,
      };
    });
    const points = review?.plies.map(({ winner, mover, better, refutation }, index): Point => {
      const moves = new Map<string, () => void>();
      const move = (advice: SumAdvice, at: number): string => {
        const { summand, to, why } = advice;
        const before = this.#match.moves.slice(0, at);
        if (!moves.has(key(to))) moves.set(key(to), () => this.#goOn([...before, { summand, to }]));
        return `${this.#advised(advice, at)}. ${why}`;
      };
      const other = this.#name(mover === "first" ? "second" : "first");
      const wins = other === "You" ? "you win" : `${other.toLowerCase()} wins`;
      const mistake =
        better === null
          ? null
          : `To win, ${move(better, index)}` +
            (refutation === null ? "" : ` Now ${wins}: ${move(refutation, index + 1)}`);
      return { winner, movesLeft: null, unknown: null, mistake, moves };
    });
    return {
      steps,
      points: points ?? null,
      at: this.#match.at ?? moves.length,
      over: this.#ended === this.#whole,
      you,
      name: (side) => this.#name(side),
    };
  }

  /** Asks for the judgement of the whole match where it is wanted: once for all of its points. */
  async #judge(): Promise<void> {
    const whole = this.#whole;
    if (!this.#match.analysis && this.#ended !== whole) return;
    if (this.#review?.of === whole) return;
    this.#review = { of: whole, review: null };
    const { game, moves } = this.#match;
    const review = await this.#referee.sumReview({ sum: game, moves }).catch(() => null);
    if (this.#whole !== whole) return;
    this.#review = { of: whole, review };
    this.#showRecord();
  }

  /** Shows another point of the match; what came later stays until another move is made. */
  #goTo(at: number): void {
    const { length } = this.#match.moves;
    if (at < 0 || at > length) return;
    const analysis = this.#match.analysis || this.#ended === this.#whole;
    this.set({ ...this.#match, analysis, at: at === length ? null : at });
  }

  #name(side: Side): string {
    if (this.#match.you === "both") return side === "first" ? "First player" : "Second player";
    return this.#match.you === side ? "You" : "The opponent";
  }

  #sentence(state: SumState, yours: boolean): string {
    const two = this.#match.you === "both";
    if (state.winner !== null) {
      if (two) return `${this.#name(state.winner)} wins. There is no move left in any game.`;
      return state.winner === this.#match.you
        ? "You win. The opponent can move in no game."
        : "The opponent wins. There is no move left in any game.";
    }
    if (!yours)
      return this.#match.at === null ? "The opponent moves …" : "The opponent moved here.";
    const your = two ? `${this.#name(state.mover)}: your` : "Your";
    return `${your} move, in one of the games.`;
  }

  #showActions(state: SumState, yours: boolean): void {
    const over = state.winner !== null;
    const button = (id: string, text: string, disabled: boolean, act: () => void): HTMLElement =>
      h(
        "button",
        { type: "button", id, disabled, class: id === "again" ? "primary" : null, onclick: act },
        text,
      );
    show(
      this.#actions,
      !over && button("hint", "Hint", !yours, () => this.#giveHint()),
      !over && button("why", "Why?", !yours, () => this.#why()),
      button("undo", "Undo", shownMoves(this.#match).length === 0, () => this.#undo()),
      this.#match.at !== null &&
        !over &&
        !yours &&
        button("resume", "Play on from here", false, () => this.#goOn(shownMoves(this.#match))),
      over &&
        button("again", "Play again", false, () =>
          this.set({
            ...this.#match,
            moves: [],
            at: null,
            analysis: false,
            seed: this.#match.seed + 1,
          }),
        ),
    );
  }

  #move(step: SumStep): void {
    if (this.#state === null || !this.#isYours(this.#state.mover)) return;
    const { moves, at } = this.#match;
    // Who does what was done goes on along the line.
    if (at !== null && JSON.stringify(moves[at]) === JSON.stringify(step)) this.#goTo(at + 1);
    else this.#goOn([...shownMoves(this.#match), step]);
  }

  #goOn(moves: readonly SumStep[]): void {
    this.set({ ...this.#match, moves, at: null });
  }

  #giveHint(): void {
    const advice = this.#state?.advice ?? null;
    if (advice === null) return;
    this.#hint = true;
    this.#redraw();
    const { summand, to } = advice;
    this.#say(
      `${advice.wins ? "This wins" : "Every move loses against perfect play; this one, too"}: ` +
        `${this.#advised(advice, shownMoves(this.#match).length)}.`,
      advice.why,
      h(
        "button",
        { type: "button", id: "follow", onclick: () => this.#move({ summand, to }) },
        "Do it",
      ),
    );
  }

  #why(): void {
    const answer = this.#state?.answer;
    if (answer === undefined) return;
    this.#say(
      answer.outcome === "N"
        ? "N: whoever moves now can win."
        : "P: whoever moves now loses against perfect play.",
      answer.why,
      ...this.#winning(answer.winning_moves),
    );
  }

  /** The winning moves, each of which can be made. */
  #winning(moves: readonly SumStep[]): HTMLElement[] {
    const { length } = shownMoves(this.#match);
    const buttons = moves.map((step) =>
      h(
        "button",
        { type: "button", class: "named-move", onclick: () => this.#move(step) },
        this.#advised(step, length),
      ),
    );
    return buttons.length === 0 ? [] : [h("p", { class: "row" }, "To win:", ...buttons)];
  }

  /** Back to the last time that the person could move. */
  #undo(): void {
    const { you } = this.#match;
    const moves = shownMoves(this.#match);
    let left = moves.length - 1;
    if (you !== "both" && left % 2 !== (you === "first" ? 0 : 1)) left--;
    this.#goOn(moves.slice(0, Math.max(0, left)));
  }

  #say(strong: string, text: string, ...more: HTMLElement[]): void {
    show(
      this.#talk,
      h("div", { class: "note" }, h("p", {}, h("strong", {}, strong), " ", text), ...more),
    );
  }

  #fail(text: string): void {
    if (this.#state === null) {
      this.#status.textContent = "";
      show(this.#tables, stateOf("This sum can't be played", text));
      show(this.#actions);
      this.#changed(this.#match, null);
    } else {
      this.#status.textContent = "This match can't go on from here.";
      this.#showActions(this.#state, false);
      show(this.#talk, h("p", { class: "note warn" }, text));
    }
    announce(text);
  }
}

function cell(at: JsonCell): string {
  return showCell(cellOfJson(at));
}
