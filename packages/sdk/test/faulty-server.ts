/** A server whose faults a test defines, and a client for it that does not really wait. */
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { Socket } from "node:net";
import { Intray } from "../src/node-client.ts";
import type { IntrayOptions } from "../src/node-options.ts";
import { listenOnLoopback } from "../../../test/harness/loopback.ts";

/** Starts a server on a free port for the length of the test. `answer` gets the number of earlier requests. */
export async function serve(
  answer: (...args: [...Parameters<RequestListener>, number]) => unknown,
) {
  const requests: IncomingMessage[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    requests.push(request);
    void answer(request, response, requests.length - 1);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  const { url, close: stop } = await listenOnLoopback(server);
  onTestFinished(stop);
  return { url, requests, sockets, stop };
}

/** Resolves when all sockets are closed, by an orderly end or by a reset. */
export async function allClosed(sockets: Iterable<Socket>): Promise<void> {
  const closed = [...sockets].map(
    (socket) => new Promise<void>((resolve) => socket.once("close", () => resolve())),
  );
  await Promise.all(closed);
}

/** Resolves once the condition holds. Otherwise the test's timeout ends it. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}

/** Returns a client, and the waits that it would have made, in milliseconds. */
export function clientOf(baseUrl: string, options: Partial<IntrayOptions> = {}) {
  const waits: number[] = [];
  const client = new Intray({
    baseUrl,
    apiKey: "itk_acct_test",
    random: () => 1,
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    ...options,
  });
  onTestFinished(() => client.close());
  return { client, waits };
}

/** The ways to send requests, with the options that choose them. */
export const CONNECTIONS: readonly (readonly [string, Partial<IntrayOptions>])[] = [
  ["undici", {}],
  ["fetch", { fetch: (url, init) => fetch(url, init) }],
];

export const busy = { error: "Busy. Try again.", code: "overloaded", request_id: "req_1" };

/** Answers every request with the status and this as JSON. */
export const answering =
  (status: number, body: unknown = busy): RequestListener =>
  (_, response) =>
    response.writeHead(status).end(JSON.stringify(body));

export async function openClient(
  answer: Parameters<typeof serve>[0],
  options?: Partial<IntrayOptions>,
) {
  const server = await serve(answer);
  return { ...server, ...clientOf(server.url, options) };
}
