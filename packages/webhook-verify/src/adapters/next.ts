/** Receives webhooks in a route handler of Next's App Router: `export const POST = createReceiver(…)`. */
import type { DeliveryHandler, ReceiverOptions } from "../receiver.ts";
import { receiveWeb } from "./web.ts";

const HINT =
  "Export the receiver itself as POST of the route's file; let nothing call request.json(), text() or formData() before it.";

/** A route handler. It rejects with what the handler throws, which Next answers with 500. */
export function createReceiver(
  options: ReceiverOptions<Request>,
  handle: DeliveryHandler<Request>,
): (request: Request) => Promise<Response> {
  return (request) => receiveWeb(request, request, options, handle, HINT);
}
