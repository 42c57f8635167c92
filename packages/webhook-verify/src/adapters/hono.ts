/** Receives webhooks in Hono, on every platform. */
import type { DeliveryHandler, ReceiverOptions } from "../receiver.ts";
import { receiveWeb } from "./web.ts";

/** The part of Hono's Context that the receiver uses. */
export interface HonoContext {
  readonly req: { readonly raw: Request };
}

const HINT =
  "Let no middleware before the receiver call c.req.json(), text() or parseBody(); validators call them too.";

/** Returns a handler for `app.post`. `app.onError` gets what `handle` throws. */
export function createReceiver<Context extends HonoContext>(
  options: ReceiverOptions<Context>,
  handle: DeliveryHandler<Context>,
): (context: Context) => Promise<Response> {
  return (context) => receiveWeb(context.req.raw, context, options, handle, HINT);
}
