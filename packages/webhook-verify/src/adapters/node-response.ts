/** Receives a Node request and writes the response. */
import type { ServerResponse } from "node:http";
import { receive } from "../receiver.ts";
import type { DeliveryHandler, ReceiverOptions, WebhookResponse } from "../receiver.ts";
import { readNodeBody } from "./node-body.ts";
import type { NodeRequest } from "./node-body.ts";

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
