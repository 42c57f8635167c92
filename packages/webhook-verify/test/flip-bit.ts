/** The text with each of its bits flipped in turn. */
export const flippedTexts = (text: string): readonly string[] =>
  Array.from({ length: Buffer.byteLength(text) * 8 }, (_, bit) => {
    const bytes = Buffer.from(text);
    const at = Math.floor(bit / 8);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit % 8));
    return bytes.toString("latin1");
  });
