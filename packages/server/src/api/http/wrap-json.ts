/** Builds a response around JSON that another thread has serialized. */

const encoder = new TextEncoder();

/**
 * Returns `{"<name>": <json>, …rest}` in UTF-8. The text before and after `json` is written into its
 * buffer if that has enough space around `json`, so the buffer must not be shared; else all is copied.
 */
export function wrapJson(
  name: string,
  json: Uint8Array<ArrayBuffer>,
  rest: object,
): Uint8Array<ArrayBuffer> {
  const before = encoder.encode(`{${JSON.stringify(name)}:`);
  const more = JSON.stringify(rest).slice(1);
  const after = encoder.encode(more === "}" ? more : `,${more}`);
  const { buffer, byteOffset, byteLength } = json;
  const start = byteOffset - before.length;
  const length = before.length + byteLength + after.length;
  if (start < 0 || start + length > buffer.byteLength) return Buffer.concat([before, json, after]);
  const wrapped = new Uint8Array(buffer, start, length);
  wrapped.set(before);
  wrapped.set(after, before.length + byteLength);
  return wrapped;
}
