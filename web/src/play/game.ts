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
  type Side,
  type State,
  type Values,
} from "../common/api.ts";
import { h, show } from "../common/dom.ts";
import { jsonOfCell, showCell, cellOfJson, type JsonCell } from "../common/coordinates.ts";
import { announce, stateOf } from "../common/page.ts";
import { QueenBoard } from "./board.ts";
import { Heaps } from "./heaps.ts";
import type { Match } from "./match.ts";
import { key, type Table, type View } from "./table.ts";

/** A moment to see what happened before the opponent acts; none for those who want no motion. */
const THINKING = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 420;

/** From here on a board is too fine to click; the heaps take over. */
const BOARD_TOKENS = 24n;

/** Who knows the rules, and plays. */
export type Referee = Pick<Api, "play" | "playMove" | "hint" | "values">;

export class PlayGame {
  readonly element: HTMLElement;
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
  #match: Match;
  #state: State | null = null;
  #picked = new Map<string, JsonCell>();
  #hint: Advice | null = null;
  #values: Values | null = null;
  #turn = 0;

  constructor(match: Match, changed: (match: Match) => void, referee: Referee = api) {
    this.#match = match;
    this.#referee = referee;
    this.#changed = changed;
    this.element = h(
      "div",
      { class: "play" },
      this.#status,
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
      match.actions === this.#match.actions;
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

  #request(actions: readonly Action[] = this.#match.actions): MatchRequest {
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
    try {
      let state = await this.#referee.play(this.#request());
      before = null;
      for (;;) {
        if (turn !== this.#turn) return;
        this.#state = state;
        await this.#redraw();
        if (turn !== this.#turn || state.phase === "over" || this.#isYours(state.actor)) return;
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
        this.#say(spoken(answer.action), "");
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
      this.#say(sentenceOf(error), "");
      announce(sentenceOf(error));
    }
  }

  /** Until the referee has answered there is nothing to click. */
  #wait(): void {
    this.#status.dataset["yours"] = "false";
    this.#status.dataset["phase"] = "wait";
    for (const button of this.#actions.querySelectorAll("button")) button.disabled = true;
  }

  #keep(actions: readonly Action[]): void {
    this.#match = { ...this.#match, actions };
    this.#changed(this.#match);
  }

  #isYours(actor: Side | null): boolean {
    return actor !== null && (this.#match.you === "both" || this.#match.you === actor);
  }

  async #redraw(): Promise<void> {
    const state = this.#state;
    if (state === null) return;
    const turn = this.#turn;
    if (this.#match.values && this.#values === null && state.phase !== "over") {
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
      values: this.#match.values ? (this.#values?.options ?? null) : null,
      click: (to) => this.#click(to),
    };
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
    if (state.phase === "over") {
      const winner = state.winner ?? "first";
      const you = this.#name(winner);
      return you === "You"
        ? "You win. The opponent cannot move."
        : `${you} wins. There is no move left.`;
    }
    const actor = this.#name(state.actor ?? "first");
    const two = this.#match.you === "both";
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
          disabled: this.#match.actions.length === 0,
          onclick: () => void this.#undo(),
        },
        "Undo",
      ),
      over &&
        h(
          "button",
          {
            type: "button",
            class: "primary",
            id: "again",
            onclick: () => this.set({ ...this.#match, actions: [], seed: this.#match.seed + 1 }),
          },
          "Play again",
        ),
    ];
    show(this.#actions, ...buttons);
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
    show(this.#talk);
    const before = this.#match.actions;
    this.#keep([...before, action]);
    void this.#advance(before);
  }

  async #giveHint(): Promise<void> {
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
        : "Every way loses against perfect play; this resists longest";
      this.#say(`${verdict}: ${advised(hint.action)}.`, hint.why, follow);
      await this.#redraw();
    } catch (error) {
      if (turn === this.#turn) this.#say(sentenceOf(error), "");
    }
  }

  async #why(): Promise<void> {
    const turn = this.#turn;
    try {
      const values = this.#values ?? (await this.#referee.values(this.#request()));
      if (turn !== this.#turn) return;
      this.#values = values;
      const outcome = values.position?.outcome;
      this.#say(
        outcome === undefined
          ? ""
          : outcome === "N"
            ? "N: whoever moves now can win."
            : "P: whoever moves now loses against perfect play.",
        values.why,
      );
    } catch (error) {
      if (turn === this.#turn) this.#say(sentenceOf(error), "");
    }
  }

  /** Back to the last time that the person could act. */
  async #undo(): Promise<void> {
    const turn = ++this.#turn;
    let actions = this.#match.actions;
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

  #say(strong: string, text: string, ...more: HTMLElement[]): void {
    show(
      this.#talk,
      h(
        "div",
        { class: "note" },
        h(
          "p",
          {},
          strong !== "" && h("strong", {}, strong),
          strong !== "" && text !== "" && " ",
          text,
        ),
        ...more,
      ),
    );
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

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

function cells(list: readonly JsonCell[]): string {
  return list.map((cell) => showCell(cellOfJson(cell))).join(", ");
}

/** What the opponent did. */
function spoken(action: Action): string {
  if ("move" in action) return `The opponent moved to ${cells([action.move])}.`;
  if ("block" in action)
    return action.block.length === 0
      ? "The opponent blocks nothing."
      : `The opponent blocks ${cells(action.block)}.`;
  if ("propose" in action) return `The opponent proposes ${cells(action.propose)}.`;
  return `The opponent chooses l = ${action.choose}.`;
}

function advised(action: Action): string {
  if ("move" in action) return `move to ${cells([action.move])}`;
  if ("block" in action)
    return action.block.length === 0 ? "block nothing" : `block ${cells(action.block)}`;
  if ("propose" in action) return `propose ${cells(action.propose)}`;
  return `choose l = ${action.choose}`;
}
