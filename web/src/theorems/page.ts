/** Theorems: every statement of the papers, and what a search for a counterexample says. */
import { api, sentenceOf, type Check, type Paper } from "../common/api.ts";
import { h, show } from "../common/dom.ts";
import { setLink, stateOf, type Open } from "../common/page.ts";
import { segments } from "../common/segments.ts";
import { checkCard } from "./check.ts";
import { Errata } from "./errata.ts";

type Tab = "all" | "fails" | "open" | "errata";

export const openTheorems: Open = (main, values) => {
  const page = new TheoremsPage(main, values);
  return { title: "Theorems", leave: () => page.close() };
};

class TheoremsPage {
  readonly #body = h("div", { class: "stack" });
  readonly #find = h("input", {
    type: "search",
    id: "find",
    placeholder: "Wythoff, Beatty, Lar11.Prop1.2 …",
  });
  readonly #count = h("p", { class: "small muted", role: "status" });
  #papers: readonly Paper[] = [];
  #cards = new Map<string, HTMLElement>();
  #errata: Errata | null = null;
  #tab: Tab;

  constructor(main: HTMLElement, values: ReadonlyMap<string, string>) {
    const wanted = values.get("show");
    this.#tab = wanted === "fails" || wanted === "open" || wanted === "errata" ? wanted : "all";
    this.#find.value = values.get("find") ?? "";
    this.#find.addEventListener("input", () => this.#filter());
    const tabs = segments<Tab>(
      "What is listed",
      [
        ["all", "All statements"],
        ["fails", "Misprints"],
        ["open", "Open questions"],
        ["errata", "Errata with boards"],
      ],
      this.#tab,
      (tab) => {
        this.#tab = tab;
        tabs.set(tab);
        this.#filter();
      },
    );
    main.append(
      h(
        "div",
        { class: "page theorems" },
        h(
          "header",
          { class: "stack" },
          h("h1", {}, "Theorems"),
          h(
            "p",
            { class: "lead" },
            "Each statement is a search for a counterexample. " +
              "No finite search makes it true; “verified” means: none up to this bound.",
          ),
        ),
        h(
          "div",
          { class: "row end" },
          tabs.element,
          h("div", { class: "field grow" }, h("label", { for: "find" }, "Find"), this.#find),
        ),
        this.#count,
        this.#body,
      ),
    );
    show(this.#body, stateOf("One moment", "The statements are being read."));
    void this.#load();
  }

  close(): void {
    this.#errata?.close();
  }

  async #load(): Promise<void> {
    try {
      this.#papers = (await api.theorems()).papers;
      this.#filter();
    } catch (error) {
      show(this.#body, stateOf("The statements are not there", sentenceOf(error)));
    }
  }

  #filter(): void {
    const find = this.#find.value.trim().toLowerCase();
    setLink("theorems", { show: this.#tab === "all" ? undefined : this.#tab, find });
    this.#errata?.close();
    this.#errata = null;
    if (this.#tab === "errata") {
      this.#errata = new Errata(find);
      this.#count.textContent = "";
      show(this.#body, this.#errata.element);
      return;
    }
    const match = (check: Check): boolean =>
      (this.#tab === "all" || check.expected === this.#tab) &&
      `${check.id} ${check.source} ${check.statement}`.toLowerCase().includes(find);
    const papers = this.#papers
      .map((paper) => ({ paper, checks: paper.checks.filter(match) }))
      .filter(({ checks }) => checks.length > 0);
    const shown = papers.reduce((sum, { checks }) => sum + checks.length, 0);
    this.#count.textContent = `${shown} ${shown === 1 ? "statement" : "statements"}`;
    if (shown === 0) show(this.#body, stateOf("Nothing found", "No statement has these words."));
    else show(this.#body, ...papers.map(({ paper, checks }) => this.#section(paper, checks)));
  }

  #section(paper: Paper, checks: readonly Check[]): HTMLElement {
    return h(
      "section",
      { class: "stack" },
      h(
        "header",
        {},
        h("h2", {}, paper.title),
        h("p", { class: "muted" }, `${paper.authors} · ${paper.key}`),
      ),
      h("div", { class: "checks" }, ...checks.map((check) => this.#card(check))),
    );
  }

  /** Cards are kept: a running search goes on while the list is filtered. */
  #card(check: Check): HTMLElement {
    const card = this.#cards.get(check.id) ?? checkCard(check);
    this.#cards.set(check.id, card);
    return card;
  }
}
