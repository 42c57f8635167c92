/**
 * A multipart body, cut into its parts as the bytes arrive (RFC 2046, section 5.1; RFC 7578). Pulled and
 * not pushed: what is not asked for is not read, so a slow disk slows the sender and fills no memory.
 */
import type { Pull } from "./body-chunks.ts";

/** A browser's head of a part takes some hundred bytes; a file's name is most of it. */
export const MAX_HEAD_BYTES = 8 * 1_024;

const CR = 0x0d;
const HEAD_END = Buffer.from("\r\n\r\n");

export interface Part {
  /** The header lines, a character for each byte: their encoding is not known yet. */
  readonly head: string;
  /** To be read to its end before the next part is asked for. A piece is gone once the next one is. */
  readonly content: Pull;
}

/** What is wrong with the body, as the end of a sentence. */
export class BrokenMultipart extends Error {
  override readonly name = "BrokenMultipart";
}

/** Reads to the end of `pull`, what follows the last part included. @throws BrokenMultipart. */
export async function* multipartParts(
  pull: Pull,
  boundary: string,
): AsyncGenerator<Part, void, undefined> {
  // The first boundary stands in a line of its own like all others, but nothing need be before it.
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  const window = openWindow(pull, Buffer.from("\r\n"));
  const preamble = contentUpTo(delimiter, window);
  while ((await preamble()) !== undefined) {
    // What stands before the first boundary is for readers who know no multipart.
  }
  while (!(await isLast(window))) {
    const head = await headOf(window);
    const content = contentUpTo(delimiter, window);
    yield { head, content };
    if ((await content()) !== undefined) throw new Error("A part was not read to its end.");
  }
  while (await window.pull()) window.bytes = Buffer.alloc(0);
}

interface Window {
  /** What has arrived and was not taken yet. */
  bytes: Buffer;
  /** Waits for more; whether any came. What was taken before is gone then. */
  pull(): Promise<boolean>;
}

function openWindow(pull: Pull, bytes: Buffer): Window {
  return {
    bytes,
    async pull() {
      // Some bytes of a boundary or a head, which the chunk that they came in does not outlive.
      const kept = this.bytes.length === 0 ? undefined : Buffer.from(this.bytes);
      const chunk = await pull();
      if (chunk === undefined) return false;
      this.bytes = kept === undefined ? chunk : Buffer.concat([kept, chunk]);
      return true;
    },
  };
}

function contentUpTo(delimiter: Buffer, window: Window): Pull {
  let isOver = false;
  return async () => {
    while (!isOver) {
      const { bytes } = window;
      const at = bytes.indexOf(delimiter);
      isOver = at >= 0;
      const end = isOver ? at : beginOf(delimiter, bytes);
      window.bytes = bytes.subarray(isOver ? at + delimiter.length : end);
      if (end > 0) return bytes.subarray(0, end);
      if (!isOver && !(await window.pull())) {
        throw new BrokenMultipart("its last boundary is missing");
      }
    }
    return undefined;
  };
}

/** Where at the end of `bytes` the delimiter may have begun; their length when nowhere. */
function beginOf(delimiter: Buffer, bytes: Buffer): number {
  let at = bytes.indexOf(CR, Math.max(0, bytes.length - delimiter.length + 1));
  while (at >= 0) {
    const tail = bytes.subarray(at);
    if (tail.equals(delimiter.subarray(0, tail.length))) return at;
    at = bytes.indexOf(CR, at + 1);
  }
  return bytes.length;
}

/** Behind a boundary: two dashes end the body, else its line ends, spaces before that allowed. */
async function isLast(window: Window): Promise<boolean> {
  for (;;) {
    const begin = window.bytes.toString("latin1", 0, MAX_HEAD_BYTES);
    if (begin.startsWith("--")) return true;
    if (/^[\t ]*\r\n/.test(begin)) {
      // The line's end stays: a part without headers has its empty line at once.
      window.bytes = window.bytes.subarray(begin.indexOf("\r"));
      return false;
    }
    const canGrow = /^(?:-|[\t ]*\r?)$/.test(begin) && begin.length < MAX_HEAD_BYTES;
    if (!canGrow) throw new BrokenMultipart("a boundary is followed by something else");
    if (!(await window.pull())) throw new BrokenMultipart("its last boundary is missing");
  }
}

async function headOf(window: Window): Promise<string> {
  for (;;) {
    const end = window.bytes.indexOf(HEAD_END);
    if (end > MAX_HEAD_BYTES || (end < 0 && window.bytes.length > MAX_HEAD_BYTES)) {
      throw new BrokenMultipart(`the head of a part is larger than ${MAX_HEAD_BYTES} bytes`);
    }
    if (end >= 0) {
      const head = window.bytes.toString("latin1", 2, end);
      window.bytes = window.bytes.subarray(end + HEAD_END.length);
      return head;
    }
    if (!(await window.pull())) throw new BrokenMultipart("it ends within the head of a part");
  }
}
