/** Atlas: the threads of W^k as a picture, and a row for each k. It grows while a sweep runs. */
import { address, api, sentenceOf, type AtlasRecord, type Thread } from "../common/api.ts";
import { pictureOf } from "../common/backend.ts";
import { showWhole } from "../common/coordinates.ts";
import { h, saveFile, show } from "../common/dom.ts";
import { writeLink } from "../common/link.ts";
import { setLink, stateOf, type Open } from "../common/page.ts";
import { onTheme, shownTheme } from "../common/theme.ts";
import { showSlope } from "../explore/threads.ts";
import { csvOf, dotsOf, sheetOf, type Dot } from "./dots.ts";
import { GoldenPage } from "./golden.ts";
import { machinesOf } from "./machine.ts";
import { Picture, type Frame } from "./picture.ts";
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

/** What is asked of threads; whether one of a board is enough, or all of them have to be so. */
const KINDS = {
  any: ["any", "some", () => true],
  proved: ["whose slope is proved", "some", ({ known }: Dot) => known === "proved"],
  exact: ["that a number fits", "some", ({ thread }: Dot) => thread.exact !== null],
  measured: ["that are measured only", "some", ({ known }: Dot) => known === "measured"],
  periodic: ["periodic ones only", "every", ({ thread }: Dot) => thread.periodic],
  wild: ["without a period seen", "some", ({ thread }: Dot) => !thread.periodic],
  drifting: ["that drift", "some", ({ thread }: Dot) => thread.drifting],
} as const satisfies Record<string, readonly [string, "some" | "every", (dot: Dot) => boolean]>;

const COLUMNS = [
  "Board",
  "k",
  "Threads: slope, the number that fits, how many P in a column",
  "Deviations outside the hood",
  "Columns",
];

export const openAtlas: Open = (main, values) => {
  const golden = values.get("of") === "nim-values";
  const page = golden
    ? new GoldenPage(main, values, kinds("nim-values"))
    : new AtlasPage(main, values);
  return { title: golden ? "Nim-values" : "Atlas", leave: () => page.close() };
};

/** What the atlas is of. */
function kinds(shown: "threads" | "nim-values"): HTMLElement {
  const link = (of: typeof shown, text: string): HTMLElement =>
    h(
      "a",
      {
        href: writeLink("atlas", { of: of === "threads" ? undefined : of }),
        "aria-current": of === shown ? "true" : undefined,
      },
      text,
    );
  return h(
    "nav",
    { class: "kinds", "aria-label": "What the atlas is of" },
    link("threads", "Threads of Wᵏ"),
    link("nim-values", "Nim-values of Wythoff Nim"),
  );
}

class AtlasPage {
  readonly #body = h("div", { class: "stack" });
  readonly #count = h("p", { class: "small muted", role: "status" });
  readonly #from = h("input", { type: "number", id: "atlas-from", min: 1, value: 1 });
  readonly #to = h("input", { type: "number", id: "atlas-to", min: 1, placeholder: "all" });
  readonly #slope = h("input", { id: "atlas-slope", placeholder: "1.618", inputmode: "decimal" });
  readonly #order = choice("atlas-order", ORDERS);
  readonly #kind = choice("atlas-kind", KINDS);
  readonly #thick = h("input", { id: "atlas-thick", placeholder: "0", inputmode: "decimal" });
  readonly #text = h("input", { id: "atlas-text", type: "search", placeholder: "13/5 or √2" });
  readonly #picture: Picture;
  readonly #endTheme: () => void;
  readonly #timer: number;
  /** A row is made once for each record, so that what is open in it stays open. */
  readonly #rows = new Map<number, { signature: string; element: HTMLElement }>();
  #records: readonly AtlasRecord[] | null = null;
  #proved: ReadonlySet<number> = new Set();
  #source = "";
  #frame: Frame | null;
  /** The threads that the filters leave. */
  #dots: readonly Dot[] = [];

  constructor(main: HTMLElement, values: ReadonlyMap<string, string>) {
    this.#from.value = values.get("from") ?? "1";
    this.#to.value = values.get("to") ?? "";
    this.#slope.value = values.get("slope") ?? "";
    this.#order.value = known(values.get("order"), ORDERS, "k");
    this.#kind.value = known(values.get("threads"), KINDS, "any");
    this.#thick.value = values.get("thick") ?? "";
    this.#text.value = values.get("text") ?? "";
    this.#frame = readFrame(values.get("view"));
    this.#picture = new Picture(this.#frame, (frame) => {
      this.#frame = frame;
      this.#link();
    });
    const field = (label: string, input: HTMLElement): HTMLElement =>
      h("div", { class: "field" }, h("label", { for: input.id }, label), input);
    const button = (id: string, text: string, act: () => void): HTMLElement =>
      h("button", { type: "button", id, title: `These threads as ${text}`, onclick: act }, text);
    const controls = h(
      "form",
      {
        class: "row end atlas-controls",
        onsubmit: (event: Event) => event.preventDefault(),
        oninput: () => this.#filter(),
      },
      field("k from", this.#from),
      field("to", this.#to),
      field("slope near", this.#slope),
      field("threads", this.#kind),
      field("at least … in a column", this.#thick),
      field("the number that fits", this.#text),
    );
    main.append(
      h(
        "div",
        { class: "page" },
        h(
          "header",
          { class: "stack" },
          kinds("threads"),
          h("h1", {}, "Atlas of Wᵏ"),
          h(
            "p",
            { class: "lead" },
            "Far from the corner the P-positions of Wᵏ gather on threads that run along rays. " +
              "Here is every thread that is known, by k and slope. " +
              "A number that fits a slope is a number that fits its digits: no more is claimed, " +
              "except where it is proved.",
          ),
        ),
        controls,
        this.#count,
        this.#picture.element,
        h(
          "div",
          { class: "row split end" },
          h("div", { class: "atlas-controls" }, field("table sorted by", this.#order)),
          h(
            "div",
            { class: "row" },
            h("span", { class: "small muted" }, "These threads as"),
            button("atlas-csv", "CSV", () => this.#saveCsv()),
            button("atlas-parquet", "Parquet", () => void this.#saveParquet()),
          ),
        ),
        this.#body,
      ),
    );
    this.#order.addEventListener("input", () => this.#filter());
    this.#endTheme = onTheme(() => {
      this.#rows.clear();
      this.#picture.draw();
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
    this.#picture.close();
  }

  async #load(): Promise<void> {
    try {
      const { records, proved, source } = await api.atlas();
      const all = (list: readonly AtlasRecord[] | null): string | undefined =>
        list?.map(signatureOf).join();
      if (all(records) === all(this.#records)) return;
      this.#records = records;
      this.#proved = new Set(proved);
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
    const { from, to, slope, thick, text, order, kind } = this.#asked();
    this.#link();
    const fits = (dot: Dot): boolean =>
      KINDS[kind][2](dot) &&
      (slope === null || Math.abs(dot.thread.slope - slope) < NEAR) &&
      dot.thread.per_column >= thick &&
      (text === "" || (dot.thread.exact?.value ?? "").replaceAll(" ", "").includes(text));
    const value = ORDERS[order][1];
    const shown = records
      .filter((record) => record.k >= from && record.k <= to)
      .map((record) => [record, dotsOf([record], this.#proved)] as const)
      .filter(([, dots]) => dots.some(fits) && (KINDS[kind][1] === "some" || dots.every(fits)))
      .sort(([a], [b]) => value(a) - value(b) || a.k - b.k);
    this.#dots = shown
      .flatMap(([, dots]) => dots.filter(fits))
      .sort((a, b) => a.record.k - b.record.k || a.thread.slope - b.thread.slope);
    this.#picture.set(this.#dots);
    const boards = `${shown.length} of ${records.length} boards`;
    this.#count.textContent = `${this.#dots.length} threads on ${boards}. From: ${this.#source}.`;
    if (shown.length === 0)
      show(this.#body, stateOf("Nothing found", "No board has all of this. Loosen a filter."));
    else
      show(
        this.#body,
        h(
          "div",
          { class: "scroll atlas-rows", tabindex: 0, role: "region", "aria-label": "The atlas" },
          h(
            "table",
            { class: "atlas" },
            h("thead", {}, h("tr", {}, ...COLUMNS.map((text) => h("th", { scope: "col" }, text)))),
            h("tbody", {}, ...shown.map(([record]) => this.#row(record))),
          ),
        ),
      );
  }

  /** What the fields say. */
  #asked() {
    const decimal = (input: HTMLInputElement): number => Number(input.value.replace(",", ".")) || 0;
    return {
      from: Number(this.#from.value) || 1,
      to: Number(this.#to.value) || Infinity,
      slope: decimal(this.#slope) || null,
      thick: decimal(this.#thick),
      text: this.#text.value.replaceAll(/\s/g, "").replaceAll("sqrt", "√"),
      order: this.#order.value as keyof typeof ORDERS,
      kind: this.#kind.value as keyof typeof KINDS,
    };
  }

  #link(): void {
    const { from, to, slope, thick, text, order, kind } = this.#asked();
    setLink("atlas", {
      from: from === 1 ? undefined : from,
      to: to === Infinity ? undefined : to,
      slope: slope ?? undefined,
      threads: kind === "any" ? undefined : kind,
      thick: thick === 0 ? undefined : thick,
      text: text === "" ? undefined : text,
      order: order === "k" ? undefined : order,
      view: this.#frame === null ? undefined : writeFrame(this.#frame),
    });
  }

  #saveCsv(): void {
    const text = csvOf(sheetOf(this.#dots));
    saveFile("threads.csv", new Blob([text], { type: "text/csv" }));
  }

  async #saveParquet(): Promise<void> {
    const { parquetOf } = await import("./parquet.ts");
    const bytes = parquetOf(sheetOf(this.#dots));
    saveFile("threads.parquet", new Blob([bytes], { type: "application/vnd.apache.parquet" }));
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

/** A frame in a link: k from and to, slope from and to. */
function writeFrame({ left, right, bottom, top }: Frame): string {
  return [left.toFixed(1), right.toFixed(1), bottom.toFixed(4), top.toFixed(4)].join();
}

function readFrame(text: string | undefined): Frame | null {
  const [left, right, bottom, top] = (text ?? "").split(",").map(Number);
  if (left === undefined || right === undefined || bottom === undefined || top === undefined)
    return null;
  return left < right && bottom < top ? { left, right, bottom, top } : null;
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
  const machines = h("details", { class: "more" }, h("summary", {}, "Machines"));
  machines.addEventListener(
    "toggle",
    () => machines.childElementCount === 1 && machines.append(machinesOf(record.k)),
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
        pictureOf(address.thumbnail(record.k, 128, shownTheme()), {
          alt: `The corner of W^${record.k}`,
          width: 72,
          height: 72,
          loading: "lazy",
        }),
      ),
    ),
    h("td", { class: "number" }, h("a", { href: link }, record.k)),
    h("td", {}, h("ul", { class: "slopes" }, ...record.threads.map(slopeItem)), more, machines),
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
  choices: Readonly<Record<string, readonly [string, ...unknown[]]>>,
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
