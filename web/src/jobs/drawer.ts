/** All jobs of the laboratory, and what its store holds, in a drawer that every page can open. */
import { api, sentenceOf, type Job, type Status } from "../common/api.ts";
import { showWhole } from "../common/coordinates.ts";
import { showBytes } from "../common/bytes.ts";
import { h, show } from "../common/dom.ts";
import { cancel, isOver, watchJobs } from "../common/jobs.ts";
import { writeLink } from "../common/link.ts";
import { titleOf } from "../games/name.ts";

const STATES: Record<Job["state"], readonly [kind: string, word: string]> = {
  queued: ["", "waits"],
  running: ["accent", "at work"],
  done: ["good", "done"],
  failed: ["bad", "failed"],
  cancelled: ["warn", "stopped"],
  parked: ["", "goes on later"],
};

/** So many finished jobs are listed, the newest. */
const MOST_FINISHED = 20;

export class JobsDrawer {
  readonly button: HTMLButtonElement;
  readonly element: HTMLDialogElement;
  readonly #count = h("span", { class: "count", hidden: true });
  readonly #word = h("span", { class: "hidden-text", hidden: true }, "at work or waiting");
  readonly #list = h("div", { class: "stack" });
  readonly #store = h("div", { class: "stack" });
  #running: string | null = null;

  constructor() {
    this.button = h(
      "button",
      { type: "button", id: "jobs", "aria-haspopup": "dialog", onclick: () => this.#open() },
      "Jobs",
      this.#count,
      this.#word,
    );
    this.element = h(
      "dialog",
      { class: "drawer", "aria-labelledby": "drawer-title" },
      h(
        "div",
        { class: "drawer-inside" },
        h(
          "div",
          { class: "row split" },
          h("h2", { id: "drawer-title" }, "Jobs"),
          h(
            "button",
            { type: "button", class: "close", onclick: () => this.element.close() },
            "Close",
          ),
        ),
        this.#list,
        h("h2", {}, "Store"),
        this.#store,
      ),
    );
    // A click beside the drawer closes it, and so does a link in it.
    this.element.addEventListener("click", ({ target }) => {
      if (target === this.element || target instanceof HTMLAnchorElement) this.element.close();
    });
    watchJobs((jobs) => this.#show(jobs));
  }

  #open(): void {
    this.element.showModal();
    void this.#showStore();
  }

  #show(jobs: readonly Job[]): void {
    const running = jobs.filter((job) => !isOver(job));
    const ids = running.map((job) => job.id).join();
    this.#count.textContent = String(running.length);
    this.#count.hidden = running.length === 0;
    this.#word.hidden = running.length === 0;
    const finished = jobs.filter(isOver).slice(0, MOST_FINISHED);
    // What has the focus keeps it.
    const focus = (document.activeElement as HTMLElement | null)?.dataset["focus"];
    show(
      this.#list,
      jobs.length === 0 &&
        h(
          "p",
          { class: "muted" },
          "Nothing is at work. Boards that grow and checks are listed here.",
        ),
      running.length > 0 && h("ul", { class: "jobs" }, ...running.map(item)),
      finished.length > 0 && h("h3", {}, "Finished"),
      finished.length > 0 && h("ul", { class: "jobs" }, ...finished.map(item)),
    );
    if (focus !== undefined)
      this.#list.querySelector<HTMLElement>(`[data-focus="${CSS.escape(focus)}"]`)?.focus();
    if (this.element.open && ids !== this.#running) void this.#showStore();
    this.#running = ids;
  }

  async #showStore(): Promise<void> {
    try {
      show(this.#store, ...storeFacts((await api.status()).store));
    } catch (error) {
      show(this.#store, h("p", { class: "note warn" }, sentenceOf(error)));
    }
  }
}

function item(job: Job): HTMLElement {
  const [kind, word] = STATES[job.state];
  const place = placeOf(job);
  const name = job.title.replace(/W\^\d+/g, titleOf);
  const title = capital(name);
  return h(
    "li",
    { "data-job": job.id, "data-state": job.state },
    h(
      "div",
      { class: "row split" },
      place === null
        ? h("span", {}, title)
        : h("a", { href: place, "data-focus": `see-${job.id}` }, title),
      h("span", { class: `tag ${kind}` }, word),
    ),
    !isOver(job) && progressOf(job, `Progress: ${name}`),
    (job.error ?? job.detail) !== "" && h("p", { class: "small muted" }, job.error ?? job.detail),
    !isOver(job) &&
      h(
        "button",
        {
          type: "button",
          "data-focus": `stop-${job.id}`,
          "aria-label": `Stop: ${name}`,
          onclick: () => void cancel(job.id),
        },
        "Stop",
      ),
  );
}

/** How far a job is; before its first step is done it says only that it is at work. */
export function progressOf(job: Job, label: string): HTMLProgressElement {
  const isKnown = job.done > 0 || job.state === "queued";
  return h("progress", {
    max: Math.max(1, job.total),
    value: isKnown ? job.done : null,
    "aria-label": label,
  });
}

/** Where on the page a job's work is seen. */
function placeOf(job: Job): string | null {
  if (job.kind === "grow") return writeLink("explore", { game: job.subject });
  if (job.kind === "errata") return writeLink("theorems", { show: "errata" });
  return writeLink("theorems", { at: job.subject });
}

function storeFacts(store: Status["store"]): HTMLElement[] {
  const boards = [...store.boards].sort((a, b) => b.bytes - a.bytes);
  const row = (board: Status["store"]["boards"][number]): HTMLElement =>
    h(
      "li",
      { class: "row split" },
      h("a", { href: writeLink("explore", { game: board.game }) }, titleOf(board.game)),
      h(
        "span",
        { class: "small muted" },
        `${showWhole(BigInt(board.side))} cells each way, ${showBytes(board.bytes)}`,
      ),
    );
  const trouble = store.trouble === null ? [] : [troubleNote(store.trouble)];
  return [
    ...trouble,
    h(
      "p",
      { id: "store-use" },
      `${showBytes(store.used)} of ${showBytes(store.budget)} are used`,
      h(
        "span",
        { class: "muted" },
        ` by ${boards.length} ${boards.length === 1 ? "board" : "boards"} of Wᵏ.`,
      ),
    ),
    h("meter", { max: store.budget, value: store.used, "aria-label": "Store used" }),
    h("ul", { class: "jobs stored small" }, ...boards.map(row)),
  ];
}

/** Why the store keeps nothing new. */
export function troubleNote(trouble: string): HTMLElement {
  return h("p", { class: "note warn trouble" }, `${capital(trouble)}.`);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
