/** Receives webhooks with the HTTP server of Node. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { DeliveryHandler, ReceiverOptions } from "../receiver.ts";
import { receiveNode, writeResponse } from "./node.ts";

export interface NodeReceiverOptions extends ReceiverOptions<IncomingMessage> {
  /** Called with what the handler throws, and with connection errors. Default `console.error`. */
  readonly onError?: (error: unknown, request: IncomingMessage) => unknown;
}

const HINT =
  "Pass the request to the receiver before anything reads it; a body parser must not run first.";

/** Returns a listener for `http.createServer`. What `handle` throws is answered 500 and passed to `onError`. */
export function createReceiver(
  options: NodeReceiverOptions,
  handle: DeliveryHandler<IncomingMessage>,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { onError = (error: unknown) => console.error(error) } = options;
  return (request, response) => {
    receiveNode(request, request, options, handle, HINT)
      .then((result) => writeResponse(response, result))
      .catch((error: unknown) => {
        writeResponse(response, HANDLER_FAILED);
        onError(error, request);
      });
  };
}

const HANDLER_FAILED = {
  status: 500,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    error: "The receiver failed. Send the request again.",
    code: "handler_failed",
  }),
} as const;
