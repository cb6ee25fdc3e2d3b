/** Explore: fly over any game's board. */
import {
  api,
  sentenceOf,
  type Board,
  type OutcomeWindow,
  type Rays,
  type Thread,
} from "../common/api.ts";
import { h, saveFile, show, svg } from "../common/dom.ts";
import { cellOfJson, readCell, showWhole, type Cell } from "../common/coordinates.ts";
import { writeLink } from "../common/link.ts";
import { announce, copyLinkButton, pushLink, setLink, stateOf, type Open } from "../common/page.ts";
import { onTheme, shownTheme } from "../common/theme.ts";
import { gameOf, kOf, titleOf } from "../games/name.ts";
import { Above } from "./above.ts";
import { Compare } from "./compare.ts";
import { StraightEdge, type Edge } from "./edge.ts";
import {
  cornerFrame,
  localFromPoint,
  middleOf,
  pointFromLocal,
  sameFrame,
  TILE,
  type Frame,
  type Point,
} from "./frame.ts";
import { doneOf, Files } from "./files.ts";
import { Growth } from "./growth.ts";
import { legend, PALETTE_NAMES, pixelNote, type Shown } from "./legend.ts";
import { Minimap } from "./minimap.ts";
import { numbersInView, sceneOf } from "./numbers.ts";
import { Overlay } from "./overlay.ts";
import { Picked } from "./picked.ts";
import { Poster, type Subject } from "./poster.ts";
import { Readout } from "./readout.ts";
import { RULER } from "./rulers.ts";
import { Scrub } from "./scrub.ts";
import { CrossSection } from "./section.ts";
import {
  boardSource,
  cornerEnd,
  differenceSource,
  endOf,
  firstCells,
  frameFor,
  hasNumbers,
  isBeyond,
  isFar,
  paletteFor,
  pixelOf,
  reachOf,
  type Window,
} from "./source.ts";
import { cellOn } from "./threads.ts";
import { PALETTES, readView, valuesOfView, type Palette, type View } from "./view.ts";
import { BoardViewer, type Source } from "./viewer.ts";

const DEFAULT_GAME = "blocking:k=100";

/** A film waits for so many cells of a board. */
const FILM_CELLS = 4096;

/** The largest k whose threads are measured on the spot. */
const MEASURED_K = 1000;

/** A flight along a thread leads so many digits out, and shows so many cells across. */
const FLIGHT_DIGITS = 100;
const FLIGHT_CELLS = 400;

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
  /** Why nothing is shown. */
  readonly refusal: HTMLElement;
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
  /** A number of the game is being turned, and nothing else was done since. */
  #turning = false;
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
  readonly #edge = new StraightEdge(() => this.#measure(null));
  /** The straight-edge lies ready, and no cell was clicked. */
  #measuring = false;
  readonly #section = new CrossSection(
    (way) => this.#change({ section: way }),
    (cell) => this.#ask(cell),
  );
  readonly #minimap = new Minimap((x, y) =>
    this.#lead?.viewer.go(pointFromLocal(cornerFrame(1), x, y), null),
  );
  readonly #scrub = new Scrub(
    (game, next) => this.#turnTo(game, next),
    () => this.#turned(),
    () => {
      const viewer = this.#lead?.viewer;
      if (viewer === undefined || this.#board === null) return null;
      return sceneOf(this.#board, viewer, this.#view.palette, shownTheme());
    },
  );
  /** The numbers in the cells that are in view. */
  #numbers: OutcomeWindow | null = null;
  readonly #growth: Growth;
  readonly #files = new Files();
  readonly #compare: Compare;
  readonly #poster = new Poster(() => this.#subject());
  readonly #game = h("input", {
    id: "game",
    spellcheck: "false",
    autocomplete: "off",
    list: "game-examples",
  });
  readonly #rules = h("p", { class: "small muted" });
  readonly #palette = h("select", { id: "palette" });
  readonly #legend = h("div", {});
  readonly #above: Above;
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
      (cell) => (cell === null ? this.#pick(null) : this.#ask(cell)),
      () => {
        this.#change({ section: "row" });
        inSight(this.#section.element);
      },
    );
    this.#growth = new Growth(
      () => void this.#refresh(),
      (thread) => this.#flyAlong(thread),
    );
    this.#above = new Above(view, {
      change: (change) => {
        this.#change(change);
        void this.#askNumbers();
      },
      go: (cell) => this.#fly(cell, this.#view.zoom ?? 1, this.#view.pick),
      came: () => this.#factsCame(),
    });
    this.#compare = new Compare(view, (change) => this.#change(change));
    this.#endTheme = onTheme(() => this.#repaint());
    main.append(this.#layout());
    void this.#load();
  }

  /** The address was changed by hand, by a link or by the browser's history. */
  update(view: View): void {
    const before = this.#view;
    this.#turning = false;
    this.#scrub.stop();
    this.#view = view;
    if (before.game !== view.game || before.mode !== view.mode || before.other !== view.other)
      void this.#load();
    else {
      this.#showPanel();
      this.#goView();
      this.#repaint();
      this.#showPick();
    }
  }

  close(): void {
    this.#turn++;
    this.#scrub.close();
    this.#again = false;
    clearTimeout(this.#linkTimer);
    this.#growth.close();
    this.#poster.close();
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
      void this.#goToText(this.#goTo.value);
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
    return h(
      "div",
      { class: "explore" },
      h("h1", { class: "hidden-text" }, "Explore a board"),
      h(
        "div",
        { class: "stage" },
        this.#stage,
        this.#minimap.element,
        this.#growing,
        this.#state,
        this.#tools,
      ),
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
          this.#rules,
        ),
        this.#scrub.element,
        this.#files.element,
        h("section", { class: "card" }, this.#readout.element),
        h(
          "div",
          { class: "answers" },
          this.#picked.element,
          this.#section.element,
          this.#edge.element,
        ),
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
        h("fieldset", {}, h("legend", {}, "Draw above the board"), this.#above.element),
        h(
          "details",
          { open: this.#view.mode !== "one" },
          h("summary", {}, "Compare with another game"),
          this.#compare.element,
        ),
        h("details", {}, h("summary", {}, "Poster"), this.#poster.element),
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
      tool("Measure a slope", "M3 15L15 3M5 10l2 2M8 7l2 2M11 4l2 2", () => {
        this.#measure("new");
        // Where the cells are chosen, by keys as well.
        this.#lead?.element.focus({ preventScroll: true });
      }),
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
    const reload = (["game", "mode", "other"] as const).some(
      (name) => change[name] !== undefined && before[name] !== change[name],
    );
    if (reload) this.#visit(change);
    else {
      this.#view = { ...before, ...change };
      this.#writeLink();
    }
    if (reload) void this.#load();
    else {
      this.#showPanel();
      this.#repaint();
    }
  }

  /** Shows something else, from which the browser's Back leads here again. */
  #visit(change: Partial<View>): void {
    this.#turning = false;
    // What is in the address is what Back leads to.
    clearTimeout(this.#linkTimer);
    setLink("explore", valuesOfView(this.#view));
    this.#view = { ...this.#view, ...change };
    pushLink("explore", valuesOfView(this.#view));
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
    const { at, zoom } = this.#view;
    const first = firstCells(board);
    const { clientWidth: width, clientHeight: height } = this.#lead?.element ?? this.#stage;
    // The corner of the board is put into the corner of the picture that the rulers leave.
    const rim = this.#view.plain ? 0 : RULER;
    const scale = zoom ?? (Math.min(width, height) - rim) / first;
    const place =
      at ??
      pointFromLocal(cornerFrame(first), (width / 2 - rim) / scale, (height / 2 - rim) / scale);
    this.#leader = 0;
    this.#panes.forEach((_, index) =>
      this.#openPane(index, index === 0 ? place : this.#shifted(place), scale),
    );
    this.#showMinimap();
    this.#showLegend();
  }

  /** Opens a picture at a place, or says why there is nothing to see. */
  #openPane(index: number, at: Point, zoom: number): void {
    const pane = this.#panes[index];
    const board = index === 0 ? this.#board : (this.#other ?? this.#board);
    if (pane === undefined || board === null) return;
    const view = this.#window(at, zoom);
    const isDifference = this.#view.mode === "difference";
    // Differences are those of corners.
    const end = isDifference ? cornerEnd : endOf;
    const boards = isDifference ? [board, this.#other ?? board] : [board];
    const beyond = boards.find((one) => isBeyond(view, end(one))) ?? null;
    this.#refuse(pane, beyond);
    if (beyond !== null && this.#view.mode !== "one") this.#compare.nothing();
    if (beyond !== null) return;
    const source = isDifference
      ? this.#difference()
      : this.#source(board, frameFor(board, view, pane.viewer.frame));
    if (source !== null) pane.viewer.open(source, at, zoom);
  }

  #refuse(pane: Pane, beyond: Board | null): void {
    pane.refusal.hidden = beyond === null;
    if (beyond === null) return;
    pane.viewer.clear();
    const words = this.#view.mode === "difference" ? whyNoDifference(beyond) : whyBeyond(beyond);
    if (pane.refusal.dataset["why"] === words) return;
    pane.refusal.dataset["why"] = words;
    show(
      pane.refusal,
      stateOf(
        "Nothing is computed there",
        words,
        h(
          "button",
          { type: "button", onclick: () => this.#whole() },
          "Show the corner of the board",
        ),
      ),
    );
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
    const refusal = h("div", { class: "stage-state refusal", role: "status", hidden: true });
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
      refusal,
    );
    this.#stage.append(element);
    const viewer = new BoardViewer(picture, {
      hover: (cell) => this.#hover(cell, index),
      click: (cell) => index === 0 && this.#clicked(cell),
      moved: (settled) => this.#moved(index, settled),
      failed: (address) => void this.#failed(address),
      loaded: (all) => (element.dataset["loaded"] = all ? "yes" : "no"),
    });
    element.addEventListener("keydown", (event) => refusal.hidden && this.#key(event));
    element.addEventListener("pointerdown", () => element.focus({ preventScroll: true }));
    element.addEventListener("pointerenter", () => (this.#leader = index));
    return { viewer, overlay: new Overlay(canvas, viewer, [name, this.#tools]), element, refusal };
  }

  #moved(index: number, settled: boolean): void {
    this.#panes.forEach((pane) => pane.overlay.redraw());
    this.#showMinimap();
    const seen = this.#panes[index]?.viewer.seen();
    if (seen === null || seen === undefined || this.#loading) return;
    if (this.#panes.length === 2 && index === this.#leader)
      this.#follow(1 - index, this.#shifted(seen.at, index === 0 ? 1 : -1), seen.zoom);
    if (settled) this.#rebase(index);
    if (index !== 0 || !settled) return;
    this.#view = { ...this.#view, at: seen.at, zoom: seen.zoom };
    this.#writeLink();
    this.#showLegend();
    void this.#askNumbers();
    this.#showSection();
    this.#poster.update();
    if (this.#view.mode !== "one") this.#countDifferences();
  }

  /** Brings the other picture to a place. */
  #follow(index: number, at: Point, zoom: number): void {
    const pane = this.#panes[index];
    const board = index === 0 ? this.#board : this.#other;
    if (pane === undefined || board === null) return;
    const isLost = isBeyond(this.#window(at, zoom), endOf(board));
    if (isLost || !pane.refusal.hidden) this.#openPane(index, at, zoom);
    else pane.viewer.go(at, zoom, true);
  }

  #showMinimap(): void {
    const viewer = this.#lead?.viewer;
    const frame = viewer?.frame ?? null;
    const board = this.#view.mode === "one" ? this.#board : null;
    if (frame === null) this.#minimap.board(null, "outcome", shownTheme());
    if (viewer === undefined || frame === null || viewer.seen() === null) return;
    const far = board !== null && isFar(board, frame);
    const palette = board === null ? "outcome" : paletteFor(board, this.#view.palette, far);
    this.#minimap.board(board, palette, shownTheme());
    this.#minimap.view(viewer.localBounds(), board !== null && !far);
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
      const { at, zoom } = this.#view;
      // There may be more now.
      if (frame === null && at !== null && zoom !== null)
        this.#openPane(index, index === 0 ? at : this.#shifted(at), zoom);
      if (frame === null) return;
      const source =
        this.#view.mode === "difference" ? this.#difference() : this.#source(of, frame);
      if (source === null) return;
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
    // What could not be answered before may be now.
    if (this.#view.pick !== null && this.#rays === null && board.ready > before.ready) {
      this.#readout.cell(null);
      this.#showPick();
    }
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
      !isBeyond(this.#window(at, zoom), endOf(this.#board)) &&
      sameFrame(frameFor(this.#board, this.#window(at, zoom), frame), frame);
    if (near && mode === "one") this.#lead?.viewer.go(at, zoom);
    else this.#openFrames();
  }

  #whole(): void {
    const frame = this.#lead?.viewer.frame ?? null;
    const isRefused = this.#panes.some((pane) => !pane.refusal.hidden);
    if (isRefused || (this.#board !== null && frame !== null && isFar(this.#board, frame))) {
      this.#visit({ at: null, zoom: null });
      this.#openFrames();
    } else this.#lead?.viewer.whole();
  }

  /** Plain digits lead to their cell at once; the server computes everything else, exactly. */
  async #goToText(text: string): Promise<void> {
    let cell = readCell(text);
    let problem = "";
    if (cell === null) {
      try {
        cell = cellOfJson(await api.coordinates(text));
      } catch (error) {
        problem = sentenceOf(error);
      }
      if (this.#goTo.value !== text) return;
    }
    const board = this.#board;
    const most = board === null ? 0n : BigInt(Math.max(reachOf(board), 1));
    if (
      cell !== null &&
      board !== null &&
      board.endless === null &&
      (cell[0] >= most || cell[1] >= most)
    )
      problem = whyBeyond(board);
    this.#goToNote.hidden = problem === "";
    this.#goToNote.textContent = problem;
    if (problem !== "" || cell === null) return;
    this.#fly(cell, Math.max(this.#view.zoom ?? 0, 16), cell);
  }

  /** Goes to a cell, and asks about one. */
  #fly(cell: Cell, zoom: number, pick: Cell | null): void {
    this.#visit({ at: middleOf(cell), zoom, pick });
    this.#goView();
    this.#showPick();
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
    const zoom = (this.#lead?.element.clientWidth ?? FLIGHT_CELLS) / FLIGHT_CELLS;
    this.#fly(cellOn(thread, x), zoom, null);
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

  /** The straight-edge waits for a cell. */
  get #isMeasuring(): boolean {
    return this.#measuring || this.#view.edge?.[1] === null;
  }

  #clicked(cell: Cell | null): void {
    const { edge } = this.#view;
    if (cell === null || !this.#isMeasuring) this.#pick(cell);
    else this.#measure(this.#measuring || edge === null ? [cell, null] : [edge[0], cell]);
  }

  /** Lays the straight-edge, takes it up anew, or puts it away. */
  #measure(edge: Edge | "new" | null): void {
    this.#measuring = edge === "new";
    this.#change({ edge: edge === "new" ? null : edge });
    if (edge !== null) inSight(this.#edge.element);
  }

  /** Asks about a cell, and goes there if it is not in view. */
  #ask(cell: Cell): void {
    const pane = this.#lead;
    const frame = pane?.viewer.frame;
    if (pane === undefined || frame === null || frame === undefined) return;
    const [x, y] = pane.viewer.pixelFromLocal(...localFromPoint(frame, middleOf(cell)));
    const { clientWidth: width, clientHeight: height } = pane.element;
    if (x >= 0 && y >= 0 && x < width && y < height) this.#pick(cell);
    else this.#fly(cell, this.#view.zoom ?? 16, cell);
  }

  #pick(cell: Cell | null): void {
    if (cell !== null && !this.#inside(cell)) return;
    if (cell !== null) this.#visit({ pick: cell });
    else {
      this.#view = { ...this.#view, pick: null };
      this.#writeLink();
    }
    this.#showPick();
    if (cell !== null && this.#view.section === null) inSight(this.#picked.element);
  }

  #showPick(): void {
    const { game, pick } = this.#view;
    this.#readout.cell(pick);
    void this.#picked.cell(game, pick, this.#played);
    this.#showSection();
    this.#draw();
  }

  #showSection(): void {
    const board = this.#board;
    const { pick, section } = this.#view;
    if (board === null || pick === null || section === null) {
      void this.#section.show(null, null);
      return;
    }
    const far = pick.some((heap) => heap >= BigInt(reachOf(board)));
    const nim = this.#palette.value === "nim" && !far;
    const values = nim ? "grundy" : hasNumbers(board, far) ? "palace" : "outcome";
    const reach = board.endless !== null && far ? null : BigInt(reachOf(board));
    const seen = this.#seenCells();
    const through = { board: board.game, cell: pick, seen, values, reach, k: board.k } as const;
    void this.#section.show(through, section);
  }

  /** The first cell in view, and the one after the last; some of them may be off the board. */
  #seenCells(): readonly [Cell, Cell] | null {
    const viewer = this.#lead?.viewer;
    const frame = viewer?.frame ?? null;
    if (viewer === undefined || frame === null || viewer.seen() === null) return null;
    const [left, top, right, bottom] = viewer.localBounds();
    const cell = (x: number, y: number): Cell => [
      frame.origin[0] + BigInt(x),
      frame.origin[1] + BigInt(y),
    ];
    return [cell(Math.floor(left), Math.floor(top)), cell(Math.ceil(right), Math.ceil(bottom))];
  }

  /** Asks for the numbers in the cells, where these are large enough to hold them. */
  async #askNumbers(): Promise<void> {
    const { plain, mode, palette } = this.#view;
    const viewer = this.#lead?.viewer;
    if (viewer === undefined || this.#board === null) return;
    const turn = this.#turn;
    const wanted = !plain && mode === "one";
    const found = wanted ? await numbersInView(this.#board, viewer, palette) : null;
    if (turn !== this.#turn) return;
    this.#numbers = found;
    this.#draw();
  }

  /**
   * Shows another game in the place of this one, at the same place; prepares the next. Says why it
   * can't, in no words if something else is wanted by now.
   */
  async #turnTo(game: string, next: string | null): Promise<string | null> {
    const pane = this.#lead;
    if (this.#view.mode !== "one") return "Show one board to turn the numbers of its game.";
    const seen = pane?.viewer.seen() ?? null;
    if (pane === undefined || this.#loading) return "";
    const turn = ++this.#turn;
    let board: Board;
    try {
      board = await this.#readyBoard(game);
    } catch (error) {
      return turn === this.#turn ? sentenceOf(error) : "";
    }
    if (turn !== this.#turn) return "";
    // There was nothing to see of the one before.
    if (seen === null) {
      this.#change({ game, pick: null });
      return null;
    }
    if (isBeyond(this.#window(seen.at, seen.zoom), endOf(board))) return whyBeyond(board);
    const frame = pane.viewer.frame;
    const levels = frame === null ? 0 : Math.log2(frame.side / TILE) + 1;
    const atCorner = frame !== null && frame.origin.every((start) => start === 0n);
    const near = frameFor(board, this.#window(seen.at, seen.zoom), frame);
    this.#board =
      atCorner && !isFar(board, near) && board.levels < levels ? { ...board, levels } : board;
    // Back leads to where the turning began.
    if (this.#turning) this.#view = { ...this.#view, game, pick: null };
    else this.#visit({ game, pick: null });
    this.#turning = true;
    this.#rays = null;
    this.#numbers = null;
    this.#game.value = game;
    this.#writeLink();
    const source = this.#source(
      this.#board,
      frameFor(this.#board, this.#window(seen.at, seen.zoom), frame),
    );
    if (frame !== null && sameFrame(source.frame, frame)) await pane.viewer.replace(source);
    else pane.viewer.open(source, seen.at, seen.zoom);
    this.#draw();
    if (next !== null && turn === this.#turn) void this.#prepare(next, source);
    return null;
  }

  /** The board, once there is as much of it as a first look needs. */
  async #readyBoard(game: string): Promise<Board> {
    for (let board = await api.open(game); ; board = await api.board(game)) {
      if (board.ready >= board.target || board.ready >= FILM_CELLS) return board;
      await new Promise((done) => setTimeout(done, 60));
    }
  }

  async #prepare(game: string, like: Source): Promise<void> {
    const board = await this.#readyBoard(game).catch(() => null);
    const viewer = this.#lead?.viewer;
    if (board === null || viewer === undefined || !this.#scrub.playing) return;
    const source = this.#source(
      { ...board, levels: Math.max(board.levels, like.levels) },
      like.frame,
    );
    if (sameFrame(source.frame, like.frame)) viewer.prepare(source);
  }

  /** The film has come to rest. */
  #turned(): void {
    this.#showPanel();
    this.#showPick();
    void this.#askNumbers();
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
    else if (event.key === "Enter" || event.key === " ") this.#clicked(this.#cursor);
    else if (event.key === "Escape" && this.#isMeasuring) this.#measure(null);
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
    this.#scrub.game(board.game);
    show(
      this.#palette,
      ...PALETTES.filter((name) => board.palettes.includes(name)).map((name) =>
        h("option", { value: name }, PALETTE_NAMES[name]),
      ),
    );
    this.#above.show(this.#view, k);
    this.#showLegend();
    this.#showGrowing();
    this.#showEdge();
    this.#showSection();
    this.#poster.update();
  }

  #showEdge(): void {
    const k = this.#board === null ? null : kOf(gameOf(this.#board));
    const { edge } = this.#view;
    const record = edge?.[1] && k !== null && k <= MEASURED_K ? this.#above.record(k) : null;
    this.#edge.show(edge ?? (this.#measuring ? "waiting" : null), record);
    this.#stage.classList.toggle("measuring", this.#isMeasuring);
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
    const nim = palette === "nim" && this.#view.mode !== "difference";
    this.#readout.nim(nim);
    this.#palette.disabled = this.#view.mode === "difference";
    const numbers = hasNumbers(board, far);
    const zoom = (this.#view.zoom ?? 1) * devicePixelRatio;
    const shown: Shown = {
      palette,
      mode: this.#view.mode,
      k: board.k,
      numbers,
      pixel: pixelOf(board, palette, far, zoom),
      theme: shownTheme(),
      compared: this.#view.compared,
    };
    const note = far && !numbers ? "Far out a formula knows P and N only." : pixelNote(shown);
    this.#legend.dataset["pixel"] = shown.pixel;
    show(
      this.#legend,
      legend(shown),
      h("p", { class: "small muted" }, note),
      nim &&
        kOf(gameOf(board)) === 1 &&
        h("a", { href: writeLink("atlas", { of: "nim-values" }) }, "How far from the golden lines"),
    );
  }

  #showGrowth(board: Board): void {
    const k = kOf(gameOf(board));
    const record = board.kind === "proved" && k !== null ? this.#above.record(k) : null;
    this.#growth.board(board, this.#other, record?.threads ?? []);
  }

  /** The regions or threads that were asked for are there. */
  #factsCame(): void {
    if (this.#board === null) return;
    this.#showGrowth(this.#board);
    this.#showEdge();
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
        plan: this.#above.plan(k),
        lines: this.#above.lines(k),
        edge: index === 0 ? this.#view.edge : null,
        rulers: !this.#view.plain,
        numbers: index === 0 ? this.#numbers : null,
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

  /** The board with what is in view of it, for a poster. */
  #subject(): Subject | null {
    const [board, viewer] = [this.#board, this.#lead?.viewer];
    const frame = viewer?.frame ?? null;
    if (board === null || viewer === undefined || frame === null) return null;
    const far = isFar(board, frame);
    const [left, top, right, bottom] = viewer.seen() === null ? [0, 0, 0, 0] : viewer.localBounds();
    const most = far ? frame.side : Math.min(frame.side, reachOf(board));
    const x = Math.max(0, Math.floor(left));
    const y = Math.max(0, Math.floor(top));
    const width = Math.min(most, Math.ceil(right)) - x;
    const height = Math.min(most, Math.ceil(bottom)) - y;
    const at: Cell = [frame.origin[0] + BigInt(x), frame.origin[1] + BigInt(y)];
    return {
      board,
      palette: paletteFor(board, this.#view.palette, far),
      theme: shownTheme(),
      seen: width > 0 && height > 0 ? { at, width, height } : null,
    };
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
      const name = this.#view.game.replace(/[^\w=,-]+/g, "-");
      if (blob !== null) saveFile(`${name}.png`, blob);
    });
  }
}

/** Scrolls the panel, or on a phone the sheet, to an answer. */
function inSight(answer: HTMLElement): void {
  answer.scrollIntoView({ block: "nearest" });
}

/** Why a place is not on a board. */
function whyBeyond(board: Board): string {
  const all = showWhole(BigInt(Math.max(reachOf(board), 1)));
  if (board.file !== null) return `This file has cells below ${all}.`;
  const more = board.most > board.target ? " Compute more below." : "";
  return `Only cells below ${all} of ${titleOf(board.game)} are computed so far.${more}`;
}

/** Why two boards are not compared at a place. */
function whyNoDifference(board: Board): string {
  const all = showWhole(BigInt(cornerEnd(board)));
  return `Boards are compared near the corner: of ${titleOf(board.game)}, cells below ${all}.`;
}
