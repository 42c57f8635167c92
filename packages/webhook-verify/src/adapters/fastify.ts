/** Receives webhooks in Fastify, as a plugin: its body parsers would run before any handler. */
import type { IncomingMessage } from "node:http";
import type { DeliveryHandler, ReceiverOptions } from "../receiver.ts";
import { receiveNode } from "./node-answer.ts";

/** The parts of Fastify that are needed. */
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
  /** Where webhooks arrive, under the prefix that the plugin is registered with. */
  readonly path: string;
}

const HINT =
  "Register the receiver as a plugin, and let no preParsing or onRequest hook read the body before it.";

/** A plugin for `app.register`. Its route takes every content type as it is; other routes keep their parsers. */
export function createReceiver<Request extends FastifyRequestLike>(
  options: FastifyReceiverOptions<Request>,
  handle: DeliveryHandler<Request>,
): (instance: FastifyInstanceLike<Request>, _options: unknown, done: () => void) => void {
  return (instance, _options, done) => {
    instance.removeAllContentTypeParsers();
    instance.addContentTypeParser("*", (_request, _payload, parsed) => parsed(null));
    instance.post(options.path, async (request, reply) => {
      const answer = await receiveNode(request.raw, request, options, handle, HINT);
      reply.code(answer.status);
      reply.headers({ ...answer.headers });
      return reply.send(answer.body ?? undefined);
    });
    done();
  };
}
