/** Atlas: one row for each k of W^k. It grows while a sweep runs. */
import { address, api, sentenceOf, type AtlasRecord, type Thread } from "../common/api.ts";
import { showWhole } from "../common/coordinates.ts";
import { h, show } from "../common/dom.ts";
import { writeLink } from "../common/link.ts";
import { setLink, stateOf, type Open } from "../common/page.ts";
import { onTheme, shownTheme } from "../common/theme.ts";
import { showSlope } from "../explore/threads.ts";
import { threadTable } from "./threads.ts";

const REFRESH = 5000;

/** Slopes as near as this are near. */
const NEAR = 0.01;

const ORDERS = {
  k: ["k", (record: AtlasRecord) => record.k],
  threads: ["number of threads", (record: AtlasRecord) => -record.threads.length],
  steepest: [
    "steepest thread",
    (record: AtlasRecord) => -Math.max(0, ...record.threads.map((thread) => thread.slope)),
  ],
  flattest: [
    "flattest thread",
    (record: AtlasRecord) => Math.min(Infinity, ...record.threads.map((thread) => thread.slope)),
  ],
  thickest: [
    "thickest thread",
    (record: AtlasRecord) => -Math.max(0, ...record.threads.map((thread) => thread.per_column)),
  ],
  states: [
    "range of deviations",
    (record: AtlasRecord) => record.states.min_deviation - record.states.max_deviation,
  ],
} as const;

const KINDS = {
  any: ["any", () => true],
  exact: [
    "one that a number fits",
    (record: AtlasRecord) => record.threads.some((thread) => thread.exact !== null),
  ],
  periodic: [
    "periodic ones only",
    (record: AtlasRecord) => record.threads.every((thread) => thread.periodic),
  ],
  wild: [
    "one without a period seen",
    (record: AtlasRecord) => record.threads.some((thread) => !thread.periodic),
  ],
  drifting: [
    "one that drifts",
    (record: AtlasRecord) => record.threads.some((thread) => thread.drifting),
  ],
} as const;

const COLUMNS = [
  "Board",
  "k",
  "Threads: slope, the number that fits, how many P in a column",
  "Deviations outside the hood",
  "Columns",
];

export const openAtlas: Open = (main, values) => {
  const page = new AtlasPage(main, values);
  return { title: "Atlas", leave: () => page.close() };
};

class AtlasPage {
  readonly #body = h("div", { class: "stack" });
  readonly #count = h("p", { class: "small muted", role: "status" });
  readonly #from = h("input", { type: "number", id: "atlas-from", min: 1, value: 1 });
  readonly #to = h("input", { type: "number", id: "atlas-to", min: 1, placeholder: "all" });
  readonly #slope = h("input", { id: "atlas-slope", placeholder: "1.618", inputmode: "decimal" });
  readonly #order = choice("atlas-order", ORDERS);
  readonly #kind = choice("atlas-kind", KINDS);
  readonly #endTheme: () => void;
  readonly #timer: number;
  /** A row is made once for each record, so that what is open in it stays open. */
  readonly #rows = new Map<number, { signature: string; element: HTMLElement }>();
  #records: readonly AtlasRecord[] | null = null;
  #source = "";

  constructor(main: HTMLElement, values: ReadonlyMap<string, string>) {
    this.#from.value = values.get("from") ?? "1";
    this.#to.value = values.get("to") ?? "";
    this.#slope.value = values.get("slope") ?? "";
    this.#order.value = known(values.get("order"), ORDERS, "k");
    this.#kind.value = known(values.get("threads"), KINDS, "any");
    const field = (label: string, input: HTMLElement): HTMLElement =>
      h("div", { class: "field" }, h("label", { for: input.id }, label), input);
    const controls = h(
      "form",
      {
        class: "row end atlas-controls",
        onsubmit: (event: Event) => event.preventDefault(),
        oninput: () => this.#filter(),
      },
      field("k from", this.#from),
      field("to", this.#to),
      field("has a slope near", this.#slope),
      field("has threads", this.#kind),
      field("sorted by", this.#order),
    );
    main.append(
      h(
        "div",
        { class: "page" },
        h(
          "header",
          { class: "stack" },
          h("h1", {}, "Atlas of Wᵏ"),
          h(
            "p",
            { class: "lead" },
            "Far from the corner the P-positions of Wᵏ gather on threads that run along rays. " +
              "One row for each k: a picture, the threads, their slopes. " +
              "A number that fits a slope is a number that fits its digits: no more is claimed.",
          ),
        ),
        controls,
        this.#count,
        this.#body,
      ),
    );
    this.#endTheme = onTheme(() => {
      this.#rows.clear();
      this.#filter();
    });
    show(this.#body, stateOf("One moment", "The atlas is being opened."));
    void this.#load();
    // A sweep may be running: its records appear as they are written.
    this.#timer = window.setInterval(() => void this.#load(), REFRESH);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#endTheme();
  }

  async #load(): Promise<void> {
    try {
      const { records, source } = await api.atlas();
      const all = (list: readonly AtlasRecord[] | null): string | undefined =>
        list?.map(signatureOf).join();
      if (all(records) === all(this.#records)) return;
      this.#records = records;
      this.#source = source;
      this.#filter();
    } catch (error) {
      if (this.#records === null)
        show(this.#body, stateOf("The atlas is not there", sentenceOf(error)));
    }
  }

  #filter(): void {
    const records = this.#records;
    if (records === null) return;
    const [from, to] = [Number(this.#from.value) || 1, Number(this.#to.value) || Infinity];
    const slope = Number(this.#slope.value.replace(",", ".")) || null;
    const order = this.#order.value as keyof typeof ORDERS;
    const kind = this.#kind.value as keyof typeof KINDS;
    setLink("atlas", {
      from: from === 1 ? undefined : from,
      to: to === Infinity ? undefined : to,
      slope: slope ?? undefined,
      threads: kind === "any" ? undefined : kind,
      order: order === "k" ? undefined : order,
    });
    const near = (thread: Thread): boolean =>
      slope === null || Math.abs(thread.slope - slope) < NEAR;
    const value = ORDERS[order][1];
    const shown = records
      .filter(
        (record) =>
          record.k >= from && record.k <= to && record.threads.some(near) && KINDS[kind][1](record),
      )
      .sort((a, b) => value(a) - value(b) || a.k - b.k);
    this.#count.textContent = `${shown.length} of ${records.length} boards. From: ${this.#source}.`;
    if (shown.length === 0)
      show(this.#body, stateOf("Nothing found", "No board has all of this. Loosen a filter."));
    else
      show(
        this.#body,
        h(
          "div",
          { class: "scroll", tabindex: 0, role: "region", "aria-label": "The atlas" },
          h(
            "table",
            { class: "atlas" },
            h("thead", {}, h("tr", {}, ...COLUMNS.map((text) => h("th", { scope: "col" }, text)))),
            h("tbody", {}, ...shown.map((record) => this.#row(record))),
          ),
        ),
      );
  }

  #row(record: AtlasRecord): HTMLElement {
    const signature = signatureOf(record);
    const made = this.#rows.get(record.k);
    if (made?.signature === signature) return made.element;
    const element = row(record);
    this.#rows.set(record.k, { signature, element });
    return element;
  }
}

/** Two records with the same one say the same. */
function signatureOf(record: AtlasRecord): string {
  return `${record.k}:${record.columns}:${record.signature}:${record.threads.length}`;
}

function row(record: AtlasRecord): HTMLElement {
  const link = writeLink("explore", { game: `blocking:k=${record.k}`, show: "threads" });
  const more = h("details", { class: "more" }, h("summary", {}, "Thickness, period, odds"));
  more.addEventListener(
    "toggle",
    () => more.childElementCount === 1 && more.append(threadTable(record)),
  );
  const { min_deviation: least, max_deviation: most, side } = record.states;
  return h(
    "tr",
    { "data-k": record.k },
    h(
      "td",
      {},
      h(
        "a",
        { href: link, "aria-label": `Explore W^${record.k}` },
        h("img", {
          src: address.thumbnail(record.k, 128, shownTheme()),
          alt: `The corner of W^${record.k}`,
          width: 72,
          height: 72,
          loading: "lazy",
        }),
      ),
    ),
    h("td", { class: "number" }, h("a", { href: link }, record.k)),
    h("td", {}, h("ul", { class: "slopes" }, ...record.threads.map(slopeItem)), more),
    h(
      "td",
      {
        class: "one-line",
        title: `palace number − k, at least and at most, on the board of side ${side}`,
      },
      `${signed(least)} … ${signed(most)}`,
    ),
    h("td", { class: "number one-line" }, showWhole(BigInt(record.columns))),
  );
}

/** A slope to the digits that are sure, the number that fits it, and how thick the thread is. */
function slopeItem(thread: Thread): HTMLElement {
  const per = thread.per_column_exact ?? thread.per_column.toFixed(3);
  const manner = thread.drifting ? ", drifting" : thread.periodic ? "" : ", no period seen";
  return h(
    "li",
    {},
    h("b", {}, showSlope(thread)),
    thread.exact !== null && h("span", {}, ` fits ${thread.exact.value}`),
    h("span", { class: "muted small" }, ` · ${per} in a column${manner}`),
  );
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value).replace("-", "−");
}

function choice(
  id: string,
  choices: Readonly<Record<string, readonly [string, unknown]>>,
): HTMLSelectElement {
  return h(
    "select",
    { id },
    ...Object.entries(choices).map(([value, [text]]) => h("option", { value }, text)),
  );
}

/** A choice that a link may name; what it is not named is the usual one. */
function known(name: string | undefined, choices: object, otherwise: string): string {
  return name !== undefined && Object.hasOwn(choices, name) ? name : otherwise;
}
