/**
 * The rules of a `custom:` game, to be clicked together. It knows how they are written; each change
 * is handed on as a text, and what is shown next is what the server made of it.
 */
import { h } from "../common/dom.ts";
import { segments } from "../common/segments.ts";
import {
  readPiece,
  writePiece,
  writeRules,
  type Heap,
  type Piece,
  type Rules,
  type Twist,
} from "./rules.ts";

/** Leaps up to here are clicked; others are written. */
const LEAP = 4;
const NAMES = { rook: "Rook", bishop: "Bishop", ray: "Ray", leap: "Leaper" } as const;
const SIDES: readonly (readonly [Heap, string])[] = [
  ["both", "both ways"],
  ["x", "more from x"],
  ["y", "more from y"],
];
const TWISTS: readonly (readonly [Twist["kind"], string])[] = [
  ["none", "None"],
  ["block", "Block"],
  ["comply", "Comply"],
  ["imitation", "Imitation"],
];
const WORDS: Readonly<Record<Twist["kind"], string>> = {
  none: "Every move is allowed.",
  block: "The previous player forbids so many options before each move.",
  comply: "The previous player names so many options before each move: one of them is to be taken.",
  imitation: "A move may be imitated only so often in a row.",
};

/** Hears the text of the changed rules, and the id of what was touched. */
export type Change = (game: string, focus: string) => void;

export function builder(rules: Rules, palette: readonly string[], change: Change): HTMLElement {
  const set = (part: Partial<Rules>, focus: string): void =>
    change(writeRules({ ...rules, ...part }), focus);
  return h(
    "div",
    { class: "stack builder-rules" },
    h("h3", {}, "Moves"),
    h(
      "ul",
      { class: "piece-list" },
      ...rules.pieces.map((piece, index) =>
        pieceItem(piece, index, rules.pieces.length > 1, (next, focus) =>
          set({ pieces: rules.pieces.flatMap((one, at) => (at === index ? next : [one])) }, focus),
        ),
      ),
    ),
    h(
      "div",
      { class: "row pieces", role: "group", "aria-label": "Add a piece" },
      h("span", { class: "small muted" }, "Add"),
      ...palette.map((text) => {
        const id = `add-${text.replaceAll(/[^a-z0-9]+/g, "-")}`;
        const add = (): void => {
          const piece = readPiece(text);
          if (piece !== null) set({ pieces: [...rules.pieces, piece] }, id);
        };
        return h("button", { type: "button", id, "data-piece": text, onclick: add }, text);
      }),
    ),
    h("h3", {}, "Twist"),
    twistControls(rules, (twist, focus) => set({ twist }, focus)),
    h("h3", {}, "Missing corner"),
    holeControls(rules, (hole, focus) => set({ hole }, focus)),
  );
}

/** A piece with its numbers; without pieces in return it is taken away. */
function pieceItem(
  piece: Piece,
  index: number,
  removable: boolean,
  set: (next: Piece[], focus: string) => void,
): HTMLElement {
  const id = (name: string): string => `piece-${index}-${name}`;
  const side = segments("Which heap", SIDES, piece.only, (only) =>
    set([{ ...piece, only }], id(`only-${only}`)),
  ).element;
  side
    .querySelectorAll("button")
    .forEach((button) => (button.id = id(`only-${button.dataset["value"]}`)));
  return h(
    "li",
    { class: "card rule-piece", "data-kind": piece.kind },
    h("b", {}, NAMES[piece.kind]),
    ...numbersOf(piece, id, (next, focus) => set([next], focus)),
    side,
    h(
      "button",
      {
        type: "button",
        class: "quiet",
        disabled: !removable,
        "aria-label": `Take away ${writePiece(piece)}`,
        onclick: () => set([], "piece-0-only-both"),
      },
      "✕",
    ),
  );
}

function numbersOf(
  piece: Piece,
  id: (name: string) => string,
  set: (next: Piece, focus: string) => void,
): HTMLElement[] {
  switch (piece.kind) {
    case "rook":
      return [
        number(id("from"), "at least", piece.from, 1, (from, at) => set({ ...piece, from }, at)),
        number(id("mod"), "modulo", piece.mod, 1, (mod, at) =>
          set({ ...piece, mod, leaves: mod > 1 ? fitting(piece.leaves, mod) : "" }, at),
        ),
        ...(piece.mod > 1
          ? [residues(piece.leaves, piece.mod, id, (leaves, at) => set({ ...piece, leaves }, at))]
          : []),
      ];
    case "bishop":
      return [
        number(id("width"), "width", piece.width, 1, (width, at) => set({ ...piece, width }, at)),
      ];
    case "ray":
      return [
        number(id("p"), "p", piece.p, 1, (p, at) => set({ ...piece, p }, at)),
        number(id("q"), "q", piece.q, 1, (q, at) => set({ ...piece, q }, at)),
      ];
    case "leap":
      return [leaps(piece.pairs, id, (pairs, at) => set({ ...piece, pairs }, at))];
  }
}

/** The residues `0,2-4` as numbers. */
function listed(leaves: string): number[] {
  return leaves.split(",").flatMap((part) => {
    const [low = 0, high = low] = part.split("-").map(Number);
    return Array.from({ length: high - low + 1 }, (_, step) => low + step);
  });
}

/** Those residues that a modulus has; 0 where none is left. */
function fitting(leaves: string, mod: number): string {
  const kept = leaves === "" ? [0, 1] : listed(leaves);
  return kept.filter((residue) => residue < mod).join() || "0";
}

/** A switch for each residue. At least one stays on. */
function residues(
  leaves: string,
  mod: number,
  id: (name: string) => string,
  set: (leaves: string, focus: string) => void,
): HTMLElement {
  const on = new Set(listed(leaves));
  return toggles(
    "Numbers that may be taken, modulo",
    Array.from({ length: Math.min(mod, 12) }, (_, residue) => [
      id(`residue-${residue}`),
      `≡ ${residue}`,
      on.has(residue),
      () => {
        const next = [...symmetricDifference(on, residue)].sort((a, b) => a - b);
        if (next.length > 0) set(next.join(), id(`residue-${residue}`));
      },
    ]),
  );
}

/** A triangle of leaps, a ≤ b; those beyond it stay as they are. */
function leaps(
  pairs: readonly (readonly [number, number])[],
  id: (name: string) => string,
  set: (pairs: readonly (readonly [number, number])[], focus: string) => void,
): HTMLElement {
  const isOn = (a: number, b: number): boolean => pairs.some(([c, d]) => c === a && d === b);
  const cells = Array.from({ length: LEAP + 1 }, (_, a) =>
    Array.from({ length: LEAP }, (__, column): HTMLElement => {
      const b = column + 1;
      if (b < a) return h("span", {});
      const turn = (): void => {
        const rest = pairs.filter(([c, d]) => c !== a || d !== b);
        const next = isOn(a, b) ? rest : [...pairs, [a, b] as const];
        if (next.length > 0) set(next, id(`leap-${a}-${b}`));
      };
      return h(
        "button",
        {
          type: "button",
          id: id(`leap-${a}-${b}`),
          "aria-pressed": String(isOn(a, b)),
          "aria-label": `Leap ${a}, ${b}`,
          onclick: turn,
        },
        `${a},${b}`,
      );
    }),
  );
  const beyond = pairs.filter(([, b]) => b > LEAP).map((pair) => pair.join());
  return h(
    "div",
    { class: "stack tight" },
    h("div", { class: "leaps", role: "group", "aria-label": "Leaps" }, ...cells.flat()),
    beyond.length > 0 && h("span", { class: "small muted" }, `and ${beyond.join("; ")}`),
  );
}

function twistControls(rules: Rules, set: (twist: Twist, focus: string) => void): HTMLElement {
  const { twist } = rules;
  const first = (kind: Twist["kind"]): Twist => {
    if (kind === "none") return { kind };
    if (kind === "imitation") return { kind, m: 1, p: 1 };
    const had = twist.kind === "block" || twist.kind === "comply" ? twist : null;
    return { kind, count: had?.count ?? 1, on: had?.on ?? [] };
  };
  const kinds = segments("Twist", TWISTS, twist.kind, (kind) =>
    set(first(kind), `twist-${kind}`),
  ).element;
  kinds
    .querySelectorAll("button")
    .forEach((button) => (button.id = `twist-${button.dataset["value"]}`));
  return h(
    "div",
    { class: "stack tight" },
    kinds,
    h("p", { class: "small muted" }, WORDS[twist.kind]),
    (twist.kind === "block" || twist.kind === "comply") &&
      h(
        "div",
        { class: "row end" },
        number("twist-count", "options", twist.count, twist.kind === "block" ? 0 : 1, (count, at) =>
          set({ ...twist, count }, at),
        ),
        classOf(rules, twist.on, (on, at) => set({ ...twist, on }, at)),
      ),
    twist.kind === "imitation" &&
      h(
        "div",
        { class: "row end" },
        number("twist-m", "m", twist.m, 1, (m, at) => set({ ...twist, m }, at)),
        number("twist-p", "p", twist.p, 1, (p, at) => set({ ...twist, p }, at)),
      ),
  );
}

/** Which moves the twist is about: any, or those of some pieces. */
function classOf(
  rules: Rules,
  on: readonly Piece[],
  set: (on: readonly Piece[], focus: string) => void,
): HTMLElement {
  const chosen = on.map(writePiece);
  const all = [...new Set([...rules.pieces.map(writePiece), ...chosen])];
  return toggles("Which moves the twist is about", [
    ["twist-on-any", "any move", on.length === 0, () => set([], "twist-on-any")],
    ...all.map((text, index): Toggle => {
      const id = `twist-on-${index}`;
      const turn = (): void => {
        const next = chosen.includes(text)
          ? on.filter((piece) => writePiece(piece) !== text)
          : [...on, ...[readPiece(text)].filter((piece) => piece !== null)];
        set(next, id);
      };
      return [id, text, chosen.includes(text), turn];
    }),
  ]);
}

function holeControls(
  { hole }: Rules,
  set: (hole: Rules["hole"], focus: string) => void,
): HTMLElement {
  const [width, height] = hole ?? [0, 0];
  const next = (wide: number, high: number): Rules["hole"] =>
    wide === 0 || high === 0 ? null : [wide, high];
  return h(
    "div",
    { class: "row end" },
    number("hole-width", "wide", width, 0, (wide, at) => set(next(wide, height || wide), at)),
    number("hole-height", "high", height, 0, (high, at) => set(next(width || high, high), at)),
    h(
      "span",
      { class: "small muted" },
      hole === null ? "All cells are there." : "These cells do not exist.",
    ),
  );
}

/** Id, text, whether it is on, and what turns it. */
type Toggle = readonly [string, string, boolean, () => void];

function toggles(label: string, list: readonly Toggle[]): HTMLElement {
  return h(
    "div",
    { class: "toggles", role: "group", "aria-label": label },
    ...list.map(([id, text, on, turn]) =>
      h("button", { type: "button", id, "aria-pressed": String(on), onclick: turn }, text),
    ),
  );
}

function number(
  id: string,
  label: string,
  value: number,
  min: number,
  set: (value: number, focus: string) => void,
): HTMLElement {
  const input = h("input", { type: "number", id, min, max: 999, value });
  input.addEventListener("change", () => {
    const now = Math.max(min, Math.min(999, Math.round(Number(input.value)) || min));
    set(now, id);
  });
  return h("div", { class: "field small-number" }, h("label", { for: id }, label), input);
}

function symmetricDifference(set: ReadonlySet<number>, value: number): Set<number> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}
