/**
 * The laboratory's interface. One function per question; every refusal is a `Refusal`. The types of
 * the wire are made from `openapi.json`.
 */
import { ask, hasModule, type Ask } from "./backend.ts";
import type * as Wire from "./wire.ts";

/** What the server said no to, in its words. */
export class Refusal extends Error {
  readonly code: string;
  readonly limit: string | null;
  /** Which bytes of the text that was sent are wrong. */
  readonly place: readonly number[] | null;

  constructor(
    code: string,
    message: string,
    limit: string | null = null,
    place: readonly number[] | null = null,
  ) {
    super(message);
    this.code = code;
    this.limit = limit;
    this.place = place;
  }
}

/** A sentence for people about anything that went wrong; `trouble` is what they see of it. */
export function sentenceOf(error: unknown, trouble = "The laboratory does not answer"): string {
  if (error instanceof Refusal) return error.message;
  return hasModule() ? `${trouble}: ${String(error)}` : `${trouble}. Is the program still running?`;
}

export type {
  Action,
  Advice,
  AtlasRecord,
  Blocks,
  Board,
  BoardFile,
  Catalogue,
  Cell as CellFacts,
  Check,
  Comparison,
  Drawing,
  Endless,
  Erratum,
  Family,
  FileFacts,
  Flight as FlightFacts,
  Game as GameFacts,
  Golden,
  Job,
  MachineStep,
  Match as MatchRequest,
  Option,
  OptionValue,
  Paper,
  Parameter,
  Period,
  Place,
  Puzzle,
  Rays,
  Regions,
  Report,
  Section,
  Review,
  Side,
  Spread,
  State,
  Status,
  SumAdvice,
  SumReview,
  SumState,
  SumStep,
  Table,
  ThreadMachine,
  Thickness,
  Thread,
  ThreadPart,
  Values,
  Window as OutcomeWindow,
} from "./wire.ts";

/** The questions, asked in some way. */
export type Api = ReturnType<typeof apiOver>;

/** The page's own laboratory. */
export const api = apiOver(ask);

export type { Ask };

export function apiOver(ask: Ask) {
  const request = async <T>(path: string, options: RequestInit): Promise<T> => {
    const response = await ask(path, options);
    if (response.ok) return (await response.json()) as T;
    throw await refusalOf(response);
  };
  const get = <T>(path: string, signal?: AbortSignal): Promise<T> =>
    request<T>(path, signal === undefined ? {} : { signal });
  const post = <T>(path: string, body: unknown): Promise<T> =>
    request<T>(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  const board = (game: string) => get<Wire.Board>(`/api/board/${part(game)}`);
  /** Up to a side, or as far as a first look needs. */
  const grow = (game: string, side: number | null) =>
    post<Wire.Grown>(`/api/board/${part(game)}/grow`, side === null ? {} : { side });
  return {
    status: () => get<Wire.Status>("/api/status"),
    board,
    /** Why a picture is refused; null if it is not. */
    whyNot: async (path: string): Promise<Refusal | null> => {
      const response = await ask(path, {});
      return response.ok ? null : refusalOf(response);
    },
    /** A file that comes while it is made; says how many bytes are there so far. */
    file: async (
      path: string,
      told: (bytes: number) => void,
      signal: AbortSignal,
    ): Promise<Blob> => {
      const response = await ask(path, { signal, told });
      if (!response.ok) throw await refusalOf(response);
      const reader = response.body?.getReader();
      const pieces: BlobPart[] = [];
      let bytes = 0;
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
        pieces.push(next.value);
        bytes += next.value.length;
        told(bytes);
      }
      return new Blob(pieces, { type: response.headers.get("Content-Type") ?? "" });
    },
    /** Boards that were written to files, as their folders are now. */
    files: () => get<Wire.BoardFiles>("/api/files"),
    grow,
    /** The board, begun if it is one that grows and nobody has looked at it yet. */
    open: async (game: string): Promise<Wire.Board> => {
      const found = await board(game);
      if (found.kind !== "stored") return found;
      const begun = await grow(game, null);
      return begun.job === null ? found : board(game);
    },
    /** One cell; its nim-value, too, where these are shown. */
    cell: (game: string, x: bigint, y: bigint, nim: boolean, signal?: AbortSignal) =>
      get<Wire.Cell>(
        `/api/board/${part(game)}/cell/${x}/${y}${nim ? "?values=grundy" : ""}`,
        signal,
      ),
    /** A cell from two expressions, `10^99, floor(phi*10^99)`, exactly. */
    coordinates: (text: string) =>
      get<Wire.Coordinates>(`/api/cell?${search({ text })}`).then(({ cell }) => cell),
    rays: (game: string, x: bigint, y: bigint, signal?: AbortSignal) =>
      get<Wire.Rays>(`/api/board/${part(game)}/rays/${x}/${y}`, signal),
    regions: (game: string) => get<Wire.Regions>(`/api/board/${part(game)}/regions`),
    window: (
      game: string,
      x: bigint,
      y: bigint,
      width: number,
      height: number,
      signal?: AbortSignal,
      values = "outcome",
    ) =>
      get<Wire.Window>(
        `/api/board/${part(game)}/window/${x}/${y}?${search({ width, height, values })}`,
        signal,
      ),
    /** The numbers along a line from a cell on. */
    section: (
      game: string,
      [x, y]: readonly [bigint, bigint],
      way: string,
      length: number,
      values: string,
    ) =>
      get<Wire.Section>(
        `/api/board/${part(game)}/section/${x}/${y}?${search({ way, length, values })}`,
      ),
    compare: (a: string, b: string, query: Record<string, string | number>, signal?: AbortSignal) =>
      get<Wire.Comparison>(`/api/compare/${part(a)}/${part(b)}?${search(query)}`, signal),
    play: (match: Wire.Match) => post<Wire.State>("/api/play", match),
    playMove: (match: Wire.Match, strength: string, seed: number) =>
      post<Wire.Reply>("/api/play/move", { ...match, strength, seed }),
    hint: (match: Wire.Match) => post<Wire.Advice>("/api/play/hint", match),
    values: (match: Wire.Match) => post<Wire.Values>("/api/play/values", match),
    /** Who would have won at each point of a match, and what gave a win away. */
    review: (match: Wire.Match) => post<Wire.Review>("/api/play/review", match),
    sumReview: (match: Wire.SumMatch) => post<Wire.SumReview>("/api/sum/review", match),
    /** A match at a point where one action wins. */
    puzzle: (seed: number, level: number) =>
      get<Wire.Puzzle>(`/api/puzzle?${search({ seed, level })}`),
    /** A sum of games: what it has come to, and what to do. */
    sum: (match: Wire.SumMatch) => post<Wire.SumState>("/api/sum", match),
    sumMove: (match: Wire.SumMatch, strength: string, seed: number) =>
      post<Wire.SumReply>("/api/sum/move", { ...match, strength, seed }),
    games: () => get<Wire.Catalogue>("/api/games"),
    game: (game: string, signal?: AbortSignal) =>
      get<Wire.Game>(`/api/games/${part(game)}`, signal),
    table: (game: string, query: Record<string, string | number>, signal?: AbortSignal) =>
      get<Wire.Table>(`/api/games/${part(game)}/table?${search(query)}`, signal),
    theorems: () => get<Wire.Papers>("/api/theorems"),
    runCheck: (id: string, bound: number | null) =>
      post<Wire.Started>(`/api/theorems/${part(id)}/run`, bound === null ? {} : { bound }),
    errata: () => get<Wire.Errata>("/api/errata"),
    runErrata: () => post<Wire.Started>("/api/errata/run", {}),
    atlas: () => get<Wire.Atlas>("/api/atlas"),
    /** The record of one k; one that no sweep has is measured, which may take seconds. */
    atlasOf: (k: number) => get<Wire.AtlasRecord>(`/api/atlas/${k}`),
    /** The threads of one k as machines, measured. */
    machines: (k: number) => get<Wire.Machines>(`/api/machines/${k}`),
    /** Where nim-values stand along the golden lines, and each position of one of them. */
    golden: (value: number, values: number, columns: number) =>
      get<Wire.Golden>(`/api/golden?${search({ values, columns, value })}`),
    /** Every job, the newest first, without what came of them. */
    jobs: () => get<Wire.Jobs>("/api/jobs?results=false"),
    /** The games whose boards are known as a whole. */
    flights: () => get<Wire.Flights>("/api/flight"),
    flight: (k: number) => get<Wire.Flight>(`/api/flight/${k}`),
    /** The certificate's blocks of a level, from the corner on. */
    flightBlocks: (k: number, level: number, [across, down]: readonly [number, number]) =>
      get<Wire.Blocks>(`/api/flight/${k}/blocks/${level}/0/0?${search({ across, down })}`),
    cancel: (id: string) => request<Wire.Job>(`/api/jobs/${part(id)}`, { method: "DELETE" }),
  };
}

/** Addresses of pictures and files, for `img`, `a` and tiles. */
export const address = {
  tile: (
    game: string,
    level: number,
    x: bigint | number,
    y: bigint | number,
    palette: string,
    theme: string,
  ) => `/api/board/${part(game)}/tile/${level}/${x}/${y}?${search({ palette, theme })}`,
  compareTile: (
    a: string,
    b: string,
    level: number,
    x: number,
    y: number,
    query: Record<string, string | number>,
  ) => `/api/compare/${part(a)}/${part(b)}/tile/${level}/${x}/${y}?${search(query)}`,
  flightTile: (k: number, level: number, x: number, y: number, theme: string) =>
    `/api/flight/${k}/tile/${level}/${x}/${y}?${search({ theme })}`,
  certificate: (k: number) => `/api/flight/${k}/certificate`,
  poster: (game: string, query: Record<string, string | number>) =>
    `/api/board/${part(game)}/poster?${search(query)}`,
  /** The same window over the values of a parameter, for which `{}` stands in the game. */
  animation: (game: string, query: Record<string, string | number>) =>
    `/api/animation?${search({ game, ...query })}`,
  thumbnail: (k: number, size: number, theme: string) =>
    `/api/thumbnail/${k}?${search({ size, theme })}`,
  table: (game: string, query: Record<string, string | number>) =>
    `/api/games/${part(game)}/table?${search(query)}`,
};

function part(text: string): string {
  return encodeURIComponent(text);
}

function search(query: Record<string, string | number>): string {
  return new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
}

/**
 * A message for terminals shows the text with a caret below the mistake; on the page the sentence
 * around it is enough.
 */
function oneLine(message: string): string {
  const lines = message.split("\n");
  const carets = new Set(
    lines.flatMap((line, index) => (/^\s*\^+\s*$/.test(line) ? [index - 1, index] : [])),
  );
  const kept = lines
    .filter((line, index) => !carets.has(index) && line.trim() !== "")
    .map((line) => line.trim());
  return kept
    .map((line, index) => (index < kept.length - 1 && !/[.:;?!]$/.test(line) ? `${line}.` : line))
    .join(" ");
}

/** Why an answer is none. */
export async function refusalOf(response: Response): Promise<Refusal> {
  try {
    const { error } = (await response.json()) as Wire.Error;
    return new Refusal(
      error.code,
      oneLine(error.message),
      error.limit ?? null,
      error.place ?? null,
    );
  } catch {
    return new Refusal(
      "internal",
      `The laboratory answered with the status ${response.status} and no reason.`,
    );
  }
}
