/** What every page is: a function that fills the main element and returns how to leave it. */
import { h } from "./dom.ts";
import { writeLink, type PageName } from "./link.ts";

export interface Page {
  readonly title: string;
  /**
   * Called when the address changes while the page stays; the page then shows what the link says.
   */
  readonly update?: (values: ReadonlyMap<string, string>) => void;
  readonly leave?: () => void;
}

export type Open = (main: HTMLElement, values: ReadonlyMap<string, string>) => Page;

let written = location.hash;

/**
 * Puts the state into the address without a new entry in the history, and without opening the page
 * again. An address that has just been changed from outside is left alone: it is about to be
 * followed.
 */
export function setLink(
  page: PageName,
  values: Readonly<Record<string, string | number | undefined>>,
): void {
  const link = writeLink(page, values);
  if (link === written || location.hash !== written) return;
  history.replaceState(null, "", link);
  written = location.hash;
}

/** The same with a new entry in the history, to which Back leads from the next one. */
export function pushLink(
  page: PageName,
  values: Readonly<Record<string, string | number | undefined>>,
): void {
  const link = writeLink(page, values);
  if (link === written || location.hash !== written) return;
  history.pushState(null, "", link);
  written = location.hash;
}

/** Whether the address changed by something else than these. */
export function linkChanged(): boolean {
  if (location.hash === written) return false;
  written = location.hash;
  return true;
}

/** Says something to those who listen instead of look. */
export function announce(text: string): void {
  const announcer = document.getElementById("announcer");
  if (announcer !== null) announcer.textContent = text;
}

/** The designed empty, loading and error states: a heading, a sentence, perhaps something to do. */
export function stateOf(heading: string, sentence: string, ...actions: HTMLElement[]): HTMLElement {
  return h("div", { class: "state" }, h("h2", {}, heading), h("p", {}, sentence), ...actions);
}

/** Copies the address of this state. */
export function copyLinkButton(): HTMLButtonElement {
  return copyButton("Copy link", () => location.href);
}

/** Copies a text; says so on the button. `name` says what, where the label does not. */
export function copyButton(label: string, text: () => string, name?: string): HTMLButtonElement {
  const button = h("button", { type: "button", "aria-label": name, title: name }, label);
  button.addEventListener("click", () => {
    const done = (said: string): void => {
      button.textContent = said;
      announce(said);
      setTimeout(() => (button.textContent = label), 1600);
    };
    void copyText(text()).then((copied) => copied && done("Copied"));
  });
  return button;
}

/**
 * Copies a text; says whether it is copied. A browser allows that at addresses with HTTPS, and on
 * the machine itself; elsewhere the text is shown, selected, to be copied by hand.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    byHand(text);
    return false;
  }
}

function byHand(text: string): void {
  const field = h("textarea", { readonly: true, rows: 3, "aria-label": "What is to be copied" });
  field.value = text;
  const close = (): void => dialog.close();
  const dialog = h(
    "dialog",
    { class: "by-hand stack", "aria-label": "Copy by hand", onclose: () => dialog.remove() },
    h("p", {}, "The browser lets no page copy at this address. Copy it here, with Ctrl+C or ⌘C:"),
    field,
    h("div", { class: "row" }, h("button", { type: "button", onclick: close }, "Close")),
  );
  document.body.append(dialog);
  dialog.showModal();
  field.focus();
  field.select();
}
