/** Parses a captured request or response: a request or status line, headers, an empty line, the body. */
import { failure } from "../errors/failure.ts";
import { parseHeaderFile } from "../flags/header-file.ts";

export interface Capture {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** `POST /hook HTTP/1.1`, or `HTTP/1.1 200 OK` as `curl -i` prints it. */
const FIRST_LINE = /^(?:[A-Z]+ \S+ HTTP\/[\d.]+|HTTP\/[\d.]+ \d{3}.*)$/;
/** A head that another one follows, such as 100 Continue and redirects in the output of `curl -i`. */
const NEXT_HEAD = /^HTTP\/[\d.]+ \d{3}/;

/**
 * The headers and the body. Chunks are joined, if a tool has not done it. With Content-Length, a line break that an
 * editor added to the body is dropped.
 *
 * @throws Failure 2 if there is no head, 65 for an invalid header.
 */
export function parseCapture(bytes: Buffer, path: string): Capture {
  let rest = bytes;
  for (;;) {
    const { head, after } = splitHead(rest, path);
    if (NEXT_HEAD.test(after.toString("latin1", 0, 20))) {
      rest = after;
      continue;
    }
    const headers = parseHeaderFile(head, path);
    return { headers, body: contentOf(after, headers) };
  }
}

function splitHead(bytes: Buffer, path: string): { head: string; after: Buffer } {
  const text = bytes.toString("latin1");
  const end = /\r?\n\r?\n/.exec(text);
  const firstLine = /^[^\r\n]*/.exec(text)?.[0] ?? "";
  if (end === null || !FIRST_LINE.test(firstLine)) {
    throw failure(
      "capture_unreadable",
      `${path} is not a captured request: it has no request line, headers and empty line before the body.`,
      { hint: "For a file with the body only, add --signature or --headers-file." },
    );
  }
  return { head: text.slice(0, end.index), after: bytes.subarray(end.index + end[0].length) };
}

function contentOf(body: Buffer, headers: Capture["headers"]): Buffer {
  const valueOf = (wanted: string) =>
    headers.find(([name]) => name.toLowerCase() === wanted)?.[1].trim();
  const isChunked = /(?:^|,)\s*chunked$/i.test(valueOf("transfer-encoding") ?? "");
  const joined = isChunked ? decodeChunks(body) : undefined;
  return joined ?? cutToLength(body, valueOf("content-length"));
}

function cutToLength(body: Buffer, value: string | undefined): Buffer {
  const length = value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : body.length;
  const isOnlyLineBreak = /^\r?\n$/.test(body.toString("latin1", length));
  return isOnlyLineBreak ? body.subarray(0, length) : body;
}

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
