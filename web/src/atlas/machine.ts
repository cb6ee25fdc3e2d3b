/** The machine that writes a thread of W^k, as a graph: states, and the steps between them. */
import { api, sentenceOf, type MachineStep, type ThreadMachine } from "../common/api.ts";
import { h, svg } from "../common/dom.ts";

/** Machines with more states are told in words only. */
const DRAWN = 60;

/** Steps between two states are listed at their edge, at most so many. */
const LISTED = 3;

const SIZE = 480;

const VERDICTS: Readonly<Record<ThreadMachine["verdict"], string>> = {
  finite: "finite, as far as seen",
  "perhaps-finite": "perhaps finite",
  "growing-slowly": "growing slowly",
  growing: "growing",
  unknown: "seen in too few columns to say",
};

/** Fills in when it is there; measuring takes a second or more. */
export function machinesOf(k: number): HTMLElement {
  const place = h("div", { class: "stack" }, h("p", { class: "small muted" }, "Measuring…"));
  api.machines(k).then(
    ({ columns, threads, word }) => {
      const letters = word.letters.join(", ");
      const said = `${columns} columns. h, the palaces of a row left of the diagonal: ${letters}.`;
      place.replaceChildren(h("p", { class: "small" }, said), ...threads.map(machineOf));
    },
    (error: unknown) => {
      place.replaceChildren(h("p", { class: "small", role: "alert" }, sentenceOf(error)));
    },
  );
  return place;
}

function machineOf(machine: ThreadMachine): HTMLElement {
  const counts = machine.states.map((count) => count ?? "–").join(", ");
  const verdict = VERDICTS[machine.verdict];
  const { table } = machine;
  const drawn = table !== null && table.windows.length <= DRAWN ? [drawing(machine, table)] : [];
  return h(
    "figure",
    { class: "stack" },
    h(
      "figcaption",
      { class: "small" },
      h("b", {}, `Slope ${machine.slope.toFixed(5)}`),
      ` · states in a quarter, in half and in all of the columns: ${counts}; ${verdict}`,
    ),
    ...drawn,
  );
}

type Table = NonNullable<ThreadMachine["table"]>;

/** States on a circle; an edge says what is read, and the rows of the palaces that are written. */
function drawing(machine: ThreadMachine, { windows, steps }: Table): SVGElement {
  const count = windows.length;
  const radius = SIZE / 2 - 70;
  const at = (state: number): readonly [number, number] => {
    const angle = (2 * Math.PI * state) / count - Math.PI / 2;
    return [SIZE / 2 + radius * Math.cos(angle), SIZE / 2 + radius * Math.sin(angle)];
  };
  const edges = new Map<string, MachineStep[]>();
  for (const step of steps) {
    const name = `${step.from}-${step.to}`;
    edges.set(name, [...(edges.get(name) ?? []), step]);
  }
  const parts = [...edges.values()].map((list) => edgeOf(list, at, count));
  const dots = windows.map((window, state) => {
    const [x, y] = at(state);
    const [rows, diagonals] = [window.rows.join(" "), window.diagonals.join(" ")];
    const told = `window ${state}: rows ${rows}; diagonals ${diagonals}`;
    return svg(
      "g",
      {},
      svg("title", {}, told),
      svg("circle", { cx: x, cy: y, r: count > 24 ? 7 : 12, class: "state" }),
      svg(
        "text",
        { x, y: y + 4, "text-anchor": "middle", "font-size": count > 24 ? 8 : 11 },
        `${state}`,
      ),
    );
  });
  return svg(
    "svg",
    {
      viewBox: `0 0 ${SIZE} ${SIZE}`,
      class: "machine",
      role: "img",
      "aria-label": `The machine of the slope ${machine.slope.toFixed(5)}: ${count} states`,
    },
    ...parts,
    ...dots,
  );
}

/** All steps from a state to another, as one curve: to the right of the straight line. */
function edgeOf(
  steps: readonly MachineStep[],
  at: (state: number) => readonly [number, number],
  count: number,
): SVGElement {
  const [first] = steps;
  if (first === undefined) return svg("g", {});
  const [[x, y], [u, v]] = [at(first.from), at(first.to)];
  const middle = SIZE / 2;
  const self = first.from === first.to;
  const [cx, cy] = self
    ? [x + (x - middle) * 0.5, y + (y - middle) * 0.5]
    : [(x + u) / 2 - (v - y) * 0.15, (y + v) / 2 + (u - x) * 0.15];
  const side = self ? [(y - middle) * 0.25, -(x - middle) * 0.25] : [0, 0];
  const [dx = 0, dy = 0] = side;
  const path = `M${x} ${y}C${cx + dx} ${cy + dy} ${cx - dx} ${cy - dy} ${u} ${v}`;
  const told = steps.map(({ reads, palaces }) => `${reads} / ${palaces.join(" ") || "–"}`);
  const shown = told.slice(0, LISTED).join("; ") + (told.length > LISTED ? "; …" : "");
  const label = svg("text", { x: cx, y: cy, "text-anchor": "middle", "font-size": 9 }, shown);
  return svg(
    "g",
    {},
    svg("title", {}, `${first.from} to ${first.to}: reads / palaces ${told.join("; ")}`),
    svg("path", { d: path, fill: "none", stroke: "currentColor", "stroke-opacity": 0.5 }),
    ...(count > 12 ? [] : [label]),
  );
}
