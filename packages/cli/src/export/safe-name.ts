/** Makes untrusted file names safe for any file system. */

/** Most file systems allow 255 bytes; the id and `.partial` are added to the name. */
const MAX_BYTES = 180;
/** Device names on Windows, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A single path segment: never empty, hidden, a device name, or a path out of the folder. */
export function safeName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize("NFC")
    // separators, special characters of shells and Windows, control and format characters
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "_")
    .replace(/^[.\s-]+/, "_")
    .replace(/[.\s]+$/, "");
  const safe = DEVICE.test(plain) ? `_${plain}` : plain;
  return safe === "" ? "_" : truncateName(safe);
}

/** Shortens the name before its extension, between characters. */
function truncateName(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const extension = /\.[\w-]{1,16}$/.exec(name)?.[0] ?? "";
  let stem = "";
  let bytes = Buffer.byteLength(extension);
  for (const character of name.slice(0, name.length - extension.length)) {
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_BYTES) break;
    stem += character;
  }
  return stem + extension;
}
