/** Receives webhooks where a server is a function from Request to Response: Workers, Deno, Bun, and the like. */
import type { DeliveryHandler, ReceiverOptions } from "../receiver.ts";
import { receiveWeb } from "./web.ts";

const HINT =
  "Give the receiver the request itself, before anything calls its json(), text() or formData().";

/** A function that answers a Request. It rejects with what the handler throws. */
export function createReceiver(
  options: ReceiverOptions<Request>,
  handle: DeliveryHandler<Request>,
): (request: Request) => Promise<Response> {
  return (request) => receiveWeb(request, request, options, handle, HINT);
}
