/**
 * Turns a number of a game's rules while the view stays: by a slider, step by step, or by itself
 * like a film.
 */
import { api, type Family } from "../common/api.ts";
import { h, show } from "../common/dom.ts";
import { dialsOf, rangeOf, turned, type Dial } from "./dials.ts";
import { Film, type Reel } from "./film.ts";
import type { Scene } from "./scene.ts";

/** The film's pace: frames in ten seconds. */
const PACES = [10, 20, 40, 80] as const;

/** How far a slider reaches beyond the value. */
const REACH = 2;
const LEAST_REACH = 40;

const STEPS = [-10, -1, 1, 10] as const;

export class Scrub {
  readonly element = h("div", { class: "stack", id: "scrub", hidden: true });
  readonly #turn: (game: string, next: string | null) => Promise<string | null>;
  readonly #settle: () => void;
  readonly #film: Film;
  #game = "";
  #dial: Dial | null = null;
  #chosen = 0;
  #families: readonly Family[] = [];
  /** What the rules allow, and as far as the slider reaches of it. */
  #range: readonly [number, number] = [1, Infinity];
  #most = LEAST_REACH;
  /** The slider is being dragged. */
  #held = false;
  #playing = false;
  #pace: number = PACES[1];
  /** The value that is wanted while another one is being shown. */
  #wanted: number | null = null;
  #busy = false;
  readonly #slider = h("input", { type: "range", step: 1, id: "scrub-slider" });
  readonly #shown = h("output", { for: "scrub-slider", class: "scrub-value" });
  readonly #play = h("button", { type: "button", id: "scrub-play" });
  readonly #steps = STEPS.map((by) =>
    h(
      "button",
      { type: "button", onclick: () => this.#to(Number(this.#slider.value) + by) },
      `${by < 0 ? "−" : "+"}${Math.abs(by)}`,
    ),
  );
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
    this.#film = new Film(scene, () => this.#reel());
    this.#slider.addEventListener("input", () => this.#to(Number(this.#slider.value)));
    this.#slider.addEventListener("pointerdown", () => (this.#held = true));
    for (const end of ["pointerup", "pointercancel", "change"])
      this.#slider.addEventListener(end, () => {
        this.#held = false;
        this.#reach(Number(this.#slider.value));
      });
    this.#play.addEventListener("click", () => (this.#playing ? this.stop() : this.#start()));
    this.#which.addEventListener("change", () => {
      this.stop();
      this.#chosen = Number(this.#which.value);
      this.#showDial();
    });
    const pace = h(
      "select",
      { "aria-label": "Pace", onchange: () => (this.#pace = Number(pace.value)) },
      ...PACES.map((frames) => h("option", { value: frames }, `${frames / 10} a second`)),
    );
    pace.value = String(this.#pace);
    // Made once: what is dragged, or has the focus, stays where it is.
    this.element.append(
      h("div", { class: "row nowrap" }, this.#which, this.#slider, this.#shown),
      h("div", { class: "row" }, ...this.#steps, this.#play, pace, this.#film.buttons),
      this.#note,
      this.#film.told,
      this.#film.trouble,
    );
    this.#showPlay();
    void this.#askRanges();
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

  close(): void {
    this.stop();
    this.#film.stop();
  }

  #showDial(): void {
    const dial = dialsOf(this.#game)[this.#chosen] ?? null;
    this.#dial = dial;
    if (dial === null) return;
    this.#range = rangeOf(this.#game, dial, this.#families);
    this.#slider.min = String(this.#range[0]);
    this.#reach(dial.value);
    this.#slider.value = String(dial.value);
    this.#slider.setAttribute("aria-label", `${dial.name} of the game`);
    this.#steps.forEach((button, index) => {
      const by = STEPS[index] ?? 0;
      const label = `${dial.name} ${by < 0 ? "less" : "more"} ${Math.abs(by)}`;
      button.setAttribute("aria-label", label);
    });
    this.#showValue(dial.value);
  }

  /** Until the catalogue says otherwise, numbers begin at 1. */
  async #askRanges(): Promise<void> {
    const catalogue = await api.games().catch(() => null);
    this.#families = catalogue?.families ?? [];
    if (!this.playing) this.#showDial();
  }

  /** Gives the slider room beyond a value; while it is dragged its ends stay. */
  #reach(value: number): void {
    if (this.#held) return;
    this.#most = Math.min(this.#range[1], Math.max(LEAST_REACH, REACH * value));
    this.#slider.max = String(this.#most);
  }

  /** What a film would turn. */
  #reel(): Reel | null {
    if (this.#dial === null) return null;
    const { from, to, name } = this.#dial;
    return {
      template: `${this.#game.slice(0, from)}{}${this.#game.slice(to)}`,
      name,
      first: Number(this.#slider.value),
      ms: Math.round(10_000 / this.#pace),
    };
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
      if (value > this.#range[1]) {
        this.#say(`${this.#dial?.name ?? ""} ends at ${this.#range[1]}.`);
        break;
      }
      if (value > this.#most) this.#reach(value);
      if (!(await this.#show(value))) break;
      const rest = 10_000 / this.#pace - (performance.now() - since);
      await new Promise((done) => setTimeout(done, Math.max(0, rest)));
    }
    this.stop();
    this.#settle();
  }

  /** Goes to a value; of several that are wanted meanwhile, the last one is shown. */
  #to(value: number): void {
    const [least, most] = this.#range;
    const bounded = Math.max(least, Math.min(most, value));
    if (bounded > this.#most) this.#reach(bounded);
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
    const next = value < this.#range[1] ? turned(this.#game, dial, value + 1) : null;
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
