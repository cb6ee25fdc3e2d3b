/** Theorems: every statement of the papers, and what a search for a counterexample says. */
import { api, sentenceOf, type Check, type Job, type Report } from "../common/api.ts";
import { h, show } from "../common/dom.ts";
import { isOver, watchJobs } from "../common/jobs.ts";
import { setLink, stateOf, type Open } from "../common/page.ts";
import { segments } from "../common/segments.ts";
import { Errata } from "./errata.ts";
import { StatementIndex, type Listed } from "./index.ts";
import { PaperSection } from "./paper.ts";

type Tab = "all" | "fails" | "open" | "errata";

/** So few statements are not folded away. */
const FEW = 24;

export const openTheorems: Open = (main, values) => {
  const page = new TheoremsPage(main, values);
  return {
    title: "Theorems",
    update: (now) => page.go(now),
    leave: () => page.close(),
  };
};

class TheoremsPage {
  readonly #body = h("div", { class: "stack" });
  readonly #find = h("input", {
    type: "search",
    id: "find",
    placeholder: "Wythoff, Beatty, Lar11.Prop1.2 …",
  });
  readonly #count = h("p", { class: "small muted", role: "status" });
  readonly #tabs = segments<Tab>(
    "What is listed",
    [
      ["all", "All statements"],
      ["fails", "Misprints"],
      ["open", "Open questions"],
      ["errata", "Errata with boards"],
    ],
    "all",
    (tab) => {
      this.#tab = tab;
      this.#at = "";
      this.#list();
    },
  );
  readonly #index = new StatementIndex();
  readonly #papers = h("div", { class: "stack papers" });
  #sections: readonly PaperSection[] = [];
  #listed: readonly Listed[] = [];
  #reports = new Map<string, Report>();
  #jobs: readonly Job[] = [];
  /** How far the searches were when the reports were read. */
  #searched = "";
  readonly #stop: () => void;
  #errata: Errata | null = null;
  #tab: Tab = "all";
  /** The paper or the statement that is looked at. */
  #at = "";

  constructor(main: HTMLElement, values: ReadonlyMap<string, string>) {
    this.#find.addEventListener("input", () => {
      this.#at = "";
      this.#list();
    });
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
          this.#tabs.element,
          h("div", { class: "field grow" }, h("label", { for: "find" }, "Find"), this.#find),
        ),
        this.#count,
        this.#body,
      ),
    );
    show(this.#body, stateOf("One moment", "The statements are being read."));
    void this.#load(values);
    this.#stop = watchJobs((jobs) => this.#hear(jobs));
  }

  close(): void {
    this.#stop();
    this.#errata?.close();
  }

  /** Shows what a link says. */
  go(values: ReadonlyMap<string, string>): void {
    const wanted = values.get("show");
    this.#tab = wanted === "fails" || wanted === "open" || wanted === "errata" ? wanted : "all";
    this.#find.value = values.get("find") ?? "";
    this.#at = values.get("at") ?? "";
    this.#list();
  }

  async #load(values: ReadonlyMap<string, string>): Promise<void> {
    try {
      await this.#read();
      this.go(values);
    } catch (error) {
      show(this.#body, stateOf("The statements are not there", sentenceOf(error)));
    }
  }

  /** Reads the statements, with the last report of each. */
  async #read(): Promise<void> {
    const { papers } = await api.theorems();
    if (this.#sections.length === 0)
      this.#sections = papers.map((paper) => new PaperSection(paper));
    const reports = papers.flatMap(({ checks }) => checks.flatMap(({ report }) => report ?? []));
    this.#reports = new Map(reports.map((report) => [report.id, report]));
  }

  /** Shows how the searches go on; where one has ended, its report is read first. */
  #hear(jobs: readonly Job[]): void {
    const checks = jobs.filter((job) => job.kind !== "grow");
    const searched = checks.map((job) => `${job.id} ${job.done} ${isOver(job)}`).join();
    const isOld = searched !== this.#searched;
    this.#searched = searched;
    const hear = (): void => {
      this.#jobs = checks;
      this.#update();
    };
    if (isOld) void this.#read().then(hear, () => undefined);
    else hear();
  }

  #update(): void {
    for (const section of this.#sections) section.update(this.#reports, this.#jobs);
    this.#index.list(this.#listed, this.#reports, this.#kept());
  }

  /** The values of a link to what is listed. */
  #kept(): Readonly<Record<string, string | undefined>> {
    const show = this.#tab === "all" ? undefined : this.#tab;
    return { show, find: this.#find.value.trim() };
  }

  #list(): void {
    this.#tabs.set(this.#tab);
    const find = this.#find.value.trim().toLowerCase();
    setLink("theorems", { ...this.#kept(), at: this.#at });
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
    this.#listed = this.#sections
      .map(({ paper }) => ({ paper, checks: paper.checks.filter(match) }))
      .filter(({ checks }) => checks.length > 0);
    const shown = this.#listed.reduce((sum, { checks }) => sum + checks.length, 0);
    this.#count.textContent = `${shown} ${shown === 1 ? "statement" : "statements"}`;
    if (shown === 0) {
      show(this.#body, stateOf("Nothing found", "No statement has these words."));
      return;
    }
    for (const { paper, checks } of this.#listed) {
      const section = this.#sectionOf(paper.key);
      section?.list(checks, shown <= FEW || section.isOpen || this.#isAt(paper.key));
    }
    const sections = this.#listed.flatMap(({ paper }) => this.#sectionOf(paper.key)?.element ?? []);
    show(this.#papers, ...sections);
    show(this.#body, h("div", { class: "indexed" }, this.#index.element, this.#papers));
    this.#update();
    this.#index.look(this.#at);
    this.#update();
    this.#goTo();
  }

  #sectionOf(key: string): PaperSection | undefined {
    return this.#sections.find(({ paper }) => paper.key === key);
  }

  #isAt(key: string): boolean {
    return this.#at === key || this.#at.startsWith(`${key}.`);
  }

  /** Scrolls to what is looked at. */
  #goTo(): void {
    if (this.#at === "") return;
    const find = (id: string): HTMLElement | null => document.getElementById(id);
    const target = find(`check-${this.#at}`) ?? find(`paper-${this.#at}`);
    if (target === null) return;
    this.#papers.querySelector(".looked-at")?.classList.remove("looked-at");
    target.classList.add("looked-at");
    // Cards above take their true height when they are first seen.
    target.scrollIntoView({ block: "start" });
    requestAnimationFrame(() => target.scrollIntoView({ block: "start" }));
  }
}
