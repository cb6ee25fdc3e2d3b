/** Light, dark, or as the system says. The choice is kept in the browser. */
import { keep, recall } from "./storage.ts";

export type Theme = "system" | "light" | "dark";

const KEY = "wythoff-theme";
const dark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

let chosen: Theme = stored();
/** What a notebook around the page is. Nobody chooses there. */
let around: "light" | "dark" | null = null;

/** What is shown now. */
export function shownTheme(): "light" | "dark" {
  return around ?? (chosen === "system" ? (dark.matches ? "dark" : "light") : chosen);
}

export function chosenTheme(): Theme {
  return chosen;
}

export function chooseTheme(theme: Theme): void {
  chosen = theme;
  keep(KEY, theme);
  apply();
}

/** As light or dark as what is around the page. */
export function blendIn(theme: "light" | "dark"): void {
  around = theme;
  apply();
}

/** Calls back when the page turns light or dark; returns a function that ends it. */
export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The colour that a token of tokens.css has now, as the canvas reads it. */
export function colour(token: string): string {
  const probe = document.createElement("i");
  probe.style.color = `var(--${token})`;
  probe.hidden = true;
  document.body.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}

export function apply(): void {
  document.documentElement.dataset["theme"] = around ?? chosen;
  for (const listener of listeners) listener();
}

function stored(): Theme {
  const value = recall(KEY);
  return value === "light" || value === "dark" ? value : "system";
}

dark.addEventListener("change", apply);
