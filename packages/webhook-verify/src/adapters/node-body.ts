/** Reads the raw body of a Node request, up to a limit. */
import type { IncomingMessage } from "node:http";
import { collectBody } from "../body/body-limit.ts";
import { verificationError } from "../delivery-input.ts";

/** A request with the members in which parsers and function platforms store a body that they have read. */
export type NodeRequest = IncomingMessage & { readonly body?: unknown; readonly rawBody?: unknown };

/**
 * Returns the bytes that `express.raw()` or a platform has stored, else reads them from the request.
 *
 * @param hint The hint of the error if a parser has read the body without storing its bytes.
 * @throws WebhookVerificationError in that case, and if the body is over the limit.
 */
export async function readNodeBody(
  request: NodeRequest,
  maxBytes: number,
  hint: string,
): Promise<Uint8Array> {
  const collector = collectBody(maxBytes, request.headers["content-length"]);
  const stored = [request.rawBody, request.body].find((body) => body instanceof Uint8Array);
  if (stored !== undefined) {
    collector.add(stored);
    return collector.bytes();
  }
  if (request.readableDidRead) throw verificationError("body_already_read", "parsed_body", hint);
  try {
    // Not destroyed, since the response uses the same socket.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) collector.add(chunk);
  } catch (error) {
    request.resume(); // discards the rest of a body that is too long
    throw error;
  }
  return collector.bytes();
}
