/** Decodes a body in chunks, as captures of the raw connection have it (RFC 9112, section 7.1). */

/** The size of a chunk in hexadecimal digits, with extensions. Editors may have removed the CR. */
const SIZE_LINE = /^([0-9a-f]{1,8})[ \t]*(?:;[^\r\n]*)?\r?\n/i;
/** Trailers, and what an editor may have added to or removed from the end. */
const END = /^(?:[!#$%&'*+.^_`|~\w-]+:[^\r\n]*\r?\n)*(?:\r?\n)*$/;
const LINE_END = /^\r?\n/;
/** Longer than any line of a size. */
const MAX_LINE_BYTES = 1_024;

/** Returns the content; `undefined` if the bytes are not chunks, because a tool such as curl has decoded them. */
export function decodeChunks(bytes: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const [line, digits = ""] = SIZE_LINE.exec(lineAt(bytes, at)) ?? [];
    if (line === undefined) return undefined;
    const start = at + line.length;
    const end = start + Number.parseInt(digits, 16);
    if (end === start) {
      return END.test(bytes.toString("latin1", start)) ? Buffer.concat(chunks) : undefined;
    }
    const [lineEnd] = LINE_END.exec(lineAt(bytes, end)) ?? [];
    if (lineEnd === undefined) return undefined;
    chunks.push(bytes.subarray(start, end));
    at = end + lineEnd.length;
  }
}

const lineAt = (bytes: Buffer, at: number) => bytes.toString("latin1", at, at + MAX_LINE_BYTES);
