/** Joins bytes that arrive in pieces. */
import { releaseBuffer } from "../platform/memory.ts";

/** Pieces that are joined to one block at a time: a body sent byte by byte must not keep a Buffer per byte. */
const MAX_PIECES = 1_024;

export interface Collector {
  push(piece: Buffer): void;
  /** All pushed bytes; the collector is empty afterwards. */
  bytes(): Buffer;
  /** Drops the pushed bytes and releases their memory at once, which the garbage collector does much later. */
  release(): void;
}

export function collectBytes(): Collector {
  const blocks: Buffer[] = [];
  let pieces: Buffer[] = [];
  return {
    push(piece) {
      pieces.push(piece);
      if (pieces.length < MAX_PIECES) return;
      blocks.push(join(pieces));
      pieces = [];
    },
    bytes() {
      const [first] = pieces;
      if (blocks.length === 0 && pieces.length === 1 && first !== undefined) {
        pieces = [];
        return first;
      }
      return join([...blocks.splice(0), ...pieces.splice(0)]);
    },
    release() {
      for (const buffer of [...blocks.splice(0), ...pieces.splice(0)]) releaseBuffer(buffer);
    },
  };
}

function join(buffers: readonly Buffer[]): Buffer {
  const whole = Buffer.concat(buffers);
  for (const buffer of buffers) releaseBuffer(buffer);
  return whole;
}
