/**
 * A table as a Parquet file: one group of rows, a page for each column, as plain as the format
 * allows. What its head and foot say is written in Thrift's compact form.
 */
import type { Sheet, Value } from "./dots.ts";

/** What stands for a kind of values: the format's type, and the note that bytes are a text. */
const TYPES = { truth: [0], whole: [2], decimal: [5], text: [6, 0] } as const;

const MAGIC = [...new TextEncoder().encode("PAR1")];
const OPTIONAL = 1;
const PLAIN = 0;
const RLE = 3;

/** Thrift's names of what a field is. */
const I32 = 5;
const I64 = 6;
const BINARY = 8;
const LIST = 9;
const STRUCT = 12;

/** A value of Thrift: its kind, and its bytes. */
type Thrift = readonly [kind: number, bytes: readonly number[]];

export function parquetOf({ columns, rows }: Sheet): Uint8Array<ArrayBuffer> {
  const file: number[] = [...MAGIC];
  const chunks = columns.map(([name, kind], index): Thrift => {
    const values = rows.map((row) => row[index] ?? null);
    const body = [...presence(values), ...plain(values)];
    const head = struct([
      [1, i32(0)],
      [2, i32(body.length)],
      [3, i32(body.length)],
      [
        5,
        struct([
          [1, i32(rows.length)],
          [2, i32(PLAIN)],
          [3, i32(RLE)],
          [4, i32(RLE)],
        ]),
      ],
    ])[1];
    const at = file.length;
    const size = head.length + body.length;
    for (const byte of [...head, ...body]) file.push(byte);
    const facts = struct([
      [1, i32(TYPES[kind][0])],
      [2, list(I32, [i32(PLAIN), i32(RLE)])],
      [3, list(BINARY, [binary(name)])],
      [4, i32(0)],
      [5, i64(rows.length)],
      [6, i64(size)],
      [7, i64(size)],
      [9, i64(at)],
    ]);
    return struct([
      [2, i64(at)],
      [3, facts],
    ]);
  });
  const size = file.length - MAGIC.length;
  const root = struct([
    [4, binary("threads")],
    [5, i32(columns.length)],
  ]);
  const schema = columns.map(([name, kind]): Thrift => {
    const [type, note] = TYPES[kind] as readonly [number, number?];
    return struct([
      [1, i32(type)],
      [3, i32(OPTIONAL)],
      [4, binary(name)],
      ...(note === undefined ? [] : [[6, i32(note)] as const]),
    ]);
  });
  const group = struct([
    [1, list(STRUCT, chunks)],
    [2, i64(size)],
    [3, i64(rows.length)],
  ]);
  const [, foot] = struct([
    [1, i32(1)],
    [2, list(STRUCT, [root, ...schema])],
    [3, i64(rows.length)],
    [4, list(STRUCT, [group])],
    [6, binary("wythoff")],
  ]);
  return Uint8Array.from([...file, ...foot, ...little32(foot.length), ...MAGIC]);
}

/** Which values are there: bits, eight of them a byte, after their length and their number. */
function presence(values: readonly Value[]): number[] {
  const bits = bytesOfBits(values.map((value) => value !== null));
  const runs = [...varint(BigInt(bits.length) * 2n + 1n), ...bits];
  return [...little32(runs.length), ...runs];
}

/** The values that are there. */
function plain(values: readonly Value[]): number[] {
  const known = values.filter((value) => value !== null);
  if (known.every((value) => typeof value === "boolean")) return bytesOfBits(known);
  return known.flatMap((value) => {
    if (typeof value === "string") {
      const bytes = new TextEncoder().encode(value);
      return [...little32(bytes.length), ...bytes];
    }
    const view = new DataView(new ArrayBuffer(8));
    if (typeof value === "bigint") view.setBigInt64(0, value, true);
    else view.setFloat64(0, Number(value), true);
    return [...new Uint8Array(view.buffer)];
  });
}

/** The first one is the lowest bit. */
function bytesOfBits(bits: readonly boolean[]): number[] {
  const bytes = new Array<number>(Math.ceil(bits.length / 8)).fill(0);
  bits.forEach((bit, index) => (bytes[index >> 3]! |= bit ? 1 << (index & 7) : 0));
  return bytes;
}

function little32(value: number): number[] {
  return [0, 8, 16, 24].map((shift) => (value >>> shift) & 255);
}

/** Seven bits a byte; the highest says that there are more. */
function varint(value: bigint): number[] {
  const bytes: number[] = [];
  for (; value >= 128n; value >>= 7n) bytes.push(Number(value & 127n) | 128);
  return [...bytes, Number(value)];
}

/** None of what is written here is below 0: the sign is the lowest bit. */
const i32 = (value: number): Thrift => [I32, varint(BigInt(value) * 2n)];
const i64 = (value: number): Thrift => [I64, varint(BigInt(value) * 2n)];

function binary(text: string): Thrift {
  const bytes = new TextEncoder().encode(text);
  return [BINARY, [...varint(BigInt(bytes.length)), ...bytes]];
}

function list(kind: number, items: readonly Thrift[]): Thrift {
  const { length } = items;
  const head = length < 15 ? [(length << 4) | kind] : [0xf0 | kind, ...varint(BigInt(length))];
  return [LIST, [...head, ...items.flatMap(([, bytes]) => bytes)]];
}

/** Fields by their numbers, which grow: each is written as its distance from the one before. */
function struct(fields: readonly (readonly [number: number, value: Thrift])[]): Thrift {
  let last = 0;
  const bytes = fields.flatMap(([number, [kind, value]]) => {
    const head = ((number - last) << 4) | kind;
    last = number;
    return [head, ...value];
  });
  return [STRUCT, [...bytes, 0]];
}
