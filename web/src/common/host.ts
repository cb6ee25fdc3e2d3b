/**
 * A notebook that shows the page in a frame. The page says that it is there, which the notebook
 * can't see by itself, and is told whether to be light or dark.
 */
import { blendIn } from "./theme.ts";

/** What the page says. */
export const HERE = "wythoff: the page is here";

/** What it is told. */
export interface Surroundings {
  readonly theme: "light" | "dark";
}

/** Whether there is one. */
export const isFramed = parent !== window;

export function greetHost(): void {
  if (!isFramed) return;
  addEventListener("message", ({ source, data }: MessageEvent<Partial<Surroundings> | null>) => {
    const theme = source === parent ? data?.theme : undefined;
    if (theme === "light" || theme === "dark") blendIn(theme);
  });
  parent.postMessage(HERE, "*");
}
