/** File names that strangers chose, made fit for any file system. */

/** Most file systems allow 255 bytes; the id and `.partial` come on top. */
const MAX_BYTES = 180;
/** Names that mean a device on Windows, with any ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** One step of a path: never empty, hidden, a device or a way out of the folder. */
export function safeName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize("NFC")
    // separators, what shells and Windows take for more than a letter, controls and marks of direction
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "_")
    .replace(/^[.\s-]+/, "_")
    .replace(/[.\s]+$/, "");
  const safe = DEVICE.test(plain) ? `_${plain}` : plain;
  return safe === "" ? "_" : truncateName(safe);
}

/** Cut in front of its ending, between letters. */
function truncateName(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const ending = /\.[\w-]{1,16}$/.exec(name)?.[0] ?? "";
  let stem = "";
  let bytes = Buffer.byteLength(ending);
  for (const letter of name.slice(0, name.length - ending.length)) {
    bytes += Buffer.byteLength(letter);
    if (bytes > MAX_BYTES) break;
    stem += letter;
  }
  return stem + ending;
}
