/**
 * A match at the table: asks the referee, lets the opponent act, and shows it all. The match itself
 * is a value; its owner keeps it.
 */
import {
  api,
  sentenceOf,
  type Action,
  type Advice,
  type Api,
  type MatchRequest,
  type Review,
  type Side,
  type State,
  type Values,
} from "../common/api.ts";
import { h, show } from "../common/dom.ts";
import { jsonOfCell, type JsonCell } from "../common/coordinates.ts";
import { announce, stateOf } from "../common/page.ts";
import { QueenBoard } from "./board.ts";
import { Heaps } from "./heaps.ts";
import { BOARD_TOKENS, pause, THINKING } from "./look.ts";
import { shownActions, type Match } from "./match.ts";
import { lastMove, lineOf } from "./line.ts";
import { GameRecord, verdict } from "./record.ts";
import { withMoves } from "./said.ts";
import { key, mayClick, optionsByCell, type Table, type View } from "./table.ts";
import { advised, ending, spoken } from "./words.ts";

/** Who knows the rules, and plays. */
export type Referee = Pick<Api, "play" | "playMove" | "hint" | "values" | "review">;

/** Something that is said: what, and why. */
interface Said {
  readonly strong: string;
  readonly text: string;
}

export class PlayGame {
  readonly element: HTMLElement;
  /** Every action so far, for whoever wants to show it. */
  readonly record = new GameRecord((at) => this.#goTo(at));
  readonly #referee: Referee;
  readonly #changed: (match: Match) => void;
  readonly #status = h("p", { class: "status", "aria-live": "polite" });
  readonly #views: Record<"board" | "heaps", View> = {
    board: new QueenBoard(),
    heaps: new Heaps(),
  };
  readonly #table = h("div", { class: "play-table" });
  readonly #actions = h("div", { class: "row centre" });
  readonly #talk = h("div", { class: "talk", "aria-live": "polite" });
  /** Who wins here, where that is wanted. */
  readonly #verdict = h("p", { class: "standing small", hidden: true });
  #match: Match;
  #state: State | null = null;
  #picked = new Map<string, JsonCell>();
  #hint: Advice | null = null;
  #values: Values | null = null;
  #shown: Table | null = null;
  #review: { readonly of: string; readonly review: Review | null } | null = null;
  /** The match that was seen to its end. */
  #ended = "";
  #turn = 0;
  /** Whether the person has done something here: what is said then comes into view. */
  #touched = false;

  constructor(match: Match, changed: (match: Match) => void, referee: Referee = api) {
    this.#match = match;
    this.#referee = referee;
    this.#changed = changed;
    this.element = h(
      "div",
      { class: "play" },
      this.#status,
      this.#verdict,
      this.#table,
      this.#actions,
      this.#talk,
    );
    show(this.#table, h("div", { class: "state" }, h("p", {}, "Setting up the board …")));
    void this.#advance();
  }

  get match(): Match {
    return this.#match;
  }

  /** Plays another match, or the same one at another point. */
  set(match: Match): void {
    const sameGame =
      match.game === this.#match.game &&
      match.start === this.#match.start &&
      match.actions === this.#match.actions &&
      match.at === this.#match.at;
    this.#match = match;
    this.#changed(match);
    if (sameGame && this.#state !== null) {
      void this.#redraw();
      return;
    }
    this.#state = null;
    show(this.#talk);
    void this.#advance();
  }

  close(): void {
    this.#turn++;
  }

  #request(actions: readonly Action[] = shownActions(this.#match)): MatchRequest {
    return { game: this.#match.game, start: jsonOfCell(this.#match.start), actions: [...actions] };
  }

  /**
   * Asks the referee, and lets the opponent act while it is his turn. An action that is refused is
   * taken back: `before` are those without it.
   */
  async #advance(before: readonly Action[] | null = null): Promise<void> {
    const turn = ++this.#turn;
    this.#picked.clear();
    this.#hint = null;
    this.#values = null;
    this.#wait();
    const told: Said[] = [];
    try {
      let state = await this.#referee.play(this.#request());
      before = null;
      for (;;) {
        if (turn !== this.#turn) return;
        this.#state = state;
        await this.#redraw();
        if (told.length > 0) this.#say(told);
        // An earlier point is only looked at.
        const stays = this.#match.at !== null || state.phase === "over";
        if (turn !== this.#turn || stays || this.#isYours(state.actor)) return;
        await pause(THINKING);
        const answer = await this.#referee.playMove(
          this.#request(),
          this.#match.strength,
          this.#match.seed + this.#match.actions.length,
        );
        if (turn !== this.#turn) return;
        this.#keep([...this.#match.actions, answer.action]);
        this.#hint = null;
        this.#values = null;
        const strong = spoken("The opponent", answer.action, state.position, this.look);
        told.push({ strong, text: answer.why });
        state = answer.state;
      }
    } catch (error) {
      if (turn !== this.#turn) return;
      if (before === null || this.#state === null) {
        this.#fail(sentenceOf(error));
        return;
      }
      this.#keep(before);
      await this.#redraw();
      this.#say([{ strong: sentenceOf(error), text: "" }]);
      announce(sentenceOf(error));
    }
  }

  /** Until the referee has answered there is nothing to click. */
  #wait(): void {
    this.#status.dataset["yours"] = "false";
    this.#status.dataset["phase"] = "wait";
    for (const button of this.#actions.querySelectorAll("button")) button.disabled = true;
  }

  /** The match with these actions, shown at their end or earlier. */
  #keep(actions: readonly Action[], at: number | null = null): void {
    this.#match = { ...this.#match, actions, at };
    this.#changed(this.#match);
  }

  #isYours(actor: Side | null): boolean {
    return actor !== null && (this.#match.you === "both" || this.#match.you === actor);
  }

  async #redraw(): Promise<void> {
    const state = this.#state;
    if (state === null) return;
    const turn = this.#turn;
    const asked = this.#match.values || this.#match.arrows;
    if (asked && this.#values === null && state.phase !== "over") {
      const values = await this.#referee.values(this.#request()).catch(() => null);
      if (turn !== this.#turn) return;
      this.#values = values;
    }
    const yours = this.#isYours(state.actor);
    const table: Table = {
      start: this.#match.start,
      state,
      yours,
      picked: new Set(this.#picked.keys()),
      hint: this.#hint,
      last: lastMove(this.#match),
      arrows: this.#match.arrows ? this.#winning(state) : [],
      values: this.#match.values ? (this.#values?.options ?? null) : null,
      click: (to) => this.#click(to),
    };
    this.#shown = table;
    const view = this.#views[this.look];
    if (this.#table.firstChild !== view.element) show(this.#table, view.element);
    view.show(table);
    const sentence = this.#sentence(state, yours);
    if (this.#status.textContent !== sentence) this.#status.textContent = sentence;
    this.#status.dataset["phase"] = state.phase;
    this.#status.dataset["winner"] = state.winner ?? "";
    this.#status.dataset["yours"] = String(yours);
    const won = this.#match.you === "both" || state.winner === this.#match.you;
    const result = won ? "won" : "lost";
    this.#status.className = `status ${state.phase === "over" ? result : ""}`;
    this.#showActions(state, yours);
    this.#changed(this.#match);
    this.#showRecord();
    await this.#judge();
  }

  /** The options that win for the mover: of those that may still be moved to, once it's settled. */
  #winning({ phase, options }: State): JsonCell[] {
    const legal = new Set(options.filter((option) => option.legal).map(({ to }) => key(to)));
    return (this.#values?.options ?? []).flatMap(({ to, wins }) =>
      to !== undefined && wins && (phase !== "move" || legal.has(key(to))) ? [to] : [],
    );
  }

  /** A name for all actions, to know whether a review is theirs. */
  get #whole(): string {
    const { game, start, actions } = this.#match;
    return JSON.stringify([game, start.map(String), actions]);
  }

  #showRecord(): void {
    const whole = this.#whole;
    if (this.#state?.phase === "over" && this.#match.at === null) this.#ended = whole;
    const review = this.#review?.of === whole ? this.#review.review : null;
    const wanted = this.#match.analysis || this.#ended === whole;
    const line = lineOf(this.#match, wanted ? review : null, {
      over: this.#ended === whole,
      look: this.look,
      name: (side) => this.#name(side),
      play: (at, action) => this.#playAt(at, action),
    });
    this.record.show(line);
    const point = this.#match.analysis ? line.points?.[line.at] : undefined;
    this.#verdict.hidden = point === undefined;
    if (point !== undefined) show(this.#verdict, `${verdict(point, line.name)}.`);
  }

  /** Asks for the judgement of the whole match where it is wanted: once for all of its points. */
  async #judge(): Promise<void> {
    const whole = this.#whole;
    if (!this.record.element.isConnected) return;
    if (!this.#match.analysis && this.#ended !== whole) return;
    if (this.#review?.of === whole) return;
    this.#review = { of: whole, review: null };
    const review = await this.#referee.review(this.#request(this.#match.actions)).catch(() => null);
    if (this.#whole !== whole) return;
    this.#review = { of: whole, review };
    this.#showRecord();
  }

  /** Shows another point of the match; what came later stays until something else is done. */
  #goTo(at: number): void {
    this.#touched = true;
    const { actions } = this.#match;
    if (at < 0 || at > actions.length) return;
    const analysis = this.#match.analysis || this.#ended === this.#whole;
    this.set({ ...this.#match, analysis, at: at === actions.length ? null : at });
  }

  /** Plays something else at a point: what came later is gone. */
  #playAt(at: number, action: Action): void {
    this.#touched = true;
    show(this.#talk);
    const before = this.#match.actions.slice(0, at);
    this.#keep([...before, action]);
    void this.#advance(before);
  }

  /** Goes on from the point that is shown: what came later is gone. */
  #playOn(): void {
    show(this.#talk);
    this.#keep(shownActions(this.#match));
    void this.#advance();
  }

  /** The board for queens, the heaps for games that speak of tokens. */
  get look(): "board" | "heaps" {
    if (this.#match.look !== null) return this.#match.look;
    const large = this.#match.start[0] > BOARD_TOKENS || this.#match.start[1] > BOARD_TOKENS;
    return large || (this.#state?.imitation ?? null) !== null ? "heaps" : "board";
  }

  #name(side: Side): string {
    if (this.#match.you === "both") return side === "first" ? "First player" : "Second player";
    return this.#match.you === side ? "You" : "The opponent";
  }

  #sentence(state: State, yours: boolean): string {
    if (state.phase === "over") return ending(state, (side) => this.#name(side));
    const actor = this.#name(state.actor ?? "first");
    const two = this.#match.you === "both";
    if (!yours && this.#match.at !== null) return `${actor} acted here.`;
    if (!yours)
      return {
        block: "The opponent chooses what to block …",
        propose: "The opponent proposes moves …",
        choose: "The opponent chooses l …",
        move: "The opponent moves …",
      }[state.phase];
    const who = two ? `${actor}: ` : "";
    switch (state.phase) {
      case "move":
        return `${who}${two ? "your" : "Your"} move. ${this.#invitation(state)}`;
      case "block":
        return `${who}${two ? "block" : "Block"} ${state.block?.class ?? "options"}, then confirm.`;
      case "propose":
        return (
          `${who}${two ? "propose" : "Propose"} ${state.propose?.needs ?? "moves"}; ` +
          "one of them must be taken."
        );
      case "choose":
        return (
          `${who}${two ? "choose" : "Choose"} l before the first move: ` +
          "it decides which cells are removed."
        );
    }
  }

  /** How one moves. */
  #invitation(state: State): string {
    if (this.look === "board") return "Click a marked cell.";
    return takesFromBoth(state) ? "Click a token, or one in each heap." : "Click a token.";
  }

  #showActions(state: State, yours: boolean): void {
    const over = state.phase === "over";
    const buttons: (HTMLElement | false)[] = [
      yours &&
        state.phase === "block" &&
        h(
          "button",
          {
            type: "button",
            class: "primary",
            id: "confirm",
            onclick: () => this.#act({ block: [...this.#picked.values()] }),
          },
          this.#picked.size === 0
            ? "Block nothing"
            : `Block ${this.#picked.size === 1 ? "this one" : `these ${this.#picked.size}`}`,
        ),
      yours &&
        state.phase === "propose" &&
        h(
          "button",
          {
            type: "button",
            class: "primary",
            id: "confirm",
            disabled: this.#picked.size === 0,
            onclick: () => this.#act({ propose: [...this.#picked.values()] }),
          },
          `Propose ${this.#picked.size}`,
        ),
      ...(yours && state.phase === "choose"
        ? (state.choose ?? []).map((l) =>
            h(
              "button",
              { type: "button", class: "choose", onclick: () => this.#act({ choose: l }) },
              `l = ${l}`,
            ),
          )
        : []),
      !over &&
        h(
          "button",
          { type: "button", id: "hint", disabled: !yours, onclick: () => void this.#giveHint() },
          "Hint",
        ),
      !over &&
        h(
          "button",
          { type: "button", id: "why", disabled: !yours, onclick: () => void this.#why() },
          "Why?",
        ),
      h(
        "button",
        {
          type: "button",
          id: "undo",
          disabled: shownActions(this.#match).length === 0,
          onclick: () => void this.#undo(),
        },
        "Undo",
      ),
      this.#match.at !== null &&
        !over &&
        !yours &&
        h(
          "button",
          { type: "button", class: "primary", id: "resume", onclick: () => this.#playOn() },
          "Play on from here",
        ),
      over &&
        h(
          "button",
          {
            type: "button",
            class: "primary",
            id: "again",
            onclick: () => this.#again(),
          },
          "Play again",
        ),
    ];
    show(this.#actions, ...buttons);
  }

  #again(): void {
    const seed = this.#match.seed + 1;
    this.set({ ...this.#match, actions: [], at: null, analysis: false, seed });
  }

  #click(to: JsonCell): void {
    const state = this.#state;
    if (state === null || !this.#isYours(state.actor)) return;
    if (state.phase === "move") {
      this.#act({ move: to });
      return;
    }
    const name = key(to);
    if (!this.#picked.delete(name)) this.#picked.set(name, to);
    void this.#redraw();
  }

  #act(action: Action): void {
    this.#touched = true;
    show(this.#talk);
    const { actions, at } = this.#match;
    const before = shownActions(this.#match);
    // Who does what was done goes on along the line.
    const known = at === null ? undefined : actions[at];
    if (at !== null && JSON.stringify(known) === JSON.stringify(action)) {
      this.#goTo(at + 1);
      return;
    }
    this.#keep([...before, action]);
    void this.#advance(before);
  }

  async #giveHint(): Promise<void> {
    this.#touched = true;
    const turn = this.#turn;
    try {
      const hint = await this.#referee.hint(this.#request());
      if (turn !== this.#turn) return;
      this.#hint = hint;
      const follow = h(
        "button",
        { type: "button", id: "follow", onclick: () => this.#act(hint.action) },
        "Do it",
      );
      const verdict = hint.wins
        ? "This wins"
        : hint.moves_left === null
          ? "Every way loses against perfect play; this one, too"
          : "Every way loses against perfect play; this resists longest";
      await this.#redraw();
      const what = advised(hint.action, this.#state?.position ?? [0, 0], this.look);
      this.#say([{ strong: `${verdict}: ${what}.`, text: hint.why }], follow);
    } catch (error) {
      if (turn === this.#turn) this.#say([{ strong: sentenceOf(error), text: "" }]);
    }
  }

  async #why(): Promise<void> {
    this.#touched = true;
    const turn = this.#turn;
    try {
      const values = this.#values ?? (await this.#referee.values(this.#request()));
      if (turn !== this.#turn) return;
      this.#values = values;
      const outcome = values.position?.outcome;
      const strong =
        outcome === undefined
          ? ""
          : outcome === "N"
            ? "N: whoever moves now can win."
            : "P: whoever moves now loses against perfect play.";
      this.#say([{ strong, text: values.why }]);
    } catch (error) {
      if (turn === this.#turn) this.#say([{ strong: sentenceOf(error), text: "" }]);
    }
  }

  /** Back to the last time that the person could act. */
  async #undo(): Promise<void> {
    const turn = ++this.#turn;
    let actions = shownActions(this.#match);
    do {
      actions = actions.slice(0, -1);
      const state = await this.#referee.play(this.#request(actions)).catch(() => null);
      if (turn !== this.#turn) return;
      if (state === null || this.#isYours(state.actor)) break;
    } while (actions.length > 0);
    show(this.#talk);
    this.#keep(actions);
    void this.#advance();
  }

  /** Each option that is named, and may be clicked now, is a button. */
  #say(said: readonly Said[], ...more: HTMLElement[]): void {
    const table = this.#shown;
    const options = table === null ? new Map() : optionsByCell(table.state);
    const act = (cell: string): (() => void) | null => {
      const option = options.get(cell);
      return table !== null && option !== undefined && mayClick(table, option)
        ? () => this.#click(option.to)
        : null;
    };
    const lines = said.map(({ strong, text }) =>
      h(
        "p",
        {},
        strong !== "" && h("strong", {}, ...withMoves(strong, act)),
        strong !== "" && text !== "" && " ",
        ...withMoves(text, act),
      ),
    );
    const note = h("div", { class: "note" }, ...lines, ...more);
    show(this.#talk, note);
    if (this.#touched) note.scrollIntoView({ block: "nearest" });
  }

  #fail(text: string): void {
    if (this.#state === null) {
      this.#status.textContent = "";
      show(this.#table, stateOf("This match can't be played", text));
      show(this.#actions);
    } else {
      this.#status.textContent = "This match can't go on from here.";
      this.#showActions(this.#state, false);
      show(this.#talk, h("p", { class: "note warn" }, text));
    }
    announce(text);
  }
}

/** Whether some option takes from both heaps. */
function takesFromBoth({ options, position }: State): boolean {
  return options.some(({ to }) => to[0] !== position[0] && to[1] !== position[1]);
}
