/**
 * Turns a number of a game's rules while the view stays: by a slider, step by step, or by itself
 * like a film.
 */
import { address } from "../common/api.ts";
import { h, show } from "../common/dom.ts";
import type { Palette } from "./view.ts";

/** A number in the text of a game. */
export interface Dial {
  readonly name: string;
  readonly value: number;
  /** Where its digits are. */
  readonly from: number;
  readonly to: number;
}

/** The numbers that can be turned. */
export function dialsOf(game: string): Dial[] {
  if (game.startsWith("file:")) return [];
  return [...game.matchAll(/([a-z]+)?([=(, ]*)(\d+)/gi)].map((found) => {
    const digits = found[3] ?? "";
    const to = found.index + found[0].length;
    const named = found[2] === "=" ? (found[1] ?? "") : (found[1] ?? "number");
    return { name: named, value: Number(digits), from: to - digits.length, to };
  });
}

/** The game with another value. */
export function turned(game: string, dial: Dial, value: number): string {
  return `${game.slice(0, dial.from)}${value}${game.slice(dial.to)}`;
}

/** The film's pace: frames in ten seconds. */
const PACES = [10, 20, 40, 80] as const;

/** How far a slider reaches beyond the value. */
const REACH = 2;
const LEAST_REACH = 40;

/** What a film shows: a window of the board. */
export interface Scene {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Pixels per cell, or 1/n: cells per pixel. */
  readonly scale: string;
  readonly palette: Palette;
  readonly theme: "light" | "dark";
}

export class Scrub {
  readonly element = h("div", { class: "stack", id: "scrub" });
  readonly #turn: (game: string, next: string | null) => Promise<string | null>;
  readonly #settle: () => void;
  readonly #scene: () => Scene | null;
  #game = "";
  #dial: Dial | null = null;
  #chosen = 0;
  #most = LEAST_REACH;
  #playing = false;
  #pace: number = PACES[1];
  /** The value that is wanted while another one is being shown. */
  #wanted: number | null = null;
  #busy = false;
  readonly #slider = h("input", { type: "range", min: 1, step: 1, id: "scrub-slider" });
  readonly #shown = h("output", { for: "scrub-slider", class: "scrub-value" });
  readonly #play = h("button", { type: "button", id: "scrub-play" });
  readonly #note = h("p", { class: "small note warn", role: "alert", hidden: true });
  readonly #which = h("select", { "aria-label": "The number that is turned", id: "scrub-which" });

  /**
   * `turn` shows a game at the place where the view is, and prepares the one that comes next; says
   * why it could not. `settle` is called when it has come to rest.
   */
  constructor(
    turn: (game: string, next: string | null) => Promise<string | null>,
    settle: () => void,
    scene: () => Scene | null,
  ) {
    this.#turn = turn;
    this.#settle = settle;
    this.#scene = scene;
    this.#slider.addEventListener("input", () => this.#to(Number(this.#slider.value)));
    this.#play.addEventListener("click", () => (this.#playing ? this.stop() : this.#start()));
    this.#which.addEventListener("change", () => {
      this.stop();
      this.#chosen = Number(this.#which.value);
      this.#showDial();
    });
  }

  get playing(): boolean {
    return this.#playing || this.#busy;
  }

  /** The game that is shown. */
  game(game: string): void {
    if (this.playing) return;
    this.#game = game;
    const dials = dialsOf(game);
    if (this.#chosen >= dials.length) this.#chosen = 0;
    this.element.hidden = dials.length === 0;
    show(
      this.#which,
      ...dials.map((dial, index) => h("option", { value: index }, `${dial.name}, ${dial.value}`)),
    );
    this.#which.value = String(this.#chosen);
    this.#which.hidden = dials.length < 2;
    this.#showDial();
  }

  stop(): void {
    this.#playing = false;
    this.#showPlay();
  }

  #showDial(): void {
    const dial = dialsOf(this.#game)[this.#chosen] ?? null;
    this.#dial = dial;
    if (dial === null) return;
    this.#most = Math.max(LEAST_REACH, REACH * dial.value);
    this.#slider.max = String(this.#most);
    this.#slider.value = String(dial.value);
    this.#slider.setAttribute("aria-label", `${dial.name} of the game`);
    this.#showValue(dial.value);
    this.#showPlay();
    const step = (by: number): HTMLElement =>
      h(
        "button",
        {
          type: "button",
          "aria-label": `${dial.name} ${by < 0 ? "less" : "more"} ${Math.abs(by)}`,
          onclick: () => this.#to(Number(this.#slider.value) + by),
        },
        `${by < 0 ? "−" : "+"}${Math.abs(by)}`,
      );
    const pace = h(
      "select",
      { "aria-label": "Pace", onchange: () => (this.#pace = Number(pace.value)) },
      ...PACES.map((frames) => h("option", { value: frames }, `${frames / 10} a second`)),
    );
    pace.value = String(this.#pace);
    show(
      this.element,
      h("div", { class: "row nowrap" }, this.#which, this.#slider, this.#shown),
      h("div", { class: "row" }, ...[-10, -1, 1, 10].map(step), this.#play, pace, this.#film()),
      this.#note,
    );
  }

  /** A link to the frames from this value on, as an animated picture. */
  #film(): HTMLElement {
    const link = h("a", { class: "button", id: "film", download: "" }, "Film");
    link.title = "The next 48 values as an animated picture, of what is in view";
    link.addEventListener("click", (event) => {
      const scene = this.#scene();
      if (scene === null || this.#dial === null) {
        event.preventDefault();
        return;
      }
      const { from, to } = this.#dial;
      const template = `${this.#game.slice(0, from)}{}${this.#game.slice(to)}`;
      const first = Number(this.#slider.value);
      const name = template.replace(/[^\w=,-]+/g, "-");
      link.download = `${name}-${first}.png`;
      link.href = address.animation(template, {
        from: first,
        to: first + 47,
        ...scene,
        ms: Math.round(10_000 / this.#pace),
      });
    });
    return link;
  }

  #showValue(value: number): void {
    this.#shown.textContent = `${this.#dial?.name ?? ""} = ${value}`;
  }

  #showPlay(): void {
    this.#play.textContent = this.#playing ? "Pause" : "Play";
    this.#play.setAttribute("aria-pressed", String(this.#playing));
  }

  #start(): void {
    this.#playing = true;
    this.#showPlay();
    void this.#run();
  }

  async #run(): Promise<void> {
    while (this.#playing) {
      const since = performance.now();
      const value = Number(this.#slider.value) + 1;
      if (value > this.#most || !(await this.#show(value))) break;
      const rest = 10_000 / this.#pace - (performance.now() - since);
      await new Promise((done) => setTimeout(done, Math.max(0, rest)));
    }
    this.stop();
    this.#settle();
  }

  /** Goes to a value; of several that are wanted meanwhile, the last one is shown. */
  #to(value: number): void {
    const bounded = Math.max(1, Math.min(this.#most, value));
    this.#slider.value = String(bounded);
    this.#showValue(bounded);
    this.#wanted = bounded;
    if (!this.#busy && !this.#playing) void this.#follow();
  }

  async #follow(): Promise<void> {
    while (this.#wanted !== null) {
      const value = this.#wanted;
      this.#wanted = null;
      await this.#show(value);
    }
    this.#settle();
  }

  async #show(value: number): Promise<boolean> {
    const dial = this.#dial;
    if (dial === null) return false;
    this.#busy = true;
    this.#slider.value = String(value);
    this.#showValue(value);
    const next = value < this.#most ? turned(this.#game, dial, value + 1) : null;
    const game = turned(this.#game, dial, value);
    const problem = await this.#turn(game, next);
    this.#busy = false;
    this.#say(problem ?? "");
    if (problem === null) {
      this.#game = game;
      this.#dial = { ...dial, value, to: dial.from + String(value).length };
    } else {
      this.#slider.value = String(dial.value);
      this.#showValue(dial.value);
    }
    return problem === null;
  }

  #say(problem: string): void {
    this.#note.hidden = problem === "";
    this.#note.textContent = problem;
  }
}
