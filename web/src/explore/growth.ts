/**
 * How much of a board is known: computed so far, with asking for more, all of it by a certificate,
 * with places to fly to, or what a file has.
 */
import { api, sentenceOf, type Board, type FileFacts, type Thread } from "../common/api.ts";
import { h, show } from "../common/dom.ts";
import { cancel, follow } from "../common/jobs.ts";
import { showWhole } from "../common/coordinates.ts";
import { writeLink } from "../common/link.ts";
import { titleOf } from "../games/name.ts";
import { troubleNote } from "../jobs/drawer.ts";
import { doneOf, sizeOf } from "./files.ts";
import { faceCells } from "./source.ts";

/** As many threads are offered to fly along. */
const FLIGHTS = 3;

const STEPS = [8192, 32_768, 131_072, 524_288, 1_000_000];

export class Growth {
  readonly element = h("div", { class: "stack" });
  readonly #changed: () => void;
  readonly #fly: (thread: Thread) => void;
  /** The jobs that are followed, each with a function that ends it. */
  readonly #following = new Map<string, () => void>();
  /** The job of the board that is shown here. */
  #shown: string | null = null;
  #problem = "";

  /** `changed` is called when more of the board is ready, `fly` to go far along a thread. */
  constructor(changed: () => void, fly: (thread: Thread) => void) {
    this.#changed = changed;
    this.#fly = fly;
  }

  /**
   * The threads are those of a board that is known as a whole, once they are there. A board it is
   * compared with is followed, too.
   */
  board(board: Board, other: Board | null, threads: readonly Thread[]): void {
    const jobs = new Set([board.job, other?.job ?? null].filter((job) => job !== null));
    for (const [job, stop] of this.#following) {
      if (jobs.has(job)) continue;
      stop();
      this.#following.delete(job);
    }
    this.#shown = board.job;
    for (const job of jobs)
      if (!this.#following.has(job)) this.#following.set(job, this.#follow(job));
    if (board.file !== null) this.#showFile(board.file);
    else if (board.kind === "proved") this.#showProved(board, threads);
    else this.#show(board);
  }

  close(): void {
    this.#following.forEach((stop) => stop());
    this.#following.clear();
  }

  #follow(job: string): () => void {
    let last = 0;
    return follow(job, (now, ended) => {
      const bar = job === this.#shown ? this.element.querySelector("progress") : null;
      if (bar !== null && now !== null) {
        bar.value = now.done;
        bar.max = Math.max(1, now.total);
      }
      // The pictures are asked for again at most every two seconds.
      if (ended || Date.now() - last > 2000) {
        last = Date.now();
        this.#changed();
      }
    });
  }

  #showProved(board: Board, threads: readonly Thread[]): void {
    const flights = threads
      .filter((thread) => thread.exact !== null)
      .slice(-FLIGHTS)
      .reverse();
    show(
      this.element,
      h(
        "p",
        { class: "small" },
        "All of it, without end: the board is self-similar, and the certificate ",
        h("code", {}, board.endless?.proof ?? ""),
        " proves it. Go to any cell, also of a hundred digits.",
      ),
      flights.length > 0 &&
        h(
          "div",
          { class: "row" },
          ...flights.map((thread) =>
            h(
              "button",
              { type: "button", class: "flight", onclick: () => this.#fly(thread) },
              `Fly along the thread near ${thread.exact?.value}`,
            ),
          ),
        ),
      flights.length > 0 &&
        h("p", { class: "small muted" }, "A hundred digits out, each time elsewhere."),
    );
  }

  #showFile(file: FileFacts): void {
    const { finest } = file;
    const counts = `the palaces of each ${finest} × ${finest} cells, and of larger squares`;
    const cells = {
      kept: `It keeps each cell, and ${counts}.`,
      solved: `It keeps ${counts}. Nearer by, cells are solved from the edges of its blocks.`,
      none: `It keeps ${counts}, and no cells.`,
    }[file.cells];
    const palaces =
      file.p_count === null ? "" : ` ${showWhole(BigInt(file.p_count))} of them are P.`;
    const title = titleOf(file.game);
    show(
      this.element,
      h(
        "p",
        { class: "small" },
        `A file with ${sizeOf(file)} cells of ${title}.${palaces} ${cells}`,
      ),
      !file.complete && h("p", { class: "small" }, `${doneOf(file)}; what is done can be seen.`),
      !file.complete &&
        h("progress", { value: file.done, max: file.total, "aria-label": "Parts done" }),
      !file.complete &&
        h(
          "div",
          { class: "row" },
          h("button", { type: "button", onclick: () => this.#changed() }, "Look again"),
        ),
      file.own_board &&
        h(
          "p",
          { class: "small" },
          "It says P or N. Palace numbers are on the laboratory's own board of ",
          h("a", { href: writeLink("explore", { game: file.game }) }, title),
          ".",
        ),
    );
  }

  #show(board: Board): void {
    const side = (value: number): string =>
      `${showWhole(BigInt(value))} × ${showWhole(BigInt(value))}`;
    const growing = board.ready < board.target;
    const text = growing
      ? `Computed up to ${side(board.ready)} of ${side(board.target)} cells; ` +
        "what is ready can be seen."
      : `${side(board.ready)} cells are computed.`;
    const next = STEPS.filter((step) => step > board.target && step <= board.most);
    const face = faceCells(board);
    const offered = next.filter(
      (step, index) => index < 3 || step === next.find((one) => one >= face),
    );
    const more =
      board.target < face
        ? ` Its regions take about ${showWhole(BigInt(Number(face.toPrecision(3))))} ` +
          "cells each way."
        : "";
    const endless =
      board.endless !== null
        ? " A formula answers beyond, at coordinates of any length: go anywhere."
        : "";
    show(
      this.element,
      h("p", { class: "small" }, text, more, endless),
      growing &&
        h("progress", {
          value: board.progress.done,
          max: Math.max(1, board.progress.total),
          "aria-label": "Cells computed",
        }),
      growing &&
        board.job !== null &&
        h(
          "div",
          { class: "row" },
          h(
            "button",
            { type: "button", onclick: () => void this.#cancel(board) },
            "Stop, keep what is ready",
          ),
        ),
      !growing &&
        board.kind === "stored" &&
        next.length > 0 &&
        h(
          "div",
          { class: "row" },
          ...offered.map((step) =>
            h(
              "button",
              { type: "button", onclick: () => void this.#grow(board, step) },
              `Compute ${showWhole(BigInt(step))}`,
            ),
          ),
        ),
      board.trouble !== null && troubleNote(board.trouble),
      this.#problem !== "" && h("p", { class: "note warn" }, this.#problem),
    );
  }

  async #grow(board: Board, side: number): Promise<void> {
    this.#problem = "";
    try {
      await api.grow(board.game, side);
    } catch (error) {
      this.#problem = sentenceOf(error);
    }
    this.#changed();
  }

  async #cancel(board: Board): Promise<void> {
    if (board.job !== null) await cancel(board.job);
    this.#changed();
  }
}
