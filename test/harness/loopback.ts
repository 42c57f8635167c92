/** Servers of tests on 127.0.0.1. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, Server } from "node:net";

export interface Loopback {
  readonly port: number;
  /** With the port, as the setting INTRAY_WEBHOOK_ALLOW takes it. */
  readonly host: string;
  /** Without a path. */
  readonly url: string;
  /** Accepts no more connections, and ends those that are open. */
  readonly close: () => void;
}

export const serveOnLoopback = (respond: RequestListener): Promise<Loopback> =>
  listenOnLoopback(createServer(respond));

/** Starts the server on any free port. */
export async function listenOnLoopback(
  server: Server & { closeAllConnections?: () => void },
): Promise<Loopback> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections?.();
      server.close();
    },
  };
}

/** A port on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const { port, close } = await listenOnLoopback(server);
  close();
  await once(server, "close");
  return port;
}
