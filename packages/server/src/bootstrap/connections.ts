/** Limits open connections, and answers requests that Node cannot parse or that do not arrive in time. */
import { STATUS_CODES, type IncomingMessage, type Server } from "node:http";
import type { Socket } from "node:net";
import type { Problem } from "@intray/sdk/schemas";
import { AppError } from "../domain/errors.ts";
import type { Ids } from "../domain/ids.ts";
import { type Clock, msBetween } from "../platform/clock.ts";

/** Connections above the limit that are kept for a moment, so that they can be told why they are closed. */
const RESERVE = 200;
/** How long a connection above the limit may take to send a request. */
const SURPLUS_MS = 2_000;
const MAX_SHARE_OF_ADDRESS = 0.75;
const CLOSE_IDLE_EVERY_MS = 1_000;

export type Connections = ReturnType<typeof limitConnections>;

export interface ConnectionParts {
  readonly maxConnections: number;
  /** Whether proxies are trusted: then many clients share the address of a connection. */
  readonly hasProxies: boolean;
  readonly clock: Clock;
  readonly ids: Pick<Ids, "requestId">;
}

export function limitConnections(parts: ConnectionParts) {
  const { maxConnections, hasProxies, clock } = parts;
  const maxPerAddress = hasProxies
    ? maxConnections
    : Math.ceil(maxConnections * MAX_SHARE_OF_ADDRESS);
  const surplus = new WeakSet<Socket>();
  const ofAddress = new Map<string, number>();
  let open = 0;
  let closedIdleAt = clock.monotonic();

  function count(address: string, change: 1 | -1): number {
    open += change;
    const left = (ofAddress.get(address) ?? 0) + change;
    if (left === 0) ofAddress.delete(address);
    else ofAddress.set(address, left);
    return left;
  }

  return {
    watch(http: Server) {
      http.maxConnections = maxConnections + RESERVE;
      http.on("connection", (socket: Socket) => {
        const address = socket.remoteAddress ?? "";
        const ofThis = count(address, 1);
        socket.once("close", () => count(address, -1));
        if (open <= maxConnections && ofThis <= maxPerAddress) return;
        surplus.add(socket);
        socket.setTimeout(SURPLUS_MS);
        const now = clock.monotonic();
        if (msBetween(closedIdleAt, now) < CLOSE_IDLE_EVERY_MS) return;
        closedIdleAt = now;
        http.closeIdleConnections();
      });
      http.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
        // Only if no byte of a response has been written, which this text would corrupt.
        if (socket.writable && socket.bytesWritten === 0) socket.write(unreadable(error, parts));
        socket.destroySoon();
      });
    },
    /** @throws AppError `overloaded` for a request on a connection above the limit. */
    admit({ socket }: Pick<IncomingMessage, "socket">) {
      if (!surplus.has(socket)) return;
      throw new AppError(
        "overloaded",
        "The server has as many connections open as it may (INTRAY_MAX_CONNECTIONS). Try again in a moment.",
        { headers: { "Retry-After": "5", Connection: "close" } },
      );
    },
  };
}

const PROBLEMS: Readonly<Record<string, readonly [status: number, Problem["code"], string]>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    "too_large",
    "The head of the request is larger than 16 KiB. Send fewer or shorter headers.",
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    "timeout",
    "The request did not arrive completely in time. Send it again over a faster connection.",
  ],
};
const MALFORMED = [
  400,
  "malformed",
  "The request is not valid HTTP/1.1. Check the client that sends it.",
] as const;

/** A whole response, since there is no request that could have one. */
function unreadable({ code = "" }: NodeJS.ErrnoException, { ids }: ConnectionParts): string {
  const [status, problem, error] = PROBLEMS[code] ?? MALFORMED;
  const request_id = ids.requestId();
  const body = JSON.stringify({ error, code: problem, request_id } satisfies Problem);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    "Connection: close",
    "Content-Type: application/json",
    `X-Request-Id: ${request_id}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    "",
    body,
  ].join("\r\n");
}
