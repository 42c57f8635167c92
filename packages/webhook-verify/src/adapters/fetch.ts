/** Receives webhooks on platforms whose server is a function from Request to Response: Workers, Deno, Bun. */
import type { DeliveryHandler, ReceiverOptions } from "../receiver.ts";
import { receiveWeb } from "./web.ts";

const HINT =
  "Pass the original request to the receiver, before anything calls its json(), text() or formData().";

/** Returns a function that answers a Request. It rejects with what `handle` throws. */
export function createReceiver(
  options: ReceiverOptions<Request>,
  handle: DeliveryHandler<Request>,
): (request: Request) => Promise<Response> {
  return (request) => receiveWeb(request, request, options, handle, HINT);
}
