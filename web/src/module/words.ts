/** What the page and its workers say to each other. */

/** To a worker. */
export type Order =
  | { readonly kind: "open"; readonly module: WebAssembly.Module; readonly data: Data }
  | { readonly kind: "ask"; readonly id: number; readonly request: Request }
  /** A row of a board that was solved elsewhere; or a board alone (`w100/`): that is all of it. */
  | { readonly kind: "give"; readonly name: string; readonly bytes: Uint8Array };

/** Where the data are that are fetched when they are needed, and their hashes by name. */
export interface Data {
  readonly address: string;
  readonly hashes: Readonly<Record<string, string>>;
}

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** From a worker. */
export type News =
  | { readonly kind: "answer"; readonly id: number; readonly answer: Answer }
  /** How far long work is, in JSON: `["job", Job]`, `["bytes", number]`, `[id, Report]`. */
  | { readonly kind: "progress"; readonly told: string }
  /** To answer, it needs all rows that there are of these boards, and is to be asked again. */
  | { readonly kind: "want"; readonly boards: readonly string[] }
  /** A row of a board that it has solved. */
  | { readonly kind: "row"; readonly name: string; readonly bytes: Uint8Array }
  /** It can't go on: a mistake in the program, or no memory is left. */
  | { readonly kind: "end"; readonly why: string };

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}
