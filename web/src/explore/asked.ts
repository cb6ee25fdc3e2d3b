/**
 * Facts about a board that are asked for once, when they are first needed: they may take the server
 * seconds.
 */
import { sentenceOf } from "../common/api.ts";

export type Answer<T> =
  | { readonly state: "asking" }
  | { readonly state: "there"; readonly value: T }
  | { readonly state: "refused"; readonly why: string };

export class Asked<T> {
  readonly #answers = new Map<number, Answer<T>>();
  readonly #ask: (k: number) => Promise<T>;
  readonly #changed: () => void;

  /** `changed` is called when an answer has come. */
  constructor(ask: (k: number) => Promise<T>, changed: () => void) {
    this.#ask = ask;
    this.#changed = changed;
  }

  of(k: number): Answer<T> {
    const known = this.#answers.get(k);
    if (known !== undefined) return known;
    const keep = (answer: Answer<T>): void => {
      this.#answers.set(k, answer);
      this.#changed();
    };
    this.#answers.set(k, { state: "asking" });
    this.#ask(k).then(
      (value) => keep({ state: "there", value }),
      (error: unknown) => keep({ state: "refused", why: sentenceOf(error) }),
    );
    return { state: "asking" };
  }
}
