/**
 * Where a widget is shown: a room of its own, into which no style of the notebook comes and out of
 * which none goes. It is as light or dark as the text around it says.
 */
import { h } from "../common/dom.ts";
import style from "./widget.css?inline";

type Shade = "light" | "dark";

export interface Room {
  readonly element: HTMLElement;
  shade(): Shade;
  close(): void;
}

/** Calls back when the notebook turns light or dark. */
export function roomIn(el: HTMLElement, turned: (shade: Shade) => void = () => undefined): Room {
  const host = h("div", {});
  const element = h("div", { class: "widget" });
  host.attachShadow({ mode: "open" }).append(h("style", {}, style), element);
  // What is typed here is not meant for the notebook, whose keys delete cells.
  host.addEventListener("keydown", (event) => event.stopPropagation());
  el.append(host);
  let shown: Shade | null = null;
  const look = (): void => {
    const now = shadeAround(el);
    if (now === shown) return;
    host.dataset["theme"] = shown = now;
    turned(now);
  };
  look();
  // Notebooks turn by a class or an attribute of the document; its styles may come a moment later.
  const later = (): void => void setTimeout(look, 150);
  const observer = new MutationObserver(later);
  for (const root of [document.documentElement, document.body])
    observer.observe(root, { attributes: true });
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", later);
  // A widget may be made before it is put into the document.
  requestAnimationFrame(look);
  return {
    element,
    shade: () => shown ?? "light",
    close: () => {
      observer.disconnect();
      system.removeEventListener("change", later);
      host.remove();
    },
  };
}

/** Text is light where the ground is dark. */
function shadeAround(el: HTMLElement): Shade {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const pen = canvas.getContext("2d");
  if (pen === null || !el.isConnected) return "light";
  // However the colour is written, a pixel has three numbers.
  pen.fillStyle = getComputedStyle(el).color;
  pen.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
  return 299 * red + 587 * green + 114 * blue > 128_000 ? "dark" : "light";
}
