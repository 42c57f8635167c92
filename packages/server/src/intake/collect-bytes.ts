/** Bytes that arrive in pieces, put together. */

/** So many pieces become one: a sender who sends byte by byte must not cost a hundred times as much. */
const MAX_PIECES = 1_024;

export interface Collector {
  push(piece: Buffer): void;
  /** All that was pushed. */
  whole(): Buffer;
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
    whole() {
      const [first] = pieces;
      if (blocks.length === 0 && pieces.length === 1 && first !== undefined) return first;
      return Buffer.concat([...blocks, ...pieces]);
    },
  };
}
