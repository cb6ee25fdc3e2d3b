/** Explore: fly over any game's board. */
import {
  api,
  sentenceOf,
  type AtlasRecord,
  type Board,
  type Rays,
  type Thread,
} from "../common/api.ts";
import { h, show, svg } from "../common/dom.ts";
import { readCell, showWhole, type Cell } from "../common/coordinates.ts";
import { announce, copyLinkButton, setLink, stateOf, type Open } from "../common/page.ts";
import { onTheme, shownTheme } from "../common/theme.ts";
import { gameOf, kOf, titleOf } from "../games/name.ts";
import { Asked, type Answer } from "./asked.ts";
import { Compare } from "./compare.ts";
import {
  cornerFrame,
  localFromPoint,
  middleOf,
  pointFromLocal,
  sameFrame,
  type Frame,
  type Point,
} from "./frame.ts";
import { doneOf, Files } from "./files.ts";
import { Growth } from "./growth.ts";
import { legend, PALETTE_NAMES } from "./legend.ts";
import { Overlay } from "./overlay.ts";
import { Picked } from "./picked.ts";
import { Readout } from "./readout.ts";
import { LEAST_K, planOf, type Place, type Plan } from "./regions.ts";
import {
  boardSource,
  differenceSource,
  firstCells,
  frameFor,
  hasNumbers,
  isFar,
  paletteFor,
  reachOf,
  type Window,
} from "./source.ts";
import { cellOn, linesOf, nameOf, type Line } from "./threads.ts";
import {
  PALETTES,
  readView,
  valuesOfView,
  type Overlay as OverlayName,
  type Palette,
  type View,
} from "./view.ts";
import { BoardViewer, type Source } from "./viewer.ts";

const DEFAULT_GAME = "blocking:k=100";

/** A flight along a thread leads so many digits out, and shows so many cells across. */
const FLIGHT_DIGITS = 100;
const FLIGHT_CELLS = 400;

interface Threads {
  readonly record: AtlasRecord;
  readonly lines: readonly Line[];
}

export const openExplore: Open = (main, values) => {
  const explorer = new Explorer(main, readView(values, DEFAULT_GAME));
  return {
    title: "Explore",
    update: (now) => explorer.update(readView(now, DEFAULT_GAME)),
    leave: () => explorer.close(),
  };
};

/** One of the one or two pictures. */
interface Pane {
  readonly viewer: BoardViewer;
  readonly overlay: Overlay;
  readonly element: HTMLElement;
}

class Explorer {
  #view: View;
  #board: Board | null = null;
  #other: Board | null = null;
  #panes: Pane[] = [];
  #cursor: Cell | null = null;
  #rays: Rays | null = null;
  #turn = 0;
  /** The picture that was touched last; the other follows it. */
  #leader = 0;
  #linkTimer = 0;
  /**
   * Another board is awaited: the pictures still show the old one, and their place is not that of
   * the view.
   */
  #loading = false;
  #refreshing = false;
  /** What is wrong with a file. */
  #trouble = "";
  /** More was ready while the boards were being asked for. */
  #again = false;
  readonly #stage = h("div", { class: "panes" });
  readonly #state = h("div", { class: "stage-state", hidden: true });
  readonly #growing = h("p", { class: "stage-note", role: "status", hidden: true });
  readonly #tools = this.#newTools();
  readonly #readout = new Readout();
  readonly #picked: Picked;
  readonly #growth: Growth;
  readonly #files = new Files();
  readonly #compare: Compare;
  readonly #game = h("input", {
    id: "game",
    spellcheck: "false",
    autocomplete: "off",
    list: "game-examples",
  });
  readonly #rules = h("p", { class: "small muted" });
  readonly #palette = h("select", { id: "palette" });
  readonly #legend = h("div", {});
  readonly #overlays = h("div", { class: "stack" });
  readonly #overlayNotes = h("div", { class: "stack" });
  readonly #regions = new Asked<Plan>(
    async (k) => planOf(await api.regions(`blocking:k=${k}`)),
    () => this.#factsCame(),
  );
  readonly #threads = new Asked<Threads>(
    async (k) => {
      const record = await api.atlasOf(k);
      return { record, lines: linesOf(record) };
    },
    () => this.#factsCame(),
  );
  readonly #goTo = h("input", {
    id: "go-to",
    placeholder: "x, y",
    inputmode: "text",
    autocomplete: "off",
  });
  readonly #goToNote = h("p", { class: "small note warn", hidden: true, role: "alert" });
  readonly #endTheme: () => void;

  constructor(main: HTMLElement, view: View) {
    this.#view = view;
    this.#picked = new Picked(
      (rays) => this.#setRays(rays),
      () => this.#pick(null),
    );
    this.#growth = new Growth(
      () => void this.#refresh(),
      (thread) => this.#flyAlong(thread),
    );
    this.#compare = new Compare(view, (change) => this.#change(change));
    this.#endTheme = onTheme(() => this.#repaint());
    main.append(this.#layout());
    void this.#load();
  }

  /** The address was changed by hand, by a link or by the browser's history. */
  update(view: View): void {
    const before = this.#view;
    this.#view = view;
    if (before.game !== view.game || before.mode !== view.mode || before.other !== view.other)
      void this.#load();
    else {
      this.#showPanel();
      this.#goView();
      this.#repaint();
      void this.#picked.cell(view.game, view.pick, this.#played);
    }
  }

  close(): void {
    this.#turn++;
    this.#again = false;
    clearTimeout(this.#linkTimer);
    this.#growth.close();
    this.#endTheme();
    this.#panes.forEach((pane) => pane.viewer.close());
  }

  #layout(): HTMLElement {
    const open = (event: Event): void => {
      event.preventDefault();
      const game = this.#game.value.trim();
      if (game !== "")
        this.#change({
          game,
          at: null,
          zoom: null,
          pick: null,
          other: this.#view.mode === "one" ? game : this.#view.other,
        });
    };
    const go = (event: Event): void => {
      event.preventDefault();
      this.#goToText(this.#goTo.value);
    };
    this.#palette.addEventListener("change", () =>
      this.#change({ palette: this.#palette.value as Palette }),
    );
    const examples = h(
      "datalist",
      { id: "game-examples" },
      ...[
        "blocking:k=100",
        "blocking:k=1000",
        "blocking:k=9999",
        "wythoff",
        "imitation",
        "2WN^3",
        "(1,2)-GDWN",
        "custom: rook + bishop + ray(1,2) | block 3",
      ].map((value) => h("option", { value })),
    );
    const step = (by: number): void => {
      const k = this.#board === null ? null : kOf(gameOf(this.#board));
      if (k !== null && k + by >= 1) this.#change({ game: `blocking:k=${k + by}`, pick: null });
    };
    return h(
      "div",
      { class: "explore" },
      h("h1", { class: "hidden-text" }, "Explore a board"),
      h("div", { class: "stage" }, this.#stage, this.#growing, this.#state, this.#tools),
      h(
        "aside",
        { class: "side", "aria-label": "About this view" },
        h(
          "form",
          { class: "stack", onsubmit: open },
          h(
            "div",
            { class: "field" },
            h("label", { for: "game" }, "Game"),
            h("div", { class: "row nowrap" }, this.#game, h("button", { type: "submit" }, "Show")),
          ),
          examples,
          h(
            "div",
            { class: "row", id: "k-steps" },
            ...[-10, -1, 1, 10].map((by) =>
              h(
                "button",
                { type: "button", onclick: () => step(by) },
                `k ${by > 0 ? "+" : "−"} ${Math.abs(by)}`,
              ),
            ),
          ),
          this.#rules,
        ),
        this.#files.element,
        h("section", { class: "card" }, this.#readout.element),
        this.#picked.element,
        h(
          "form",
          { class: "stack", onsubmit: go },
          h(
            "div",
            { class: "field" },
            h("label", { for: "go-to" }, "Go to the cell"),
            h(
              "div",
              { class: "row nowrap" },
              this.#goTo,
              h("button", { type: "submit", id: "go" }, "Go"),
            ),
          ),
          this.#goToNote,
        ),
        h("div", { class: "field" }, h("label", { for: "palette" }, "Colours"), this.#palette),
        this.#legend,
        h("fieldset", {}, h("legend", {}, "Draw above the board"), this.#overlays),
        h(
          "details",
          { open: this.#view.mode !== "one" },
          h("summary", {}, "Compare with another game"),
          this.#compare.element,
        ),
        h("details", { open: true }, h("summary", {}, "How much is known"), this.#growth.element),
        h(
          "div",
          { class: "row" },
          copyLinkButton(),
          h("button", { type: "button", id: "save", onclick: () => this.#save() }, "Save as PNG"),
        ),
        h(
          "p",
          { class: "small muted" },
          "Drag and scroll to fly. On the keyboard: " +
            "arrows move a cell (with Shift, 16), + and − zoom, 0 shows all, Enter asks.",
        ),
      ),
    );
  }

  #newTools(): HTMLElement {
    const tool = (label: string, path: string, act: () => void): HTMLElement =>
      h(
        "button",
        {
          type: "button",
          "aria-label": label,
          title: label,
          onclick: () => {
            this.#leader = 0;
            act();
          },
        },
        svg(
          "svg",
          { width: 18, height: 18, viewBox: "0 0 18 18", "aria-hidden": "true" },
          svg("path", {
            d: path,
            fill: "none",
            stroke: "currentColor",
            "stroke-width": 1.8,
            "stroke-linecap": "round",
          }),
        ),
      );
    return h(
      "div",
      { class: "tools" },
      tool("Zoom in", "M9 3v12M3 9h12", () => this.#lead?.viewer.zoomBy(2)),
      tool("Zoom out", "M3 9h12", () => this.#lead?.viewer.zoomBy(0.5)),
      tool("The whole board", "M3 7V3h4M11 3h4v4M15 11v4h-4M7 15H3v-4", () => this.#whole()),
    );
  }

  /** The game that is played on the board. */
  get #played(): string {
    return this.#board === null ? this.#view.game : gameOf(this.#board);
  }

  get #lead(): Pane | undefined {
    return this.#panes[0];
  }

  #change(change: Partial<View>): void {
    const before = this.#view;
    this.#view = { ...before, ...change };
    this.#writeLink();
    const reload = (["game", "mode", "other"] as const).some(
      (name) => before[name] !== this.#view[name],
    );
    if (reload) void this.#load();
    else {
      this.#showPanel();
      this.#repaint();
    }
  }

  async #load(): Promise<void> {
    const turn = ++this.#turn;
    this.#loading = true;
    this.#trouble = "";
    const view = this.#view;
    const fresh = this.#board === null;
    if (fresh)
      this.#say(stateOf("Opening the board", `The laboratory prepares ${titleOf(view.game)}.`));
    this.#game.value = view.game;
    try {
      const [board, other] = await Promise.all([
        api.open(view.game),
        view.mode === "one" ? null : api.open(view.other),
      ]);
      if (turn !== this.#turn) return;
      this.#board = board;
      this.#other = other;
      this.#say(null);
      this.#openPanes();
      this.#showPanel();
      void this.#picked.cell(board.game, view.pick, gameOf(board));
      if (this.#again) void this.#refresh();
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#loading = false;
      this.#say(
        stateOf(
          "This board can't be shown",
          sentenceOf(error),
          h(
            "button",
            {
              type: "button",
              onclick: () =>
                this.#change({ game: DEFAULT_GAME, mode: "one", at: null, zoom: null, pick: null }),
            },
            `Show ${titleOf(DEFAULT_GAME)} instead`,
          ),
        ),
      );
    }
  }

  #say(state: HTMLElement | null): void {
    this.#state.hidden = state === null;
    show(this.#state, state);
  }

  /** New pictures for the boards that are loaded. */
  #openPanes(): void {
    const board = this.#board;
    if (board === null) return;
    this.#loading = false;
    const count = this.#view.mode === "side" ? 2 : 1;
    while (this.#panes.length > count) {
      const pane = this.#panes.pop();
      pane?.viewer.close();
      pane?.element.remove();
    }
    this.#stage.classList.toggle("two", count === 2);
    while (this.#panes.length < count) this.#panes.push(this.#newPane(this.#panes.length));
    this.#panes.forEach((pane, index) => {
      const name = pane.element.querySelector(".pane-name");
      if (name !== null) {
        name.textContent = titleOf(index === 0 ? this.#view.game : this.#view.other);
        (name as HTMLElement).hidden = count === 1;
      }
    });
    this.#openFrames();
    this.#draw();
  }

  #openFrames(): void {
    const board = this.#board;
    if (board === null) return;
    const { at, zoom, mode } = this.#view;
    const first = firstCells(board);
    const { clientWidth: width, clientHeight: height } = this.#lead?.element ?? this.#stage;
    const scale = zoom ?? Math.min(width, height) / first;
    // The corner of the board is put into the corner of the picture.
    const place = at ?? pointFromLocal(cornerFrame(first), width / 2 / scale, height / 2 / scale);
    this.#leader = 0;
    this.#panes.forEach((pane, index) => {
      const where = index === 0 ? place : this.#shifted(place);
      const of = index === 0 ? board : (this.#other ?? board);
      const source =
        mode === "difference"
          ? this.#difference()
          : this.#source(of, frameFor(of, this.#window(where, scale), pane.viewer.frame));
      if (source !== null) pane.viewer.open(source, where, scale);
    });
    this.#showLegend();
  }

  /** The difference of the two boards, as far as both are there. */
  #difference(): Source | null {
    if (this.#board === null || this.#other === null) return null;
    return differenceSource(
      this.#board,
      this.#other,
      this.#view.offset,
      this.#view.compared,
      shownTheme(),
    );
  }

  #source(board: Board, frame: Frame): Source {
    return boardSource(
      board,
      frame,
      paletteFor(board, this.#view.palette, isFar(board, frame)),
      shownTheme(),
    );
  }

  #newPane(index: number): Pane {
    const canvas = h("canvas", { class: "overlay", "aria-hidden": "true" });
    const picture = h("div", { class: "picture" });
    const name = h("span", { class: "pane-name", hidden: true });
    const element = h(
      "div",
      {
        class: "pane",
        tabindex: 0,
        role: "application",
        "aria-label":
          "The board. Arrow keys move a cell, plus and minus zoom, Enter asks about the cell.",
      },
      picture,
      canvas,
      name,
    );
    this.#stage.append(element);
    const viewer = new BoardViewer(picture, {
      hover: (cell) => this.#hover(cell, index),
      click: (cell) => this.#pick(index === 0 ? cell : null),
      moved: (settled) => this.#moved(index, settled),
      failed: (address) => void this.#failed(address),
      loaded: (all) => (element.dataset["loaded"] = all ? "yes" : "no"),
    });
    element.addEventListener("keydown", (event) => this.#key(event));
    element.addEventListener("pointerdown", () => element.focus({ preventScroll: true }));
    element.addEventListener("pointerenter", () => (this.#leader = index));
    return { viewer, overlay: new Overlay(canvas, viewer, [name, this.#tools]), element };
  }

  #moved(index: number, settled: boolean): void {
    this.#panes.forEach((pane) => pane.overlay.redraw());
    const seen = this.#panes[index]?.viewer.seen();
    if (seen === null || seen === undefined || this.#loading) return;
    if (this.#panes.length === 2 && index === this.#leader) {
      this.#panes[1 - index]?.viewer.go(
        index === 0 ? this.#shifted(seen.at) : this.#shifted(seen.at, -1),
        seen.zoom,
        true,
      );
    }
    if (settled) this.#rebase(index);
    if (index !== 0 || !settled) return;
    this.#view = { ...this.#view, at: seen.at, zoom: seen.zoom };
    this.#writeLink();
    if (this.#view.mode !== "one") this.#countDifferences();
  }

  /** Where the second board has what the first has here. */
  #shifted(at: Point, sign = 1): Point {
    const { dx, dy, along } = this.#view.offset;
    const below = at[1].cell >= at[0].cell;
    const shift = (value: Point[0], by: number): Point[0] => ({
      cell: value.cell + BigInt(sign * by),
      milli: value.milli,
    });
    return [shift(at[0], dx + (below ? 0 : along)), shift(at[1], dy + (below ? along : 0))];
  }

  #window(at: Point, zoom: number): Window {
    const element = this.#lead?.element ?? this.#stage;
    return { at, zoom, reach: [element.clientWidth / 2 / zoom, element.clientHeight / 2 / zoom] };
  }

  /** Moves the frame on where the view has left it. */
  #rebase(index: number): void {
    const board = index === 0 ? this.#board : this.#other;
    const pane = this.#panes[index];
    const frame = pane?.viewer.frame ?? null;
    const seen = pane?.viewer.seen() ?? null;
    if (
      board === null ||
      pane === undefined ||
      frame === null ||
      seen === null ||
      this.#view.mode === "difference"
    )
      return;
    const next = frameFor(board, this.#window(seen.at, seen.zoom), frame);
    if (sameFrame(next, frame)) return;
    pane.viewer.open(this.#source(board, next), seen.at, seen.zoom);
    this.#showLegend();
  }

  #repaint(): void {
    const board = this.#board;
    if (board === null) return;
    this.#panes.forEach((pane, index) => {
      const of = index === 0 ? board : (this.#other ?? board);
      const frame = pane.viewer.frame;
      const seen = pane.viewer.seen();
      const source =
        frame === null
          ? null
          : this.#view.mode === "difference"
            ? this.#difference()
            : this.#source(of, frame);
      if (frame === null || source === null) return;
      // The difference has more room when both boards have grown.
      if (sameFrame(source.frame, frame)) pane.viewer.replace(source);
      else if (seen !== null) pane.viewer.open(source, seen.at, seen.zoom);
    });
    this.#showLegend();
    this.#draw();
    if (this.#view.mode !== "one") this.#countDifferences();
  }

  /**
   * More of a board is ready. It is asked once at a time, so that no older answer comes after a
   * newer one.
   */
  async #refresh(): Promise<void> {
    this.#again = this.#loading || this.#refreshing;
    if (this.#again) return;
    this.#refreshing = true;
    await this.#askAgain();
    this.#refreshing = false;
    if (this.#again) void this.#refresh();
  }

  async #askAgain(): Promise<void> {
    const before = this.#board;
    const otherBefore = this.#other;
    if (before === null) return;
    const turn = this.#turn;
    const [board, other] = await Promise.all([
      api.board(before.game),
      otherBefore === null ? null : api.board(otherBefore.game),
    ]).catch(() => [null, null] as const);
    if (board === null || turn !== this.#turn) return;
    this.#board = board;
    this.#other = other;
    this.#showGrowth(board);
    this.#showGrowing();
    if (board.levels !== before.levels || other?.levels !== otherBefore?.levels) this.#openFrames();
    else if (
      [board.ready, board.progress.done].join() !== [before.ready, before.progress.done].join() ||
      other?.ready !== otherBefore?.ready
    )
      this.#repaint();
  }

  #goView(): void {
    const { at, zoom, mode } = this.#view;
    const frame = this.#lead?.viewer.frame ?? null;
    const near =
      at !== null &&
      zoom !== null &&
      this.#board !== null &&
      frame !== null &&
      sameFrame(frameFor(this.#board, this.#window(at, zoom), frame), frame);
    if (near && mode === "one") this.#lead?.viewer.go(at, zoom);
    else this.#openFrames();
  }

  #whole(): void {
    const frame = this.#lead?.viewer.frame ?? null;
    if (this.#board !== null && frame !== null && isFar(this.#board, frame)) {
      this.#view = { ...this.#view, at: null, zoom: null };
      this.#openFrames();
    } else this.#lead?.viewer.whole();
  }

  #goToText(text: string): void {
    const board = this.#board;
    const cell = readCell(text);
    const most = board === null ? 0n : BigInt(Math.max(reachOf(board), 1));
    let problem = "";
    if (cell === null) problem = "Two whole numbers, please, like 150, 42.";
    else if (board !== null && board.endless === null && (cell[0] >= most || cell[1] >= most)) {
      const more = board.most > board.target ? " Compute more below." : "";
      problem =
        board.file === null
          ? `Only cells below ${showWhole(most)} are computed so far.${more}`
          : `This file has cells below ${showWhole(most)}.`;
    }
    this.#goToNote.hidden = problem === "";
    this.#goToNote.textContent = problem;
    if (problem !== "" || cell === null) return;
    this.#fly(cell, Math.max(this.#view.zoom ?? 0, 16));
    this.#pick(cell);
  }

  #fly(cell: Cell, zoom: number): void {
    this.#view = { ...this.#view, at: middleOf(cell), zoom };
    this.#goView();
    // On a phone the board may have been scrolled away.
    this.#stage.scrollIntoView({ block: "nearest" });
  }

  /** Leads to a place of a hundred digits on a thread, another one each time. */
  #flyAlong(thread: Thread): void {
    const digits = Array.from(
      crypto.getRandomValues(new Uint8Array(FLIGHT_DIGITS - 1)),
      (byte) => byte % 10,
    );
    const x = BigInt(`1${digits.join("")}`);
    this.#pick(null);
    this.#fly(cellOn(thread, x), (this.#lead?.element.clientWidth ?? FLIGHT_CELLS) / FLIGHT_CELLS);
  }

  #hover(cell: Cell | null, index: number): void {
    if (index !== 0) return;
    const inside = cell !== null && this.#inside(cell) ? cell : null;
    this.#cursor = inside;
    this.#readout.cell(inside ?? this.#view.pick);
    this.#draw();
  }

  #inside(cell: Cell): boolean {
    const board = this.#board;
    return (
      board !== null &&
      (board.endless !== null || cell.every((heap) => heap < BigInt(reachOf(board))))
    );
  }

  #pick(cell: Cell | null): void {
    if (cell !== null && !this.#inside(cell)) return;
    this.#view = { ...this.#view, pick: cell };
    this.#writeLink();
    this.#readout.cell(cell);
    void this.#picked.cell(this.#view.game, cell, this.#played);
    this.#draw();
  }

  #setRays(rays: Rays | null): void {
    this.#rays = rays;
    this.#draw();
  }

  #key(event: KeyboardEvent): void {
    const viewer = this.#lead?.viewer;
    this.#leader = 0;
    if (viewer === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    const steps: Record<string, [bigint, bigint]> = {
      ArrowLeft: [-1n, 0n],
      ArrowRight: [1n, 0n],
      ArrowUp: [0n, -1n],
      ArrowDown: [0n, 1n],
    };
    const step = steps[event.key];
    if (step !== undefined) this.#step(step, event.shiftKey ? 16n : 1n);
    else if (event.key === "+" || event.key === "=") viewer.zoomBy(2);
    else if (event.key === "-") viewer.zoomBy(0.5);
    else if (event.key === "0") this.#whole();
    else if (event.key === "Enter" || event.key === " ") this.#pick(this.#cursor);
    else if (event.key === "Escape") this.#pick(null);
    else return;
    event.preventDefault();
  }

  #step(by: readonly [bigint, bigint], length: bigint): void {
    const pane = this.#lead;
    const seen = pane?.viewer.seen();
    const frame = pane?.viewer.frame;
    if (
      pane === undefined ||
      seen === null ||
      seen === undefined ||
      frame === null ||
      frame === undefined
    )
      return;
    const from = this.#cursor ?? this.#view.pick ?? [seen.at[0].cell, seen.at[1].cell];
    const to: Cell = [from[0] + by[0] * length, from[1] + by[1] * length];
    if (to[0] < 0n || to[1] < 0n || !this.#inside(to)) return;
    this.#cursor = to;
    this.#readout.cell(to);
    const [x, y] = localFromPoint(frame, middleOf(to));
    const [px, py] = pane.viewer.pixelFromLocal(x, y);
    const { clientWidth, clientHeight } = pane.element;
    if (px < 40 || py < 40 || px > clientWidth - 40 || py > clientHeight - 40)
      pane.viewer.go(middleOf(to), null);
    announce(`Cell ${to[0]}, ${to[1]}`);
    this.#draw();
  }

  #showPanel(): void {
    const board = this.#board;
    if (board === null) return;
    const k = kOf(gameOf(board));
    document.title = `${titleOf(board.game)} · Explore · Wythoff laboratory`;
    this.#rules.textContent = board.rules;
    this.#files.board(board.game);
    this.#readout.board(board.game, board.k);
    this.#readout.cell(this.#view.pick);
    this.#showGrowth(board);
    this.#compare.show(this.#view, k);
    const steps = document.getElementById("k-steps");
    if (steps !== null) steps.hidden = k === null || board.file !== null;
    show(
      this.#palette,
      ...PALETTES.filter((name) => board.palettes.includes(name)).map((name) =>
        h("option", { value: name }, PALETTE_NAMES[name]),
      ),
    );
    this.#showOverlays(board);
    this.#showLegend();
    this.#showGrowing();
  }

  /** A tile of a file did not come: what is damaged is said, what is not there yet is no news. */
  async #failed(address: string): Promise<void> {
    const turn = this.#turn;
    if (this.#trouble !== "" || ![this.#board, this.#other].some((board) => board?.file)) return;
    const refusal = await api.whyNot(address).catch(() => null);
    if (turn !== this.#turn || refusal === null || refusal.code === "not-ready") return;
    this.#trouble = refusal.message;
    this.#showGrowing();
  }

  /** Says why a part of the picture is empty. */
  #showGrowing(): void {
    this.#growing.textContent = this.#trouble;
    this.#growing.hidden = this.#trouble === "";
    if (this.#trouble !== "") return;
    const waiting = [this.#board, this.#other].find(
      (board) => board !== null && board.ready < board.target,
    );
    this.#growing.hidden = waiting === undefined || waiting === null;
    if (!waiting) return;
    if (waiting.file !== null) {
      const done = doneOf(waiting.file);
      this.#growing.textContent = `${titleOf(waiting.game)} is not finished: ${done}.`;
      return;
    }
    const ready = showWhole(BigInt(waiting.ready));
    const all = showWhole(BigInt(waiting.target));
    const name = titleOf(waiting.game);
    this.#growing.textContent = `${name} is being computed: ${ready} of ${all} rows can be seen.`;
  }

  #showLegend(): void {
    const board = this.#board;
    if (board === null) return;
    const frame = this.#lead?.viewer.frame;
    const far = frame !== null && frame !== undefined && isFar(board, frame);
    const palette = paletteFor(board, this.#view.palette, far);
    this.#palette.value = palette;
    this.#palette.disabled = this.#view.mode === "difference";
    const share =
      this.#view.mode === "difference" ? "the share that differs" : "the share of P among them";
    const numbers = hasNumbers(board, far);
    const note =
      far && !numbers
        ? "Far out a formula knows P and N only."
        : `Zoomed out, a pixel is many cells, and its shade ${share}; even a trace can be seen.`;
    show(
      this.#legend,
      legend(palette, this.#view.mode, numbers, shownTheme(), this.#view.compared),
      h("p", { class: "small muted" }, note),
    );
  }

  #showGrowth(board: Board): void {
    const k = kOf(gameOf(board));
    const threads = board.kind === "proved" && k !== null ? there(this.#threads.of(k)) : null;
    this.#growth.board(board, this.#other, threads?.record.threads ?? []);
  }

  #showOverlays(board: Board): void {
    const toggle = (name: OverlayName, text: string, disabled: boolean): HTMLElement => {
      const box = h("input", {
        type: "checkbox",
        checked: this.#view.overlays.has(name),
        disabled,
        id: `show-${name}`,
      });
      box.addEventListener("change", () => {
        const overlays = new Set(this.#view.overlays);
        if (box.checked) overlays.add(name);
        else overlays.delete(name);
        this.#view = { ...this.#view, overlays };
        this.#writeLink();
        this.#showOverlayNotes();
        this.#draw();
      });
      return h("label", { class: "check" }, box, text);
    };
    const k = kOf(gameOf(board));
    show(
      this.#overlays,
      toggle("regions", "Regions with their names", k === null || k < LEAST_K),
      toggle("threads", "Threads with their slopes", k === null),
      this.#overlayNotes,
    );
    this.#showOverlayNotes();
  }

  /** In words: what is drawn above the board, what is being measured, or why there is nothing. */
  #showOverlayNotes(): void {
    const k = this.#board === null ? null : kOf(gameOf(this.#board));
    const note = (text: string): HTMLElement => h("p", { class: "small muted" }, text);
    if (k === null) {
      show(this.#overlayNotes, note("Regions and threads are those of Wᵏ."));
      return;
    }
    const notes: HTMLElement[] =
      k < LEAST_K ? [note(`The regions of CLN15 are seen in Wᵏ with k ≥ ${LEAST_K}.`)] : [];
    const told = <T>(
      name: OverlayName,
      asked: Asked<T>,
      asking: string,
      tell: (value: T) => HTMLElement[],
    ): void => {
      if (!this.#shows(name, k)) return;
      const answer = asked.of(k);
      if (answer.state === "asking") notes.push(h("p", { class: "small", role: "status" }, asking));
      else if (answer.state === "refused")
        notes.push(h("p", { class: "small note warn" }, answer.why));
      else notes.push(...tell(answer.value));
    };
    told("regions", this.#regions, "The regions are being measured on the board …", (plan) => [
      note(
        plan.scaledFrom === null
          ? "Measured on this board."
          : `Placed by the proportions of k = ${plan.scaledFrom}.`,
      ),
      drawnList(
        "regions",
        plan.places.map((place) => this.#placeButton(place)),
      ),
    ]);
    told(
      "threads",
      this.#threads,
      `The threads of k = ${k} are being measured in its first columns. This may take seconds …`,
      ({ record }) => [
        note(threadsNote(record)),
        drawnList(
          "threads",
          record.threads.map((thread) => h("span", {}, nameOf(thread))),
        ),
      ],
    );
    show(this.#overlayNotes, ...notes);
  }

  #placeButton({ name, images }: Place): HTMLElement {
    const [x, y] = (images[0]?.[0] ?? [0, 0]).map(Math.round) as [number, number];
    return h(
      "button",
      {
        type: "button",
        class: "quiet",
        onclick: () => this.#fly([BigInt(x), BigInt(y)], this.#view.zoom ?? 1),
      },
      `${name} (${x}, ${y})`,
    );
  }

  #shows(name: OverlayName, k: number | null): k is number {
    return this.#view.overlays.has(name) && k !== null && (name === "threads" || k >= LEAST_K);
  }

  /** The regions or threads that were asked for are there. */
  #factsCame(): void {
    if (this.#board === null) return;
    this.#showGrowth(this.#board);
    this.#showOverlayNotes();
    this.#draw();
  }

  #draw(): void {
    this.#panes.forEach((pane, index) => {
      const board = index === 0 ? this.#board : this.#other;
      const k = board === null ? null : kOf(gameOf(board));
      pane.overlay.set({
        cursor: index === 0 ? this.#cursor : null,
        pick: index === 0 ? this.#view.pick : null,
        rays: index === 0 ? this.#rays : null,
        plan: this.#shows("regions", k) ? there(this.#regions.of(k)) : null,
        lines: (this.#shows("threads", k) ? there(this.#threads.of(k)) : null)?.lines ?? [],
      });
    });
  }

  #countDifferences(): void {
    const viewer = this.#lead?.viewer;
    const board = this.#board;
    const other = this.#other;
    if (viewer === undefined || board === null || other === null || viewer.seen() === null) return;
    const [left, top, right, bottom] = viewer.localBounds();
    const [startX, startY] = (viewer.frame?.origin ?? [0n, 0n]).map(Number) as [number, number];
    const most = Math.min(reachOf(board), reachOf(other));
    const x = Math.max(0, startX + Math.floor(left));
    const y = Math.max(0, startY + Math.floor(top));
    const width = Math.min(most, startX + Math.ceil(right)) - x;
    const height = Math.min(most, startY + Math.ceil(bottom)) - y;
    if (width > 0 && height > 0) void this.#compare.count({ x, y, width, height });
    else this.#compare.nothing();
  }

  #writeLink(): void {
    clearTimeout(this.#linkTimer);
    this.#linkTimer = window.setTimeout(() => setLink("explore", valuesOfView(this.#view)), 120);
  }

  /** The picture with what is drawn above it, as it stands. */
  #save(): void {
    const pictures = this.#panes.map(
      (pane) => [pane.viewer.picture(), pane.overlay.canvas] as const,
    );
    const canvas = h("canvas", {
      width: pictures.reduce((sum, [picture]) => sum + picture.width, 0),
      height: Math.max(...pictures.map(([picture]) => picture.height)),
    });
    const pen = canvas.getContext("2d");
    if (pen === null) return;
    pen.fillStyle = getComputedStyle(this.#stage).backgroundColor;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    let left = 0;
    for (const [picture, overlay] of pictures) {
      pen.drawImage(picture, left, 0);
      pen.drawImage(overlay, left, 0, picture.width, picture.height);
      left += picture.width;
    }
    canvas.toBlob((blob) => {
      if (blob === null) return;
      const url = URL.createObjectURL(blob);
      const name = this.#view.game.replace(/[^\w=,-]+/g, "-");
      h("a", { href: url, download: `${name}.png` }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    });
  }
}

function there<T>(answer: Answer<T>): T | null {
  return answer.state === "there" ? answer.value : null;
}

/** Where the threads are from, and what their lines say. */
function threadsNote(record: AtlasRecord): string {
  const measured = record.measured === true ? "Measured just now" : "From the atlas, measured";
  const unsteady = record.threads.some((thread) => !thread.periodic);
  return (
    `${measured} in ${showWhole(BigInt(record.columns))} columns. ` +
    "A line has the slope of a thread, dashed before it stands alone." +
    (unsteady ? " A thread without a period may run beside its line." : "")
  );
}

/** What is drawn on the canvas, for those who do not see it, and as places to go to. */
function drawnList(name: OverlayName, items: readonly HTMLElement[]): HTMLElement {
  return h(
    "details",
    { class: "drawn small" },
    h("summary", {}, `What is drawn (${items.length})`),
    h("ul", { id: `drawn-${name}` }, ...items.map((item) => h("li", {}, item))),
  );
}
