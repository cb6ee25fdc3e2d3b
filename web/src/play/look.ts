/** What all matches have in common to the eye. */

/** A moment to see what happened before the opponent acts; none for those who want no motion. */
export const THINKING = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 420;

/** From here on a board is too fine to click; the heaps take over. */
export const BOARD_TOKENS = 24n;

export function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
