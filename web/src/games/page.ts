/** Games: the catalogue of the model itself, with parameters as controls and the board alive. */
import {
  address,
  api,
  Refusal,
  sentenceOf,
  type Catalogue,
  type Family,
  type GameFacts,
  type Parameter,
} from "../common/api.ts";
import { h, show } from "../common/dom.ts";
import { writeLink } from "../common/link.ts";
import { setLink, stateOf, type Open } from "../common/page.ts";
import { builder } from "./builder.ts";
import { familyName } from "./families.ts";
import { MiniBoard } from "./miniboard.ts";
import { firstGame, gameText, misere, plain, titleOf } from "./name.ts";
import { RuleBoard } from "./ruleboard.ts";
import { readRules } from "./rules.ts";

const SIDE = 32;
const ROWS = 30;
/** Downloads: format, column of a b-file, name. */
const FORMATS: readonly [string, string, string][] = [
  ["csv", "a", "CSV"],
  ["latex", "a", "LaTeX"],
  ["json", "a", "JSON"],
  ["bfile", "a", "b-file of aₙ"],
  ["bfile", "b", "b-file of bₙ"],
  ["bfile", "delta", "b-file of bₙ − aₙ"],
];

/** Sliders go this far; larger values are typed into Explore and the command line. */
const MOST_VALUE = 24;

/** The laboratory has tables of nim-values up to this. */
const MOST_NIM_VALUE = 1 << 20;

/** A text is read when nothing was typed for so long, in milliseconds. */
const PAUSE = 350;

export const openGames: Open = (main, values) => {
  const page = new GamesPage(main, values.get("game") ?? "blocking:k=5");
  return {
    title: "Games",
    update: (now) => void page.show(now.get("game") ?? "blocking:k=5"),
    leave: () => page.close(),
  };
};

class GamesPage {
  readonly #list = h("nav", { class: "family-list", "aria-label": "Families" });
  readonly #detail = h("div", { class: "stack game-detail" });
  readonly #controls = h("div", { class: "controls" });
  readonly #boards = h("div", { class: "boards" });
  readonly #main = new MiniBoard(SIDE);
  readonly #dual = new MiniBoard(SIDE);
  readonly #dualNote = h("p", { class: "small muted" });
  readonly #table = h("div", { class: "stack" });
  readonly #value = h("input", {
    type: "number",
    id: "table-value",
    min: 0,
    max: MOST_NIM_VALUE,
    placeholder: "0",
  });
  readonly #offset = h("input", { type: "number", id: "table-offset", min: 0, placeholder: "0" });
  readonly #text = h("input", {
    id: "game-text",
    spellcheck: "false",
    autocomplete: "off",
    "aria-describedby": "game-problem",
    oninput: () => this.#typed(),
  });
  readonly #problem = h("div", { id: "game-problem", role: "alert" });
  readonly #own = new RuleBoard();
  #catalogue: Catalogue | null = null;
  #abort: AbortController | null = null;
  #turn = 0;
  #pause = 0;

  constructor(main: HTMLElement, game: string) {
    show(this.#detail, stateOf("One moment", "The catalogue is being read."));
    main.append(
      h(
        "div",
        { class: "page" },
        h(
          "header",
          { class: "stack" },
          h("h1", {}, "Games"),
          h(
            "p",
            { class: "lead" },
            "One model serves them all: a set of moves, cells that may be missing, and a twist. " +
              "Turn a knob and see what becomes of the board.",
          ),
        ),
        h("div", { class: "games" }, this.#list, this.#detail),
      ),
    );
    void this.#load(game);
  }

  close(): void {
    this.#turn++;
    clearTimeout(this.#pause);
    this.#own.close();
    this.#abort?.abort();
    this.#main.close();
    this.#dual.close();
  }

  async #load(game: string): Promise<void> {
    try {
      this.#catalogue = await api.games();
    } catch (error) {
      show(this.#detail, stateOf("The catalogue is not there", sentenceOf(error)));
      return;
    }
    await this.show(game);
  }

  async show(game: string): Promise<void> {
    const turn = ++this.#turn;
    try {
      const facts = await api.game(game);
      if (turn !== this.#turn) return;
      setLink("games", { game: facts.game });
      this.#showList(facts);
      show(this.#problem);
      this.#keepTyping(() => this.#showDetail(facts));
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#showProblem(game, error);
      // What is wrong is mended in its field; the last game that was right stays.
      if (this.#text.isConnected) {
        if (document.activeElement !== this.#text) this.#text.value = game;
        return;
      }
      this.#showList(null);
      show(this.#detail, this.#asWritten(game));
    }
  }

  /** Reads the text as it is typed. */
  #typed(): void {
    clearTimeout(this.#pause);
    this.#pause = window.setTimeout(() => void this.show(this.#text.value.trim()), PAUSE);
  }

  /** Shows something new around the field for the text, in which one goes on typing. */
  #keepTyping(render: () => void): void {
    const [field, text] = [this.#text, this.#text.value];
    const isTyping = document.activeElement === field;
    const [from, to] = [field.selectionStart, field.selectionEnd];
    render();
    if (!isTyping) return;
    field.value = text;
    field.focus();
    field.setSelectionRange(from, to);
  }

  /** The text with what is wrong in it marked, and the sentence about it. */
  #showProblem(text: string, error: unknown): void {
    const place = error instanceof Refusal ? error.place : null;
    const [from, to] = place === null ? [0, 0] : place.map((at) => charactersOf(text, at));
    show(
      this.#problem,
      h(
        "div",
        { class: "note warn stack tight" },
        place !== null &&
          h(
            "code",
            {},
            text.slice(0, from),
            h("mark", {}, text.slice(from, to) || " "),
            text.slice(to),
          ),
        h("span", {}, sentenceOf(error)),
      ),
    );
  }

  #showList(facts: GameFacts | null): void {
    const link = (game: string, name: string, current: boolean): HTMLElement =>
      h("a", { href: writeLink("games", { game }), "aria-current": current ? "true" : null }, name);
    const families = this.#catalogue?.families ?? [];
    show(
      this.#list,
      ...families.map((family) =>
        link(firstGame(family), familyName(family.family), family.family === facts?.family),
      ),
      link(
        this.#catalogue?.custom.example ?? "custom: rook",
        "A game of your own",
        facts !== null && facts.family === null,
      ),
    );
  }

  #showDetail(facts: GameFacts): void {
    const family = this.#catalogue?.families.find((one) => one.family === facts.family);
    show(
      this.#detail,
      h(
        "h2",
        {},
        family === undefined
          ? `A game of your own${facts.misere ? ", misère" : ""}`
          : `${familyName(family.family)}${facts.misere ? ", misère" : ""}`,
      ),
      h("p", { class: "lead", id: "rules" }, facts.rules),
      family !== undefined &&
        family.papers.length > 0 &&
        h("p", { class: "small muted" }, `In the papers: ${family.papers.join("; ")}.`),
      this.#controls,
      this.#asWritten(facts.game),
      this.#builder(facts),
      h(
        "div",
        { class: "row" },
        h(
          "a",
          { class: "button primary", href: writeLink("play", { game: facts.game }) },
          "Play it",
        ),
        facts.memory
          ? null
          : h(
              "a",
              { class: "button", href: writeLink("explore", { game: facts.game }) },
              "Explore its board",
            ),
        facts.no_nim_values === null &&
          h(
            "a",
            {
              class: "button",
              href: writeLink("play", { game: `${facts.game} 3,5 + nim 0,7` }),
            },
            "Add to a sum",
          ),
        h(
          "span",
          { class: "tag" },
          facts.formula ? "a formula solves it at any size" : "solved by computing",
        ),
      ),
      this.#nimValues(facts),
      this.#boards,
      this.#tableControls(facts),
      this.#table,
    );
    this.#showControls(family, facts);
    this.#showBoards(facts);
    void this.#showTable(facts);
  }

  /** A slider for each parameter. */
  #showControls(family: Family | undefined, facts: GameFacts): void {
    const values = facts.values ?? {};
    const control = (parameter: Parameter): HTMLElement => {
      const value = Number(values[parameter.name] ?? parameter.default ?? parameter.min);
      const most = Math.min(
        parameter.max,
        this.#most(parameter, values),
        Math.max(MOST_VALUE, value),
      );
      const id = `parameter-${parameter.name}`;
      const output = h("output", { for: id }, value);
      const input = h("input", {
        id,
        type: "range",
        min: parameter.min,
        max: most,
        step: 1,
        value,
      });
      input.addEventListener("input", () => (output.textContent = input.value));
      input.addEventListener(
        "change",
        () =>
          void this.#set(family, facts, { ...values, [parameter.name]: Number(input.value) }, id),
      );
      return h(
        "div",
        { class: "field" },
        h(
          "label",
          { for: id },
          `${parameter.name} = `,
          output,
          h("span", { class: "muted" }, `  (${parameter.range})`),
        ),
        input,
      );
    };
    show(this.#controls, ...(family?.parameters ?? []).map(control), this.#ending(facts));
  }

  #most(parameter: Parameter, values: Record<string, number>): number {
    const { limit } = parameter;
    if (limit === null || limit === undefined) return Infinity;
    return "below" in limit
      ? (values[limit.below] ?? Infinity) - 1
      : (values[limit.at_most] ?? Infinity);
  }

  /** Keeps the other parameters within their limits, so that a slider never leads to an error. */
  async #set(
    family: Family | undefined,
    facts: GameFacts,
    wanted: Record<string, number>,
    focus: string,
  ): Promise<void> {
    if (family === undefined) return;
    const values = { ...wanted };
    for (const parameter of family.parameters)
      values[parameter.name] = Math.max(
        parameter.min,
        Math.min(values[parameter.name] ?? parameter.min, this.#most(parameter, values)),
      );
    const game = gameText(family.family, values);
    await this.show(facts.misere ? misere(game) : game);
    document.getElementById(focus)?.focus();
  }

  /** The switch between who cannot move loses, and wins. */
  #ending(facts: GameFacts): HTMLElement {
    const turn = async (): Promise<void> => {
      await this.show(facts.misere ? plain(facts.game) : misere(facts.game));
      document.getElementById("misere")?.focus();
    };
    const input = h("input", {
      id: "misere",
      type: "checkbox",
      checked: facts.misere,
      onchange: () => void turn(),
    });
    return h("label", { class: "check" }, input, "Misère: who cannot move wins");
  }

  /** Whether it can be a game of a sum, or why it can't. */
  #nimValues(facts: GameFacts): HTMLElement {
    const why = facts.no_nim_values;
    return why === null
      ? h(
          "p",
          { class: "small muted", id: "nim-values" },
          "Its positions have nim-values, so sums with it can be played.",
        )
      : h(
          "p",
          { class: "small muted", id: "nim-values" },
          `${why[0]?.toUpperCase()}${why.slice(1)}.`,
        );
  }

  #asWritten(game: string): HTMLElement {
    this.#text.value = game;
    const submit = (event: Event): void => {
      event.preventDefault();
      clearTimeout(this.#pause);
      void this.show(this.#text.value.trim());
    };
    return h(
      "form",
      { class: "stack tight", onsubmit: submit },
      h(
        "div",
        { class: "field" },
        h("label", { for: "game-text" }, "As it is written"),
        h("div", { class: "row nowrap" }, this.#text, h("button", { type: "submit" }, "Show")),
      ),
      this.#problem,
    );
  }

  /** The rules of a game of one's own to be clicked together, beside a board that follows them. */
  #builder(facts: GameFacts): HTMLElement | null {
    const rules = readRules(facts.game);
    if (rules === null) return null;
    const change = async (game: string, focus: string): Promise<void> => {
      await this.show(game);
      document.getElementById(focus)?.focus();
    };
    void this.#own.game(facts.game);
    const palette = this.#catalogue?.custom.pieces ?? [];
    return h(
      "section",
      { class: "builder", "aria-label": "The rules, to be clicked together" },
      builder(rules, palette, (game, focus) => void change(game, focus)),
      this.#own.element,
    );
  }

  #showBoards(facts: GameFacts): void {
    const dual = facts.dual;
    // Beside the rules of a game of one's own stands a board already.
    if (facts.family === null && dual === null) {
      show(this.#boards);
      return;
    }
    show(
      this.#boards,
      this.#main.element,
      dual === null ? null : this.#dual.element,
      dual === null ? null : this.#dualNote,
    );
    void this.#main.game(facts.game, `${titleOf(facts.game)}: P-positions`);
    if (dual === null) return;
    void this.#dual.game(dual, `Its dual, ${titleOf(dual)}`);
    this.#dualNote.textContent =
      "As starting positions the two games have the same P-positions (Lar09): the boards coincide.";
  }

  /** Which positions the table is of, and with which number its b-files begin. */
  #tableControls(facts: GameFacts): HTMLElement {
    for (const input of [this.#value, this.#offset])
      input.oninput = () => void this.#showTable(facts);
    return h(
      "div",
      { class: "row" },
      facts.no_nim_values === null && h("label", { for: this.#value.id }, "Nim-value"),
      facts.no_nim_values === null && this.#value,
      h("label", { for: this.#offset.id }, "b-files begin with the index"),
      this.#offset,
    );
  }

  async #showTable(facts: GameFacts): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const value = facts.no_nim_values === null ? (whole(this.#value) ?? 0) : 0;
    const ofValue: Record<string, number> = value > 0 ? { value } : {};
    const offset = whole(this.#offset) ?? 0;
    const links = ([format, column, name]: (typeof FORMATS)[number]): HTMLElement => {
      const begin: Record<string, number> = format === "bfile" && offset > 0 ? { offset } : {};
      const query = { count: 1000, format, column, ...ofValue, ...begin };
      return h(
        "a",
        { class: "button", href: address.table(facts.game, query), download: true },
        facts.symmetric ? name : name.replace("aₙ", "xₙ").replace("bₙ", "yₙ"),
      );
    };
    const positions = value > 0 ? `positions of nim-value ${value}` : "P-positions";
    const heading = h("h3", {}, `The ${positions}${facts.symmetric ? " with y ≥ x" : ""}`);
    if (this.#table.childElementCount === 0)
      show(this.#table, heading, h("p", { class: "muted" }, "The table is being computed …"));
    try {
      const table = await api.table(facts.game, { count: ROWS, ...ofValue }, abort.signal);
      const names: Record<string, string> = {
        n: "n",
        a: "aₙ",
        b: "bₙ",
        delta: "bₙ − aₙ",
        x: "x",
        y: "y",
      };
      show(
        this.#table,
        heading,
        h(
          "div",
          {
            class: "scroll sequence",
            tabindex: 0,
            role: "region",
            "aria-label": `Table of ${positions}`,
          },
          h(
            "table",
            {},
            h(
              "tbody",
              {},
              ...table.columns.map((column, index) =>
                h(
                  "tr",
                  {},
                  h("th", { scope: "row" }, names[column] ?? column),
                  ...table.rows.map((row) =>
                    h("td", { class: "number" }, String(row[index] ?? "")),
                  ),
                ),
              ),
            ),
          ),
        ),
        h(
          "div",
          { class: "row" },
          h("span", { class: "small muted" }, "The first thousand as"),
          ...FORMATS.filter(([, column]) => facts.symmetric || column !== "delta").map(links),
        ),
      );
    } catch (error) {
      if (!abort.signal.aborted)
        show(this.#table, heading, h("p", { class: "note warn" }, sentenceOf(error)));
    }
  }
}

/** The whole number in a field, if there is one. */
function whole(input: HTMLInputElement): number | null {
  const number = Number(input.value);
  return input.value.trim() !== "" && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/** How many characters the first bytes of a text are. */
function charactersOf(text: string, bytes: number): number {
  return new TextDecoder().decode(new TextEncoder().encode(text).slice(0, bytes)).length;
}
