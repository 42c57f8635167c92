/** What may be signed: the bytes of a body, or a string that stands for its UTF-8 bytes. */

/** A body as it came off the wire. A string is taken as its UTF-8 bytes. */
export type RawBody = string | Uint8Array | ArrayBuffer;

/** A {@link RawBody} ready to be signed, whatever realm or kind of view it came from. */
export type SignableBody = string | Uint8Array;

const encoder = new TextEncoder();

/** The body ready to be signed, or `undefined` for what is no raw body: an object, a stream, null. */
export function readRawBody(body: unknown): SignableBody | undefined {
  if (typeof body === "string" || body instanceof Uint8Array) return body;
  if (ArrayBuffer.isView(body)) return asBytes(body);
  return isArrayBuffer(body) ? new Uint8Array(body) : undefined;
}

export function bodyBytes(body: SignableBody): Uint8Array {
  return typeof body === "string" ? encoder.encode(body) : body;
}

function asBytes(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

/** `instanceof` fails across realms (vm, jest) and a tag can be forged; a DataView takes only the real thing. */
function isArrayBuffer(value: unknown): value is ArrayBuffer {
  try {
    return new DataView(value as ArrayBuffer).byteLength >= 0;
  } catch {
    return false;
  }
}
