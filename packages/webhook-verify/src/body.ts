/** Raw bodies: as given by the caller, and as collected from a request up to a limit. */
import { Buffer } from "node:buffer";
import { types } from "node:util";
import { WebhookVerificationError } from "./errors.ts";

/** A body as received, before any parser. A string is encoded as UTF-8. */
export type RawBody = string | Uint8Array | ArrayBuffer;

/** A {@link RawBody} in one of the two types that node:crypto accepts. */
export type SignableBody = string | Uint8Array;

/** More than Intray sends for a form, unless it has very large fields. */
export const DEFAULT_MAX_BODY_BYTES = 5 * 1024 * 1024;

const encoder = new TextEncoder();

/** The body ready to be signed; `undefined` if it is not raw: an object, a stream, null. */
export function readRawBody(body: unknown): SignableBody | undefined {
  if (typeof body === "string") return body;
  if (ArrayBuffer.isView(body)) {
    if (body instanceof Uint8Array) return body;
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  }
  // `instanceof` fails across realms (vm, jest), and a tag can be forged.
  return types.isAnyArrayBuffer(body) ? new Uint8Array(body) : undefined;
}

/** @throws WebhookVerificationError if the body is not raw. */
export function requireBody(rawBody: unknown): SignableBody {
  const body = readRawBody(rawBody);
  if (body === undefined) throw new WebhookVerificationError("body_not_raw", "parsed_body");
  return body;
}

export const bodyBytes = (body: SignableBody): Uint8Array =>
  typeof body === "string" ? encoder.encode(body) : body;

/**
 * Collects the chunks of a body, up to a limit.
 *
 * @param declared The value of the Content-Length header.
 * @throws WebhookVerificationError at once if that is over the limit.
 */
export function collectBody(maxBytes: number, declared: unknown) {
  if (typeof declared === "string" && Number(declared) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  return {
    /** Throws WebhookVerificationError once the chunks exceed the limit. */
    add: (chunk: Uint8Array) => {
      length += chunk.byteLength;
      if (length > maxBytes) throw tooLarge();
      chunks.push(chunk);
    },
    bytes: () => new Uint8Array(Buffer.concat(chunks)),
  };
}

const tooLarge = () => new WebhookVerificationError("body_too_large", "long_body");
