/** Receives webhooks in Koa. */
import type { IncomingMessage } from "node:http";
import type { DeliveryHandler, ReceiverOptions } from "../receiver.ts";
import { receiveNode } from "./node.ts";

/** The part of Koa's context that the receiver uses. */
export interface KoaContext {
  readonly req: IncomingMessage;
  readonly set: (headers: Record<string, string>) => void;
  status: number;
  body: unknown;
}

const HINT =
  "Put the receiver before the body parser: app.use(receiver) above app.use(bodyParser()).";

/** Returns a middleware that answers and does not call the next one. Koa's error handling gets what `handle` throws. */
export function createReceiver<Context extends KoaContext>(
  options: ReceiverOptions<Context>,
  handle: DeliveryHandler<Context>,
): (context: Context) => Promise<void> {
  return async (context) => {
    const { status, headers, body } = await receiveNode(
      context.req,
      context,
      options,
      handle,
      HINT,
    );
    context.set({ ...headers });
    context.status = status;
    context.body = body;
  };
}
