/** Receives webhooks in Express. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { DeliveryHandler, ReceiverOptions } from "../receiver.ts";
import { receiveNode, writeResponse } from "./node.ts";

const HINT =
  "Put app.post(path, createReceiver(…)) before app.use(express.json()) and every other body parser, or give the path express.raw({ type: () => true }).";

/** Returns a handler for `app.post`. Express's error handler gets what `handle` throws. */
export function createReceiver<Request extends IncomingMessage>(
  options: ReceiverOptions<Request>,
  handle: DeliveryHandler<Request>,
): (request: Request, response: ServerResponse, next: (error?: unknown) => void) => Promise<void> {
  return async (request, response, next) => {
    try {
      writeResponse(response, await receiveNode(request, request, options, handle, HINT));
    } catch (error) {
      next(error);
    }
  };
}
