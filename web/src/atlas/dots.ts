/** The threads of all boards, one by one: what is known of each, in words and in a table's row. */
import type { AtlasRecord, Thread } from "../common/api.ts";
import { showWhole } from "../common/coordinates.ts";
import { showSlope } from "../explore/threads.ts";

/** How well a slope is known. */
export type Known = "proved" | "fitted" | "measured";

export const KNOWN: Readonly<Record<Known, string>> = {
  proved: "proved",
  fitted: "a number fits it",
  measured: "measured only",
};

/** A thread on its board. */
export interface Dot {
  readonly record: AtlasRecord;
  readonly thread: Thread;
  readonly known: Known;
}

/** A dot for each thread, by k, the flattest first. */
export function dotsOf(records: readonly AtlasRecord[], proved: ReadonlySet<number>): Dot[] {
  return records.flatMap((record) =>
    record.threads.map((thread) => ({
      record,
      thread,
      known: proved.has(record.k) ? "proved" : thread.exact !== null ? "fitted" : "measured",
    })),
  );
}

/** How many P-positions of a thread were counted, and in how many columns. */
export function counted({ parts }: Thread): { count: number; columns: number } {
  return {
    count: parts.reduce((sum, part) => sum + part.count, 0),
    columns: Math.max(0, ...parts.map((part) => part.columns)),
  };
}

/** What a dot stands for, in short sentences. */
export function sentencesOf({ thread, known }: Dot): string[] {
  const form = thread.exact?.value;
  const slope = {
    proved: `Slope ${form ?? showSlope(thread)}, proved.`,
    fitted: `Slope ${showSlope(thread)}, fits ${form}.`,
    measured: `Slope ${showSlope(thread)}, measured.`,
  }[known];
  const { count, columns } = counted(thread);
  const per = thread.per_column_exact ?? thread.per_column.toFixed(3);
  const manner =
    thread.period === null
      ? "No period seen"
      : `Period (${thread.period.dx}, ${thread.period.dy}) from column ` +
        showWhole(BigInt(thread.period.from));
  return [
    slope,
    `${per} palaces in a column: ${showWhole(BigInt(count))} in ` +
      `${showWhole(BigInt(columns))} columns.`,
    `${manner}${thread.drifting ? ", drifting" : ""}.`,
  ];
}

const HEADS = [
  "k",
  "columns",
  "slope",
  "slope_error",
  "known",
  "exact",
  "odds",
  "per_column",
  "per_column_exact",
  "palaces",
  "in_columns",
  "periodic",
  "dx",
  "dy",
  "from",
  "drifting",
  "parts",
];

/** The dots as CSV, a line for each. */
export function csvOf(dots: readonly Dot[]): string {
  const lines = dots.map(({ record, thread, known }) => {
    const { count, columns } = counted(thread);
    return [
      record.k,
      record.columns,
      thread.slope,
      thread.slope_error,
      known,
      thread.exact?.value,
      thread.exact?.odds,
      thread.per_column,
      thread.per_column_exact,
      count,
      columns,
      thread.periodic,
      thread.period?.dx,
      thread.period?.dy,
      thread.period?.from,
      thread.drifting,
      thread.parts.length,
    ]
      .map((value) => (value === null || value === undefined ? "" : quoted(String(value))))
      .join();
  });
  return [HEADS.join(), ...lines, ""].join("\n");
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
