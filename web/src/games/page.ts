/** Games: the catalogue of the model itself, with parameters as controls and the board alive. */
import {
  address,
  api,
  sentenceOf,
  type Catalogue,
  type Family,
  type GameFacts,
  type Parameter,
} from "../common/api.ts";
import { h, show } from "../common/dom.ts";
import { writeLink } from "../common/link.ts";
import { setLink, stateOf, type Open } from "../common/page.ts";
import { familyName } from "./families.ts";
import { MiniBoard } from "./miniboard.ts";
import { firstGame, gameText, titleOf } from "./name.ts";

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
  readonly #text = h("input", { id: "game-text", spellcheck: "false", autocomplete: "off" });
  #catalogue: Catalogue | null = null;
  #abort: AbortController | null = null;
  #turn = 0;

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
      this.#showDetail(facts);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#showList(null);
      show(
        this.#detail,
        this.#ownGame(game),
        h("p", { class: "note warn", role: "alert" }, sentenceOf(error)),
      );
    }
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
      h("h2", {}, family === undefined ? titleOf(facts.game) : familyName(family.family)),
      h("p", { class: "lead", id: "rules" }, facts.rules),
      family !== undefined &&
        family.papers.length > 0 &&
        h("p", { class: "small muted" }, `In the papers: ${family.papers.join("; ")}.`),
      this.#controls,
      this.#ownGame(facts.game),
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
        h(
          "span",
          { class: "tag" },
          facts.formula ? "a formula solves it at any size" : "solved by computing",
        ),
      ),
      this.#boards,
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
        () => void this.#set(family, { ...values, [parameter.name]: Number(input.value) }, id),
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
    show(this.#controls, ...(family?.parameters ?? []).map(control));
    this.#controls.hidden = (family?.parameters.length ?? 0) === 0;
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
    await this.show(gameText(family.family, values));
    document.getElementById(focus)?.focus();
  }

  #ownGame(game: string): HTMLElement {
    this.#text.value = game;
    const submit = (event: Event): void => {
      event.preventDefault();
      void this.show(this.#text.value.trim());
    };
    const own = game.startsWith("custom");
    return h(
      "form",
      { class: "stack", onsubmit: submit },
      h(
        "div",
        { class: "field" },
        h("label", { for: "game-text" }, "As it is written"),
        h("div", { class: "row nowrap" }, this.#text, h("button", { type: "submit" }, "Show")),
      ),
      own && h("p", { class: "small muted" }, this.#catalogue?.custom.help ?? ""),
    );
  }

  #showBoards(facts: GameFacts): void {
    const dual = facts.dual;
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

  async #showTable(facts: GameFacts): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const links = ([format, column, name]: (typeof FORMATS)[number]): HTMLElement =>
      h(
        "a",
        { class: "button", href: address.table(facts.game, 1000, format, column), download: true },
        name,
      );
    const heading = h("h3", {}, facts.symmetric ? "The P-positions with y ≥ x" : "The P-positions");
    if (this.#table.childElementCount === 0)
      show(this.#table, heading, h("p", { class: "muted" }, "The table is being computed …"));
    try {
      const table = await api.table(facts.game, ROWS, abort.signal);
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
            "aria-label": "Table of P-positions",
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
          ...FORMATS.filter(([format]) => facts.symmetric || format !== "bfile").map(links),
        ),
      );
    } catch (error) {
      if (!abort.signal.aborted)
        show(this.#table, heading, h("p", { class: "note warn" }, sentenceOf(error)));
    }
  }
}
