/** Answers around JSON that was written elsewhere. */

const encoder = new TextEncoder();

/**
 * `{"<name>": <json>, …rest}` in UTF-8. What comes before and behind is written into the room around
 * `json` where its buffer has that, so the buffer must be nobody else's; else all is copied.
 */
export function spliced(
  name: string,
  json: Uint8Array<ArrayBuffer>,
  rest: object,
): Uint8Array<ArrayBuffer> {
  const before = encoder.encode(`{${JSON.stringify(name)}:`);
  const more = JSON.stringify(rest).slice(1);
  const behind = encoder.encode(more === "}" ? more : `,${more}`);
  const { buffer, byteOffset, byteLength } = json;
  const start = byteOffset - before.length;
  const length = before.length + byteLength + behind.length;
  if (start < 0 || start + length > buffer.byteLength) return Buffer.concat([before, json, behind]);
  const whole = new Uint8Array(buffer, start, length);
  whole.set(before);
  whole.set(behind, before.length + byteLength);
  return whole;
}
