/** A choice among a few: a row of buttons of which one is pressed. */
import { h } from "./dom.ts";

export interface Segments<T extends string> {
  readonly element: HTMLElement;
  set(value: T): void;
}

export function segments<T extends string>(
  label: string,
  choices: readonly (readonly [T, string])[],
  value: T,
  choose: (value: T) => void,
): Segments<T> {
  const buttons = choices.map(([name, text]) =>
    h("button", { type: "button", "data-value": name, onclick: () => choose(name) }, text),
  );
  const set = (now: T): void =>
    buttons.forEach((button, index) =>
      button.setAttribute("aria-pressed", String(choices[index]?.[0] === now)),
    );
  set(value);
  return {
    element: h("div", { class: "segments", role: "group", "aria-label": label }, ...buttons),
    set,
  };
}
