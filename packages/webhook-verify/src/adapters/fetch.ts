/**
 * Receives webhooks where a function from Request to Response answers: Workers, Deno, Bun, and the route handlers of
 * the Next App Router (`export const POST = createReceiver(…)`).
 */
import type { DeliveryHandler, ReceiverOptions } from "../receiver.ts";
import { receiveWeb } from "./web.ts";

const HINT =
  "Pass the original request to the receiver, before anything calls its json(), text() or formData(). In Next, export the receiver itself as POST of the route file.";

/** Returns a function that answers a Request. It rejects with what `handle` throws; Next then answers 500. */
export function createReceiver(
  options: ReceiverOptions<Request>,
  handle: DeliveryHandler<Request>,
): (request: Request) => Promise<Response> {
  return (request) => receiveWeb(request, request, options, handle, HINT);
}
