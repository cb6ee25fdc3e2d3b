/**
 * A table of threads as CSV and as Parquet. The two files in tests/golden say the same: the
 * program's tests read them with the library `parquet` (crates/cli/tests/program/parquet.rs).
 */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { built } from "./built.mjs";

const { csvOf, dotsOf, sheetOf } = await built("atlas/dots");
const { parquetOf } = await built("atlas/parquet");

const thread = (slope, more) => ({
  slope,
  slope_error: 1e-6,
  exact: null,
  per_column: 0.5,
  per_column_exact: null,
  period: null,
  periodic: false,
  drifting: false,
  parts: [{ count: 5, columns: 20 }],
  ...more,
});

/** Two boards of three threads, then so many that one byte does not tell how long a column is. */
const records = [
  {
    k: 1,
    columns: 2 ** 40,
    threads: [
      thread((1 + Math.sqrt(5)) / 2, {
        exact: { value: "(1 + √5)/2", odds: 1e-12 },
        per_column_exact: "1",
        parts: [
          { count: 2 ** 33, columns: 2 ** 40 },
          { count: 1, columns: 7 },
        ],
      }),
    ],
  },
  {
    k: 14,
    columns: 1_000_000,
    threads: [
      thread(2.5, { period: { dx: 34, dy: 85, from: 0 }, periodic: true }),
      thread(2.0625, { drifting: true }),
    ],
  },
  ...Array.from({ length: 510 }, (_, index) => ({
    k: 100 + index,
    columns: 1000,
    threads: [thread(2 + index / 1024, index % 3 === 0 ? { per_column_exact: "7/3" } : {})],
  })),
];
const sheet = sheetOf(dotsOf(records, new Set([1])));

for (const [name, bytes] of [
  ["threads.csv", Buffer.from(csvOf(sheet))],
  ["threads.parquet", Buffer.from(parquetOf(sheet))],
])
  test(`a table is written as ${name} has it (BLESS=1 writes it anew)`, () => {
    const file = new URL(`../golden/${name}`, import.meta.url);
    if (process.env.BLESS) writeFileSync(file, bytes);
    assert.ok(bytes.equals(readFileSync(file)));
  });

test("a row tells the counts of all parts, and what is not known is left out", () => {
  const [head, first, , third] = csvOf(sheet).split("\n");
  const cells = (line) =>
    Object.fromEntries(line.split(",").map((cell, i) => [head.split(",")[i], cell]));
  const { k, palaces, in_columns, known, dx, parts } = cells(first);
  assert.deepEqual(
    [k, palaces, in_columns, known, dx, parts],
    ["1", String(2 ** 33 + 1), String(2 ** 40), "proved", "", "2"],
  );
  assert.deepEqual([cells(third).exact, cells(third).drifting], ["", "true"]);
});

test("a cell with a comma or a quote is quoted", () =>
  assert.equal(csvOf({ columns: [["a,b", "text"]], rows: [['1"2']] }), 'a,b\n"1""2"\n'));
