/** The half of a widget that lives in Python, as seen from here. */
export interface Model {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  send(content: unknown): void;
  on(event: string, listener: (content: never) => void): void;
  off(event: string, listener: (content: never) => void): void;
}
