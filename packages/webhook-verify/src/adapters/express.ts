/** Receives webhooks in Express. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { DeliveryHandler, ReceiverOptions } from "../receiver.ts";
import { receiveNode, writeAnswer } from "./node-answer.ts";

const HINT =
  "Put app.post(path, createReceiver(…)) before app.use(express.json()) and every other body parser, or give the path express.raw({ type: () => true }).";

/** A handler for `app.post`. What the delivery's handler throws goes to Express's error handling. */
export function createReceiver<Request extends IncomingMessage>(
  options: ReceiverOptions<Request>,
  handle: DeliveryHandler<Request>,
): (request: Request, response: ServerResponse, next: (error?: unknown) => void) => Promise<void> {
  return async (request, response, next) => {
    try {
      writeAnswer(response, await receiveNode(request, request, options, handle, HINT));
    } catch (error) {
      next(error);
    }
  };
}
