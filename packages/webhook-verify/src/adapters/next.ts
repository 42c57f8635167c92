/** Receives webhooks in a route handler of the Next App Router: `export const POST = createReceiver(…)`. */
import type { DeliveryHandler, ReceiverOptions } from "../receiver.ts";
import { receiveWeb } from "./web.ts";

const HINT =
  "Export the receiver itself as POST of the route file, so that nothing calls request.json(), text() or formData() before it.";

/** Returns a route handler. It rejects with what `handle` throws, and Next then answers 500. */
export function createReceiver(
  options: ReceiverOptions<Request>,
  handle: DeliveryHandler<Request>,
): (request: Request) => Promise<Response> {
  return (request) => receiveWeb(request, request, options, handle, HINT);
}
