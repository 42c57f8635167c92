/**
 * Splits a multipart body into its parts while the bytes arrive (RFC 2046, section 5.1; RFC 7578). Chunks are
 * pulled, not pushed, so that a slow disk slows the sender down instead of filling memory.
 */
import type { Pull } from "./body-chunks.ts";

/** Browsers write part heads of a few hundred bytes, most of them the file name. */
const MAX_HEAD_BYTES = 8 * 1_024;

const CR = 0x0d;
const HEAD_END = Buffer.from("\r\n\r\n");

export interface Part {
  /** The header lines decoded as Latin-1, since their encoding is not known yet. */
  readonly head: string;
  /** Must be read to its end before the next part is requested. */
  readonly content: Pull;
}

/** The message describes the defect as a clause, for use inside a sentence. */
export class MalformedMultipart extends Error {
  override readonly name = "MalformedMultipart";
}

/** Yields the parts; also reads the epilogue after the last part. @throws MalformedMultipart. */
export async function* multipartParts(
  pull: Pull,
  boundary: string,
): AsyncGenerator<Part, void, undefined> {
  // The window starts with a line break, so that a first boundary without a preamble matches too.
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  const window = openWindow(pull, Buffer.from("\r\n"));
  const preamble = contentUpTo(delimiter, window);
  while ((await preamble()) !== undefined) {
    // The preamble is not part of the data.
  }
  while (!(await isLast(window))) {
    const head = await headOf(window);
    const content = contentUpTo(delimiter, window);
    yield { head, content };
    if ((await content()) !== undefined) throw new Error("A part was not read to its end.");
  }
  while (await window.pull()) window.bytes = Buffer.alloc(0);
}

type Window = ReturnType<typeof openWindow>;

function openWindow(pull: Pull, bytes: Buffer) {
  return {
    /** Received bytes that are not consumed yet. */
    bytes,
    /** Waits for more bytes; false at the end of the body. Invalidates slices taken before. */
    async pull() {
      // Copied, because the next pull releases the chunk: the start of a boundary or of a head.
      const rest = this.bytes.length === 0 ? undefined : Buffer.from(this.bytes);
      const chunk = await pull();
      if (chunk === undefined) return false;
      this.bytes = rest === undefined ? chunk : Buffer.concat([rest, chunk]);
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
      const end = isOver ? at : startOfPartial(delimiter, bytes);
      window.bytes = bytes.subarray(isOver ? at + delimiter.length : end);
      if (end > 0) return bytes.subarray(0, end);
      if (!isOver && !(await window.pull())) {
        throw new MalformedMultipart("its last boundary is missing");
      }
    }
    return undefined;
  };
}

/** The index where `bytes` ends with the beginning of the delimiter; the length of `bytes` if it does not. */
function startOfPartial(delimiter: Buffer, bytes: Buffer): number {
  let at = bytes.indexOf(CR, Math.max(0, bytes.length - delimiter.length + 1));
  while (at >= 0) {
    const tail = bytes.subarray(at);
    if (tail.equals(delimiter.subarray(0, tail.length))) return at;
    at = bytes.indexOf(CR, at + 1);
  }
  return bytes.length;
}

/** Reads what follows a boundary: two dashes end the body; otherwise optional spaces and a line break. */
async function isLast(window: Window): Promise<boolean> {
  for (;;) {
    const text = window.bytes.toString("latin1", 0, MAX_HEAD_BYTES);
    if (text.startsWith("--")) return true;
    if (/^[\t ]*\r\n/.test(text)) {
      // Keeps the line break: in a part without headers it is half of the CRLF CRLF that ends the head.
      window.bytes = window.bytes.subarray(text.indexOf("\r"));
      return false;
    }
    const isIncomplete = /^(?:-|[\t ]*\r?)$/.test(text) && text.length < MAX_HEAD_BYTES;
    if (!isIncomplete) throw new MalformedMultipart("a boundary is followed by other text");
    if (!(await window.pull())) throw new MalformedMultipart("its last boundary is missing");
  }
}

async function headOf(window: Window): Promise<string> {
  for (;;) {
    const end = window.bytes.indexOf(HEAD_END);
    if (end > MAX_HEAD_BYTES || (end < 0 && window.bytes.length > MAX_HEAD_BYTES)) {
      throw new MalformedMultipart(`the head of a part is larger than ${MAX_HEAD_BYTES} bytes`);
    }
    if (end >= 0) {
      const head = window.bytes.toString("latin1", 2, end);
      window.bytes = window.bytes.subarray(end + HEAD_END.length);
      return head;
    }
    if (!(await window.pull())) throw new MalformedMultipart("it ends inside the head of a part");
  }
}
