/** Atlas: one row for each k of W^k, from the stored sweep. */
import { address, api, sentenceOf, type AtlasRecord, type Thread } from "../common/api.ts";
import { h, show } from "../common/dom.ts";
import { writeLink } from "../common/link.ts";
import { setLink, stateOf, type Open } from "../common/page.ts";
import { onTheme, shownTheme } from "../common/theme.ts";

type Order = "k" | "threads" | "steepest" | "flattest";

/** Without a sweep these k are shown as pictures. */
const PICTURED = 48;
const REFRESH = 15_000;

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
  readonly #order = h("select", { id: "atlas-order" }, ...([["k", "k"], ["threads", "number of threads"], ["steepest", "steepest thread"], ["flattest", "flattest thread"]] as const).map(([value, text]) => h("option", { value }, text)));
  readonly #exact = h("input", { type: "checkbox", id: "atlas-exact" });
  readonly #endTheme: () => void;
  readonly #timer: number;
  #records: readonly AtlasRecord[] | null = null;

  constructor(main: HTMLElement, values: ReadonlyMap<string, string>) {
    this.#from.value = values.get("from") ?? "1";
    this.#to.value = values.get("to") ?? "";
    this.#slope.value = values.get("slope") ?? "";
    this.#order.value = values.get("order") ?? "k";
    this.#exact.checked = values.get("exact") === "yes";
    const field = (label: string, input: HTMLElement): HTMLElement => h("div", { class: "field" }, h("label", { for: input.id }, label), input);
    const controls = h("form", { class: "row end atlas-controls", onsubmit: (event: Event) => event.preventDefault(), oninput: () => this.#filter() }, field("k from", this.#from), field("to", this.#to), field("has a slope near", this.#slope), field("sorted by", this.#order), h("label", { class: "check" }, this.#exact, "with an exact form"));
    main.append(h("div", { class: "page" }, h("header", { class: "stack" }, h("h1", {}, "Atlas of Wᵏ"), h("p", { class: "lead" }, "Far from the corner the P-positions of Wᵏ gather on threads that run along rays. One row for each k: a picture, the threads, their slopes.")), controls, this.#count, this.#body));
    this.#endTheme = onTheme(() => this.#filter());
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
      const { records } = await api.atlas();
      if (this.#records !== null && records.length === this.#records.length) return;
      this.#records = records;
      this.#filter();
    } catch (error) {
      if (this.#records === null) show(this.#body, stateOf("The atlas is not there", sentenceOf(error)));
    }
  }

  #filter(): void {
    const records = this.#records;
    if (records === null) return;
    const [from, to] = [Number(this.#from.value) || 1, Number(this.#to.value) || Infinity];
    const slope = Number(this.#slope.value.replace(",", ".")) || null;
    const order = this.#order.value as Order;
    setLink("atlas", { from: from === 1 ? undefined : from, to: to === Infinity ? undefined : to, slope: slope ?? undefined, order: order === "k" ? undefined : order, exact: this.#exact.checked ? "yes" : undefined });
    if (records.length === 0) {
      this.#pictures(from, to);
      return;
    }
    const near = (thread: Thread): boolean => slope === null || Math.abs(thread.slope - slope) < 0.01;
    const shown = records.filter((record) => record.k >= from && record.k <= to && record.threads.some(near) && (!this.#exact.checked || record.threads.some((thread) => thread.exact !== null))).sort(comparing(order));
    this.#count.textContent = `${shown.length} of ${records.length} boards`;
    if (shown.length === 0) show(this.#body, stateOf("Nothing found", "No board has all of this. Loosen a filter."));
    else show(this.#body, h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "The atlas" }, h("table", { class: "atlas" }, h("thead", {}, h("tr", {}, ...["Board", "k", "Threads", "Slopes"].map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, ...shown.map(row)))));
  }

  /** No sweep is stored: the boards themselves can still be seen. */
  #pictures(from: number, to: number): void {
    const last = Math.min(to, from + PICTURED - 1, 2000);
    this.#count.textContent = "No sweep is stored yet, so the slopes are missing. `wythoff sweep` fills them in; meanwhile, the boards:";
    const cards = Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => from + index).map((k) => h("a", { class: "card thumb-card", href: writeLink("explore", { game: `blocking:k=${k}` }) }, thumbnail(k, 128), h("span", {}, `k = ${k}`)));
    show(this.#body, h("div", { class: "thumbs" }, ...cards));
  }
}

function row(record: AtlasRecord): HTMLElement {
  const link = writeLink("explore", { game: `blocking:k=${record.k}`, show: "threads" });
  return h("tr", {},
    h("td", {}, h("a", { href: link, "aria-label": `Explore W^${record.k}` }, thumbnail(record.k, 72))),
    h("td", { class: "number" }, h("a", { href: link }, record.k)),
    h("td", { class: "number" }, record.threads.length),
    h("td", {}, h("ul", { class: "slopes" }, ...record.threads.map(slopeItem))),
  );
}

/** A slope to the digits that are sure, the number that fits it, and how thick the thread is. */
function slopeItem(thread: Thread): HTMLElement {
  const digits = thread.slope_error > 0 ? Math.max(2, Math.min(8, Math.floor(-Math.log10(thread.slope_error)))) : 8;
  const per = thread.per_column_exact ?? thread.per_column.toFixed(3);
  return h("li", {},
    h("b", {}, thread.slope.toFixed(digits)),
    thread.exact !== null && h("span", { title: `${thread.exact.digits} digits agree` }, ` fits ${thread.exact.value}`),
    h("span", { class: "muted small" }, ` · ${per} per column${thread.periodic ? "" : ", not periodic"}`),
  );
}

function thumbnail(k: number, size: number): HTMLImageElement {
  return h("img", { src: address.thumbnail(k, 128, shownTheme()), alt: `The corner of W^${k}`, width: size, height: size, loading: "lazy" });
}

function comparing(order: Order): (a: AtlasRecord, b: AtlasRecord) => number {
  const slopes = (record: AtlasRecord): number[] => record.threads.map((thread) => thread.slope);
  const value: Record<Order, (record: AtlasRecord) => number> = {
    k: (record) => record.k,
    threads: (record) => -record.threads.length,
    steepest: (record) => -Math.max(0, ...slopes(record)),
    flattest: (record) => Math.min(Infinity, ...slopes(record)),
  };
  return (a, b) => value[order](a) - value[order](b) || a.k - b.k;
}
