/** The index: every paper and, of the one that is looked at, every statement with its verdict. */
import type { Check, Paper, Report } from "../common/api.ts";
import { h, show } from "../common/dom.ts";
import { writeLink } from "../common/link.ts";

export interface Listed {
  readonly paper: Paper;
  readonly checks: readonly Check[];
}

/** Where the index stands beside the statements, and not above them. */
const WIDE = matchMedia("(min-width: 1000px)");

export class StatementIndex {
  readonly element: HTMLElement;
  readonly #list = h("ul", {});
  #at = "";
  #shown = "";
  readonly #fold = h("details", { open: WIDE.matches }, h("summary", {}, "Index"), this.#list);

  constructor() {
    this.element = h("nav", { class: "index", "aria-label": "Statements" }, this.#fold);
    this.#list.addEventListener("click", ({ target }) => {
      if (target instanceof HTMLAnchorElement && !WIDE.matches) this.#fold.open = false;
    });
  }

  /** Marks what is looked at, and opens its paper. */
  look(at: string): void {
    this.#at = at;
    this.#shown = "";
    const key = at.split(".")[0] ?? "";
    const paper = this.#list.querySelector<HTMLDetailsElement>(`[data-key="${CSS.escape(key)}"]`);
    if (paper !== null) paper.open = true;
  }

  /** `values` are those of the link that the entries keep. */
  list(
    papers: readonly Listed[],
    reports: ReadonlyMap<string, Report>,
    values: Readonly<Record<string, string | undefined>>,
  ): void {
    const known = [...reports.values()].map(({ id, verdict }) => `${id} ${verdict}`);
    const now = JSON.stringify([
      papers.map(({ checks }) => checks.map(({ id }) => id)),
      known,
      values,
    ]);
    // What has the focus keeps it while nothing changes.
    if (now === this.#shown) return;
    this.#shown = now;
    const link = (at: string, text: string): HTMLElement =>
      h(
        "a",
        {
          href: writeLink("theorems", { ...values, at }),
          "aria-current": at === this.#at ? "true" : null,
        },
        text,
      );
    const entry = (paper: Paper, check: Check): HTMLElement => {
      const place = check.source.replace(`${paper.key}, `, "");
      const verdict = reports.get(check.id)?.verdict;
      const isFound = verdict === "verified" || verdict === "counterexample";
      return h(
        "li",
        {},
        link(check.id, place.charAt(0).toUpperCase() + place.slice(1)),
        isFound && h("span", { class: "verdict-dot", "data-verdict": verdict, title: verdict }),
        isFound && h("span", { class: "hidden-text" }, verdict),
      );
    };
    const open = new Set(
      [...this.#list.querySelectorAll<HTMLDetailsElement>("details[open]")].map(
        (one) => one.dataset["key"],
      ),
    );
    const isShort = papers.length === 1;
    show(
      this.#list,
      ...papers.map(({ paper, checks }) =>
        h(
          "li",
          {},
          h(
            "details",
            { "data-key": paper.key, open: isShort || open.has(paper.key) },
            h("summary", {}, paper.title, h("span", { class: "muted" }, ` ${checks.length}`)),
            h("ul", {}, ...checks.map((check) => entry(paper, check))),
          ),
        ),
      ),
    );
  }
}
