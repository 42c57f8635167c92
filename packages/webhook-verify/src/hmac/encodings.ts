/** Encodings of a MAC in the signature headers. */

export function hexOf(mac: Uint8Array): string {
  return Array.from(mac, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function base64Of(mac: Uint8Array): string {
  return btoa(String.fromCharCode(...mac));
}
