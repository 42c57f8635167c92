/** Reads an open file in chunks. */
import type { FileHandle } from "node:fs/promises";

const CHUNK_BYTES = 256 * 1024;
const LINE_FEED = 0x0a;

/**
 * The bytes from a position to the end. Each chunk except the last ends with a line feed. A chunk is valid
 * only until the next one is requested.
 */
export async function* fileChunks(file: FileHandle, from: number): AsyncGenerator<Uint8Array> {
  let buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  /** Bytes of an incomplete line at the beginning of the buffer. */
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
