/** A server of which a test says how it misbehaves, and a client of it that never really waits. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";
import { Intray } from "../src/client.ts";
import type { IntrayOptions } from "../src/options.ts";

/** A server on a free port, for as long as the test; `answer` is given how many requests came before. */
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
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(stop);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    sockets,
    stop,
  };
}

/** Resolves when each of them is closed, by an orderly end or by a reset. */
export async function allClosed(sockets: Iterable<Socket>): Promise<void> {
  const closed = [...sockets].map(
    (socket) => new Promise<void>((resolve) => socket.once("close", () => resolve())),
  );
  await Promise.all(closed);
}

/** Resolves once the claim holds; the test's own limit ends it otherwise. */
export async function until(claim: () => boolean): Promise<void> {
  while (!claim()) await new Promise((resolve) => setImmediate(resolve));
}

/** With the waits it would have made. */
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

/** A refusal as the service writes it. */
export const busy = { error: "Busy. Try again.", code: "overloaded", request_id: "req_1" };
