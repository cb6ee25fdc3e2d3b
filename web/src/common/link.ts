/**
 * The state of the page is its address: `#/page?name=value&…`. Whoever has the link has the state.
 */

export type PageName = "home" | "play" | "explore" | "flight" | "games" | "theorems" | "atlas";

export const PAGES: readonly PageName[] = [
  "home",
  "play",
  "explore",
  "flight",
  "games",
  "theorems",
  "atlas",
];

export interface Link {
  readonly page: PageName;
  readonly values: ReadonlyMap<string, string>;
}

/** Any text is read: what is not a page is the home page. */
export function readLink(hash: string): Link {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const page = PAGES.find((name) => name === path) ?? "home";
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) values.set(name, value);
  return { page, values };
}

/** Values in the order given; those that are undefined or empty are left out. */
export function writeLink(
  page: PageName,
  values: Readonly<Record<string, string | number | undefined>>,
): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === "") continue;
    parts.push(`${encodeURIComponent(name)}=${readable(String(value))}`);
  }
  return `#/${page === "home" ? "" : page}${parts.length === 0 ? "" : `?${parts.join("&")}`}`;
}

/** Percent-encoded, but for what an address may hold as it is: people read links. */
function readable(value: string): string {
  return encodeURIComponent(value).replace(/%(3A|2C|3D|28|29|5E|3B|2F)/g, (code) =>
    decodeURIComponent(code),
  );
}
