/** One paper: its statements, folded until somebody looks, and a run of all of them. */
import { api, sentenceOf, type Check, type Job, type Paper, type Report } from "../common/api.ts";
import { h, show } from "../common/dom.ts";
import { askNow, isOver } from "../common/jobs.ts";
import { CheckCard, showRunning } from "./check.ts";

export class PaperSection {
  readonly element: HTMLElement;
  readonly paper: Paper;
  readonly #fold: HTMLButtonElement;
  readonly #run: HTMLButtonElement;
  readonly #tally = h("span", { class: "small muted" });
  readonly #progress = h("div", { class: "verdict paper-run" });
  readonly #checks: HTMLElement;
  readonly #cards = new Map<string, CheckCard>();
  #listed: readonly Check[] = [];
  #reports: ReadonlyMap<string, Report> = new Map();
  #jobs: readonly Job[] = [];

  constructor(paper: Paper) {
    this.paper = paper;
    const id = `paper-${paper.key}`;
    this.#fold = h(
      "button",
      {
        type: "button",
        class: "fold",
        "aria-expanded": "false",
        "aria-controls": `${id}-checks`,
        onclick: () => this.open(!this.isOpen),
      },
      paper.title,
    );
    this.#run = h(
      "button",
      {
        type: "button",
        class: "run-paper",
        "aria-label": `Run all ${paper.checks.length} checks of ${paper.key}`,
        onclick: () => void this.#begin(),
      },
      `Run all ${paper.checks.length}`,
    );
    this.#checks = h("div", { class: "checks", id: `${id}-checks`, hidden: true });
    this.element = h(
      "section",
      { class: "paper", id, "data-paper": paper.key },
      h(
        "header",
        { class: "paper-head" },
        h(
          "div",
          {},
          h("h2", {}, this.#fold),
          h("p", { class: "muted" }, `${paper.authors} · ${paper.key} · `, this.#tally),
        ),
        this.#run,
      ),
      this.#progress,
      this.#checks,
    );
  }

  get isOpen(): boolean {
    return !this.#checks.hidden;
  }

  /** Cards are made when they are first seen, and kept, with the bounds that were typed. */
  open(open: boolean): void {
    this.#fold.setAttribute("aria-expanded", String(open));
    this.#checks.hidden = !open;
    if (!open) return;
    show(this.#checks, ...this.#listed.map((check) => this.#card(check).element));
    this.update(this.#reports, this.#jobs);
  }

  /** Lists some of its statements. */
  list(checks: readonly Check[], open: boolean): void {
    this.#listed = checks;
    this.open(open);
  }

  /** Shows the last reports, and the newest jobs. */
  update(reports: ReadonlyMap<string, Report>, jobs: readonly Job[]): void {
    this.#reports = reports;
    this.#jobs = jobs;
    for (const [id, card] of this.#cards)
      card.update(reports.get(id) ?? null, jobs.find(({ subject }) => subject === id) ?? null);
    this.#tally.textContent = tally(this.paper, reports);
    const job = jobs.find(({ subject }) => subject === this.paper.key) ?? null;
    const isRunning = job !== null && !isOver(job);
    this.#run.disabled = isRunning;
    if (isRunning) showRunning(this.#progress, job, `Progress of ${this.paper.key}`);
    else if (job?.state === "cancelled")
      show(
        this.#progress,
        h("p", { class: "small muted" }, `Stopped after ${job.done} of ${job.total}.`),
      );
    else
      show(
        this.#progress,
        job?.state === "failed" && h("p", { class: "note warn" }, job.error ?? ""),
      );
  }

  async #begin(): Promise<void> {
    this.#run.disabled = true;
    try {
      await api.runCheck(this.paper.key, null);
      askNow();
    } catch (error) {
      this.#run.disabled = false;
      show(this.#progress, h("p", { class: "note warn" }, sentenceOf(error)));
    }
  }

  #card(check: Check): CheckCard {
    const card = this.#cards.get(check.id) ?? new CheckCard(check);
    this.#cards.set(check.id, card);
    return card;
  }
}

/** How many statements there are, and what is known of them. */
function tally({ checks }: Paper, reports: ReadonlyMap<string, Report>): string {
  const found = checks.flatMap(({ id }) => reports.get(id) ?? []);
  const count = (verdict: string): number => found.filter((one) => one.verdict === verdict).length;
  const parts = [
    `${checks.length} statements`,
    count("verified") > 0 && `${count("verified")} verified`,
    count("counterexample") > 0 && `${count("counterexample")} with a counterexample`,
  ];
  return parts.filter(Boolean).join(", ");
}
