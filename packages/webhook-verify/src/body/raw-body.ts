/** Raw bodies: the bytes, or a string that is encoded as UTF-8. */

/** A body as received, before any parser. A string is encoded as UTF-8. */
export type RawBody = string | Uint8Array | ArrayBuffer;

/** A {@link RawBody} in one of the two types that the HMAC functions accept. */
export type SignableBody = string | Uint8Array;

const encoder = new TextEncoder();

/** The body ready to be signed; `undefined` if it is not raw: an object, a stream, null. */
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

/** `instanceof` fails across realms (vm, jest) and a tag can be forged; a DataView accepts only an ArrayBuffer. */
function isArrayBuffer(value: unknown): value is ArrayBuffer {
  try {
    return new DataView(value as ArrayBuffer).byteLength >= 0;
  } catch {
    return false;
  }
}
