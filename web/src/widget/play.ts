/** `wythoff.play`: a match, whose state is the widget's, so that Python can read it. */
import { apiOver } from "../common/api.ts";
import { h } from "../common/dom.ts";
import { segments } from "../common/segments.ts";
import { titleOf } from "../games/name.ts";
import { PlayGame } from "../play/game.ts";
import {
  FIRST_MATCH,
  type Action,
  type Look,
  type Match,
  type Players,
  type Strength,
} from "../play/match.ts";
import { lineTo } from "./ask.ts";
import type { Model } from "./model.ts";
import { roomIn } from "./room.ts";

/** How the match is set up; `match` has what was done in it. */
interface Setup {
  readonly game: string;
  readonly start: readonly [number, number];
  readonly you: Players;
  readonly strength: Strength;
  readonly look: Look | null;
  readonly values: boolean;
  readonly seed: number;
}

export function renderPlay(model: Model, el: HTMLElement): () => void {
  const room = roomIn(el);
  const line = lineTo(model);
  const referee = apiOver(line.ask);
  const look = segments<Look>(
    "How it is drawn",
    [
      ["board", "Queen on a board"],
      ["heaps", "Two heaps"],
    ],
    "board",
    (chosen) => game.set({ ...game.match, look: chosen }),
  );
  const values = h("input", {
    type: "checkbox",
    onchange: () => game.set({ ...game.match, values: values.checked }),
  });
  const keep = (match: Match): void => {
    // What else a match has is of the page alone.
    const { actions, at: _at, analysis: _analysis, arrows: _arrows, ...setup } = match;
    write(model, "setup", { ...setup, start: setup.start.map(Number) });
    write(model, "match", actions);
    model.save_changes();
    look.set(game.look);
    values.checked = match.values;
  };
  // What is kept before the first answer is what has just been read.
  const game: PlayGame = new PlayGame(read(model), keep, referee);
  const title = h("h2", {}, titleOf(game.match.game));
  const rules = h("p", { class: "small muted" });
  room.element.append(
    h("div", { class: "stack about" }, title, rules),
    game.element,
    h(
      "div",
      { class: "row looks" },
      look.element,
      h("label", { class: "check small" }, values, "Values of the options"),
    ),
  );
  let shown = "";
  const about = (name: string): void => {
    if (name === shown) return;
    shown = name;
    title.textContent = titleOf(name);
    void referee.game(name).then(
      (facts) => (rules.textContent = facts.rules),
      () => (rules.textContent = ""),
    );
  };
  about(game.match.game);
  const changed = (): void => {
    const match = read(model);
    if (same(match, game.match)) return;
    game.set(match);
    about(match.game);
  };
  model.on("change:match", changed);
  model.on("change:setup", changed);
  return () => {
    model.off("change:match", changed);
    model.off("change:setup", changed);
    game.close();
    line.close();
    room.close();
  };
}

function read(model: Model): Match {
  const { start, ...setup } = model.get("setup") as Setup;
  const actions = model.get("match") as readonly Action[];
  return { ...FIRST_MATCH, ...setup, start: [BigInt(start[0]), BigInt(start[1])], actions };
}

function write(model: Model, name: string, value: unknown): void {
  if (JSON.stringify(model.get(name)) !== JSON.stringify(value)) model.set(name, value);
}

function same(a: Match, b: Match): boolean {
  const text = (match: Match): string => {
    const { game, start, actions, you, strength, look, values, seed } = match;
    return JSON.stringify([game, start.map(Number), actions, you, strength, look, values, seed]);
  };
  return text(a) === text(b);
}
