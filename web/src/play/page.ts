/** Play: every game, against the perfect opponent or a second person. */
import { api, type Family, type SumState } from "../common/api.ts";
import { h, show } from "../common/dom.ts";
import { readWhole } from "../common/coordinates.ts";
import { writeLink } from "../common/link.ts";
import { copyLinkButton, setLink, type Open } from "../common/page.ts";
import { segments } from "../common/segments.ts";
import { familyName } from "../games/families.ts";
import { firstGame, titleOf } from "../games/name.ts";
import { PlayGame } from "./game.ts";
import {
  FIRST_MATCH,
  readMatch,
  valuesOfMatch,
  whyNoHeaps,
  whyNoStart,
  type Look,
  type Match,
  type Players,
  type Strength,
} from "./match.ts";
import { isPuzzle, playViews, PuzzlePage } from "./puzzle.ts";
import { SumGame } from "./sum.ts";
import { FIRST_SUM, isSum, readSum, valuesOfSum, type SumMatch } from "./sum-match.ts";

/** A match of a game, or of a sum of games. */
type Any = Match | SumMatch;

const read = (values: ReadonlyMap<string, string>): Any =>
  isSum(values.get("game") ?? "") ? readSum(values) : readMatch(values);

export const openPlay: Open = (main, values) => {
  let page = opened(main, values);
  return {
    title: "Play",
    update: (now) => {
      if (page.update(now)) return;
      page.close();
      main.replaceChildren();
      page = opened(main, now);
    },
    leave: () => page.close(),
  };
};

/** What the page shows: a match, or a puzzle. */
interface View {
  /** Shows what a link says; false: that is a thing for the other view. */
  update(values: ReadonlyMap<string, string>): boolean;
  close(): void;
}

function opened(main: HTMLElement, values: ReadonlyMap<string, string>): View {
  return isPuzzle(values) ? new PuzzlePage(main, values) : new PlayPage(main, values);
}

class PlayPage implements View {
  #game: PlayGame | SumGame;
  readonly #card = h("section", { class: "card play-card", "aria-label": "The match" });
  readonly #title = h("h1", {});
  readonly #rules = h("p", { class: "lead" });
  readonly #setup = h("div", { class: "stack" });
  readonly #look = segments<Look>(
    "How it is drawn",
    [
      ["board", "Queen on a board"],
      ["heaps", "Two heaps"],
    ],
    "board",
    (look) => this.#game instanceof PlayGame && this.#game.set({ ...this.#game.match, look }),
  );
  readonly #values = h("input", {
    type: "checkbox",
    id: "show-values",
    onchange: () => this.#set({ ...this.#game.match, values: this.#values.checked }),
  });
  readonly #valuesWords = h("span", {});
  readonly #analysis = h("input", {
    type: "checkbox",
    id: "show-analysis",
    onchange: () => this.#set({ ...this.#game.match, analysis: this.#analysis.checked }),
  });
  readonly #arrows = h("input", {
    type: "checkbox",
    id: "show-arrows",
    onchange: () => this.#set({ ...this.#game.match, arrows: this.#arrows.checked }),
  });
  readonly #record = h("div", {});
  readonly #explore = h("a", { class: "button" }, "See its board");
  /** What can't be played of what was asked for. */
  readonly #note = h("p", { class: "note warn small", hidden: true, role: "alert" });
  #families: readonly Family[] = [];
  readonly #family = h("select", { id: "play-family" });

  constructor(main: HTMLElement, values: ReadonlyMap<string, string>) {
    const match = read(values);
    this.#game = this.#seated(match);
    main.append(
      h(
        "div",
        { class: "page play-page" },
        h("div", { class: "play-head stack" }, playViews("match"), this.#title, this.#rules),
        this.#card,
        h(
          "aside",
          { class: "stack", "aria-label": "Set up a match" },
          h(
            "section",
            { class: "card stack", id: "analysis" },
            h("h2", {}, "Analysis"),
            this.#record,
            h("label", { class: "check" }, this.#analysis, "Show who wins, and mark mistakes"),
            h("label", { class: "check" }, this.#arrows, "Arrows for the winning moves"),
            h("div", { class: "row" }, copyLinkButton()),
          ),
          h("section", { class: "card stack" }, h("h2", {}, "A new match"), this.#setup),
          h(
            "section",
            { class: "card stack" },
            h("h2", {}, "The table"),
            this.#look.element,
            h("label", { class: "check" }, this.#values, this.#valuesWords),
            h("div", { class: "row" }, this.#explore),
          ),
        ),
      ),
    );
    this.#show(match);
    this.#warn(whyNoStart(values));
    void api.games().then(
      ({ families }) => {
        this.#families = families;
        this.#showFamilies();
      },
      () => undefined,
    );
  }

  update(values: ReadonlyMap<string, string>): boolean {
    if (isPuzzle(values)) return false;
    this.#begin(read(values));
    this.#warn(whyNoStart(values));
    return true;
  }

  #begin(match: Any): void {
    this.#set(match);
    this.#show(match);
  }

  /** A table for the match, at which it is played. */
  #seated(match: Any): PlayGame | SumGame {
    const game =
      "moves" in match
        ? new SumGame(match, (now, state) => {
            setLink("play", valuesOfSum(now));
            this.#showLook(now);
            this.#showSum(state);
          })
        : new PlayGame(match, (now) => {
            setLink("play", valuesOfMatch(now));
            this.#showLook(now);
          });
    show(this.#card, game.element);
    show(this.#record, game.record.element);
    return game;
  }

  #set(match: Any): void {
    if ("moves" in match && this.#game instanceof SumGame) this.#game.set(match);
    else if (!("moves" in match) && this.#game instanceof PlayGame) this.#game.set(match);
    else {
      this.#game.close();
      this.#game = this.#seated(match);
      setLink("play", "moves" in match ? valuesOfSum(match) : valuesOfMatch(match));
    }
  }

  close(): void {
    this.#game.close();
  }

  /** Says why something can't be played; null: nothing is wrong. */
  #warn(problem: string | null): void {
    this.#note.hidden = problem === null;
    this.#note.textContent = problem;
  }

  #show(match: Any): void {
    this.#showSetup(match);
    this.#showLook(match);
    if ("moves" in match) return;
    this.#title.textContent = titleOf(match.game);
    void api.game(match.game).then(
      (facts) => {
        if (this.#game.match.game !== match.game) return;
        this.#title.textContent = titleOf(facts.game);
        show(this.#rules, facts.rules);
      },
      () => show(this.#rules),
    );
  }

  #showSum(state: SumState | null): void {
    const count = state?.tables.length ?? 0;
    this.#title.textContent = count > 1 ? `A sum of ${count} games` : "A sum of games";
    show(this.#rules, state?.rules ?? "");
  }

  #showLook(match: Any): void {
    const isOfSum = "moves" in match;
    this.#values.checked = match.values;
    this.#analysis.checked = match.analysis;
    this.#arrows.checked = match.arrows;
    this.#valuesWords.textContent = isOfSum
      ? "Show the nim-values, and what each move makes of the sum (P or N)"
      : "Show the value of every option (P or N)";
    this.#look.element.hidden = this.#explore.hidden = isOfSum;
    if (isOfSum || !(this.#game instanceof PlayGame)) return;
    this.#look.set(this.#game.look);
    this.#explore.setAttribute("href", writeLink("explore", { game: match.game }));
  }

  /** The games to choose from; what somebody has written meanwhile stays. */
  #showFamilies(): void {
    const { match } = this.#game;
    show(
      this.#family,
      h("option", { value: "" }, "Choose a game …"),
      ...this.#families.map((one) =>
        h("option", { value: firstGame(one) }, familyName(one.family)),
      ),
      h("option", { value: FIRST_SUM }, "A sum of games"),
    );
    const chosen = this.#families.find((one) => one.family === match.game.split(":")[0]);
    this.#family.value =
      "moves" in match ? FIRST_SUM : chosen === undefined ? "" : firstGame(chosen);
  }

  #showSetup(match: Any): void {
    const game = h("input", {
      id: "play-game",
      value: match.game,
      spellcheck: "false",
      autocomplete: "off",
    });
    this.#showFamilies();
    const family = this.#family;
    const isOfSum = "moves" in match;
    family.onchange = (): void => {
      if (family.value !== "") game.value = family.value;
      showHeaps();
    };
    game.addEventListener("input", () => showHeaps());
    const heap = (id: string, value: bigint): HTMLInputElement =>
      h("input", { id, inputmode: "numeric", autocomplete: "off", value: Number(value) });
    const [startX, startY] = isOfSum ? FIRST_MATCH.start : match.start;
    const x = heap("start-x", startX);
    const y = heap("start-y", startY);
    let you: Players = match.you;
    let strength: Strength = match.strength;
    const who = segments<Players>(
      "Who you are",
      [
        ["first", "I start"],
        ["second", "The program starts"],
        ["both", "Two persons"],
      ],
      you,
      (value) => {
        you = value;
        who.set(value);
      },
    );
    const level = segments<Strength>(
      "How well the program plays",
      [
        ["perfect", "Perfect"],
        ["strong", "Strong"],
        ["casual", "Casual"],
      ],
      strength,
      (value) => {
        strength = value;
        level.set(value);
      },
    );
    const start = (event: Event): void => {
      event.preventDefault();
      const text = game.value.trim() || match.game;
      const common = {
        at: null,
        analysis: false,
        arrows: this.#game.match.arrows,
        game: text,
        you,
        strength,
        values: this.#game.match.values,
        seed: Math.floor(Math.random() * 1000),
      };
      if (isSum(text)) {
        this.#warn(null);
        this.#begin({ ...common, moves: [] });
        return;
      }
      const problem = whyNoHeaps([x.value, y.value]);
      this.#warn(problem);
      const [a, b] = [readWhole(x.value), readWhole(y.value)];
      if (problem !== null || a === null || b === null) return;
      this.#begin({ ...common, start: [a, b], actions: [], look: null });
    };
    const surprise = (): void => {
      const random = (): number => 3 + Math.floor(Math.random() * 9);
      x.value = String(random());
      y.value = String(random());
    };
    const heaps = h(
      "div",
      { class: "heap-fields" },
      h("div", { class: "field" }, h("label", { for: "start-x" }, "Left heap, x"), x),
      h("div", { class: "field" }, h("label", { for: "start-y" }, "Right heap, y"), y),
      h("button", { type: "button", onclick: surprise }, "Any"),
    );
    const sumNote = h(
      "p",
      { class: "small muted" },
      "A sum: games with their positions, joined by +. Each of them needs nim-values: no misère, " +
        "no blocking, no imitation.",
    );
    /** A sum brings its positions. */
    const showHeaps = (): void => {
      heaps.hidden = isSum(game.value);
      sumNote.hidden = !heaps.hidden;
    };
    showHeaps();
    show(
      this.#setup,
      h(
        "form",
        { class: "stack", onsubmit: start },
        h("div", { class: "field" }, h("label", { for: "play-family" }, "Game"), family),
        h("div", { class: "field" }, h("label", { for: "play-game" }, "as it is written"), game),
        heaps,
        sumNote,
        who.element,
        h("fieldset", {}, h("legend", {}, "The program plays"), level.element),
        this.#note,
        h("button", { type: "submit", class: "primary", id: "start" }, "Start"),
      ),
    );
  }
}
