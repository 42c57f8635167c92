/** Receives webhooks in Fastify. A plugin, since Fastify runs its body parsers before any handler. */
import type { IncomingMessage } from "node:http";
import type { DeliveryHandler, ReceiverOptions } from "../receiver.ts";
import { receiveNode } from "./node.ts";

/** The parts of Fastify's types that the receiver uses. */
export interface FastifyRequestLike {
  readonly raw: IncomingMessage;
}
export interface FastifyReplyLike {
  code(status: number): unknown;
  headers(values: Record<string, string>): unknown;
  send(payload?: unknown): unknown;
}
export interface FastifyInstanceLike<Request extends FastifyRequestLike> {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    contentType: string,
    parser: (request: unknown, payload: unknown, done: (error: Error | null) => void) => void,
  ): unknown;
  post(
    path: string,
    handler: (request: Request, reply: FastifyReplyLike) => Promise<unknown>,
  ): unknown;
}

export interface FastifyReceiverOptions<Request> extends ReceiverOptions<Request> {
  /** Path of the route, under the prefix that the plugin is registered with. */
  readonly path: string;
}

const HINT =
  "Register the receiver as a plugin, and let no preParsing or onRequest hook read the body before it.";

/** Returns a plugin for `app.register`. Its route has no body parsers; other routes keep theirs. */
export function createReceiver<Request extends FastifyRequestLike>(
  options: FastifyReceiverOptions<Request>,
  handle: DeliveryHandler<Request>,
): (instance: FastifyInstanceLike<Request>, _options: unknown, done: () => void) => void {
  return (instance, _options, done) => {
    instance.removeAllContentTypeParsers();
    instance.addContentTypeParser("*", (_request, _payload, parsed) => parsed(null));
    instance.post(options.path, async (request, reply) => {
      const response = await receiveNode(request.raw, request, options, handle, HINT);
      reply.code(response.status);
      reply.headers({ ...response.headers });
      return reply.send(response.body ?? undefined);
    });
    done();
  };
}
