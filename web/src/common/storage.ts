/**
 * What the browser keeps for the page. Where it keeps nothing, or is full, that is gone when the
 * page is left; nothing else is lost.
 */

/** `sessionStorage` keeps it for as long as the tab is there. */
type Area = "localStorage" | "sessionStorage";

export function recall(name: string, area: Area = "localStorage"): string | null {
  try {
    return globalThis[area].getItem(name);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string, area: Area = "localStorage"): void {
  try {
    globalThis[area].setItem(name, value);
  } catch {
    // Said above.
  }
}
