/** Shared by the adapters for frameworks with Node's requests and responses. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { collectBody } from "../body.ts";
import { WebhookVerificationError } from "../errors.ts";
import { receive } from "../receiver.ts";
import type { DeliveryHandler, ReceiverOptions, WebhookResponse } from "../receiver.ts";

/** A request with the members in which parsers and function platforms store a body that they have read. */
type NodeRequest = IncomingMessage & { readonly body?: unknown; readonly rawBody?: unknown };

export function receiveNode<Context>(
  request: NodeRequest,
  context: Context,
  options: ReceiverOptions<Context>,
  handle: DeliveryHandler<Context>,
  hint: string,
): Promise<WebhookResponse> {
  const { method, headers } = request;
  const readBody = (maxBytes: number) => readNodeBody(request, maxBytes, hint);
  return receive({ context, method, headers, readBody }, options, handle);
}

/** Writes the response, unless the handler has already sent one. */
export function writeResponse(
  response: ServerResponse,
  { status, headers, body }: WebhookResponse,
): void {
  if (!response.headersSent) response.writeHead(status, headers).end(body ?? undefined);
}

/**
 * Returns the bytes that `express.raw()` or a platform has stored, else reads them from the request.
 *
 * @param hint The hint of the error if a parser has read the body without storing its bytes.
 * @throws WebhookVerificationError in that case, and if the body is over the limit.
 */
async function readNodeBody(
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
  if (request.readableDidRead) {
    throw new WebhookVerificationError("body_already_read", "parsed_body", hint);
  }
  try {
    // Not destroyed, since the response uses the same socket.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) collector.add(chunk);
  } catch (error) {
    request.resume(); // discards the rest of a body that is too long
    throw error;
  }
  return collector.bytes();
}
