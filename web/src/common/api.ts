/** The server's interface, as `openapi.json` describes it. One function per question; every refusal is a `Refusal`. */
import type { JsonCell, JsonNumber } from "./coordinates.ts";

/** What the server said no to, in its words. */
export class Refusal extends Error {
  readonly code: string;
  readonly limit: string | null;

  constructor(code: string, message: string, limit: string | null = null) {
    super(message);
    this.code = code;
    this.limit = limit;
  }
}

/** A sentence for people about anything that went wrong. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  return "The laboratory does not answer. Is the program still running?";
}

export interface Job {
  id: string;
  kind: string;
  title: string;
  state: "queued" | "running" | "done" | "failed" | "cancelled" | "parked";
  done: number;
  total: number;
  detail: string;
  result: unknown;
  error: string | null;
}

export interface Status {
  version: string;
  default_game: string;
  limits: Record<string, number>;
}

/** How tiles are answered beyond the corner, at coordinates of any length. */
export interface Endless {
  levels: number;
  values: string[];
  by: "formula" | "certificate";
  proof: string | null;
}

export interface Board {
  game: string;
  /** Kept on disk as it grows, computed at once, or known as a whole by a certificate. */
  kind: "stored" | "computed" | "proved";
  rules: string;
  symmetric: boolean;
  k: number | null;
  values: string[];
  palettes: string[];
  tile: number;
  levels: number;
  ready: number;
  target: number;
  most: number;
  endless: Endless | null;
  hole: number[] | null;
  job: string | null;
  progress: { done: number; total: number };
}

export interface CellFacts {
  position: JsonCell;
  exists: boolean;
  outcome: "P" | "N" | null;
  palace_number: number | null;
  deviation: number | null;
  counts: { column: number; row: number; diagonal: number } | null;
  method: string;
}

export interface WinningMove {
  to: JsonCell;
  block: JsonCell[] | null;
}

export interface Rays {
  position: JsonCell;
  outcome: "P" | "N";
  why: string;
  lines: { name: "column" | "row" | "diagonal" | "options"; towards: JsonCell | null; count: number; palaces: JsonCell[] }[];
  palaces_left_out: number;
  winning_moves: WinningMove[];
  winning_moves_left_out: number;
  must_block: JsonCell[] | null;
  method: string;
}

export interface OutcomeWindow {
  at: JsonCell;
  width: number;
  height: number;
  rows: (string | (number | null)[])[];
}

export interface Comparison {
  compared: number;
  differ: number;
  only_a: number;
  only_b: number;
  first: JsonCell | null;
}

export type Action = { move: JsonCell } | { block: JsonCell[] } | { propose: JsonCell[] } | { choose: number };
export type Side = "first" | "second";

export interface MatchRequest {
  game: string;
  start: JsonCell;
  actions: Action[];
}

export interface Option {
  to: JsonCell;
  legal: boolean;
  blockable: boolean;
  kind: "plain" | "imitation" | "forbidden" | null;
}

export interface State {
  game: string;
  position: JsonCell;
  phase: "choose" | "block" | "propose" | "move" | "over";
  actor: Side | null;
  mover: Side;
  winner: Side | null;
  blocked: JsonCell[];
  proposed: JsonCell[];
  history: JsonCell[];
  options: Option[];
  block: { most: number; class: string } | null;
  propose: { needs: string } | null;
  choose: number[] | null;
  imitation: { m: number; p: number; own_credit: number; opponent_credit: number; last: { heap: "x" | "y"; taken: JsonNumber; armed: boolean } | null } | null;
}

export interface Advice {
  action: Action;
  wins: boolean;
  moves_left: number;
  why: string;
}

export interface OptionValue {
  to?: JsonCell;
  l?: number;
  outcome: "P" | "N";
  wins: boolean;
  moves_left: number;
}

export interface Values {
  position: { outcome: "P" | "N"; moves_left: number } | null;
  why: string;
  options: OptionValue[];
}

export interface Parameter {
  name: string;
  range: string;
  min: number;
  max: number;
  default: number | string | null;
  limit: { below: string } | { at_most: string } | null;
}

export interface Family {
  family: string;
  pattern: string;
  parameters: Parameter[];
  papers: string[];
  example: string;
  rules: string;
  engines: string[];
  formula: string;
}

export interface Catalogue {
  families: Family[];
  custom: { example: string; help: string };
}

export interface GameFacts {
  game: string;
  family: string | null;
  values: Record<string, number> | null;
  rules: string;
  symmetric: boolean;
  engines: string[];
  formula: boolean;
  memory: boolean;
  twist: "none" | "block" | "comply" | "imitation" | "choice";
  dual: string | null;
  k: number | null;
}

export interface Table {
  game: string;
  columns: string[];
  rows: JsonNumber[][];
}

export interface Report {
  id: string;
  source: string;
  statement: string;
  expected: string;
  verdict: "verified" | "counterexample" | "not-run";
  range: string;
  detail: string;
  unexpected: boolean;
  finding: string;
  bound: number;
  seconds: number;
}

export interface Check {
  id: string;
  source: string;
  statement: string;
  expected: "holds" | "fails" | "open";
  corrected?: string;
  bound: number;
  report: Report | null;
}

export interface Paper {
  key: string;
  authors: string;
  title: string;
  checks: Check[];
}

export interface Erratum {
  paper: string;
  source: string;
  printed: { id: string; statement: string };
  corrected: { id: string; statement: string } | null;
  report: Report | null;
  corrected_report: Report | null;
  board: { game: string; cells: JsonCell[] } | null;
}

/** Where the regions of CLN15 meet and end, of cells with x ≤ y: the mirror image has the rest. */
export interface Regions {
  k: number;
  /** The k on whose board they were measured. */
  measured_k: number;
  side: number;
  junctions: Record<string, [number, number] | null>;
  borders: { name: string; points: [number, number][] }[];
  names: { name: string; kind: "region" | "border"; at: [number, number] }[];
}

export interface Thickness {
  min: number;
  max: number;
}

/** P-positions of a thread in a column, a row, and on a diagonal. */
export interface Thicknesses {
  vertical: Thickness;
  horizontal: Thickness | null;
  diagonal: Thickness | null;
}

/** What column x holds, moved by dy, is what column x + dx holds, from a column to the last one seen. */
export interface Period {
  dx: number;
  dy: number;
  from: number;
}

/** A number that fits a slope. Digits that agree never make an equality: `odds` says how seldom chance does as well. */
export interface ExactForm {
  value: string;
  /** Integers with a·s² + b·s + c = 0. */
  coefficients: [number, number, number];
  digits: number;
  digits_by_chance: number;
  odds: number;
  search: "fraction" | "difference" | "relation" | "cover" | "period";
}

/** One of several threads of the same slope. */
export interface ThreadPart {
  born: number;
  last: { x: number; low: number; high: number };
}

export interface Thread {
  slope: number;
  slope_error: number;
  exact: ExactForm | null;
  per_column: number;
  per_column_exact: string | null;
  periodic: boolean;
  period: Period | null;
  drifting: boolean;
  thickness: Thicknesses;
  parts: ThreadPart[];
}

/** What a sweep, or a measurement on the spot, knows of one W^k. */
export interface AtlasRecord {
  k: number;
  columns: number;
  threads: Thread[];
  states: { side: number; min_deviation: number; max_deviation: number };
  signature: string;
  /** Measured for this answer, and in no atlas. */
  measured?: boolean;
}

export const api = {
  status: () => get<Status>("/api/status"),
  board: (game: string) => get<Board>(`/api/board/${part(game)}`),
  /** The board, begun if it is one that grows and nobody has looked at it yet. */
  open: async (game: string): Promise<Board> => {
    const board = await api.board(game);
    if (board.kind !== "stored") return board;
    const begun = await api.grow(game, null);
    return begun.job === null ? board : api.board(game);
  },
  /** Up to a side, or as far as a first look needs. */
  grow: (game: string, side: number | null) =>
    post<{ job: Job | null; ready: number }>(`/api/board/${part(game)}/grow`, side === null ? {} : { side }),
  cell: (game: string, x: bigint, y: bigint, signal?: AbortSignal) => get<CellFacts>(`/api/board/${part(game)}/cell/${x}/${y}`, signal),
  rays: (game: string, x: bigint, y: bigint, signal?: AbortSignal) => get<Rays>(`/api/board/${part(game)}/rays/${x}/${y}`, signal),
  regions: (game: string) => get<Regions>(`/api/board/${part(game)}/regions`),
  window: (game: string, x: bigint, y: bigint, width: number, height: number, signal?: AbortSignal) =>
    get<OutcomeWindow>(`/api/board/${part(game)}/window/${x}/${y}?width=${width}&height=${height}&values=outcome`, signal),
  compare: (a: string, b: string, query: Record<string, string | number>, signal?: AbortSignal) =>
    get<Comparison>(`/api/compare/${part(a)}/${part(b)}?${search(query)}`, signal),
  play: (match: MatchRequest) => post<State>("/api/play", match),
  playMove: (match: MatchRequest, strength: string, seed: number) =>
    post<{ action: Action; why: string; state: State }>("/api/play/move", { ...match, strength, seed }),
  hint: (match: MatchRequest) => post<Advice>("/api/play/hint", match),
  values: (match: MatchRequest) => post<Values>("/api/play/values", match),
  games: () => get<Catalogue>("/api/games"),
  game: (game: string, signal?: AbortSignal) => get<GameFacts>(`/api/games/${part(game)}`, signal),
  table: (game: string, count: number, signal?: AbortSignal) => get<Table>(`/api/games/${part(game)}/table?count=${count}`, signal),
  theorems: () => get<{ papers: Paper[] }>("/api/theorems"),
  runCheck: (id: string, bound: number | null) => post<{ job: Job }>(`/api/theorems/${part(id)}/run`, bound === null ? {} : { bound }),
  errata: () => get<{ errata: Erratum[]; running: string | null }>("/api/errata"),
  runErrata: () => post<{ job: Job }>("/api/errata/run", {}),
  atlas: () => get<{ records: AtlasRecord[]; total: number; source: string }>("/api/atlas"),
  /** The record of one k; one that no sweep has is measured, which may take seconds. */
  atlasOf: (k: number) => get<AtlasRecord>(`/api/atlas/${k}`),
  job: (id: string) => get<Job>(`/api/jobs/${part(id)}`),
  cancel: (id: string) => request<Job>(`/api/jobs/${part(id)}`, { method: "DELETE" }),
};

/** Addresses of pictures and files, for `img`, `a` and tiles. */
export const address = {
  tile: (game: string, level: number, x: bigint | number, y: bigint | number, palette: string, theme: string) =>
    `/api/board/${part(game)}/tile/${level}/${x}/${y}?${search({ palette, theme })}`,
  compareTile: (a: string, b: string, level: number, x: number, y: number, query: Record<string, string | number>) =>
    `/api/compare/${part(a)}/${part(b)}/tile/${level}/${x}/${y}?${search(query)}`,
  thumbnail: (k: number, size: number, theme: string) => `/api/thumbnail/${k}?${search({ size, theme })}`,
  table: (game: string, count: number, format: string, column: string) =>
    `/api/games/${part(game)}/table?${search({ count, format, column })}`,
  events: (job: string) => `/api/jobs/${part(job)}/events`,
};

function part(text: string): string {
  return encodeURIComponent(text);
}

function search(query: Record<string, string | number>): string {
  return new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
}

function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return request<T>(path, signal === undefined ? {} : { signal });
}

function post<T>(path: string, body: unknown): Promise<T> {
  return request<T>(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

async function request<T>(path: string, options: RequestInit): Promise<T> {
  const response = await fetch(path, options);
  if (response.ok) return (await response.json()) as T;
  throw await refusalOf(response);
}

/** A message for terminals shows the text with a caret below the mistake; on the page the sentence around it is enough. */
function oneLine(message: string): string {
  const lines = message.split("\n");
  const carets = new Set(lines.flatMap((line, index) => (/^\s*\^+\s*$/.test(line) ? [index - 1, index] : [])));
  const kept = lines.filter((line, index) => !carets.has(index) && line.trim() !== "").map((line) => line.trim());
  return kept.map((line, index) => (index < kept.length - 1 && !/[.:;?!]$/.test(line) ? `${line}.` : line)).join(" ");
}

async function refusalOf(response: Response): Promise<Refusal> {
  try {
    const { error } = (await response.json()) as { error: { code: string; message: string; limit?: string } };
    return new Refusal(error.code, oneLine(error.message), error.limit ?? null);
  } catch {
    return new Refusal("internal", `The laboratory answered with the status ${response.status} and no reason.`);
  }
}
