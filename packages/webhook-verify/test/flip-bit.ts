/** Bytes with one bit flipped. */

export function flipBit(bytes: Uint8Array, bit: number): Uint8Array {
  const flipped = Uint8Array.from(bytes);
  const at = Math.floor(bit / 8) % bytes.length;
  flipped[at] = (flipped[at] ?? 0) ^ (1 << (bit % 8));
  return flipped;
}

/** The text with each of its bits flipped in turn. */
export function flippedTexts(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  return Array.from({ length: bytes.length * 8 }, (_, bit) =>
    Buffer.from(flipBit(bytes, bit)).toString("latin1"),
  );
}
