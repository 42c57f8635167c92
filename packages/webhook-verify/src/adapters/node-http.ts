/** Receives webhooks with Node's own HTTP server. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { DeliveryHandler, ReceiverOptions } from "../receiver.ts";
import { receiveNode, writeAnswer } from "./node-answer.ts";

export interface NodeReceiverOptions extends ReceiverOptions<IncomingMessage> {
  /** Told what the handler throws, and what breaks off a request; console.error unless given. */
  readonly onError?: (error: unknown, request: IncomingMessage) => unknown;
}

const HINT =
  "Give the receiver the request before anything reads it; a body parser must not run first.";

/** A listener for `http.createServer`. What the handler throws is told to `onError` and answered 500. */
export function createReceiver(
  options: NodeReceiverOptions,
  handle: DeliveryHandler<IncomingMessage>,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { onError = (error: unknown) => console.error(error) } = options;
  return (request, response) => {
    receiveNode(request, request, options, handle, HINT)
      .then((answer) => writeAnswer(response, answer))
      .catch((error: unknown) => {
        writeAnswer(response, FAILED);
        onError(error, request);
      });
  };
}

const FAILED = {
  status: 500,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ error: "The receiver failed. Send it again.", code: "handler_failed" }),
} as const;
