/** The lines of an open file, a piece in memory at a time. */
import type { FileHandle } from "node:fs/promises";

const CHUNK_BYTES = 256 * 1024;
const LINE_FEED = 0x0a;

/**
 * All lines without their ends, as many at a time as one read brings. Only a line feed ends one:
 * node:readline also splits at U+2028, which JSON leaves as it is.
 */
export async function* fileLines(file: FileHandle): AsyncGenerator<readonly string[]> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let pieces: Buffer[] = [];
  for (let at = 0; ;) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, at);
    if (bytesRead === 0) break;
    at += bytesRead;
    const bytes = chunk.subarray(0, bytesRead);
    const end = bytes.lastIndexOf(LINE_FEED);
    if (end === -1) {
      pieces.push(Buffer.from(bytes));
      continue;
    }
    const whole = [...pieces, bytes.subarray(0, end)];
    pieces = end + 1 < bytesRead ? [Buffer.from(bytes.subarray(end + 1))] : [];
    yield Buffer.concat(whole).toString("utf8").split("\n");
  }
  if (pieces.length > 0) yield [Buffer.concat(pieces).toString("utf8")];
}
