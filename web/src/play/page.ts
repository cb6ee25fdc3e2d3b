/** Play: every game, against the perfect opponent or a second person. */
import { api, type Family } from "../common/api.ts";
import { h, show } from "../common/dom.ts";
import { readWhole } from "../common/coordinates.ts";
import { writeLink } from "../common/link.ts";
import { copyLinkButton, setLink, type Open } from "../common/page.ts";
import { segments } from "../common/segments.ts";
import { familyName } from "../games/families.ts";
import { firstGame, titleOf } from "../games/name.ts";
import { PlayGame } from "./game.ts";
import {
  MOST_TOKENS,
  readMatch,
  valuesOfMatch,
  type Look,
  type Match,
  type Players,
  type Strength,
} from "./match.ts";

export const openPlay: Open = (main, values) => {
  const page = new PlayPage(main, readMatch(values));
  return { title: "Play", update: (now) => page.update(readMatch(now)), leave: () => page.close() };
};

class PlayPage {
  readonly #game: PlayGame;
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
    (look) => this.#game.set({ ...this.#game.match, look }),
  );
  readonly #values = h("input", {
    type: "checkbox",
    id: "show-values",
    onchange: () => this.#game.set({ ...this.#game.match, values: this.#values.checked }),
  });
  readonly #explore = h("a", { class: "button" }, "See its board");
  #families: readonly Family[] = [];

  constructor(main: HTMLElement, match: Match) {
    this.#game = new PlayGame(match, (now) => {
      setLink("play", valuesOfMatch(now));
      this.#showLook(now);
    });
    main.append(
      h(
        "div",
        { class: "page play-page" },
        h("div", { class: "play-head stack" }, this.#title, this.#rules),
        h("section", { class: "card play-card", "aria-label": "The match" }, this.#game.element),
        h(
          "aside",
          { class: "stack", "aria-label": "Set up a match" },
          h("section", { class: "card stack" }, h("h2", {}, "A new match"), this.#setup),
          h(
            "section",
            { class: "card stack" },
            h("h2", {}, "The table"),
            this.#look.element,
            h("label", { class: "check" }, this.#values, "Show the value of every option (P or N)"),
            h("div", { class: "row" }, copyLinkButton(), this.#explore),
          ),
        ),
      ),
    );
    this.#show(match);
    void api.games().then(
      ({ families }) => {
        this.#families = families;
        this.#showSetup(this.#game.match);
      },
      () => undefined,
    );
  }

  update(match: Match): void {
    this.#game.set(match);
    this.#show(match);
  }

  close(): void {
    this.#game.close();
  }

  #show(match: Match): void {
    this.#title.textContent = titleOf(match.game);
    this.#showSetup(match);
    this.#showLook(match);
    void api.game(match.game).then(
      (facts) => (this.#rules.textContent = facts.rules),
      () => (this.#rules.textContent = ""),
    );
  }

  #showLook(match: Match): void {
    this.#look.set(this.#game.look);
    this.#values.checked = match.values;
    this.#explore.setAttribute("href", writeLink("explore", { game: match.game }));
  }

  #showSetup(match: Match): void {
    const game = h("input", {
      id: "play-game",
      value: match.game,
      spellcheck: "false",
      autocomplete: "off",
    });
    const family = h(
      "select",
      { id: "play-family" },
      h("option", { value: "" }, "Choose a game …"),
      ...this.#families.map((one) =>
        h("option", { value: firstGame(one) }, familyName(one.family)),
      ),
    );
    const chosen = this.#families.find((one) => one.family === match.game.split(":")[0]);
    family.value = chosen === undefined ? "" : firstGame(chosen);
    family.addEventListener("change", () => {
      if (family.value !== "") game.value = family.value;
    });
    const heap = (id: string, value: bigint): HTMLInputElement =>
      h("input", { id, type: "number", min: 0, max: Number(MOST_TOKENS), value: Number(value) });
    const x = heap("start-x", match.start[0]);
    const y = heap("start-y", match.start[1]);
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
    const note = h("p", { class: "note warn small", hidden: true, role: "alert" });
    const start = (event: Event): void => {
      event.preventDefault();
      const [a, b] = [readWhole(x.value), readWhole(y.value)];
      const wrong = a === null || b === null || a > MOST_TOKENS || b > MOST_TOKENS;
      note.hidden = !wrong;
      note.textContent = `Heaps from 0 to ${MOST_TOKENS} tokens can be played here.`;
      if (wrong) return;
      const next: Match = {
        ...match,
        game: game.value.trim() || match.game,
        start: [a, b],
        actions: [],
        you,
        strength,
        look: null,
        values: this.#game.match.values,
        seed: Math.floor(Math.random() * 1000),
      };
      this.#game.set(next);
      this.#show(next);
    };
    const surprise = (): void => {
      const random = (): number => 3 + Math.floor(Math.random() * 9);
      x.value = String(random());
      y.value = String(random());
    };
    show(
      this.#setup,
      h(
        "form",
        { class: "stack", onsubmit: start },
        h("div", { class: "field" }, h("label", { for: "play-family" }, "Game"), family),
        h("div", { class: "field" }, h("label", { for: "play-game" }, "as it is written"), game),
        h(
          "div",
          { class: "heap-fields" },
          h("div", { class: "field" }, h("label", { for: "start-x" }, "Left heap, x"), x),
          h("div", { class: "field" }, h("label", { for: "start-y" }, "Right heap, y"), y),
          h("button", { type: "button", onclick: surprise }, "Any"),
        ),
        who.element,
        h("fieldset", {}, h("legend", {}, "The program plays"), level.element),
        note,
        h("button", { type: "submit", class: "primary", id: "start" }, "Start"),
      ),
    );
  }
}
