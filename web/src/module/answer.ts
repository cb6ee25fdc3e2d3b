/** Answers that the page gives itself, in the form of the library's. */
import type { Answer } from "./words.ts";

export function answerOf(status: number, value: unknown): Answer {
  const body = new TextEncoder().encode(JSON.stringify(value));
  return { status, headers: { "content-type": "application/json" }, body };
}

export function refusal(status: number, code: string, message: string): Answer {
  return answerOf(status, { error: { code, message } });
}

export function textOf({ body }: Answer): string {
  return new TextDecoder().decode(body);
}

/** As the network would have brought it. */
export function responseOf({ status, headers, body }: Answer): Response {
  // A Response has no body where HTTP has none.
  return new Response([204, 304].includes(status) ? null : body, { status, headers });
}
