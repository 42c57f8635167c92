/** Middleware that reads the bodies of requests to the API and the dashboard within the limits of all bodies. */
import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { drainRequest } from "../platform/drain-body.ts";
import type { Clock } from "../platform/clock.ts";
import type { OpenBodies } from "./open-bodies.ts";
import { readBody, type SizeLimit } from "./read-body.ts";

export interface BodyReaderParts {
  readonly bodies: OpenBodies;
  readonly clock: Clock;
  readonly clientAddress: (incoming: IncomingMessage) => string | null;
}

/**
 * Reads a body before the request is handled; its memory counts until the response is there. Requests that the
 * dashboard makes in this process have no body to receive.
 *
 * @throws AppError, after the rest of the body was discarded.
 */
export function readBodies(
  { bodies, clock, clientAddress }: BodyReaderParts,
  limit: SizeLimit,
): MiddlewareHandler<{ Bindings: HttpBindings & { readonly internalCaller?: unknown } }> {
  return async (c, next) => {
    const { incoming, internalCaller } = c.env;
    if (internalCaller !== undefined || !expectsBody(incoming)) return next();
    const body = bodies.open(clientAddress(incoming));
    try {
      // The adapter reads this property in place of the request.
      Object.assign(incoming, { rawBody: await received(incoming) });
      return await next();
    } finally {
      body.close();
    }

    async function received(from: IncomingMessage): Promise<Buffer> {
      try {
        return await readBody(from, limit, body);
      } catch (error) {
        await drainRequest(from, clock);
        throw error;
      }
    }
  };
}

/** The adapter gives GET and HEAD requests no body. */
function expectsBody({ method, headers }: IncomingMessage): boolean {
  if (method === "GET" || method === "HEAD") return false;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
