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

/** What stands in a column of a table. */
export type Kind = "whole" | "decimal" | "text" | "truth";
/** A whole number is a bigint, a decimal a number; null: it is not known. */
export type Value = bigint | number | string | boolean | null;

/** A table. */
export interface Sheet {
  readonly columns: readonly (readonly [name: string, kind: Kind])[];
  readonly rows: readonly (readonly Value[])[];
}

/** The dots as a table, a row for each. */
export function sheetOf(dots: readonly Dot[]): Sheet {
  const whole = (value: number | undefined): bigint | null =>
    value === undefined ? null : BigInt(value);
  return {
    columns: [
      ["k", "whole"],
      ["columns", "whole"],
      ["slope", "decimal"],
      ["slope_error", "decimal"],
      ["known", "text"],
      ["exact", "text"],
      ["odds", "decimal"],
      ["per_column", "decimal"],
      ["per_column_exact", "text"],
      ["palaces", "whole"],
      ["in_columns", "whole"],
      ["periodic", "truth"],
      ["dx", "whole"],
      ["dy", "whole"],
      ["from", "whole"],
      ["drifting", "truth"],
      ["parts", "whole"],
    ],
    rows: dots.map((dot) => {
      const { record, thread, known } = dot;
      const { exact, period } = thread;
      const { count, columns } = counted(thread);
      return [
        BigInt(record.k),
        BigInt(record.columns),
        thread.slope,
        thread.slope_error,
        known,
        exact?.value ?? null,
        exact?.odds ?? null,
        thread.per_column,
        thread.per_column_exact,
        BigInt(count),
        BigInt(columns),
        thread.periodic,
        whole(period?.dx),
        whole(period?.dy),
        whole(period?.from),
        thread.drifting,
        BigInt(thread.parts.length),
      ];
    }),
  };
}

/** A table as CSV, a line for each row. */
export function csvOf({ columns, rows }: Sheet): string {
  const line = (row: readonly Value[]): string =>
    row.map((value) => (value === null ? "" : quoted(String(value)))).join();
  return [columns.map(([name]) => name).join(), ...rows.map(line), ""].join("\n");
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
