/**
 * All that is recorded of the threads of one W^k, as a table with sentences about the numbers that
 * fit.
 */
import type { AtlasRecord, Period, Thickness, Thread } from "../common/api.ts";
import { showWhole } from "../common/coordinates.ts";
import { h } from "../common/dom.ts";
import { showSlope } from "../explore/threads.ts";
import { counted } from "./dots.ts";

const COLUMNS = [
  "Slope",
  "Fits",
  "P counted",
  "P in a column",
  "in a row",
  "on a diagonal",
  "Period",
  "Alone from column",
];

export function threadTable(record: AtlasRecord): HTMLElement {
  const rows = record.threads.map((thread) => {
    const { vertical, horizontal, diagonal } = thread.thickness;
    const cells = [
      `${showSlope(thread)} ± ${small(thread.slope_error)}`,
      thread.exact?.value ?? "–",
      showWhole(BigInt(counted(thread).count)),
      range(vertical),
      range(horizontal),
      range(diagonal),
      periodOf(thread.period, thread.drifting),
      thread.parts.map((part) => showWhole(BigInt(part.born))).join(", "),
    ];
    return h("tr", {}, ...cells.map((text) => h("td", { class: "one-line" }, text)));
  });
  return h(
    "div",
    { class: "stack" },
    h(
      "div",
      {
        class: "scroll",
        tabindex: 0,
        role: "region",
        "aria-label": `The threads of W^${record.k}`,
      },
      h(
        "table",
        { class: "small" },
        h("thead", {}, h("tr", {}, ...COLUMNS.map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {}, ...rows),
      ),
    ),
    h(
      "ul",
      { class: "odds small muted" },
      ...record.threads
        .filter((thread) => thread.exact !== null)
        .map((thread) => h("li", {}, evidence(thread))),
    ),
  );
}

/** How well a number fits, and how well one so simple would by chance. */
function evidence({ exact, period }: Thread): string {
  if (exact === null) return "";
  const agree = exact.digits === 1 ? "decimal agrees" : "decimals agree";
  const odds = showWhole(BigInt(exact.odds));
  const seen = period === null ? "" : ", and the period seen has this slope";
  return (
    `${exact.value}: ${exact.digits} ${agree}; ` +
    `as simple a number would fit as well by chance in one case of ${odds}${seen}. ` +
    "Evidence, not a proof."
  );
}

function range(thickness: Thickness | null): string {
  if (thickness === null) return "–";
  return thickness.min === thickness.max
    ? String(thickness.min)
    : `${thickness.min} to ${thickness.max}`;
}

function periodOf(period: Period | null, drifting: boolean): string {
  if (period === null) return drifting ? "none, drifting" : "none seen";
  const from = showWhole(BigInt(period.from));
  return `(${period.dx}, ${period.dy}) from column ${from}${drifting ? ", drifting" : ""}`;
}

/** `4·10⁻⁶`. */
function small(value: number): string {
  const [digits = "0", power = "0"] = value.toExponential(0).split("e");
  const raised = [...String(Number(power))].map((sign) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(sign)] ?? "⁻");
  return `${digits}·10${raised.join("")}`;
}
