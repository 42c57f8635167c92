/** Joins bytes that arrive in pieces. */

/** Pieces that are joined to one block at a time: a body sent byte by byte must not keep a Buffer per byte. */
const MAX_PIECES = 1_024;

export interface Collector {
  push(piece: Buffer): void;
  /** All pushed bytes. */
  bytes(): Buffer;
}

export function collectBytes(): Collector {
  const blocks: Buffer[] = [];
  let pieces: Buffer[] = [];
  return {
    push(piece) {
      pieces.push(piece);
      if (pieces.length < MAX_PIECES) return;
      blocks.push(Buffer.concat(pieces));
      pieces = [];
    },
    bytes() {
      const [first] = pieces;
      if (blocks.length === 0 && pieces.length === 1 && first !== undefined) return first;
      return Buffer.concat([...blocks, ...pieces]);
    },
  };
}
