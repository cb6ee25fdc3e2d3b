/**
 * The module's other half, for a worker of the page and for tests in Node alike: the laboratory
 * without a server. It computes in the thread that calls it.
 *
 * @typedef {{status: number, headers: Record<string, string>, body: Uint8Array}} Answer
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The status of an answer that names data it needs: `{"needs": [names]}`. */
export const NEEDS = 424;

/**
 * Starts the laboratory.
 *
 * `tell` hears the reports of long work while it runs: `["job", job]` of a job, `[id, report]` of a
 * check that is through. When the module fails, the call that it was
 * in throws, with the reason; it answers nothing any longer.
 *
 * @param {WebAssembly.Module} compiled
 * @param {(report: string) => void} tell
 */
export async function open(compiled, tell = () => {}) {
  let reason = null;
  const text = (place, length) =>
    decoder.decode(new Uint8Array(exports.memory.buffer, place, length));
  const host = {
    now: () => Date.now(),
    tell: (place, length) => tell(text(place, length)),
    end: (place, length) => (reason = text(place, length)),
  };
  const { exports } = await WebAssembly.instantiate(compiled, { host });

  /** Bytes side by side in the module's memory. */
  const put = (...parts) => {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    let place = exports.reserve(length);
    const first = place;
    for (const part of parts) {
      new Uint8Array(exports.memory.buffer, place, part.length).set(part);
      place += part.length;
    }
    return first;
  };
  /** What the module has left, which is given back. */
  const take = (left) => {
    const [place, length] = [
      Number((left >> 32n) & 0xffffffffn),
      Number(left & 0xffffffffn),
    ];
    const bytes = new Uint8Array(exports.memory.buffer, place, length).slice();
    exports.release(place, length);
    return bytes;
  };
  const guarded = (call) => {
    try {
      return call();
    } catch (error) {
      throw new Error(reason ?? String(error), { cause: error });
    }
  };

  return {
    /**
     * Answers a request as the server does.
     *
     * @param {string} method
     * @param {string} path with what comes after the question mark
     * @param {string} body
     * @returns {Answer}
     */
    ask: (method, path, body = "") =>
      guarded(() => {
        const parts = [method, path, body].map((part) => encoder.encode(part));
        const bytes = take(
          exports.ask(put(...parts), ...parts.map((part) => part.length)),
        );
        const view = new DataView(bytes.buffer);
        const [status, head] = [
          view.getUint32(0, true),
          view.getUint32(4, true),
        ];
        const lines = decoder.decode(bytes.subarray(8, 8 + head)).split("\n");
        const headers = lines.filter(Boolean).map((line) => {
          const end = line.indexOf(": ");
          return [line.slice(0, end), line.slice(end + 2)];
        });
        return {
          status,
          headers: Object.fromEntries(headers),
          body: bytes.subarray(8 + head),
        };
      }),
    /**
     * Takes data that an answer needed, or a row from `written`; false if it is not sound. A board
     * that is needed (`w100/`) is given as its rows, and then its name with nothing: that is all.
     */
    give: (name, bytes) =>
      guarded(() => {
        const title = encoder.encode(name);
        return (
          exports.give(put(title, bytes), title.length, bytes.length) !== 0
        );
      }),
    /** Solves one square of the boards that grow; false if there was none. */
    grow: () => guarded(() => exports.grow() !== 0),
    /** The next row of a board that was written: its name and its bytes, or null. */
    written: () =>
      guarded(() => {
        const left = exports.written();
        if (left === 0n) return null;
        const bytes = take(left);
        const length = new DataView(bytes.buffer).getUint32(0, true);
        return {
          name: decoder.decode(bytes.subarray(4, 4 + length)),
          bytes: bytes.subarray(4 + length),
        };
      }),
    /** How many bytes of memory it has. */
    memory: () => exports.memory.buffer.byteLength,
  };
}

/** The names in an answer that needs data. */
export function needsOf(answer) {
  return JSON.parse(decoder.decode(answer.body)).needs;
}
