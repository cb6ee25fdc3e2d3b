/** Questions to the laboratory inside the kernel: they go as messages of the widget. */
import type { Ask } from "../common/api.ts";
import type { Model } from "./model.ts";

interface Answer {
  readonly id: string;
  readonly status: number;
  readonly body: string;
}

/** After so long the kernel is taken for ended. It may be busy with something else meanwhile. */
const PATIENCE = 60_000;

export interface Line {
  readonly ask: Ask;
  close(): void;
}

export function lineTo(model: Model): Line {
  // Every view of a widget hears every answer: names are drawn, so that none is another's.
  const name = Math.random().toString(36).slice(2);
  const waiting = new Map<string, (answer: Answer) => void>();
  let asked = 0;
  const heard = (answer: Answer): void => waiting.get(answer.id)?.(answer);
  model.on("msg:custom", heard);
  return {
    ask: (path, { method = "GET", body = "" }) =>
      new Promise((done, fail) => {
        const id = `${name}-${++asked}`;
        const end = (): void => {
          clearTimeout(timer);
          waiting.delete(id);
        };
        const timer = setTimeout(() => {
          end();
          fail(new Error("the kernel does not answer"));
        }, PATIENCE);
        waiting.set(id, (answer) => {
          end();
          done(new Response(answer.body, { status: answer.status }));
        });
        model.send({ id, method, path, body });
      }),
    close: () => model.off("msg:custom", heard),
  };
}
