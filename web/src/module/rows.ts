/**
 * The rows of boards that were solved in this browser, kept in its own store (IndexedDB), so that a
 * board is there when the page is opened again. Where there is no such store, or it is full,
 * nothing is kept, and nothing else is different.
 */

/** So many bytes are kept. */
export const BUDGET = 128 * 2 ** 20;

/** Another site at the same host has a store of its own. */
const NAME = `wythoff-boards ${new URL("./", document.baseURI).pathname}`;
const ROWS = "rows";
const ABOUT = "about";

export interface Row {
  /** As the library names it: `w100/00003.row`. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** When it was written, so that the oldest boards go first. */
  readonly written: number;
}

export class Rows {
  readonly #store: Promise<IDBDatabase | null>;
  /** What is kept, without the bytes. */
  readonly #sizes = new Sizes();

  /** Rows of another version of the library are forgotten. */
  constructor(version: string) {
    this.#store = opened(version).catch(() => null);
  }

  /** Every row, as `inOrder` has them. */
  async all(): Promise<readonly Row[]> {
    try {
      const store = await this.#store;
      if (store === null) return [];
      const rows = await settled<Row[]>(store.transaction(ROWS).objectStore(ROWS).getAll());
      for (const { name, bytes, written } of rows) this.#sizes.set(name, bytes.byteLength, written);
      return inOrder(rows);
    } catch {
      return [];
    }
  }

  async keep({ name, bytes, written }: Row): Promise<void> {
    try {
      const store = await this.#store;
      if (store === null) return;
      const rows = store.transaction(ROWS, "readwrite").objectStore(ROWS);
      await settled(rows.put({ name, bytes, written }));
      this.#sizes.set(name, bytes.byteLength, written);
      for (const old of this.#sizes.forget(BUDGET)) {
        store.transaction(ROWS, "readwrite").objectStore(ROWS).delete(old);
      }
    } catch {
      // It is computed again when it is wanted.
    }
  }
}

/** The board that a row is of: `w100/`. */
export function boardOf(name: string): string {
  return name.replace(/[^/]*$/, "");
}

/** The rows of the oldest board first, and those of a board from its first on. */
export function inOrder(rows: readonly Row[]): readonly Row[] {
  const last = new Map<string, number>();
  for (const { name, written } of rows)
    last.set(boardOf(name), Math.max(written, last.get(boardOf(name)) ?? 0));
  const age = ({ name }: Row): number => last.get(boardOf(name)) ?? 0;
  return [...rows].sort((a, b) => age(a) - age(b) || (a.name < b.name ? -1 : 1));
}

/** How large rows are, and when they were written. */
export class Sizes {
  readonly #rows = new Map<string, { readonly size: number; readonly written: number }>();

  set(name: string, size: number, written: number): void {
    this.#rows.set(name, { size, written });
  }

  /**
   * What is to go, so that the rest is no larger: the oldest boards, each as a whole, since a row
   * is of no use without those before it. The newest board stays.
   */
  forget(most: number): readonly string[] {
    const boards = new Map<string, { bytes: number; written: number; names: string[] }>();
    let used = 0;
    for (const [name, { size, written }] of this.#rows) {
      const key = boardOf(name);
      const board = boards.get(key) ?? { bytes: 0, written: 0, names: [] };
      board.bytes += size;
      board.written = Math.max(board.written, written);
      board.names.push(name);
      boards.set(key, board);
      used += size;
    }
    const gone: string[] = [];
    for (const board of [...boards.values()].sort((a, b) => a.written - b.written).slice(0, -1)) {
      if (used <= most) break;
      gone.push(...board.names);
      used -= board.bytes;
    }
    for (const name of gone) this.#rows.delete(name);
    return gone;
  }
}

async function opened(version: string): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.addEventListener("upgradeneeded", () => {
    request.result.createObjectStore(ROWS, { keyPath: "name" });
    request.result.createObjectStore(ABOUT);
  });
  const store = await settled(request);
  const change = store.transaction([ABOUT, ROWS], "readwrite");
  if ((await settled<unknown>(change.objectStore(ABOUT).get("version"))) !== version) {
    change.objectStore(ROWS).clear();
    change.objectStore(ABOUT).put(version, "version");
  }
  return store;
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    request.addEventListener("success", () => done(request.result));
    request.addEventListener("error", () => fail(request.error ?? new Error("no store")));
  });
}
