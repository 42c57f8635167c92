/** Reads the raw body of a request of Node's, once and up to a limit. */
import type { IncomingMessage } from "node:http";
import { collectBody } from "../body/body-limit.ts";
import { refusal } from "../delivery-input.ts";

/** A request, and where parsers and function platforms leave what they have read. */
export type NodeRequest = IncomingMessage & { readonly body?: unknown; readonly rawBody?: unknown };

/**
 * The bytes that express.raw(), or a platform, has kept; else what is read now.
 *
 * @param hint What to do when a parser has read the body and kept no bytes of it.
 * @throws WebhookVerificationError in that case, and for a body over the limit.
 */
export async function readNodeBody(
  request: NodeRequest,
  maxBytes: number,
  hint: string,
): Promise<Uint8Array> {
  const collector = collectBody(maxBytes, request.headers["content-length"]);
  const kept = [request.rawBody, request.body].find((body) => body instanceof Uint8Array);
  if (kept !== undefined) {
    collector.add(kept);
    return collector.bytes();
  }
  if (request.readableDidRead) throw refusal("body_already_read", "parsed_body", hint);
  try {
    // Not destroyed: the answer has to go out over the same socket.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) collector.add(chunk);
  } catch (error) {
    request.resume(); // the rest of a body that is too long is thrown away
    throw error;
  }
  return collector.bytes();
}
