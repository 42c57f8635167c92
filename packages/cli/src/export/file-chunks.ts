/** The bytes of an open file, a piece in memory at a time. */
import type { FileHandle } from "node:fs/promises";

const CHUNK_BYTES = 256 * 1024;
const LINE_FEED = 0x0a;

/**
 * All bytes from a place on, in order; each piece but the last ends behind a line feed. A piece is
 * overwritten when the next one is asked for.
 */
export async function* fileChunks(file: FileHandle, from: number): AsyncGenerator<Uint8Array> {
  let buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  /** Of a line whose end is still to come. */
  let kept = 0;
  for (let at = from; ;) {
    if (kept === buffer.length) buffer = Buffer.concat([buffer, buffer]);
    const { bytesRead } = await file.read(buffer, kept, buffer.length - kept, at);
    if (bytesRead === 0) break;
    at += bytesRead;
    const length = kept + bytesRead;
    const end = buffer.lastIndexOf(LINE_FEED, length - 1) + 1;
    if (end > 0) yield buffer.subarray(0, end);
    buffer.copyWithin(0, end, length);
    kept = length - end;
  }
  if (kept > 0) yield buffer.subarray(0, kept);
}
