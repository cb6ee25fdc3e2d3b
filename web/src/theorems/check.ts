/** One check: its statement, what is known of it, and a run with a bound of one's own. */
import { api, sentenceOf, type Check, type Job, type Report } from "../common/api.ts";
import { h, show } from "../common/dom.ts";
import { follow } from "../common/jobs.ts";
import { announce } from "../common/page.ts";
import { typeset } from "./typeset.ts";

const MOST_BOUND = 1_000_000;

export function checkCard(check: Check): HTMLElement {
  const id = `check-${check.id}`;
  const verdict = h("div", { class: "verdict", "aria-live": "polite" });
  const bound = h("input", {
    type: "number",
    min: 1,
    max: MOST_BOUND,
    value: check.bound,
    "aria-label": `Bound for ${check.id}`,
    class: "bound",
  });
  const run = h("button", { type: "button", class: "run" }, "Run");
  run.addEventListener(
    "click",
    () => void runCheck(check, check.bound === 0 ? null : Number(bound.value), run, verdict),
  );
  showReport(verdict, check.report);
  return h(
    "article",
    { class: "check-card", id, "data-id": check.id },
    h("div", { class: "check-head" }, h("h3", {}, check.source), expectation(check)),
    h("p", { class: "claim" }, typeset(check.statement)),
    h(
      "div",
      { class: "check-foot" },
      h(
        "div",
        { class: "row nowrap" },
        check.bound > 0 && h("span", { class: "small muted" }, "up to"),
        check.bound > 0 && bound,
        run,
      ),
      verdict,
    ),
    h("p", { class: "small muted mono check-id" }, check.id),
  );
}

function expectation(check: Check): HTMLElement {
  if (check.expected === "fails") return h("span", { class: "tag bad" }, "misprint");
  if (check.expected === "open") return h("span", { class: "tag warn" }, "open question");
  return h("span", { class: "tag" }, "stated");
}

async function runCheck(
  check: Check,
  bound: number | null,
  run: HTMLButtonElement,
  verdict: HTMLElement,
): Promise<void> {
  run.disabled = true;
  show(verdict, h("p", { class: "small muted" }, "The search begins …"));
  try {
    const { job } = await api.runCheck(check.id, bound);
    const bar = h("progress", { max: 1, "aria-label": `Progress of ${check.id}` });
    const words = h("p", { class: "small muted" }, "Searching for a counterexample …");
    const stop = h(
      "button",
      { type: "button", onclick: () => void api.cancel(job.id).catch(() => undefined) },
      "Stop",
    );
    show(verdict, h("div", { class: "row" }, words, stop), bar);
    follow(job.id, (now, ended) => {
      if (now.total > 0) bar.value = now.done / now.total;
      if (now.detail !== "") words.textContent = now.detail;
      if (ended) finish(check, now, run, verdict);
    });
  } catch (error) {
    run.disabled = false;
    show(verdict, h("p", { class: "note warn" }, sentenceOf(error)));
  }
}

function finish(check: Check, job: Job, run: HTMLButtonElement, verdict: HTMLElement): void {
  run.disabled = false;
  if (job.state === "done") {
    // An id may be the beginning of others; then they were all run.
    const report = ([job.result].flat() as Report[]).find((one) => one.id === check.id) ?? null;
    check.report = report;
    showReport(verdict, report);
    announce(`${check.id}: ${report?.verdict ?? "no report"}`);
  } else
    show(
      verdict,
      h(
        "p",
        { class: "note warn" },
        job.state === "cancelled" ? "Stopped." : (job.error ?? "The search did not end."),
      ),
    );
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
      `${searched} ${report.range || "the whole statement"}`,
      h(
        "span",
        { class: "muted small" },
        typeof report.seconds === "number"
          ? `, in ${report.seconds < 0.01 ? "less than 0.01" : report.seconds.toFixed(2)} s`
          : "",
      ),
    ),
    report.detail !== "" && h("p", { class: "small" }, typeset(report.detail)),
    report.unexpected &&
      h(
        "p",
        { class: "note bad" },
        "This is not what the papers, as corrected, lead us to expect.",
      ),
  );
  element.dataset["verdict"] = report.verdict;
}
