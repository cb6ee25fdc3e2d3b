/**
 * Who answers the page: the server that it came from, or the library itself as a module in workers
 * (`src/module/`). Which of them is decided once, at the first question: a server that answers,
 * else the module, if the page has one beside it.
 */
import { h, type Props } from "./dom.ts";

/** How a question gets an answer. */
export type Ask = (path: string, options: Asking) => Promise<Response>;

/** What a question may have besides its address. */
export interface Asking extends RequestInit {
  /** Hears how many bytes a module has of a long answer; a server sends them as they come. */
  readonly told?: (bytes: number) => void;
}

/** Who answers. */
export interface Backend {
  readonly kind: "server" | "module";
  readonly ask: Ask;
}

const SERVER: Backend = { kind: "server", ask: (path, options) => fetch(path, options) };

/**
 * Milliseconds that a server beside a module may take until it answers, where a connection may
 * hang. The module gives the same answers as one that is slower. The page of a server has no
 * module, and waits as long as it takes.
 */
const PATIENCE = 1500;

let chosen: Promise<Backend> | null = null;

export function backend(): Promise<Backend> {
  chosen ??= choose().catch((error: unknown) => {
    chosen = null;
    throw error;
  });
  return chosen;
}

/** Asks whoever answers. */
export const ask: Ask = async (path, options) => (await backend()).ask(path, options);

async function choose(): Promise<Backend> {
  // A widget is one file; this leaves the module out of it.
  if (import.meta.env.MODE === "widget" || !hasModule()) return SERVER;
  const { loaded, moduleBackend } = await import("../module/backend.ts");
  // It is on its way while a server is looked for.
  loaded().catch(() => undefined);
  return (await serverAnswers()) ? SERVER : moduleBackend();
}

/** Whether a module is beside the page: the static site says so in its head. */
export function hasModule(): boolean {
  return document.querySelector('meta[name="wythoff-module"]') !== null;
}

async function serverAnswers(): Promise<boolean> {
  try {
    const response = await fetch("./api/status", { signal: AbortSignal.timeout(PATIENCE) });
    const type = response.headers.get("Content-Type") ?? "";
    return response.ok && type.startsWith("application/json");
  } catch {
    return false;
  }
}

/** A picture that the laboratory draws. */
export function pictureOf(path: string, props: Props): HTMLImageElement {
  const image = h("img", props);
  showPicture(image, path);
  return image;
}

/**
 * Shows a picture that the laboratory draws. From the module it comes as a file in memory, and not
 * before it is looked at if it is one that may wait.
 */
export function showPicture(image: HTMLImageElement, path: string): void {
  if (!hasModule()) {
    image.src = path;
    return;
  }
  image.dataset["path"] = path;
  if (image.loading === "lazy") whenSeen(image, () => void come(image, path));
  else void come(image, path);
}

async function come(image: HTMLImageElement, path: string): Promise<void> {
  const { kind, ask } = await backend();
  if (image.dataset["path"] !== path) return;
  if (kind === "server") {
    image.src = path;
    return;
  }
  try {
    const response = await ask(path, {});
    if (!response.ok) throw new Error(path);
    const address = URL.createObjectURL(await response.blob());
    if (image.dataset["path"] !== path) return;
    const free = (): void => URL.revokeObjectURL(address);
    image.addEventListener("load", free, { once: true });
    image.addEventListener("error", free, { once: true });
    image.src = address;
  } catch {
    image.dispatchEvent(new Event("error"));
  }
}

function whenSeen(element: Element, seen: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      seen();
    },
    { rootMargin: "400px" },
  );
  observer.observe(element);
}
