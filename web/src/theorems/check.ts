/** One check: its statement, what is known of it, and a run with a bound of one's own. */
import { api, sentenceOf, type Check, type Job, type Report } from "../common/api.ts";
import { h, show } from "../common/dom.ts";
import { askNow, cancel, isOver } from "../common/jobs.ts";
import { announce } from "../common/page.ts";
import { progressOf } from "../jobs/drawer.ts";
import { cellLink, typeset } from "./typeset.ts";

const MOST_BOUND = 1_000_000;

/** A card shows what the server knows: it can be left, and made anew from the same. */
export class CheckCard {
  readonly element: HTMLElement;
  readonly #id: string;
  readonly #verdict = h("div", { class: "verdict", "aria-live": "polite" });
  readonly #run = h("button", { type: "button", class: "run" }, "Run");
  #shown = "";

  constructor(check: Check) {
    this.#id = check.id;
    const bound = h("input", {
      type: "number",
      min: 1,
      max: MOST_BOUND,
      value: check.bound,
      "aria-label": `Bound for ${check.id}`,
      class: "bound",
    });
    this.#run.addEventListener("click", () => {
      this.#run.disabled = true;
      void this.#begin(check.bound === 0 ? null : Number(bound.value));
    });
    this.element = h(
      "article",
      { class: "check-card", id: `check-${check.id}`, "data-id": check.id },
      h("div", { class: "check-head" }, h("h3", {}, check.source), expectation(check)),
      h("p", { class: "claim" }, typeset(check.tex)),
      h(
        "div",
        { class: "check-foot" },
        h(
          "div",
          { class: "row nowrap" },
          check.bound > 0 && h("span", { class: "small muted" }, "up to"),
          check.bound > 0 && bound,
          this.#run,
        ),
        this.#verdict,
      ),
      h("p", { class: "small muted mono check-id" }, check.id),
      check.formal.length > 0 &&
        h(
          "p",
          { class: "small muted" },
          "Checked by Coq: ",
          h("code", {}, check.formal.join(", ")),
        ),
    );
    showReport(this.#verdict, check.report);
  }

  /** Shows the last report, or the newest job of this check where there is more to say of it. */
  update(report: Report | null, job: Job | null): void {
    const now = JSON.stringify([report, job]);
    if (now === this.#shown) return;
    const isFirst = this.#shown === "";
    this.#shown = now;
    this.#run.disabled = job !== null && !isOver(job);
    if (job === null || job.state === "done") {
      showReport(this.#verdict, report);
      if (!isFirst && report !== null) announce(`${this.#id}: ${report.verdict}`);
    } else if (isOver(job)) showStopped(this.#verdict, job);
    else showRunning(this.#verdict, job, `Progress of ${this.#id}`);
  }

  async #begin(bound: number | null): Promise<void> {
    try {
      await api.runCheck(this.#id, bound);
      askNow();
    } catch (error) {
      this.#run.disabled = false;
      show(this.#verdict, h("p", { class: "note warn" }, sentenceOf(error)));
    }
  }
}

function expectation(check: Check): HTMLElement {
  if (check.expected === "fails") return h("span", { class: "tag bad" }, "misprint");
  if (check.expected === "open") return h("span", { class: "tag warn" }, "open question");
  return h("span", { class: "tag" }, "stated");
}

/** A job that waits or is at work, with a button that stops it. */
export function showRunning(element: HTMLElement, job: Job, label: string): void {
  // The button keeps the focus while the progress changes.
  const stop =
    element.querySelector<HTMLButtonElement>(`button[data-stop="${job.id}"]`) ??
    h(
      "button",
      { type: "button", "data-stop": job.id, onclick: () => void cancel(job.id) },
      "Stop",
    );
  const at = job.total > 1 ? ` ${job.done} of ${job.total}: ${job.detail}` : "";
  const words =
    job.state === "queued"
      ? "Waits for a core …"
      : `Searching for ${job.total > 1 ? "counterexamples," : "a counterexample …"}${at}`;
  const bar = progressOf(job, label);
  if (stop.parentElement === null)
    show(element, h("div", { class: "row split" }, h("p", { class: "small muted" }), stop), bar);
  else element.querySelector("progress")?.replaceWith(bar);
  stop.previousElementSibling?.replaceChildren(words);
}

function showStopped(element: HTMLElement, job: Job): void {
  const words = job.state === "cancelled" ? "Stopped." : (job.error ?? "The search did not end.");
  show(element, h("p", { class: "note warn" }, words));
}

export function showReport(element: HTMLElement, report: Report | null): void {
  if (report === null) {
    show(element, h("p", { class: "small muted" }, "Not run yet in this session."));
    return;
  }
  const kinds: Record<string, [string, string]> = {
    verified: ["good", "Verified"],
    counterexample: ["bad", "Counterexample"],
    "not-run": ["warn", "Not run"],
  };
  const [kind, word] = kinds[report.verdict] ?? ["", report.verdict];
  const searched = report.verdict === "counterexample" ? ", searched" : " for";
  show(
    element,
    h(
      "p",
      {},
      h("span", { class: `tag ${kind}` }, word),
      `${searched} `,
      report.range === "" ? "the whole statement" : typeset(report.range_tex),
      h(
        "span",
        { class: "muted small" },
        typeof report.seconds === "number"
          ? `, in ${report.seconds < 0.01 ? "less than 0.01" : report.seconds.toFixed(2)} s`
          : "",
      ),
    ),
    report.detail !== "" && h("p", { class: "small" }, typeset(report.detail_tex)),
    report.board?.cells[0] !== undefined &&
      h(
        "p",
        { class: "small" },
        h(
          "a",
          { class: "on-board", href: cellLink(report.board.game, report.board.cells[0].join()) },
          "See it on the board",
        ),
      ),
    report.unexpected &&
      h(
        "p",
        { class: "note bad" },
        "This is not what the papers, as corrected, lead us to expect.",
      ),
  );
  element.dataset["verdict"] = report.verdict;
}
