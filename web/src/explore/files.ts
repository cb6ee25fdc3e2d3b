/**
 * Boards that were written to files, to choose from: those of the folders that the laboratory was
 * given.
 */
import { api, type BoardFile, type FileFacts } from "../common/api.ts";
import { showWhole } from "../common/coordinates.ts";
import { h, show } from "../common/dom.ts";
import { writeLink } from "../common/link.ts";
import { titleOf } from "../games/name.ts";

export class Files {
  readonly element = h("details", { open: true, hidden: true, id: "files" });
  #files: readonly BoardFile[] = [];
  #shown = "";

  constructor() {
    void this.#look();
  }

  /** Marks the board that is shown. */
  board(name: string): void {
    this.#shown = name;
    this.#show();
  }

  async #look(): Promise<void> {
    // Without an answer there is nothing to choose from; the board itself says why.
    this.#files = await api.files().then(
      // What can be shown comes first.
      ({ files }) => [...files].sort((a, b) => Number(a.facts === null) - Number(b.facts === null)),
      () => [],
    );
    this.#show();
  }

  #show(): void {
    this.element.hidden = this.#files.length === 0;
    show(
      this.element,
      h("summary", {}, `Boards from files (${this.#files.length})`),
      h("ul", { class: "files small" }, ...this.#files.map((file) => this.#item(file))),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", onclick: () => void this.#look() }, "Look again"),
      ),
    );
  }

  #item({ board, name, facts, problem }: BoardFile): HTMLElement {
    if (facts === null)
      return h("li", {}, name, h("span", { class: "muted" }, problem ?? "It can't be read."));
    return h(
      "li",
      {},
      h(
        "a",
        {
          href: writeLink("explore", { game: board }),
          "aria-current": board === this.#shown ? "true" : null,
        },
        name,
      ),
      h("span", { class: "muted" }, `${titleOf(facts.game)}, ${sizeOf(facts)}, ${scaleOf(facts)}`),
      !facts.complete && h("span", { class: "tag" }, doneOf(facts)),
    );
  }
}

/** How many cells a file has each way. */
export function sizeOf({ width, height }: FileFacts): string {
  return `${showWhole(BigInt(width))} × ${showWhole(BigInt(height))}`;
}

/** How much of a file is there. */
export function doneOf({ done, total }: FileFacts): string {
  return `${showWhole(BigInt(done))} of ${showWhole(BigInt(total))} parts are done`;
}

function scaleOf({ finest, cells }: FileFacts): string {
  return cells === "kept" ? "every cell" : `from ${finest} × ${finest}`;
}
