/** Receives a request of Node's, and writes the answer. */
import type { ServerResponse } from "node:http";
import { receive } from "../receiver.ts";
import type { Answer, DeliveryHandler, ReceiverOptions } from "../receiver.ts";
import { readNodeBody } from "./node-body.ts";
import type { NodeRequest } from "./node-body.ts";

export function receiveNode<Context>(
  request: NodeRequest,
  context: Context,
  options: ReceiverOptions<Context>,
  handle: DeliveryHandler<Context>,
  hint: string,
): Promise<Answer> {
  const { method, headers } = request;
  const readBody = (maxBytes: number) => readNodeBody(request, maxBytes, hint);
  return receive({ context, method, headers, readBody }, options, handle);
}

/** Writes the answer, unless the handler has answered for itself. */
export function writeAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  if (!response.headersSent) response.writeHead(status, headers).end(body ?? undefined);
}
