/** `wythoff.explore`: the laboratory's page in a frame, served by the kernel's own process. */
import { h } from "../common/dom.ts";
import { HERE, type Surroundings } from "../common/host.ts";
import type { Model } from "./model.ts";
import { roomIn } from "./room.ts";

/** A page that has not come by then is taken for one that can't be reached. */
const PATIENCE = 8_000;

export function renderExplore(model: Model, el: HTMLElement): () => void {
  const frame = h("iframe", {
    class: "page-frame waiting",
    title: "The laboratory",
    allow: "clipboard-write; fullscreen",
  });
  let isHere = false;
  let timer = 0;
  const tell = (theme: Surroundings["theme"]): void => {
    const surroundings: Surroundings = { theme };
    if (isHere) frame.contentWindow?.postMessage(surroundings, "*");
  };
  const room = roomIn(el, tell);
  const tab = h("a", { target: "_blank", rel: "noopener" }, "Open in a tab");
  const trouble = h("p", { class: "note warn", role: "alert", hidden: true });
  room.element.append(frame, trouble, h("p", { class: "small foot-line" }, tab));
  const heard = ({ source, data }: MessageEvent<unknown>): void => {
    if (source !== frame.contentWindow || data !== HERE) return;
    isHere = true;
    clearTimeout(timer);
    trouble.hidden = true;
    frame.classList.remove("waiting");
    tell(room.shade());
  };
  const open = (): void => {
    isHere = false;
    frame.classList.add("waiting");
    trouble.hidden = true;
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      trouble.hidden = false;
      trouble.textContent =
        `The laboratory at ${new URL(text(model, "url")).origin} does not answer this browser. ` +
        "It runs in the kernel's process and is reached on the kernel's own machine only; " +
        "if the kernel has ended, run the cell again.";
    }, PATIENCE);
    tab.setAttribute("href", text(model, "url"));
    frame.src = text(model, "frame");
  };
  const resize = (): void => {
    frame.style.height = `${Number(model.get("height"))}px`;
  };
  addEventListener("message", heard);
  model.on("change:frame", open);
  model.on("change:height", resize);
  resize();
  open();
  return () => {
    removeEventListener("message", heard);
    model.off("change:frame", open);
    model.off("change:height", resize);
    clearTimeout(timer);
    room.close();
  };
}

function text(model: Model, name: string): string {
  return String(model.get(name));
}
