/** Puzzles: one action wins, every other one loses. The next one is harder after a right answer. */
import { api, sentenceOf, type Action, type Puzzle, type State } from "../common/api.ts";
import { cellOfJson, readWhole, type JsonCell } from "../common/coordinates.ts";
import { h, show } from "../common/dom.ts";
import { writeLink } from "../common/link.ts";
import { copyLinkButton, pushLink, setLink, stateOf } from "../common/page.ts";
import { keep, recall } from "../common/storage.ts";
import { titleOf } from "../games/name.ts";
import { QueenBoard } from "./board.ts";
import { Heaps } from "./heaps.ts";
import { lastMove } from "./line.ts";
import { BOARD_TOKENS } from "./look.ts";
import { FIRST_MATCH, writeActions, type Look, type Match } from "./match.ts";
import { withMoves } from "./said.ts";
import { key, type Table, type View } from "./table.ts";
import { advised, option } from "./words.ts";

/** Seeds that are drawn: they make short links. */
const SEEDS = 1_000_000;

/** The levels that there are. */
const LEVELS = 10;

const BEST = "wythoff-puzzles-best";

/** Puzzles solved in a row, at the first try; for as long as the page is open. */
let streak = 0;

export function isPuzzle(values: ReadonlyMap<string, string>): boolean {
  return values.has("puzzle");
}

/** The way from matches to puzzles and back. */
export function playViews(now: "match" | "puzzles"): HTMLElement {
  const view = (name: string, text: string, href: string): HTMLElement =>
    h("a", { class: "button", href, "aria-current": name === now ? "page" : null }, text);
  return h(
    "nav",
    { class: "row play-views", "aria-label": "Play" },
    view("match", "Match", writeLink("play", {})),
    view("puzzles", "Puzzles", writeLink("play", { puzzle: newSeed(), level: 1 })),
  );
}

function newSeed(): number {
  return 1 + Math.floor(Math.random() * SEEDS);
}

/** What is asked for. */
interface Asked {
  readonly seed: number;
  readonly level: number;
}

function read(values: ReadonlyMap<string, string>): Asked {
  const seed = readWhole(values.get("puzzle") ?? "") ?? 1n;
  const level = readWhole(values.get("level") ?? "") ?? 1n;
  return {
    seed: Number(seed % BigInt(2 ** 32)),
    level: Math.min(LEVELS, Math.max(1, Number(level))),
  };
}

export class PuzzlePage {
  readonly #title = h("h1", {});
  readonly #rules = h("p", { class: "lead" });
  readonly #question = h("p", { class: "status", "aria-live": "polite" });
  readonly #table = h("div", { class: "play-table" });
  readonly #actions = h("div", { class: "row centre" });
  readonly #talk = h("div", { class: "talk", "aria-live": "polite" });
  readonly #streak = h("div", { class: "streak" });
  readonly #levels = h("div", { class: "levels", role: "group", "aria-label": "Level" });
  readonly #analyse = h("a", { class: "button" }, "Analyse it");
  #asked: Asked;
  #puzzle: Puzzle | null = null;
  #state: State | null = null;
  #view: View | null = null;
  #picked = new Map<string, JsonCell>();
  /** Whether there was a wrong answer; null: no answer yet. */
  #failed: boolean | null = null;
  #done = false;
  #turn = 0;

  constructor(main: HTMLElement, values: ReadonlyMap<string, string>) {
    this.#asked = read(values);
    main.append(
      h(
        "div",
        { class: "page play-page" },
        h("div", { class: "play-head stack" }, playViews("puzzles"), this.#title, this.#rules),
        h(
          "section",
          { class: "card play-card", "aria-label": "The puzzle" },
          h("div", { class: "play" }, this.#question, this.#table, this.#actions, this.#talk),
        ),
        h(
          "aside",
          { class: "stack", "aria-label": "About the puzzle" },
          h(
            "section",
            { class: "card stack" },
            h("h2", {}, "In a row"),
            this.#streak,
            h("h3", {}, "Level"),
            this.#levels,
            h(
              "p",
              { class: "small muted" },
              "Exactly one answer wins. After a right one the next puzzle is a level higher.",
            ),
            h("div", { class: "row" }, copyLinkButton(), this.#analyse),
          ),
        ),
      ),
    );
    void this.#open();
  }

  update(values: ReadonlyMap<string, string>): boolean {
    if (!isPuzzle(values)) return false;
    this.#ask(read(values));
    return true;
  }

  close(): void {
    this.#turn++;
  }

  #ask(asked: Asked): void {
    this.#asked = asked;
    void this.#open();
  }

  /** Another puzzle, from which Back leads to this one. */
  #visit(asked: Asked): void {
    pushLink("play", { puzzle: asked.seed, level: asked.level });
    this.#ask(asked);
  }

  async #open(): Promise<void> {
    const turn = ++this.#turn;
    const { seed, level } = this.#asked;
    setLink("play", { puzzle: seed, level });
    this.#picked.clear();
    this.#failed = null;
    this.#done = false;
    this.#showStreak();
    this.#question.dataset["ready"] = "false";
    show(this.#talk);
    show(this.#actions);
    if (this.#puzzle === null)
      show(this.#table, h("div", { class: "state" }, h("p", {}, "Setting up the board …")));
    try {
      const puzzle = await api.puzzle(seed, level);
      const { game, start, actions } = puzzle;
      const state = await api.play({ game, start, actions });
      if (turn !== this.#turn) return;
      this.#puzzle = puzzle;
      this.#state = state;
      this.#view = this.#look === "heaps" ? new Heaps() : new QueenBoard();
      this.#title.textContent = titleOf(game);
      show(this.#rules, puzzle.rules);
      show(this.#table, this.#view.element);
      this.#question.textContent = question(state);
      this.#question.dataset["ready"] = "true";
      this.#analyse.setAttribute("href", this.#analysis([]));
      this.#draw();
    } catch (error) {
      if (turn === this.#turn)
        show(this.#table, stateOf("There is no such puzzle", sentenceOf(error)));
    }
  }

  /** The puzzle as a match to be analysed, with what was done. */
  #analysis(line: readonly Action[]): string {
    const { game = "", start = [0, 0], actions = [] } = this.#puzzle ?? {};
    return writeLink("play", {
      game,
      start: key(start),
      you: "both",
      analysis: "yes",
      acts: writeActions([...actions, ...line]),
    });
  }

  /** What an answer is called. */
  #called(action: Action): string {
    const from = this.#state?.position ?? [0, 0];
    const all = (list: readonly JsonCell[]): string =>
      list.length === 0 ? "nothing" : list.map((to) => option(from, to, this.#look)).join(", ");
    if ("move" in action) return all([action.move]);
    if ("block" in action) return all(action.block);
    if ("propose" in action) return all(action.propose);
    return `l = ${action.choose}`;
  }

  get #look(): Look {
    const large = this.#puzzle?.start.some((heap) => BigInt(heap) > BOARD_TOKENS) ?? false;
    return large || (this.#state?.imitation ?? null) !== null ? "heaps" : "board";
  }

  #match(puzzle: Puzzle): Match {
    const { game, start, actions } = puzzle;
    return { ...FIRST_MATCH, game, start: cellOfJson(start), actions };
  }

  #draw(): void {
    const [puzzle, state] = [this.#puzzle, this.#state];
    if (puzzle === null || state === null) return;
    const { solution: action, why, moves_left } = puzzle;
    const table: Table = {
      start: cellOfJson(puzzle.start),
      state,
      yours: !this.#done,
      picked: new Set(this.#picked.keys()),
      hint: this.#done ? { action, wins: true, why, moves_left } : null,
      last: lastMove(this.#match(puzzle)),
      arrows: this.#done && "move" in action ? [action.move] : [],
      values: null,
      click: (to) => this.#click(to),
    };
    this.#view?.show(table);
    this.#showActions(state);
  }

  #showActions(state: State): void {
    const button = (id: string, text: string, act: () => void, primary = false): HTMLElement =>
      h("button", { type: "button", id, class: primary ? "primary" : null, onclick: act }, text);
    const confirm = (text: string, action: Action): HTMLElement => {
      const element = button("confirm", text, () => void this.#answer(action), true);
      element.toggleAttribute("disabled", this.#picked.size === 0);
      return element;
    };
    const picked = [...this.#picked.values()];
    const { seed, level } = this.#asked;
    const right = this.#done && this.#failed === false;
    show(
      this.#actions,
      !this.#done &&
        state.phase === "block" &&
        confirm(picked.length === 1 ? "Block this one" : `Block these ${picked.length}`, {
          block: picked,
        }),
      !this.#done &&
        state.phase === "propose" &&
        confirm(`Propose ${picked.length}`, { propose: picked }),
      ...(!this.#done && state.phase === "choose"
        ? (state.choose ?? []).map((l) =>
            button(`choose-${l}`, `l = ${l}`, () => void this.#answer({ choose: l })),
          )
        : []),
      !this.#done && button("solution", "Show the solution", () => this.#reveal()),
      button(
        "next",
        right && level < LEVELS ? "Next one, harder" : "Another one",
        () =>
          this.#visit({ seed: nextSeed(seed), level: right ? Math.min(LEVELS, level + 1) : level }),
        this.#done,
      ),
    );
  }

  #click(to: JsonCell): void {
    if (this.#state === null || this.#done) return;
    if (this.#state.phase === "move") {
      void this.#answer({ move: to });
      return;
    }
    if (!this.#picked.delete(key(to))) this.#picked.set(key(to), to);
    this.#draw();
  }

  async #answer(action: Action): Promise<void> {
    const puzzle = this.#puzzle;
    if (puzzle === null) return;
    if (same(action, puzzle.solution)) {
      if (this.#failed === null) streak++;
      this.#failed ??= false;
      this.#finish("Right.", "good");
      return;
    }
    const turn = this.#turn;
    const { game, start, actions } = puzzle;
    try {
      const { plies } = await api.review({ game, start, actions: [...actions, action] });
      if (turn !== this.#turn || this.#done) return;
      this.#fail();
      const wrong = plies[actions.length]?.mistake?.refutation ?? null;
      const to = "move" in action ? action.move : (this.#state?.position ?? start);
      const then =
        wrong === null
          ? ""
          : ` The opponent then wins: ${advised(wrong.action, to, this.#look)}. ${wrong.why}`;
      this.#say(`Not ${this.#called(action)}.`, `That loses.${then} Try again.`, "bad", [
        action,
        ...(wrong === null ? [] : [wrong.action]),
      ]);
      this.#picked.clear();
      this.#draw();
    } catch (error) {
      if (turn === this.#turn) this.#say(sentenceOf(error), "", "warn");
    }
  }

  #reveal(): void {
    this.#fail();
    this.#finish("This wins:", "");
  }

  #fail(): void {
    this.#failed = true;
    streak = 0;
    this.#showStreak();
  }

  #finish(strong: string, tone: string): void {
    const [puzzle, state] = [this.#puzzle, this.#state];
    if (puzzle === null || state === null) return;
    this.#done = true;
    this.#picked.clear();
    this.#showStreak();
    const what = advised(puzzle.solution, state.position, this.#look);
    const left = puzzle.moves_left;
    const when = left === null ? "" : ` ${left === 1 ? "1 move" : `${left} moves`} to the end.`;
    this.#say(
      strong,
      `${what.charAt(0).toUpperCase()}${what.slice(1)}. ${puzzle.why}${when}`,
      tone,
      [puzzle.solution],
    );
    this.#draw();
    this.#actions.querySelector<HTMLElement>("#next")?.focus();
  }

  /** The last of the actions that are spoken of leads to the analysis of the match after it. */
  #say(strong: string, text: string, tone: string, line: readonly Action[] = []): void {
    const last = line.at(-1);
    const act = (cell: string): (() => void) | null =>
      last !== undefined && "move" in last && key(last.move) === cell
        ? () => location.assign(this.#analysis(line))
        : null;
    const note = h(
      "div",
      { class: `note ${tone}` },
      h("p", {}, h("strong", {}, strong), text !== "" && " ", ...withMoves(text, act)),
    );
    show(this.#talk, note);
    note.scrollIntoView({ block: "nearest" });
  }

  #showStreak(): void {
    const best = Math.max(streak, Number(recall(BEST) ?? 0));
    keep(BEST, String(best));
    const number = (value: number, words: string): HTMLElement =>
      h("div", {}, h("strong", {}, value), h("span", { class: "small muted" }, words));
    show(this.#streak, number(streak, "solved in a row"), number(best, "the most so far"));
    this.#streak.dataset["streak"] = String(streak);
    show(
      this.#levels,
      ...Array.from({ length: LEVELS }, (_, index) =>
        h(
          "button",
          {
            type: "button",
            "aria-pressed": String(index + 1 === this.#asked.level),
            onclick: () => this.#visit({ seed: newSeed(), level: index + 1 }),
          },
          index + 1,
        ),
      ),
    );
  }
}

/** Another puzzle, the same one for all who follow the same way. */
function nextSeed(seed: number): number {
  return (seed % SEEDS) + 1;
}

function question(state: State): string {
  switch (state.phase) {
    case "block":
      return (
        `You may block ${state.block?.class ?? "options"} before the next move. ` +
        "Which must it be?"
      );
    case "propose":
      return `Propose ${state.propose?.needs ?? "options"}, so that whatever is taken loses.`;
    case "choose":
      return "You move second. Which l wins?";
    default:
      return state.proposed.length > 0
        ? "One of the proposed moves wins. Which?"
        : "Find the only winning move.";
  }
}

/** Whether two actions are the same, in whatever order they name options. */
function same(a: Action, b: Action): boolean {
  const text = (action: Action): string => {
    if ("block" in action) return `b${action.block.map(key).sort().join(" ")}`;
    if ("propose" in action) return `p${action.propose.map(key).sort().join(" ")}`;
    return JSON.stringify(action);
  };
  return text(a) === text(b);
}
