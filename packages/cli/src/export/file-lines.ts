/** The lines of an open file, a piece in memory at a time. */
import type { FileHandle } from "node:fs/promises";

const CHUNK_BYTES = 64 * 1024;
const LINE_FEED = 0x0a;

/**
 * Each line without its end. Only a line feed ends one: node:readline also splits at U+2028, which
 * JSON leaves as it is.
 */
export async function* fileLines(file: FileHandle): AsyncGenerator<string> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let pieces: Buffer[] = [];
  for (let at = 0; ;) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, at);
    if (bytesRead === 0) break;
    at += bytesRead;
    let start = 0;
    for (;;) {
      const end = chunk.subarray(0, bytesRead).indexOf(LINE_FEED, start);
      if (end === -1) break;
      pieces.push(Buffer.from(chunk.subarray(start, end)));
      yield Buffer.concat(pieces).toString("utf8");
      pieces = [];
      start = end + 1;
    }
    if (start < bytesRead) pieces.push(Buffer.from(chunk.subarray(start, bytesRead)));
  }
  if (pieces.length > 0) yield Buffer.concat(pieces).toString("utf8");
}
