/** Bytes as text. */

// a byte order mark is kept: JSON with one is rejected, as by Node
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const strict = new TextDecoder("utf-8", { fatal: true });

/** Decodes UTF-8; invalid bytes become U+FFFD. */
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);

/** The value of a JSON text; `undefined` if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether the bytes are valid UTF-8. Node's own function is faster. */
export function isValidUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
