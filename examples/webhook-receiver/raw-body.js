// @ts-check
/** Reads a request's body as the bytes that were signed, up to a limit. */
import { Buffer } from "node:buffer";

/** A delivery contains one submission with attachments as links, which is far smaller. */
const MAX_BODY_BYTES = 5 * 1024 * 1024;

/**
 * The bytes of the body, or `undefined` if it is over the limit; the rest is then not read.
 *
 * @param {import("node:http").IncomingMessage} request
 * @returns {Promise<Uint8Array | undefined>}
 */
export async function readBody(request) {
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) return undefined;
  /** @type {Uint8Array[]} */
  const chunks = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
