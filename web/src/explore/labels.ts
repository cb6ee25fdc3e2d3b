/** Names on a picture: each is written where it has room, or not at all. */

export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export type Pixel = readonly [x: number, y: number];

export interface Label extends Rectangle {
  readonly text: string;
}

export class Labels {
  readonly placed: Label[] = [];
  readonly #within: Rectangle;
  readonly #covered: readonly Rectangle[];
  readonly #lines: readonly (readonly Pixel[])[];

  /**
   * Labels stay `within` a box and off what is `covered`; those that must keep clear stay off the
   * lines.
   */
  constructor(
    within: Rectangle,
    covered: readonly Rectangle[],
    lines: readonly (readonly Pixel[])[],
  ) {
    this.#within = within;
    this.#covered = covered;
    this.#lines = lines;
  }

  /** The first of the middles where the text has room; null if it has none. */
  place(
    text: string,
    width: number,
    height: number,
    middles: Iterable<Pixel>,
    clear: boolean,
  ): Pixel | null {
    for (const [x, y] of middles) {
      const box = {
        left: x - width / 2,
        top: y - height / 2,
        right: x + width / 2,
        bottom: y + height / 2,
      };
      if (
        !inside(box, this.#within) ||
        [...this.#covered, ...this.placed].some((other) => meet(box, other))
      )
        continue;
      if (clear && this.#lines.some((line) => crosses(box, line))) continue;
      this.placed.push({ text, ...box });
      return [x, y];
    }
    return null;
  }
}

function inside(box: Rectangle, within: Rectangle): boolean {
  return (
    box.left >= within.left &&
    box.right <= within.right &&
    box.top >= within.top &&
    box.bottom <= within.bottom
  );
}

function meet(a: Rectangle, b: Rectangle): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Whether a chain of straight pieces touches a box. */
export function crosses(box: Rectangle, line: readonly Pixel[]): boolean {
  return line.some((to, index) => {
    const from = line[index - 1];
    return from !== undefined && touches(box, from, to);
  });
}

/** Liang and Barsky: what is left of the piece after cutting it at each side of the box. */
function touches(box: Rectangle, [x, y]: Pixel, [toX, toY]: Pixel): boolean {
  let [from, to] = [0, 1];
  for (const [step, room] of [
    [x - toX, x - box.left],
    [toX - x, box.right - x],
    [y - toY, y - box.top],
    [toY - y, box.bottom - y],
  ] as const) {
    if (step === 0 && room < 0) return false;
    if (step < 0) from = Math.max(from, room / step);
    if (step > 0) to = Math.min(to, room / step);
  }
  return from <= to;
}
