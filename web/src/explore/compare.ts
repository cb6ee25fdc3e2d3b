/** Two boards: which, with which offset, and how many cells of the window in view differ. */
import { api, sentenceOf, type Comparison } from "../common/api.ts";
import { h } from "../common/dom.ts";
import { cellOfJson, showCell, showWhole } from "../common/coordinates.ts";
import { segments } from "../common/segments.ts";
import { MOST_OFFSET, NO_OFFSET, type Mode, type Offset, type View } from "./view.ts";

/** The largest window that is counted. */
const MOST_SIDE = 4096;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const OFFSETS = [
  ["dx", "shift x"],
  ["dy", "shift y"],
  ["along", "along larger"],
] as const;

export class Compare {
  readonly element: HTMLElement;
  readonly #verdict = h("p", { class: "note", id: "verdict", "aria-live": "polite" }, "");
  readonly #set: (change: Partial<View>) => void;
  #abort: AbortController | null = null;
  #view: View;
  #k: number | null = null;
  // Made once: what has the focus, or is half written, stays.
  readonly #modes = segments<Mode>(
    "What is shown",
    [
      ["one", "One board"],
      ["side", "Side by side"],
      ["difference", "Difference"],
    ],
    "one",
    (mode) => {
      const { game, other } = this.#view;
      this.#set({ mode, other: other === game ? suggestion(game, this.#k) : other });
    },
  );
  readonly #presets = h(
    "div",
    { class: "row" },
    this.#preset("k + 3, shifted by (1, 1)", 3, { dx: 1, dy: 1, along: 0 }),
    this.#preset("k + 1, along the larger heap", 1, { ...NO_OFFSET, along: 1 }),
  );
  readonly #other = h("input", { id: "compare-with", spellcheck: "false", autocomplete: "off" });
  readonly #offsets = { dx: offsetInput("dx"), dy: offsetInput("dy"), along: offsetInput("along") };
  readonly #what = h(
    "select",
    { id: "compare-what" },
    h("option", { value: "outcome" }, "P and N"),
    h("option", { value: "deviation" }, "palace numbers, from k"),
  );
  readonly #form = this.#newForm();

  constructor(view: View, set: (change: Partial<View>) => void) {
    this.#view = view;
    this.#set = set;
    this.element = h(
      "div",
      { class: "stack" },
      this.#modes.element,
      this.#presets,
      this.#form,
      this.#verdict,
    );
    this.#fill(view);
    this.show(view, null);
  }

  show(view: View, k: number | null): void {
    const isOther = !sameComparison(view, this.#view);
    this.#view = view;
    this.#k = k;
    // What was found of other boards is not left under these.
    if (isOther) {
      this.#abort?.abort();
      this.#say("", "");
      this.#fill(view);
    }
    this.#modes.set(view.mode);
    this.#form.hidden = view.mode === "one";
    this.#verdict.hidden = view.mode === "one";
    this.#presets.hidden = k === null;
  }

  /** A board of a larger k, laid over this one. */
  #preset(text: string, more: number, offset: Offset): HTMLElement {
    const lay = (): void => {
      const other = `blocking:k=${(this.#k ?? 0) + more}`;
      this.#set({ mode: "difference", other, offset, compared: "deviation" });
    };
    return h("button", { type: "button", onclick: lay }, text);
  }

  #newForm(): HTMLFormElement {
    const apply = (event: Event): void => {
      event.preventDefault();
      this.#set({
        other: this.#other.value.trim() || this.#view.game,
        offset: {
          dx: offsetOf(this.#offsets.dx),
          dy: offsetOf(this.#offsets.dy),
          along: offsetOf(this.#offsets.along),
        },
        compared: this.#what.value === "deviation" ? "deviation" : "outcome",
      });
    };
    const field = (input: HTMLElement, text: string): HTMLElement =>
      h("div", { class: "field" }, h("label", { for: input.id }, text), input);
    return h(
      "form",
      { class: "stack", onsubmit: apply },
      field(this.#other, "with the game"),
      h(
        "div",
        { class: "offsets" },
        ...OFFSETS.map(([name, text]) => field(this.#offsets[name], text)),
      ),
      field(this.#what, "comparing"),
      h("button", { type: "submit" }, "Compare"),
    );
  }

  /** What the form says. */
  #fill(view: View): void {
    this.#other.value = view.other;
    for (const [name] of OFFSETS) this.#offsets[name].value = String(view.offset[name]);
    this.#what.value = view.compared;
  }
  /** Counts the differences in a window. */
  async count(box: Box): Promise<void> {
    this.#abort?.abort();
    const { game, other, offset, compared } = this.#view;
    if (box.width > MOST_SIDE || box.height > MOST_SIDE) {
      const most = showWhole(BigInt(MOST_SIDE));
      this.#say(
        "",
        `Zoom in until at most ${most} × ${most} cells are in view, to count the differences.`,
      );
      return;
    }
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const found = await api.compare(
        game,
        other,
        { ...offset, ...box, values: compared },
        abort.signal,
      );
      if (abort.signal.aborted) return;
      this.#say(found.differ === 0 ? "good" : "warn", sentence(found));
      this.#verdict.dataset["differ"] = String(found.differ);
    } catch (error) {
      if (!abort.signal.aborted) this.#say("warn", sentenceOf(error));
    }
  }

  /** There is no window to count in. */
  nothing(): void {
    this.#abort?.abort();
    this.#say("", "Nothing in view is computed on both boards yet.");
  }

  #say(kind: string, text: string): void {
    delete this.#verdict.dataset["differ"];
    this.#verdict.className = `note ${kind}`;
    this.#verdict.textContent = text;
  }
}

function offsetInput(name: string): HTMLInputElement {
  const [min, max] = [-MOST_OFFSET, MOST_OFFSET];
  return h("input", { type: "number", min, max, step: 1, id: `compare-${name}` });
}

function offsetOf(input: HTMLInputElement): number {
  return Math.max(-MOST_OFFSET, Math.min(MOST_OFFSET, Math.round(Number(input.value) || 0)));
}

function sameComparison(a: View, b: View): boolean {
  return (
    a.game === b.game &&
    a.other === b.other &&
    a.compared === b.compared &&
    (["dx", "dy", "along"] as const).every((name) => a.offset[name] === b.offset[name])
  );
}

function sentence(found: Comparison): string {
  const cells = showWhole(BigInt(found.compared));
  if (found.compared === 0) return "No cell in view is on both boards.";
  if (found.differ === 0) return `No difference: all ${cells} cells in view agree.`;
  const first = found.first === null ? "" : ` The first is ${showCell(cellOfJson(found.first))}.`;
  return `${showWhole(BigInt(found.differ))} of the ${cells} cells in view differ.${first}`;
}

function suggestion(game: string, k: number | null): string {
  return k === null ? game : `blocking:k=${k + 3}`;
}
