/**
 * What is drawn above a board of W^k: switches, the facts that are asked for when they are first
 * needed, and in words what is drawn, what is being measured, or why there is nothing.
 */
import { api, type AtlasRecord } from "../common/api.ts";
import { h, show } from "../common/dom.ts";
import { showWhole, type Cell } from "../common/coordinates.ts";
import { Asked, type Answer } from "./asked.ts";
import { LEAST_K, planOf, type Place, type Plan } from "./regions.ts";
import { linesOf, nameOf, type Line } from "./threads.ts";
import type { Overlay, View } from "./view.ts";

interface Threads {
  readonly record: AtlasRecord;
  readonly lines: readonly Line[];
}

export interface Handlers {
  readonly change: (change: Partial<View>) => void;
  readonly go: (cell: Cell) => void;
  /** What was asked for has come. */
  readonly came: () => void;
}

export class Above {
  readonly element = h("div", { class: "stack" });
  readonly #notes = h("div", { class: "stack" });
  // Made once: what has the focus keeps it.
  readonly #rulers = checkbox("rulers", (checked) => this.#handlers.change({ plain: !checked }));
  readonly #overlays = {
    regions: checkbox("regions", (checked) => this.#toggle("regions", checked)),
    threads: checkbox("threads", (checked) => this.#toggle("threads", checked)),
  };
  readonly #handlers: Handlers;
  #view: View;
  #k: number | null = null;
  readonly #regions = new Asked<Plan>(
    async (k) => planOf(await api.regions(`blocking:k=${k}`)),
    () => this.#came(),
  );
  readonly #threads = new Asked<Threads>(
    async (k) => {
      const record = await api.atlasOf(k);
      return { record, lines: linesOf(record) };
    },
    () => this.#came(),
  );

  constructor(view: View, handlers: Handlers) {
    this.#view = view;
    this.#handlers = handlers;
    const label = (box: HTMLElement, text: string): HTMLElement =>
      h("label", { class: "check" }, box, text);
    this.element.append(
      label(this.#rulers, "Rulers, scale and numbers in the cells"),
      label(this.#overlays.regions, "Regions with their names"),
      label(this.#overlays.threads, "Threads with their slopes"),
      this.#notes,
    );
  }

  #toggle(name: Overlay, checked: boolean): void {
    const others = [...this.#view.overlays].filter((other) => other !== name);
    this.#handlers.change({ overlays: new Set(checked ? [...others, name] : others) });
  }

  /** The board of W^k, or of another game. */
  show(view: View, k: number | null): void {
    this.#view = view;
    this.#k = k;
    this.#rulers.checked = !view.plain;
    for (const [name, box] of Object.entries(this.#overlays))
      box.checked = view.overlays.has(name as Overlay);
    this.#overlays.regions.disabled = k === null || k < LEAST_K;
    this.#overlays.threads.disabled = k === null;
    this.#showNotes();
  }

  /** The regions of W^k, if they are to be drawn. */
  plan(k: number | null): Plan | null {
    return this.#shows("regions", k) ? there(this.#regions.of(k)) : null;
  }

  /** Its threads as lines, if they are to be drawn. */
  lines(k: number | null): readonly Line[] {
    return (this.#shows("threads", k) ? there(this.#threads.of(k)) : null)?.lines ?? [];
  }

  /** What the atlas says of W^k, once it is there. */
  record(k: number): AtlasRecord | null {
    return there(this.#threads.of(k))?.record ?? null;
  }

  #shows(name: Overlay, k: number | null): k is number {
    return this.#view.overlays.has(name) && k !== null && (name === "threads" || k >= LEAST_K);
  }

  #came(): void {
    this.#showNotes();
    this.#handlers.came();
  }

  #showNotes(): void {
    const k = this.#k;
    const note = (text: string): HTMLElement => h("p", { class: "small muted" }, text);
    if (k === null) {
      show(this.#notes, note("Regions and threads are those of Wᵏ."));
      return;
    }
    const notes: HTMLElement[] =
      k < LEAST_K ? [note(`The regions of CLN15 are seen in Wᵏ with k ≥ ${LEAST_K}.`)] : [];
    const told = <T>(
      name: Overlay,
      asked: Asked<T>,
      asking: string,
      tell: (value: T) => HTMLElement[],
    ): void => {
      if (!this.#shows(name, k)) return;
      const answer = asked.of(k);
      if (answer.state === "asking") notes.push(h("p", { class: "small", role: "status" }, asking));
      else if (answer.state === "refused")
        notes.push(h("p", { class: "small note warn" }, answer.why));
      else notes.push(...tell(answer.value));
    };
    told("regions", this.#regions, "The regions are being measured on the board …", (plan) => [
      note(
        plan.scaledFrom === null
          ? "Measured on this board."
          : `Placed by the proportions of k = ${plan.scaledFrom}.`,
      ),
      drawnList(
        "regions",
        plan.places.map((place) => this.#placeButton(place)),
      ),
    ]);
    told(
      "threads",
      this.#threads,
      `The threads of k = ${k} are being measured in its first columns. This may take seconds …`,
      ({ record }) => [
        note(threadsNote(record)),
        drawnList(
          "threads",
          record.threads.map((thread) => h("span", {}, nameOf(thread))),
        ),
      ],
    );
    show(this.#notes, ...notes);
  }

  #placeButton({ name, images }: Place): HTMLElement {
    const [x, y] = (images[0]?.[0] ?? [0, 0]).map(Math.round) as [number, number];
    return h(
      "button",
      {
        type: "button",
        class: "quiet",
        onclick: () => this.#handlers.go([BigInt(x), BigInt(y)]),
      },
      `${name} (${x}, ${y})`,
    );
  }
}

function checkbox(id: string, act: (checked: boolean) => void): HTMLInputElement {
  const box = h("input", { type: "checkbox", id: `show-${id}` });
  box.addEventListener("change", () => act(box.checked));
  return box;
}

function there<T>(answer: Answer<T>): T | null {
  return answer.state === "there" ? answer.value : null;
}

/** Where the threads are from, and what their lines say. */
function threadsNote(record: AtlasRecord): string {
  const measured = record.measured === true ? "Measured just now" : "From the atlas, measured";
  const unsteady = record.threads.some((thread) => !thread.periodic);
  return (
    `${measured} in ${showWhole(BigInt(record.columns))} columns. ` +
    "A line has the slope of a thread, dashed before it stands alone." +
    (unsteady ? " A thread without a period may run beside its line." : "")
  );
}

/** What is drawn on the canvas, for those who do not see it, and as places to go to. */
function drawnList(name: Overlay, items: readonly HTMLElement[]): HTMLElement {
  return h(
    "details",
    { class: "drawn small" },
    h("summary", {}, `What is drawn (${items.length})`),
    h("ul", { id: `drawn-${name}` }, ...items.map((item) => h("li", {}, item))),
  );
}
