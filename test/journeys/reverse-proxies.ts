/** HTTP servers on loopback in front of the server, or in its place. */
import { once } from "node:events";
import { createServer, type RequestListener, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";

/** Registers the hook that closes them after each test of the file. */
export function useReverseProxies() {
  const servers: Server[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    }
  });

  /** Returns the URL of a server with this listener. */
  async function listen(listener: RequestListener): Promise<string> {
    const server = createServer(listener).listen(0, "127.0.0.1");
    servers.push(server);
    await once(server, "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Returns the URL of a reverse proxy that appends to X-Forwarded-For, as nginx and Caddy do. */
  const proxyTo = (url: string): Promise<string> =>
    listen((incoming, outgoing) => {
      const claimed = incoming.headers["x-forwarded-for"];
      const headers = {
        ...incoming.headers,
        "x-forwarded-for": [claimed ?? [], "198.51.100.7"].flat().join(", "),
        "x-forwarded-proto": "http",
      };
      const method = incoming.method ?? "GET";
      incoming.pipe(
        request(`${url}${incoming.url}`, { method, headers }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        }),
      );
    });

  return { listen, proxyTo };
}
