/** Two boards: which, with which offset, and how many cells of the window in view differ. */
import { api, sentenceOf, type Comparison } from "../common/api.ts";
import { h, show } from "../common/dom.ts";
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

export class Compare {
  readonly element: HTMLElement;
  readonly #verdict = h("p", { class: "note", id: "verdict", "aria-live": "polite" }, "");
  readonly #set: (change: Partial<View>) => void;
  #abort: AbortController | null = null;
  #view: View;

  constructor(view: View, set: (change: Partial<View>) => void) {
    this.#view = view;
    this.#set = set;
    this.element = h("div", { class: "stack" });
    this.show(view, null);
  }

  show(view: View, k: number | null): void {
    // What was found of other boards is not left under these.
    if (!sameComparison(view, this.#view)) {
      this.#abort?.abort();
      this.#say("", "");
    }
    this.#view = view;
    const modes = segments<Mode>(
      "What is shown",
      [
        ["one", "One board"],
        ["side", "Side by side"],
        ["difference", "Difference"],
      ],
      view.mode,
      (mode) =>
        this.#set({
          mode,
          other: view.other === view.game ? suggestion(view.game, k) : view.other,
        }),
    );
    const other = h("input", {
      value: view.other,
      id: "compare-with",
      spellcheck: "false",
      autocomplete: "off",
    });
    const numbers = (["dx", "dy", "along"] as const).map(
      (name) =>
        [
          name,
          h("input", {
            type: "number",
            value: view.offset[name],
            min: -MOST_OFFSET,
            max: MOST_OFFSET,
            step: 1,
            id: `compare-${name}`,
          }),
        ] as const,
    );
    const what = h(
      "select",
      { id: "compare-what" },
      h("option", { value: "outcome" }, "P and N"),
      h("option", { value: "deviation" }, "palace numbers, from k"),
    );
    what.value = view.compared;
    const apply = (event: Event): void => {
      event.preventDefault();
      const [dx, dy, along] = numbers.map(([, input]) =>
        Math.max(-MOST_OFFSET, Math.min(MOST_OFFSET, Math.round(Number(input.value) || 0))),
      );
      this.#set({
        other: other.value.trim() || view.game,
        offset: { dx: dx ?? 0, dy: dy ?? 0, along: along ?? 0 },
        compared: what.value === "deviation" ? "deviation" : "outcome",
      });
    };
    const preset = (text: string, game: string, offset: Offset): HTMLElement =>
      h(
        "button",
        {
          type: "button",
          onclick: () =>
            this.#set({ mode: "difference", other: game, offset, compared: "deviation" }),
        },
        text,
      );
    show(
      this.element,
      modes.element,
      k !== null &&
        h(
          "div",
          { class: "row" },
          preset(`k + 3, shifted by (1, 1)`, `blocking:k=${k + 3}`, { dx: 1, dy: 1, along: 0 }),
          preset("k + 1, along the larger heap", `blocking:k=${k + 1}`, { ...NO_OFFSET, along: 1 }),
        ),
      view.mode !== "one" &&
        h(
          "form",
          { class: "stack", onsubmit: apply },
          h("div", { class: "field" }, h("label", { for: "compare-with" }, "with the game"), other),
          h(
            "div",
            { class: "offsets" },
            ...numbers.map(([name, input]) =>
              h(
                "div",
                { class: "field" },
                h(
                  "label",
                  { for: `compare-${name}` },
                  { dx: "shift x", dy: "shift y", along: "along larger" }[name],
                ),
                input,
              ),
            ),
          ),
          h("div", { class: "field" }, h("label", { for: "compare-what" }, "comparing"), what),
          h("button", { type: "submit" }, "Compare"),
        ),
      view.mode !== "one" && this.#verdict,
    );
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
