/** HTTP servers on loopback in front of the server, or in its place. */
import { createServer, type RequestListener, request } from "node:http";
import { listenOnLoopback, type Loopback } from "../harness/loopback.ts";

/** Registers the hook that closes them after each test of the file. */
export function useReverseProxies() {
  const servers: Loopback[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  /** Returns the URL of a server with this listener. */
  async function listen(listener: RequestListener): Promise<string> {
    const server = await listenOnLoopback(createServer(listener));
    servers.push(server);
    return server.url;
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
      const passed = request(`${url}${incoming.url}`, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      passed.on("error", () => outgoing.destroy());
      incoming.pipe(passed);
    });

  return { listen, proxyTo };
}
