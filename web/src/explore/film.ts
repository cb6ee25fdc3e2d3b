/** A film: the next values of a number of a game, as an animated picture of what is in view. */
import { address, api, Refusal, sentenceOf } from "../common/api.ts";
import { h, saveFile, show } from "../common/dom.ts";
import { announce } from "../common/page.ts";
import type { Scene } from "./scene.ts";

/** A film has so many frames, if there are as many values. */
const FRAMES = 48;

/** Milliseconds between two looks at a board that grows. */
const PACE = 100;

/** Refusals that mean: there is no such game. */
const NO_GAME: readonly string[] = ["limit", "bad-game", "bad-number", "rules", "unsupported"];

/** The number that is turned. */
export interface Reel {
  /** The game, with `{}` for the number. */
  readonly template: string;
  readonly name: string;
  readonly first: number;
  /** Milliseconds of a frame. */
  readonly ms: number;
}

type Format = "apng" | "gif";

export class Film {
  /** The buttons, and what is said. */
  readonly buttons = h("span", { class: "row" });
  readonly told = h("p", { class: "small", role: "status", id: "film-told", hidden: true });
  readonly trouble = h("p", {
    class: "small note warn",
    role: "alert",
    id: "film-trouble",
    hidden: true,
  });
  readonly #scene: () => Scene | null;
  readonly #reel: () => Reel | null;
  #abort: AbortController | null = null;

  constructor(scene: () => Scene | null, reel: () => Reel | null) {
    this.#scene = scene;
    this.#reel = reel;
    this.#showButtons();
  }

  /** Ends what is being made. */
  stop(): void {
    this.#abort?.abort();
  }

  #showButtons(): void {
    const button = (id: string, text: string, title: string, act: () => void): HTMLElement =>
      h("button", { type: "button", id, title, onclick: act }, text);
    const what = `The next ${FRAMES} values as an animated picture, of what is in view`;
    if (this.#abort !== null)
      show(
        this.buttons,
        button("film-cancel", "Cancel", "Makes no film", () => this.stop()),
      );
    else
      show(
        this.buttons,
        button("film", "Film", `${what}, as PNG`, () => void this.#make("apng")),
        button("film-gif", "GIF", `${what}, as GIF: for slides`, () => void this.#make("gif")),
      );
  }

  async #make(format: Format): Promise<void> {
    const [scene, reel] = [this.#scene(), this.#reel()];
    this.#fail("");
    if (scene === null || reel === null) {
      this.#fail("A film shows boards near the corner. There is nothing of that in view.");
      return;
    }
    const abort = (this.#abort = new AbortController());
    this.#showButtons();
    try {
      const last = await this.#prepare(reel, scene, abort.signal);
      const path = address.animation(reel.template, {
        from: reel.first,
        to: last,
        ...scene,
        ms: reel.ms,
        format,
        // Each frame says which game it shows.
        caption: "yes",
      });
      this.#tell("The film is being drawn …");
      const file = await api.file(
        path,
        (bytes) => this.#tell(`The film is being drawn: ${Math.ceil(bytes / 1000)} kB so far …`),
        abort.signal,
      );
      const name = reel.template.replace("{}", `${reel.first}-${last}`).replace(/[^\w-]+/g, "_");
      saveFile(`${name}.${format === "gif" ? "gif" : "png"}`, file);
      const words = `The film is there: ${reel.name} = ${reel.first} to ${last}.`;
      this.#tell(words);
      announce(words);
    } catch (error) {
      this.#tell(abort.signal.aborted ? "Cancelled." : "");
      if (!abort.signal.aborted) this.#fail(sentenceOf(error, "The film broke off before its end"));
    }
    this.#abort = null;
    this.#showButtons();
  }

  /** Waits until the boards reach as far as the scene; says which is the last that there is. */
  async #prepare({ template, first, name }: Reel, scene: Scene, signal: AbortSignal) {
    const side = Math.max(scene.x + scene.width, scene.y + scene.height);
    const last = first + FRAMES - 1;
    for (let value = first; value <= last; value++) {
      this.#tell(`The boards are being computed: ${name} = ${value} of ${last} …`);
      try {
        await grownTo(template.replace("{}", String(value)), side, signal);
      } catch (error) {
        // The film ends before a game that there is not.
        const isEnd = error instanceof Refusal && NO_GAME.includes(error.code);
        if (value === first || !isEnd) throw error;
        return value - 1;
      }
    }
    return last;
  }

  #tell(text: string): void {
    this.told.hidden = text === "";
    this.told.textContent = text;
  }

  #fail(text: string): void {
    this.trouble.hidden = text === "";
    this.trouble.textContent = text;
    if (text !== "") this.#tell("");
  }
}

/** Waits until a board is there up to a side. */
async function grownTo(game: string, side: number, signal: AbortSignal): Promise<void> {
  let board = await api.open(game);
  if (board.kind !== "stored") return;
  if (board.target < side) await api.grow(game, side);
  for (; board.ready < side; board = await api.board(game)) {
    signal.throwIfAborted();
    await new Promise((done) => setTimeout(done, PACE));
  }
}
