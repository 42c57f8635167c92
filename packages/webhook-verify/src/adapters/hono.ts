/** Receives webhooks in Hono, on every platform that it runs on. */
import type { DeliveryHandler, ReceiverOptions } from "../receiver.ts";
import { receiveWeb } from "./web.ts";

/** The part of Hono's Context that is needed. */
export interface HonoContext {
  readonly req: { readonly raw: Request };
}

const HINT =
  "Let no middleware before the receiver call c.req.json(), text(), parseBody() or the like, validators included.";

/** A handler for `app.post`. What the delivery's handler throws goes to `app.onError`. */
export function createReceiver<Context extends HonoContext>(
  options: ReceiverOptions<Context>,
  handle: DeliveryHandler<Context>,
): (context: Context) => Promise<Response> {
  return (context) => receiveWeb(context.req.raw, context, options, handle, HINT);
}
