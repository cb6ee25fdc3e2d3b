/**
 * The widgets of Python's package, as `anywidget` wants them: one module, with nothing from
 * elsewhere, that works wherever a notebook shows widgets.
 */
import { renderExplore } from "./explore.ts";
import type { Model } from "./model.ts";
import { renderPlay } from "./play.ts";

function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  return (model.get("kind") === "play" ? renderPlay : renderExplore)(model, el);
}

export default { render };
