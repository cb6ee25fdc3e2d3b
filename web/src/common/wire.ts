/** What goes over the wire. Made from the server's openapi.json by wire.mjs: to be changed there, and `npm run wire` run. */

/** What a player does: exactly one of these. */
export type Action = {
  move: Position;
} | {
  block: readonly Position[];
} | {
  propose: readonly Position[];
} | {
  choose: number;
};

/** What to do. */
export interface Advice {
  action: Action;
  /** How many moves the match will still last under perfect play; null where the heaps are too large for that. */
  moves_left: number | null;
  why: string;
  wins: boolean;
}

/** The answer to a [`Question`]. */
export interface Answer {
  /** `choice` games: what each l would mean. */
  choices?: readonly Choice[];
  /** The theorems checked by Coq that solve the game at any size, when the closed engine answered. */
  formal?: readonly string[];
  /** The game, as it is written. */
  game: string;
  /** Imitation games: what the history means. */
  imitation?: Imitation;
  /** Which engine answered. */
  method: Engine;
  /** For a P-position: the options that the previous player has to block to keep it P. None in other games. */
  must_block?: readonly Position[];
  /** For each smaller value, from 0 on, the first move to it in the order of positions. */
  nim_moves?: readonly NimMove[];
  /** How many of these are not listed, because there are too many. */
  nim_moves_left_out?: Integer;
  /** The value. */
  nim_value?: Integer;
  /** Why the nim-value is not here, where it was asked for and is within reach. */
  nim_value_left_out?: string;
  /** Who wins. */
  outcome: Outcome;
  /** The position. */
  position: Position;
  /** The certificate by which the closed engine answered. */
  proof?: string;
  /** For a P-position of a comply game: a proposal that keeps it P. */
  propose?: readonly Position[];
  /** The reason, in a sentence. */
  why: string;
  /** The moves that win, in the order of positions. */
  winning_moves: readonly WinningMove[];
  /** How many more moves win that are not listed, because the answer would be too long. */
  winning_moves_left_out?: Integer;
}

/** Records by k. */
export interface Atlas {
  /** The k whose threads have their slopes by a proof: a certificate, or for W^7 a theorem of its own. */
  proved: readonly number[];
  records: readonly AtlasRecord[];
  /** Where they are from, in words. */
  source: string;
  /** How many records there are. */
  total: number;
}

/** What a sweep, or a measurement on the spot, knows of one W^k. */
export interface AtlasRecord {
  columns: number;
  k: number;
  /** Each thread as a machine, from the diagonal outwards; threads of one slope may be several. */
  machines: readonly Machine[];
  /** Measured for this answer, and in no atlas. */
  measured?: boolean;
  signature: string;
  states: States;
  threads: readonly Thread[];
}

/** What may be blocked. */
export interface Blocking {
  /** In words. */
  class: string;
  most: number;
}

/** Blocks of one level, side by side. */
export interface Blocks {
  /** The cells with which the columns of blocks begin, and the one after the last. */
  columns: readonly Integer[];
  level: number;
  /** The same for the rows. */
  rows: readonly Integer[];
  /** The types by their numbers in the certificate, row by row; 0 where a block holds no palace. */
  types: readonly (readonly number[])[];
}

/** A board. */
export interface Board {
  /** On the levels 0 … averaged − 1 a pixel has the mean colour of its cells, on the others the shade of their share of P. (In the colours of P and N it is the share on all.) */
  averaged: number;
  /** What is known at any coordinates, if anything is. */
  endless: Endless | null;
  /** The file that it is from. */
  file: FileFacts | null;
  /** As it is written; of a file its name, after `file:`. */
  game: string;
  /** Columns and rows of removed cells. */
  hole: readonly [number, number] | null;
  /** The job that computes it. */
  job: string | null;
  /** Where a cell is P iff fewer than k options are. */
  k: number | null;
  /** Where a board comes from. */
  kind: "stored" | "computed" | "proved" | "file";
  /** Levels 0 … levels − 1 show the board up to its target. */
  levels: number;
  /** The largest side. */
  most: number;
  palettes: readonly ("outcome" | "cln15" | "deviation" | "safe" | "nim")[];
  progress: Progress;
  /** Cells x, y < ready can be seen now. */
  ready: number;
  /** In words. */
  rules: string;
  symmetric: boolean;
  /** Where the present job ends. */
  target: number;
  /** Pixels of a tile each way. */
  tile: number;
  /** Why it can't grow: nothing can be written to the store. */
  trouble: string | null;
  values: readonly ("outcome" | "palace" | "deviation" | "grundy")[];
}

/** One of them. */
export interface BoardFile {
  /** How it is asked for, in the place of a game. */
  board: string;
  /** What it holds. */
  facts: FileFacts | null;
  name: string;
  /** Why it can't be shown. */
  problem: string | null;
}

/** Boards that were written as Zarr, in the folders that were named at the start. */
export interface BoardFiles {
  files: readonly BoardFile[];
}

/** A line between two regions, by some of its cells. */
export interface Border {
  /** CLN15's name. */
  name: string;
  /** Cells (x, y), x ≤ y, each exactly on the border: the first one of the region below it. */
  points: readonly (readonly [number, number])[];
}

/** How far to search. */
export interface Bound {
  /** The side of boards or the number of terms; each check has its own unless given. */
  bound?: number | null;
}

/** All families. */
export interface Catalogue {
  custom: Custom;
  families: readonly Family[];
}

/** A cell. */
export interface Cell {
  /** Palaces seen on each line; W^k only. */
  counts: Counts | null;
  /** Palace number − k. */
  deviation: number | null;
  /** False where the game has no such cell. */
  exists: boolean;
  method: Engine;
  /** Where it was asked for, and is known. */
  nim_value?: number;
  outcome: Outcome | null;
  /** P-options. */
  palace_number: number | null;
  position: Position;
}

/** A match in which the opponent is to act. */
export interface Challenge {
  actions?: readonly Action[];
  game: string;
  /** Varies what a weaker opponent does. */
  seed?: number;
  start: Position;
  /** How well the opponent plays. */
  strength?: "perfect" | "strong" | "casual";
}

/** A check. */
export type Check = {
  /** 0: the statement is finite. */
  bound: number;
  /** The theorems checked by Coq that prove it, if there are any. */
  formal: readonly string[];
  id: string;
  report: Report | null;
  source: string;
  statement: string;
  /** The statement with its formulas in TeX, between dollars. */
  tex: string;
} & ({
  expected: "holds";
} | {
  /** The id of the corrected form. */
  corrected: string;
  expected: "fails";
} | {
  expected: "open";
});

/** What one choice of l means for the starting position of a `choice` game. */
export interface Choice {
  /** The choice. */
  l: number;
  /** The outcome of the start under it: the second player takes an l with P. */
  outcome: Outcome;
  /** The first player's winning moves under it. */
  winning_moves: readonly WinningMove[];
}

/** A comparison. */
export interface Comparison {
  /** Cells that exist on both boards. */
  compared: number;
  differ: number;
  /** The first cell that differs. */
  first: Position | null;
  /** Only A is P, or A is larger. */
  only_a: number;
  /** Only B is P, or B is larger. */
  only_b: number;
}

/** Two coordinates that were written as expressions. */
export interface Coordinates {
  cell: Position;
}

/** Palaces seen on each line. */
export interface Counts {
  /** Above. */
  column: number;
  /** Up and left. */
  diagonal: number;
  /** To the left. */
  row: number;
}

/** Games of one's own. */
export interface Custom {
  example: string;
  help: string;
  /** Pieces that can be added, one of each kind. */
  pieces: readonly string[];
}

/** Cells of a board. */
export interface Drawing {
  cells: readonly Position[];
  game: string;
}

/** What is known at any coordinates. */
export interface Endless {
  /** What knows a board without end. */
  by: "formula" | "certificate";
  /** Tiles of the levels 0 … levels − 1 are answered anywhere. */
  levels: number;
  /** The file of the certificate. */
  proof: string | null;
  /** What they show. */
  values: readonly ("outcome" | "palace" | "deviation" | "grundy")[];
}

/** How an answer was found. */
export type Engine = "reference" | "lines" | "dual" | "closed" | "automaton" | "dense" | "sparse" | "blocks" | "grundy";

/** All misprints. */
export interface Errata {
  errata: readonly Erratum[];
  /** The job that runs them. */
  running: string | null;
}

/** A misprint. */
export interface Erratum {
  /** As it holds. */
  corrected: Statement | null;
  corrected_report: Report | null;
  paper: string;
  printed: Statement;
  report: Report | null;
  source: string;
}

/** Why a request is refused. */
export interface Error {
  error: Reason;
}

/** A number that fits a slope. Digits that agree never make an equality: `odds` says how seldom chance does as well. */
export interface ExactForm {
  /** Integers with a·s² + b·s + c = 0. */
  coefficients: readonly [number, number, number];
  digits: number;
  digits_by_chance: number;
  odds: number;
  /** How a form was found. */
  search: "fraction" | "difference" | "relation" | "cover" | "period";
  value: string;
}

/** What there is to know of a family. */
export interface Family {
  /** The engines that solve its games. */
  engines: readonly Engine[];
  /** A game of it. */
  example: string;
  /** Its name. */
  family: string;
  /** For which parameters a formula solves the game at any size, in words. */
  formula: string | null;
  /** The engines that give the nim-values of the example; none, where it has none. */
  nim_value_engines: readonly Engine[];
  /** Why the example has no nim-values, if it has none. */
  no_nim_values: string | null;
  /** What the papers call it. */
  papers: readonly string[];
  /** Its parameters, in the order in which they are printed. */
  parameters: readonly Parameter[];
  /** How its games are written. */
  pattern: string;
  /** The example's rules in words. */
  rules: string;
}

/** What a file holds. */
export interface FileFacts {
  /** Where finer ones and single cells come from. */
  cells: "kept" | "solved" | "none";
  /** Whether all was written. */
  complete: boolean;
  /** Parts that are done: blocks or bands of rows. */
  done: number;
  /** P-positions are counted in squares of so many columns and rows of cells, twice as many, and so on. */
  finest: number;
  game: string;
  /** Rows. */
  height: number;
  /** Whether the laboratory has a board of its own of this game, which knows more of its cells. */
  own_board: boolean;
  /** P-positions, when all was written. */
  p_count: Integer | null;
  /** Parts in all. */
  total: number;
  /** Columns. */
  width: number;
}

/** What a report means, seen with what was expected. */
export type Finding = "verified" | "misprint" | "unreached" | "open" | "unexpected" | "not-run";

/** What a certificate says of its blocks. */
export interface Flight {
  k: number;
  /** The name of the file with the certificate. */
  proof: string;
  /** How many rules say which block follows from its three neighbours, on all levels together. */
  rules: number;
  /** The kinds of intervals that the sides of the board are cut into, the corner's first. */
  symbols: readonly Symbol[];
  /** How many types of blocks there are, on the level with most of them and on the one that repeats for ever. */
  types: readonly [number, number];
}

/** The games that are solved. */
export interface Flights {
  games: readonly Solved[];
}

/** A game. */
export interface Game {
  /** The game with the same starting P-positions (Lar09). */
  dual: string | null;
  engines: readonly Engine[];
  family: string | null;
  /** Whether a formula solves it at any size. */
  formula: boolean;
  game: string;
  k: number | null;
  memory: boolean;
  /** Whether who cannot move wins. */
  misere: boolean;
  /** Why its positions have no nim-values; null if they have. */
  no_nim_values: string | null;
  /** In words. */
  rules: string;
  symmetric: boolean;
  /** What the previous player does. */
  twist: "none" | "block" | "comply" | "imitation" | "choice";
  /** Its parameters. */
  values: Readonly<Record<string, number>> | null;
}

/** How far from the line y = φx the nim-values stand, x ≤ y: the mirror images stand as far from x = φy. */
export interface Golden {
  /** The columns x = 0, 1, … that were looked at. */
  columns: number;
  /** Its positions, by x. */
  places: readonly Place[];
  /** One for each nim-value from 0 on. */
  spreads: readonly Spread[];
  /** The nim-value whose positions are listed. */
  value: number;
}

/** How far a board is to grow. */
export interface Grow {
  /** The side; as far as a first look needs, unless it is given. */
  side?: Integer | null;
}

/** What is being done. */
export interface Grown {
  /** The job; null where all of it is ready, or where its work was stopped and nobody has said how far to go. */
  job: Job | null;
  /** Cells x, y < ready can be seen now. */
  ready: number;
}

/** The memory of an imitation game at the position. */
export interface Imitation {
  /** Whether the outcome of the position depends on the history (Lar09 Definition 3). */
  dynamic: boolean;
  /** The options that are forbidden imitations. */
  forbidden: readonly Position[];
  /** The options that are imitations and allowed. */
  imitations: readonly Position[];
  /** The same for the previous player. */
  opponent_credit: number;
  /** How many imitations in a row the player to move may still make. */
  own_credit: number;
}

/** A whole number, 0 or more: a number up to 2^53, digits in a string at any size. */
export type Integer = number | string;

/** Long work. */
export interface Job {
  detail: string;
  done: number;
  error: string | null;
  id: string;
  /** What a job does. */
  kind: "grow" | "check" | "errata";
  /** What came out. */
  result: unknown;
  /** Where a job stands. */
  state: "queued" | "running" | "done" | "failed" | "cancelled" | "parked";
  /** What it works on: a game, or the id of checks; empty where its kind says all. */
  subject: string;
  title: string;
  total: number;
}

/** Every job. */
export interface Jobs {
  jobs: readonly Job[];
}

/** The points in which regions meet. */
export interface Junctions {
  /** Where épaulette, fabric, arm and warp meet, if it is on the board. */
  armpit: readonly [number, number] | null;
  /** Where hood, épaulettes and fabric meet. */
  nose: readonly [number, number];
  /** Where warps, inner sector and fabric meet, if it is on the board. */
  prism: readonly [number, number] | null;
  /** Where outer space, arm, épaulette and hood meet. */
  shoulder: readonly [number, number];
}

/** Where a part was seen last. */
export interface LastColumn {
  high: number;
  low: number;
  x: number;
}

/** The move before. */
export interface LastMove {
  /** Whether it can be imitated. */
  armed: boolean;
  /** One of the two heaps. */
  heap: "x" | "y";
  taken: Integer;
}

/** A line on which palaces are seen. */
export interface Line {
  /** Palaces on it. */
  count: number;
  /** Which line it is; `options` are all lines of another game. */
  name: "column" | "row" | "diagonal" | "options";
  /** The nearest first. */
  palaces: readonly Position[];
  /** Its last cell. */
  towards: Position | null;
}

/** The longest lists of a window. */
export interface Longest {
  diagonals: number;
  rows: number;
}

/** How many states a thread goes through: different windows, up to a shift. */
export interface Machine {
  /** Windows count from this column on. */
  from: number;
  /** There were too many to be counted. */
  more: boolean;
  slope: number;
  /** In a quarter of the columns, in the half, in all; null where they were not counted from before. */
  states: readonly [number | null, number | null, number | null];
  /** What the numbers of states say. */
  verdict: "finite" | "perhaps-finite" | "growing-slowly" | "unknown" | "growing";
}

/** What a machine does in a column. */
export interface MachineStep {
  /** How many columns did this. */
  count: number;
  diagonals: readonly number[];
  from: number;
  /** In rows counted from the window's first. */
  palaces: readonly number[];
  /** Palaces that the column has before. */
  reads: number;
  /** The counts of the rows, and of the diagonals, that the window reaches. */
  rows: readonly number[];
  to: number;
  /** The palaces of the rows that are finished then. */
  writes: readonly number[];
}

/** Windows, and the steps between them. */
export interface MachineTable {
  /** Whether the window and what is read decide all that follows. */
  deterministic: boolean;
  steps: readonly MachineStep[];
  windows: readonly MachineWindow[];
}

/** The palaces in the rows and on the diagonals of a window. */
export interface MachineWindow {
  diagonals: readonly number[];
  /** The first of its diagonals, counted from the one through its first row. */
  offset: number;
  rows: readonly number[];
}

/** The machines of W^k, as its first columns show them. */
export interface Machines {
  columns: number;
  k: number;
  threads: readonly ThreadMachine[];
  word: Word;
}

/** A match: its start and all actions so far. */
export interface Match {
  actions?: readonly Action[];
  game: string;
  start: Position;
}

/** What an imitation game remembers. */
export interface Memory {
  last: LastMove | null;
  m: number;
  opponent_credit: number;
  /** Of the player to move. */
  own_credit: number;
  p: number;
}

/** An action that gave a win away. */
export interface Mistake {
  /** What would have won. */
  better: Advice;
  /** How the other player wins now; null if that has happened. */
  refutation: Advice | null;
}

/** A name, and where it stands. */
export interface Named {
  at: readonly [number, number];
  /** What is named. */
  kind: "region" | "border";
  name: string;
}

/** A move to a position of a smaller nim-value. */
export interface NimMove {
  /** Where it leads. */
  to: Position;
  /** The value. */
  value: Integer;
}

/** An option. */
export interface Option {
  blockable: boolean;
  /** What a move is in an imitation game. */
  kind: "plain" | "imitation" | "forbidden" | null;
  /** May be moved to, as far as the twist is done. */
  legal: boolean;
  to: Position;
}

/** What an option, or a choice of l, is worth. */
export interface OptionValue {
  l?: number;
  /** Null where the heaps are too large for that. */
  moves_left: number | null;
  outcome: Outcome;
  to?: Position;
  /** For the player to move. */
  wins: boolean;
}

/** Who wins under perfect play: the **p**revious player (who has just moved) or the **n**ext one (who is to move). */
export type Outcome = "P" | "N";

/** A paper. */
export interface Paper {
  authors: string;
  checks: readonly Check[];
  key: string;
  title: string;
}

/** All papers. */
export interface Papers {
  papers: readonly Paper[];
}

/** What there is to know of a parameter. */
export interface Parameter {
  /** What it is when it is not written; it must be written where there is none. */
  default: number | string | null;
  /** A limit that another parameter sets. */
  limit: {
    at_most: string;
  } | {
    below: string;
  } | null;
  /** The greatest value. */
  max: number;
  /** The least value. */
  min: number;
  /** Its name. */
  name: string;
  /** What it may be, in words. */
  range: string;
}

/** What column x holds, moved by dy, is what column x + dx holds, from a column to the last one seen. */
export interface Period {
  dx: number;
  dy: number;
  from: number;
}

/** A position, and how far it is from the line y = φx. */
export interface Place {
  /** ⌊y − φx⌋, exactly: at least 0 on the side of x = 0, negative on that of the diagonal. */
  distance: number;
  /** The column. */
  x: number;
  /** The row. */
  y: number;
}

/** A point of a match. */
export interface Ply {
  /** What was done; null at the last point. */
  action: Action | null;
  /** Who has to act; null at the end. */
  actor: Side | null;
  /** Null where nothing was given away. */
  mistake: Mistake | null;
  /** How many moves that takes; null where the end is too far to be known. */
  moves_left: number | null;
  /** What is to be done. */
  phase: "choose" | "block" | "propose" | "move" | "over";
  position: Position;
  /** Why it is not known who wins. */
  unknown: string | null;
  /** Who wins under perfect play. */
  winner: Side | null;
}

/** (x, y). */
export type Position = readonly [Integer, Integer];

/** In squares. */
export interface Progress {
  done: number;
  total: number;
}

/** What has to be proposed. */
export interface Proposing {
  /** In words. */
  needs: string;
}

/** A match at a point where one action wins, and every other one loses. */
export interface Puzzle {
  actions: readonly Action[];
  game: string;
  level: number;
  /** The highest level. */
  levels: number;
  /** How many moves the match then lasts. */
  moves_left: number | null;
  /** What is asked for. */
  phase: "choose" | "block" | "propose" | "move" | "over";
  /** Its rules in words. */
  rules: string;
  seed: number;
  /** What wins. */
  solution: Action;
  start: Position;
  why: string;
}

/** What a queen sees. */
export interface Rays {
  lines: readonly Line[];
  method: Engine;
  /** What keeps a P-position P. */
  must_block: readonly Position[] | null;
  outcome: Outcome;
  palaces_left_out: number;
  position: Position;
  /** The reason, in a sentence. */
  why: string;
  winning_moves: readonly RaysMove[];
  winning_moves_left_out: number;
}

/** A winning move. */
export interface RaysMove {
  /** What to block there; null: not computed. */
  block: readonly Position[] | null;
  /** What to propose there, in a comply game. */
  propose?: readonly Position[];
  to: Position;
}

/** The reason. */
export interface Reason {
  /** The index of the illegal action. */
  action?: number;
  /** A word for programs. */
  code: "bad-game" | "bad-number" | "bad-request" | "forbidden-host" | "forbidden-origin" | "not-found" | "not-ready" | "limit" | "busy" | "timeout" | "rules" | "method-not-allowed" | "unsupported" | "internal";
  /** The limit that was hit. */
  limit?: string;
  /** A sentence for people. */
  message: string;
  /** How much the limit allows. */
  most?: Integer;
  /** Which bytes of the text that was sent are wrong, from the first to one after the last. */
  place?: readonly [number, number];
}

/** The parts of a board of W^k that CLN15 names, of cells with x ≤ y: the mirror image has the rest. */
export interface Regions {
  borders: readonly Border[];
  junctions: Junctions;
  k: number;
  /** The k of the board on which they were measured: k itself, or 2000 for larger ones, which follow by proportion. */
  measured_k: number;
  /** Where there is room for a name. */
  names: readonly Named[];
  /** The side of that board. */
  side: number;
}

/** What the opponent does. */
export interface Reply {
  action: Action;
  state: State;
  /** The reason, in a sentence. */
  why: string;
}

/** What a search found. */
export type Report = {
  /** Where the counterexample lies, if it is a cell of a board. */
  board: Drawing | null;
  bound: number;
  /** The first counterexample, remarks, or why it was not run. */
  detail: string;
  detail_tex: string;
  finding: Finding;
  /** The check's id. */
  id: string;
  /** What was searched. */
  range: string;
  /** `range` and `detail` with formulas in TeX between dollars; in `detail` a cell of a board is `⟦(x,y)|game⟧` or `⟦words|game|(x,y)⟧`. */
  range_tex: string;
  seconds: number;
  /** Where the statement stands. */
  source: string;
  /** What it says. */
  statement: string;
  /** Whether this is not what was expected of the statement. */
  unexpected: boolean;
  /** The result. */
  verdict: Verdict;
} & ({
  expected: "holds";
} | {
  /** The id of the corrected form. */
  corrected: string;
  expected: "fails";
} | {
  expected: "open";
});

/** A match looked at afterwards. */
export interface Review {
  /** Its points: before each action, and where it has come to. */
  plies: readonly Ply[];
}

/** A section through a board. */
export interface Section {
  /** The first cell. */
  at: Position;
  /** What stands in the cells, one after the other; null for a removed cell. */
  cells: readonly (number | null)[];
  /** What a cell is asked for. */
  values: "outcome" | "palace" | "deviation" | "grundy";
  /** Where the cells of a section lie. */
  way: "row" | "column" | "diagonal";
}

/** A player. */
export type Side = "first" | "second";

/** A solved W^k. */
export interface Solved {
  k: number;
  /** The name of the file with its certificate. */
  proof: string;
}

/** Where the positions of a nim-value stand, x ≤ y; their mirror images stand as far from x = φy. */
export interface Spread {
  /** How many there are. */
  count: number;
  /** The first whose distance is the greatest. */
  greatest: Place;
  /** The first whose distance is the least. */
  least: Place;
  /** The value. */
  value: number;
}

/** A job that has begun. */
export interface Started {
  job: Job;
}

/** The referee's view. */
export interface State {
  actor: Side | null;
  block: Blocking | null;
  blocked: readonly Position[];
  /** Values of l that may be chosen. */
  choose: readonly number[] | null;
  game: string;
  history: readonly Position[];
  imitation: Memory | null;
  mover: Side;
  options: readonly Option[];
  /** What is to be done. */
  phase: "choose" | "block" | "propose" | "move" | "over";
  position: Position;
  propose: Proposing | null;
  proposed: readonly Position[];
  winner: Side | null;
}

/** A statement. */
export interface Statement {
  id: string;
  statement: string;
  /** The statement with its formulas in TeX, between dollars. */
  tex: string;
}

/** The deviations that occur outside the hood. */
export interface States {
  max_deviation: number;
  min_deviation: number;
  side: number;
}

/** The server. */
export interface Status {
  /** What the page opens with. */
  default_game: string;
  jobs_running: number;
  /** What one request may ask for. */
  limits: Readonly<Record<string, number>>;
  store: Stored;
  /** Of the program. */
  version: string;
}

/** What is on disk. */
export interface Stored {
  boards: readonly StoredBoard[];
  /** Bytes at most. */
  budget: number;
  /** Why nothing new is kept: a disk that is full, or can't be written. */
  trouble: string | null;
  /** Bytes. */
  used: number;
}

/** A board on disk. */
export interface StoredBoard {
  bytes: number;
  game: string;
  /** Rows of squares of 2048 cells. */
  rows: number;
  side: number;
}

/** What to do in a sum. */
export interface SumAdvice {
  /** In which game, from 1 on. */
  summand: number;
  to: Position;
  why: string;
  wins: boolean;
}

/** Who wins a sum, and how. */
export interface SumAnswer {
  /** The exclusive or of the summands' values. */
  nim_value: Integer;
  /** Who wins. */
  outcome: Outcome;
  /** The sum, as it is written. */
  sum: string;
  /** What each game is worth. */
  summands: readonly SummandAnswer[];
  /** The reason, in a sentence. */
  why: string;
  /** Every move that wins: game by game, in the order of positions. */
  winning_moves: readonly SumMove[];
}

/** A sum in which the opponent is to move. */
export interface SumChallenge {
  moves?: readonly SumStep[];
  /** Varies what a weaker opponent does. */
  seed?: number;
  /** How well the opponent plays. */
  strength?: "perfect" | "strong" | "casual";
  /** Games with their positions: `wythoff 3,5 + nim 0,7`. */
  sum: string;
}

/** A sum where it starts, and all moves so far. */
export interface SumMatch {
  moves?: readonly SumStep[];
  /** Games with their positions: `wythoff 3,5 + nim 0,7`. */
  sum: string;
}

/** A move in one game of the sum. */
export interface SumMove {
  /** The nim-value there: the exclusive or of the other games' values. */
  nim_value: Integer;
  /** Which game, from 1 on. */
  summand: number;
  /** Where it leads. */
  to: Position;
}

/** A point of a match of a sum. */
export interface SumPly {
  /** What would have won where the move gave a win away. */
  better: SumAdvice | null;
  mover: Side;
  /** How the other player wins then. */
  refutation: SumAdvice | null;
  /** Who wins under perfect play. */
  winner: Side;
}

/** What the opponent does. */
export interface SumReply {
  state: SumState;
  /** In which game, from 1 on. */
  summand: number;
  to: Position;
  /** The reason, in a sentence. */
  why: string;
}

/** A match of a sum looked at afterwards. */
export interface SumReview {
  /** Its points: before each move, and where it has come to. */
  plies: readonly SumPly[];
}

/** What a sum has come to. */
export interface SumState {
  /** What to do; null once it is over. */
  advice: SumAdvice | null;
  /** The sum as it stands: nim-values, who wins, and every winning move. */
  answer: SumAnswer;
  mover: Side;
  /** How a sum is played, in words. */
  rules: string;
  /** The games, in the same order. */
  tables: readonly SumTable[];
  /** Who has won, once there is no move in any game. */
  winner: Side | null;
}

/** A move in one game of the sum. */
export interface SumStep {
  /** Which game, from 1 on. */
  summand: number;
  to: Position;
}

/** A game of the sum. */
export interface SumTable {
  options: readonly Position[];
  /** Its rules in words. */
  rules: string;
  /** Where it stood at the start. */
  start: Position;
}

/** A game of the sum. */
export interface SummandAnswer {
  /** The game, as it is written. */
  game: string;
  /** Its nim-value. */
  nim_value: Integer;
  /** Its position. */
  position: Position;
}

/** A kind of interval. */
export interface Symbol {
  /** Its cells on level 0. */
  length: number;
  /** What it consists of one level below, by the numbers of the kinds. */
  word: readonly number[];
}

/** A table, as the library writes it. */
export interface Table {
  columns: readonly string[];
  game: string;
  rows: readonly (readonly Integer[])[];
  /** The nim-value of the positions, where it was asked for. */
  value?: number;
}

/** The fewest and the most P-positions on a line. */
export interface Thickness {
  max: number;
  min: number;
}

/** P-positions of a thread in a column, a row, and on a diagonal. */
export interface Thicknesses {
  diagonal: Thickness | null;
  horizontal: Thickness | null;
  vertical: Thickness;
}

/** A thread, or several of the same slope. */
export interface Thread {
  drifting: boolean;
  exact: ExactForm | null;
  parts: readonly ThreadPart[];
  per_column: number;
  per_column_exact: string | null;
  period: Period | null;
  periodic: boolean;
  slope: number;
  slope_error: number;
  thickness: Thicknesses;
}

/** A thread as a machine. */
export interface ThreadMachine {
  /** If the states grow like a power of the columns, from the half to all it would be this. */
  exponent: number | null;
  /** Windows count from this column on. */
  from: number;
  longest: Longest;
  /** There were too many to be counted. */
  more: boolean;
  slope: number;
  /** In a quarter of the columns, in the half, in all; null where they were not counted from before. */
  states: readonly [number | null, number | null, number | null];
  /** Of a machine of at most 64 states. */
  table: MachineTable | null;
  /** What the numbers of states say. */
  verdict: "finite" | "perhaps-finite" | "growing-slowly" | "unknown" | "growing";
}

/** One of several threads of the same slope. */
export interface ThreadPart {
  born: number;
  /** Its P-positions were counted in so many columns. */
  columns: number;
  count: number;
  last: LastColumn;
}

/** What every option is worth. */
export interface Values {
  options: readonly OptionValue[];
  position: Worth | null;
  why: string;
}

/** What became of a check. */
export type Verdict = "verified" | "counterexample" | "not-run";

/** A window. */
export interface Window {
  at: Position;
  height: number;
  rows: readonly WindowRow[];
  /** What a cell is asked for. */
  values: "outcome" | "palace" | "deviation" | "grundy";
  width: number;
}

/** Outcomes: `#` P, `.` N, a space for a removed cell. Else numbers, null for a removed cell. */
export type WindowRow = string | readonly (number | null)[];

/** A winning move. */
export interface WinningMove {
  /** What to block there. */
  block: readonly Position[];
  /** What to propose there (comply games). */
  propose?: readonly Position[];
  /** Where it leads. */
  to: Position;
}

/** What the columns read first: the palaces of their rows left of the diagonal. */
export interface Word {
  /** How many different factors of the lengths 1, 2, … there are. */
  complexity: readonly number[];
  /** If they grow like a power of the length, from length 8 to 16 it would be this. */
  exponent: number | null;
  letters: readonly number[];
}

/** What the position is worth. */
export interface Worth {
  /** Null where the heaps are too large for that. */
  moves_left: number | null;
  outcome: Outcome;
}
