/** The bytes of an open file, a piece in memory at a time. */
import type { FileHandle } from "node:fs/promises";

const PIECE_BYTES = 256 * 1024;
const LINE_FEED = 0x0a;

/** All bytes from a place on, in order; each piece but the last ends behind a line feed. */
export async function* filePieces(file: FileHandle, from: number): AsyncGenerator<Uint8Array> {
  let begun: Uint8Array[] = [];
  for (let at = from; ;) {
    const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
    const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, at);
    if (bytesRead === 0) break;
    at += bytesRead;
    const end = piece.subarray(0, bytesRead).lastIndexOf(LINE_FEED) + 1;
    if (end > 0) {
      yield begun.length === 0
        ? piece.subarray(0, end)
        : Buffer.concat([...begun, piece.subarray(0, end)]);
      begun = [];
    }
    if (end < bytesRead) begun.push(piece.subarray(end, bytesRead));
  }
  if (begun.length > 0) yield Buffer.concat(begun);
}
