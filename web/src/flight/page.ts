/**
 * The flight: from the corner of a solved game along one of its threads, ten times further at every
 * step, to 10^100 and on.
 */
import "../style/flight.css";
import { address, api, sentenceOf } from "../common/api.ts";
import { h, show } from "../common/dom.ts";
import type { Cell } from "../common/coordinates.ts";
import { writeLink } from "../common/link.ts";
import { announce, copyLinkButton, copyText, setLink, stateOf, type Open } from "../common/page.ts";
import { segments } from "../common/segments.ts";
import { onTheme } from "../common/theme.ts";
import { showSlope } from "../explore/threads.ts";
import { titleOf } from "../games/name.ts";
import type { Found } from "./blocks.ts";
import { END, GOAL, log10Width, START } from "./camera.ts";
import { Course, linkName } from "./course.ts";
import { Lens } from "./lens.ts";
import { grouped, readable } from "./numbers.ts";
import { mainLevel, Scene, type Moment } from "./scene.ts";

const DEFAULT_K = 10;

/** Powers of ten in a second. */
const SPEED = 0.8;
const SPEEDS = ["0.5", "1", "2", "4"] as const;

/** Who wants no motion is taken from power to power, one in so many seconds. */
const STEP_SECONDS = 1.2;

/** Tiles and blocks are asked for before they are in sight, by so many seconds of flight. */
const AHEAD = [0, 0.3, 0.7, 1.2, 2, 3];

/** Where pictures are late, the flight waits for them at this share of its speed. */
const WAITING = 0.15;

/** Numbers that are read change so often, in milliseconds, and the address. */
const READ_EVERY = 80;
const LINK_EVERY = 700;

interface Asked {
  readonly k: number;
  readonly thread: string;
  readonly at: number | null;
}

export const openFlight: Open = (main, values) => {
  const flight = new Flight(main, readAsked(values));
  return {
    title: "Flight",
    update: (now) => flight.update(readAsked(now)),
    leave: () => flight.close(),
  };
};

function readAsked(values: ReadonlyMap<string, string>): Asked {
  const text = values.get("at") ?? "";
  const at = /^\d{1,3}(\.\d+)?$/.test(text) ? clamp(Number(text), END) : null;
  const k = /^\d{1,6}$/.test(values.get("k") ?? "") ? Number(values.get("k")) : DEFAULT_K;
  return { k, thread: values.get("thread") ?? "", at };
}

function clamp(at: number, most: number): number {
  return Math.min(most, Math.max(START, at));
}

class Flight {
  #asked: Asked;
  #course: Course | null = null;
  #at: number;
  #goal = GOAL;
  #playing = false;
  #direction = 1;
  #speed = 1;
  /** The share of its speed: it falls while pictures are awaited, and rises again. */
  #pace = 1;
  /** The seconds since the last step of who wants no motion. */
  #rest = 0;
  #last = 0;
  #read = 0;
  #linked = 0;
  #frame = 0;
  #turn = 0;
  #size = { width: 1, height: 1 };
  readonly #still = matchMedia("(prefers-reduced-motion: reduce)");
  readonly #scene = new Scene(h("canvas", { "aria-hidden": "true" }));
  readonly #lens = new Lens();
  readonly #x = h("p", { class: "flight-number", id: "flight-x" });
  readonly #y = h("p", { class: "flight-number", id: "flight-y" });
  readonly #facts = h("p", { class: "flight-facts" });
  readonly #digits = h("div", { class: "flight-digits", hidden: true });
  readonly #numbers = h(
    "div",
    { class: "flight-read" },
    this.#x,
    this.#y,
    this.#facts,
    this.#digits,
  );
  readonly #card = h("section", { class: "card flight-card", hidden: true });
  readonly #state = h("div", { class: "stage-state", hidden: true });
  readonly #play = h("button", {
    type: "button",
    id: "flight-play",
    class: "primary",
    onclick: () => this.#setPlaying(!this.#playing),
  });
  readonly #back = h(
    "button",
    {
      type: "button",
      id: "flight-back",
      "aria-pressed": "false",
      onclick: () => this.#turnRound(),
    },
    "Backwards",
  );
  readonly #slider = h("input", {
    type: "range",
    id: "flight-slider",
    min: START,
    max: GOAL,
    step: 0.01,
    "aria-label": "How far out, as a power of ten",
    oninput: () => this.#jump(Number(this.#slider.value)),
  });
  readonly #power = h("output", { class: "flight-power", for: "flight-slider" });
  readonly #games = h("select", {
    id: "flight-game",
    onchange: () => this.#choose({ k: Number(this.#games.value), thread: "" }),
  });
  readonly #threads = h("select", {
    id: "flight-thread",
    onchange: () => this.#choose({ thread: this.#threads.value }),
  });
  readonly #speeds = segments(
    "Speed",
    SPEEDS.map((speed) => [speed, `${speed.replace("0.5", "½")}×`] as const),
    "1",
    (speed) => {
      this.#speed = Number(speed);
      this.#speeds.set(speed);
    },
  );
  readonly #allDigits = h(
    "button",
    {
      type: "button",
      "aria-expanded": "false",
      "aria-controls": "flight-digits",
      onclick: () => this.#showDigits(this.#digits.hidden !== false),
    },
    "All digits",
  );
  readonly #stage: HTMLElement;
  readonly #page: HTMLElement;
  readonly #resize = new ResizeObserver(() => this.#fit());
  readonly #endTheme: () => void;
  readonly #onKey = (event: KeyboardEvent): void => this.#key(event);

  constructor(main: HTMLElement, asked: Asked) {
    this.#asked = asked;
    this.#at = asked.at ?? START;
    this.#digits.id = "flight-digits";
    this.#stage = h(
      "section",
      { class: "flight-stage", "aria-label": "The flight", tabindex: 0 },
      this.#scene.canvas,
      this.#numbers,
      this.#lens.element,
      this.#card,
      this.#state,
    );
    this.#page = h(
      "div",
      { class: "flight" },
      h("h1", { class: "hidden-text" }, "A flight along a thread"),
      this.#stage,
      this.#bar(),
    );
    main.append(this.#page);
    this.#resize.observe(this.#stage);
    this.#endTheme = onTheme(() => this.#recolour());
    document.addEventListener("keydown", this.#onKey);
    this.#setPlaying(false);
    this.#fit();
    void this.#load();
  }

  update(asked: Asked): void {
    const isOther = asked.k !== this.#asked.k || asked.thread !== this.#asked.thread;
    this.#asked = asked;
    if (asked.at !== null) this.#jump(asked.at);
    if (isOther) void this.#load();
  }

  close(): void {
    this.#turn++;
    cancelAnimationFrame(this.#frame);
    this.#course?.close();
    this.#resize.disconnect();
    this.#endTheme();
    document.removeEventListener("keydown", this.#onKey);
  }

  #bar(): HTMLElement {
    const full = h(
      "button",
      { type: "button", id: "flight-full", onclick: () => this.#fullScreen() },
      "Full screen",
    );
    return h(
      "div",
      { class: "flight-bar", role: "group", "aria-label": "The flight's controls" },
      this.#play,
      h("div", { class: "flight-way" }, this.#slider, this.#power),
      this.#back,
      this.#speeds.element,
      h("label", { class: "flight-choice" }, "Game", this.#games),
      h("label", { class: "flight-choice" }, "Thread", this.#threads),
      this.#allDigits,
      copyLinkButton(),
      document.fullscreenEnabled && full,
    );
  }

  async #load(): Promise<void> {
    const turn = ++this.#turn;
    const { k } = this.#asked;
    this.#say("Setting up the flight", "One moment: the certificate is being checked.");
    try {
      const { games } = await api.flights();
      show(
        this.#games,
        ...games.map((game) =>
          h("option", { value: game.k }, `${titleOf(`blocking:k=${game.k}`)}`),
        ),
      );
      this.#games.value = String(k);
      const course = await Course.of(k, this.#asked.thread, () => this.#draw());
      if (turn !== this.#turn) return course.close();
      this.#course?.close();
      this.#course = course;
    } catch (error) {
      if (turn === this.#turn) {
        this.#course = null;
        this.#say("No flight over this board", capital(sentenceOf(error)));
      }
      return;
    }
    show(
      this.#threads,
      ...this.#course.threads.map((thread) =>
        h("option", { value: linkName(thread) }, thread.exact?.value),
      ),
    );
    this.#threads.value = linkName(this.#course.thread);
    this.#state.hidden = true;
    show(this.#state);
    this.#jump(this.#at);
    if (this.#asked.at === null && !this.#still.matches) this.#setPlaying(true);
  }

  #say(heading: string, sentence: string): void {
    this.#state.hidden = false;
    const links = h(
      "a",
      { class: "button", href: writeLink("flight", { k: DEFAULT_K }) },
      `Fly over ${titleOf(`blocking:k=${DEFAULT_K}`)}`,
    );
    const isWaiting = sentence.startsWith("One moment");
    show(this.#state, stateOf(heading, sentence, ...(isWaiting ? [] : [links])));
  }

  #choose(change: Partial<Asked>): void {
    this.#asked = { ...this.#asked, ...change, at: this.#at };
    this.#card.hidden = true;
    this.#writeLink();
    void this.#load();
  }

  #setPlaying(playing: boolean): void {
    const isAtEnd = this.#direction > 0 ? this.#at >= this.#goal : this.#at <= START;
    if (playing && isAtEnd) this.#at = this.#direction > 0 ? START : this.#goal;
    if (playing) this.#card.hidden = true;
    this.#playing = playing;
    this.#play.textContent = playing ? "Pause" : "Fly";
    this.#last = performance.now();
    this.#rest = 0;
    this.#draw();
    if (!playing) this.#settle();
  }

  #turnRound(): void {
    this.#direction = -this.#direction;
    this.#back.setAttribute("aria-pressed", String(this.#direction < 0));
    if (!this.#playing) this.#setPlaying(true);
  }

  /** To a place at once. */
  #jump(at: number): void {
    if (at > GOAL) this.#flyOn();
    this.#at = clamp(at, this.#goal);
    this.#card.hidden = this.#at < this.#goal;
    if (!this.#card.hidden) this.#arrive();
    this.#draw();
    if (!this.#playing) this.#settle();
  }

  #flyOn(): void {
    this.#goal = END;
    this.#slider.max = String(END);
  }

  /** What is read and linked to is that of this moment. */
  #settle(): void {
    this.#read = 0;
    this.#lens.settle();
    this.#writeLink();
  }

  #key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^(INPUT|SELECT|TEXTAREA|BUTTON|A)$/.test(target.tagName)) return;
    const step = event.shiftKey ? 5 : 0.25;
    const keys: Record<string, () => void> = {
      " ": () => this.#setPlaying(!this.#playing),
      ArrowRight: () => this.#jump(this.#at + step),
      ArrowUp: () => this.#jump(this.#at + step),
      ArrowLeft: () => this.#jump(this.#at - step),
      ArrowDown: () => this.#jump(this.#at - step),
      Home: () => this.#jump(START),
      End: () => this.#jump(this.#goal),
      f: () => this.#fullScreen(),
    };
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  #fullScreen(): void {
    const change =
      document.fullscreenElement === null
        ? this.#page.requestFullscreen()
        : document.exitFullscreen();
    void change.catch(() => undefined);
  }

  #recolour(): void {
    this.#scene.recolour();
    this.#lens.recolour();
    this.#course?.recolour();
    this.#draw();
  }

  #fit(): void {
    const { clientWidth, clientHeight } = this.#stage;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#size = { width: clientWidth, height: clientHeight };
    this.#scene.fit(clientWidth, clientHeight);
    this.#draw();
  }

  /** Draws with the next frame, and every frame while we fly. */
  #draw(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame((now) => this.#onFrame(now));
  }

  #onFrame(now: number): void {
    this.#frame = 0;
    if (this.#playing) this.#move(Math.min(0.1, Math.max(0, (now - this.#last) / 1000)));
    this.#last = now;
    const course = this.#course;
    if (course !== null) {
      const moment = course.moment(this.#at, this.#size);
      this.#scene.draw(moment);
      if (now - this.#read > READ_EVERY) {
        this.#read = now;
        this.#readOut(course, moment);
        this.#scene.cover(this.#numbers, this.#lens.element);
        this.#prefetch(course);
      } else if (!this.#playing) {
        setTimeout(() => this.#draw(), READ_EVERY);
      }
      if (this.#playing && now - this.#linked > LINK_EVERY) this.#writeLink();
    }
    if (this.#playing) this.#draw();
  }

  #move(seconds: number): void {
    if (this.#still.matches) {
      this.#rest += seconds * this.#speed;
      if (this.#rest < STEP_SECONDS) return;
      this.#rest = 0;
      const whole = this.#direction > 0 ? Math.floor(this.#at) : Math.ceil(this.#at);
      this.#at = clamp(whole + this.#direction, this.#goal);
    } else {
      const pace = this.#stage.dataset["loaded"] === "yes" ? 1 : WAITING;
      this.#pace += (pace - this.#pace) * Math.min(1, 3 * seconds);
      const way = seconds * SPEED * this.#speed * this.#direction * this.#pace;
      this.#at = clamp(this.#at + way, this.#goal);
    }
    if (this.#direction > 0 ? this.#at < this.#goal : this.#at > START) return;
    this.#setPlaying(false);
    if (this.#direction > 0) {
      this.#arrive();
      announce(`Arrived at 10 to the ${this.#goal}.`);
    }
  }

  /** Asks for what is in sight, and for what soon will be. */
  #prefetch(course: Course): void {
    const way = this.#playing ? SPEED * this.#speed * this.#direction : 0;
    const moments = AHEAD.map((seconds) => clamp(this.#at + seconds * way, this.#goal));
    course.want([...new Set(moments)].map((at) => course.camera(at, this.#size)));
  }

  #readOut(course: Course, { camera, cell }: Moment): void {
    const main = course.levels.get(mainLevel(course.levels, camera))?.at(cell) ?? null;
    showNumber(this.#x, "x", cell[0]);
    showNumber(this.#y, "y", cell[1]);
    const across = log10Width(camera);
    show(
      this.#facts,
      h("span", {}, "10", h("sup", {}, across.toFixed(1)), " cells across"),
      main !== null && h("span", { class: "flight-block" }, blockName(main)),
      h("span", {}, `thread of slope ${course.thread.exact?.value ?? showSlope(course.thread)}`),
    );
    if (!this.#digits.hidden) this.#fillDigits(cell);
    this.#slider.value = String(this.#at);
    this.#slider.setAttribute("aria-valuetext", `10 to the ${this.#at.toFixed(2)}`);
    show(this.#power, "10", h("sup", {}, this.#at.toFixed(2)));
    this.#lens.show(`blocking:k=${course.facts.k}`, cell);
    Object.assign(this.#stage.dataset, {
      loaded: course.isReady(camera) ? "yes" : "no",
      x: cell[0].toString(),
      y: cell[1].toString(),
      block: main === null ? "" : [main.level, main.type, ...main.from, ...main.to].join(","),
    });
  }

  #showDigits(visible: boolean): void {
    this.#digits.hidden = !visible;
    this.#allDigits.setAttribute("aria-expanded", String(visible));
    if (visible) {
      show(this.#digits, digitsOf("x"), digitsOf("y"));
      this.#read = 0;
      this.#draw();
    }
  }

  #fillDigits(cell: Cell): void {
    this.#digits.querySelectorAll("output").forEach((output, index) => {
      const digits = (cell[index] ?? 0n).toString();
      output.dataset["digits"] = digits;
      output.textContent = grouped(digits);
    });
  }

  #writeLink(): void {
    this.#linked = performance.now();
    setLink("flight", {
      k: this.#asked.k,
      thread: this.#course === null ? this.#asked.thread : linkName(this.#course.thread),
      at: Number(this.#at.toFixed(2)),
    });
  }

  /** The card at the end: what was seen, and why it is true. */
  #arrive(): void {
    const course = this.#course;
    if (course === null) return;
    const { k, proof, types, rules } = course.facts;
    const cell = course.cell(this.#at);
    const main = mainLevel(course.levels, course.camera(this.#at, this.#size));
    const canGoOn = this.#goal < END;
    show(
      this.#card,
      h("h2", {}, "10", h("sup", {}, String(this.#goal)), " cells from the corner"),
      h(
        "p",
        {},
        `You flew through ${main} levels of blocks, along the thread of slope `,
        `${course.thread.exact?.value}. Nothing of this board is stored, and nobody could ever `,
        "compute it cell by cell: it has more cells than the universe has atoms, squared.",
      ),
      h(
        "p",
        {},
        `A certificate of ${types[0]} types of blocks and ${rules} rules proves all of it. `,
        `From level to level each block is made of the same blocks again; on the last levels `,
        `${types[1]} types are enough for ever.`,
      ),
      h(
        "div",
        { class: "row" },
        canGoOn &&
          h(
            "button",
            {
              type: "button",
              class: "primary",
              onclick: () => {
                this.#flyOn();
                this.#setPlaying(true);
              },
            },
            "Fly on",
          ),
        h(
          "button",
          {
            type: "button",
            onclick: () => {
              this.#at = START;
              this.#setPlaying(true);
            },
          },
          "Again",
        ),
        h(
          "a",
          {
            class: "button",
            href: writeLink("explore", {
              game: `blocking:k=${k}`,
              at: `${cell[0]},${cell[1]}`,
              zoom: 8,
            }),
          },
          "Explore this place",
        ),
        h(
          "a",
          { class: "button", href: address.certificate(k), download: proof.replace(/^.*\//, "") },
          "The proof",
        ),
        h(
          "button",
          { type: "button", class: "quiet", onclick: () => (this.#card.hidden = true) },
          "Close",
        ),
      ),
    );
    this.#card.hidden = false;
  }
}

function blockName({ type, level }: Found): string {
  return `${type === 0 ? "empty block" : `block ${type}`}, level ${level}`;
}

function showNumber(element: HTMLElement, name: string, value: bigint): void {
  const [digits, power] = readable(value);
  show(
    element,
    h("i", {}, name),
    " = ",
    h("span", { class: "flight-mantissa" }, digits),
    ...(power === "" ? [] : ["… × 10", h("sup", {}, power)]),
  );
}

/** All digits of a coordinate, to be copied. */
function digitsOf(name: string): HTMLElement {
  const output = h("output", { "aria-live": "off", "aria-label": name });
  const copy = h(
    "button",
    {
      type: "button",
      onclick: () =>
        void copyText(output.dataset["digits"] ?? "").then(
          (copied) => copied && announce(`${name} is copied`),
        ),
    },
    `Copy ${name}`,
  );
  return h("div", {}, h("div", { class: "row split" }, h("i", {}, name), copy), output);
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
