/** A poster: a region of the board as one large picture, drawn by the server while it is sent. */
import { address, api, sentenceOf, type Board } from "../common/api.ts";
import { cellOfJson, readCell, showWhole, type Cell } from "../common/coordinates.ts";
import { h, saveFile, show } from "../common/dom.ts";
import { announce } from "../common/page.ts";
import { segments } from "../common/segments.ts";
import { firstCells, reachOf } from "./source.ts";
import type { Palette } from "./view.ts";

/** A rectangle of cells. */
export interface Region {
  readonly at: Cell;
  readonly width: number;
  readonly height: number;
}

/** What a poster may show: the board as it is looked at. */
export interface Subject {
  readonly board: Board;
  readonly palette: Palette;
  readonly theme: "light" | "dark";
  /** What is in view; null where that is off the board. */
  readonly seen: Region | null;
}

type Choice = "seen" | "face" | "typed";
type Format = "png" | "svg";

/** Sizes in pixels, the longer side first. */
const SIZES: Record<string, readonly [string, number, number]> = {
  slide: ["A slide, 1920 × 1080", 1920, 1080],
  screen: ["A large screen, 3840 × 2160", 3840, 2160],
  a3: ["A3 at 300 dpi, 4961 × 3508", 4961, 3508],
  a0: ["A0 at 300 dpi, 14043 × 9933", 14043, 9933],
};

/** The scales that the server takes: pixels per cell, or powers of two of cells per pixel. */
const OWN_SCALES = [64, 32, 16, 8, 4, 2, 1, 1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32, 1 / 64];

/** What the server draws in a second, about: cells (or pixels of many), and pixels of a cell. */
const DRAWN_PER_SECOND = 3.5e7;
const PIXELS_PER_SECOND = 3e8;

export class Poster {
  readonly element = h("div", { class: "stack", id: "poster" });
  readonly #subject: () => Subject | null;
  #choice: Choice = "seen";
  #format: Format = "png";
  #abort: AbortController | null = null;
  /** The first cell, as it was typed; or why it is none. */
  #first: { readonly text: string; readonly cell: Cell | null; readonly why: string } = {
    text: "",
    cell: null,
    why: "",
  };
  readonly #choices = segments<Choice>(
    "Region of the poster",
    [
      ["seen", "In view"],
      ["face", "The face"],
      ["typed", "Typed"],
    ],
    this.#choice,
    (choice) => {
      this.#choice = choice;
      this.#choices.set(choice);
      this.update();
    },
  );
  readonly #formats = segments<Format>(
    "Format of the poster",
    [
      ["png", "PNG"],
      ["svg", "SVG"],
    ],
    this.#format,
    (format) => {
      this.#format = format;
      this.#formats.set(format);
      this.update();
    },
  );
  readonly #corner = h("input", { id: "poster-at", value: "0, 0", autocomplete: "off" });
  readonly #cells = h("input", { id: "poster-cells", value: "400 × 400", autocomplete: "off" });
  readonly #typed = h(
    "div",
    { class: "poster-typed", hidden: true },
    h("div", { class: "field" }, h("label", { for: "poster-at" }, "First cell"), this.#corner),
    h("div", { class: "field" }, h("label", { for: "poster-cells" }, "Cells"), this.#cells),
  );
  readonly #size = h(
    "select",
    { id: "poster-size" },
    ...Object.entries(SIZES).map(([name, [text]]) => h("option", { value: name }, text)),
    ...OWN_SCALES.map((scale) => h("option", { value: showScale(scale) }, scaleText(scale))),
  );
  readonly #legend = h("input", { type: "checkbox", checked: true, id: "poster-legend" });
  readonly #caption = h("input", { type: "checkbox", checked: true, id: "poster-caption" });
  readonly #facts = h("p", { class: "small muted", id: "poster-facts" });
  readonly #told = h("p", { class: "small", role: "status", id: "poster-told", hidden: true });
  readonly #trouble = h("p", { class: "small note warn", role: "alert", hidden: true });
  readonly #draw = h("button", { type: "submit", id: "poster-draw" }, "Draw and download");
  readonly #cancel = h(
    "button",
    { type: "button", id: "poster-cancel", hidden: true, onclick: () => this.#abort?.abort() },
    "Cancel",
  );

  constructor(subject: () => Subject | null) {
    this.#subject = subject;
    for (const input of [this.#corner, this.#cells, this.#size])
      input.addEventListener("input", () => this.update());
    const begin = (event: Event): void => {
      event.preventDefault();
      void this.#begin();
    };
    show(
      this.element,
      h(
        "form",
        { class: "stack", onsubmit: begin },
        this.#choices.element,
        this.#typed,
        h("div", { class: "field" }, h("label", { for: "poster-size" }, "Size"), this.#size),
        this.#formats.element,
        h("label", { class: "check" }, this.#legend, "A legend of the colours"),
        h(
          "label",
          { class: "check" },
          this.#caption,
          "A caption, with the command that remakes it",
        ),
        this.#facts,
        h("div", { class: "row" }, this.#draw, this.#cancel),
        this.#told,
        this.#trouble,
      ),
    );
  }

  /** The board, the view or the wishes have changed: says how large the poster would be. */
  update(): void {
    this.#typed.hidden = this.#choice !== "typed";
    if (this.#choice === "typed") void this.#readFirst();
    const plan = this.#plan();
    this.#draw.disabled = plan === null || this.#abort !== null;
    this.#facts.textContent = plan === null ? this.#whyNone() : factsOf(plan);
  }

  /** Ends what is being drawn. */
  close(): void {
    this.#abort?.abort();
  }

  #whyNone(): string {
    if (this.#choice === "typed" && this.#first.cell === null) return this.#first.why;
    if (this.#choice === "typed") return "Columns × rows, like 400 × 300.";
    return "Nothing of the board is in view.";
  }

  #region(subject: Subject): Region | null {
    if (this.#choice === "seen") return subject.seen;
    if (this.#choice === "face") {
      const side = Math.min(firstCells(subject.board), reachOf(subject.board));
      return side > 0 ? { at: [0n, 0n], width: side, height: side } : null;
    }
    const at = this.#first.cell;
    const sides = readCell(this.#cells.value.replace(/[×x]/gi, ","));
    if (at === null || sides === null) return null;
    const [width, height] = sides.map(Number) as [number, number];
    return width > 0 && height > 0 ? { at, width, height } : null;
  }

  /** Plain digits are read at once; the server computes everything else, exactly. */
  async #readFirst(): Promise<void> {
    const text = this.#corner.value;
    if (text === this.#first.text) return;
    this.#first = { text, cell: readCell(text), why: "The first cell is being computed …" };
    if (this.#first.cell !== null) return;
    const found = await api.coordinates(text).then(
      (cell) => ({ text, cell: cellOfJson(cell), why: "" }),
      (error: unknown) => ({ text, cell: null, why: sentenceOf(error) }),
    );
    if (this.#corner.value !== text) return;
    this.#first = found;
    this.update();
  }

  #plan(): Plan | null {
    const subject = this.#subject();
    const region = subject === null ? null : this.#region(subject);
    if (subject === null || region === null) return null;
    const size = SIZES[this.#size.value];
    const large = size === undefined ? readScale(this.#size.value) : sidesFor(region, size);
    return { subject, region, large };
  }

  async #begin(): Promise<void> {
    const plan = this.#plan();
    if (plan === null || this.#abort !== null) return;
    const { subject, region, large } = plan;
    const abort = (this.#abort = new AbortController());
    const tell = (text: string): void => {
      this.#told.hidden = text === "";
      this.#told.textContent = text;
    };
    this.#trouble.hidden = true;
    this.#cancel.hidden = false;
    this.update();
    tell("The poster is being drawn …");
    try {
      const path = address.poster(subject.board.game, {
        x: region.at[0].toString(),
        y: region.at[1].toString(),
        width: region.width,
        height: region.height,
        ...(typeof large === "number" ? { scale: showScale(large) } : { size: large.join("x") }),
        palette: subject.palette,
        theme: subject.theme,
        format: this.#format,
        legend: this.#legend.checked ? "yes" : "no",
        caption: this.#caption.checked ? "yes" : "no",
      });
      const file = await api.file(
        path,
        (bytes) => tell(`${showBytes(bytes)} so far …`),
        abort.signal,
      );
      // Its last part may have come just before.
      abort.signal.throwIfAborted();
      const name = subject.board.game.replace(/[^\w=,-]+/g, "-");
      saveFile(`${name}-poster.${this.#format}`, file);
      tell(`The poster is there: ${showBytes(file.size)}.`);
      announce("The poster is there.");
    } catch (error) {
      tell(abort.signal.aborted ? "Cancelled." : "");
      if (!abort.signal.aborted) {
        this.#trouble.hidden = false;
        this.#trouble.textContent = sentenceOf(error, "The poster broke off before its end");
      }
    }
    this.#abort = null;
    this.#cancel.hidden = true;
    this.update();
  }
}

interface Plan {
  readonly subject: Subject;
  readonly region: Region;
  /** A scale; or the sides of the picture, in which the server makes cells as large as fits. */
  readonly large: number | Sides;
}

type Sides = readonly [number, number];

/** A size, the way up that suits a region. */
function sidesFor(region: Region, [, long, short]: readonly [string, number, number]): Sides {
  return region.width >= region.height ? [long, short] : [short, long];
}

/** `4`, or `1/8`. */
export function showScale(scale: number): string {
  return scale >= 1 ? String(scale) : `1/${1 / scale}`;
}

function readScale(text: string): number {
  return text.startsWith("1/") ? 1 / Number(text.slice(2)) : Number(text);
}

function scaleText(scale: number): string {
  if (scale === 1) return "1 pixel per cell";
  return scale > 1 ? `${scale} pixels per cell` : `${1 / scale} × ${1 / scale} cells per pixel`;
}

/** Cells, pixels and time. */
function factsOf({ region, large }: Plan): string {
  const isScale = typeof large === "number";
  const [width, height] = isScale
    ? [Math.ceil(region.width * large), Math.ceil(region.height * large)]
    : large;
  const whole = (value: number): string => showWhole(BigInt(value));
  const pixels = width * height;
  const cells = Math.min(pixels, region.width * region.height);
  const seconds = cells / DRAWN_PER_SECOND + pixels / PIXELS_PER_SECOND;
  const time =
    seconds < 1
      ? "a second"
      : seconds < 90
        ? `${Math.ceil(seconds)} seconds`
        : `${Math.ceil(seconds / 60)} minutes`;
  return (
    `${whole(region.width)} × ${whole(region.height)} cells` +
    (isScale ? `, ${scaleText(large)}: ` : ", as large as fits with the words, on ") +
    `${whole(width)} × ${whole(height)} pixels. It takes about ${time}.`
  );
}

function showBytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
