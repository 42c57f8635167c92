/** HTTP proxies and receivers on loopback, and egresses that post through a proxy. */
import { createServer, request as httpRequest, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect, type Server as NetServer, type Socket } from "node:net";
import { useTrustedCertificates } from "./certificates.ts";
import { openTestEgress, type TestEgress, type TestEgressOptions } from "./egress.ts";
import { listenOnLoopback } from "../../../test/harness/loopback.ts";

/** Registers the hooks that close everything after each test of the file. */
export function useProxies() {
  const servers: NetServer[] = [];
  const sockets = new Set<Socket>();
  const egresses: TestEgress[] = [];
  const certificates = useTrustedCertificates();
  afterEach(async () => {
    for (const { egress } of egresses.splice(0)) await egress.close();
    for (const socket of sockets) socket.destroy();
    await stopServers();
  });

  async function stopServers(): Promise<void> {
    await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))));
  }

  async function listen(server: NetServer): Promise<number> {
    servers.push(server);
    server.on("connection", (socket: Socket) => {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    });
    return (await listenOnLoopback(server)).port;
  }

  /** Connects every host name to loopback; with `errorStatus` it responds with that status instead. */
  async function startProxy({
    errorStatus,
    isSilent = false,
    isTls = false,
  }: { errorStatus?: number; isSilent?: boolean; isTls?: boolean } = {}) {
    /** The request line and Proxy-Authorization of each request that arrived. */
    const requests: { line: string; authorization: string | undefined }[] = [];
    const server = isTls ? createTlsServer(certificates.issue("proxy.test")) : createServer();
    server.on("request", (incoming, answer) => {
      requests.push({
        line: `${incoming.method} ${incoming.url}`,
        authorization: incoming.headers["proxy-authorization"],
      });
      if (isSilent) return;
      if (errorStatus !== undefined) {
        answer.writeHead(errorStatus).end("an error page of the proxy");
        return;
      }
      const { port, pathname, host } = new URL(incoming.url ?? "");
      const { "proxy-authorization": _, ...headers } = incoming.headers;
      const forwarded = httpRequest({
        port,
        path: pathname,
        method: incoming.method,
        headers: { ...headers, host },
      });
      forwarded.on("response", (fromTarget) =>
        fromTarget.pipe(answer.writeHead(fromTarget.statusCode ?? 502)),
      );
      forwarded.on("error", () => answer.destroy());
      incoming.pipe(forwarded);
    });
    server.on("connect", (incoming, client: Socket) => {
      requests.push({
        line: `CONNECT ${incoming.url}`,
        authorization: incoming.headers["proxy-authorization"],
      });
      if (isSilent) {
        client.resume().on("end", () => client.end());
        return;
      }
      if (errorStatus !== undefined) {
        client.end(`HTTP/1.1 ${errorStatus} No\r\ncontent-length: 0\r\n\r\n`);
        return;
      }
      const target = connect(Number(new URL(`http://${incoming.url}`).port), "127.0.0.1", () => {
        client.write("HTTP/1.1 200 Connected\r\n\r\n");
        target.pipe(client).pipe(target);
      });
      target.on("error", () => client.destroy());
      client.on("error", () => target.destroy()).on("close", () => target.destroy());
    });
    return { port: await listen(server), requests };
  }

  function openThrough(proxy: string, options: TestEgressOptions = {}): TestEgress {
    const egress = openTestEgress({
      proxy,
      resolve: (host, done) =>
        host === "proxy.test"
          ? done(null, [{ address: "127.0.0.1", family: 4 }])
          : done(new Error(`${host} was looked up`), []),
      ...options,
    });
    egresses.push(egress);
    return egress;
  }

  return {
    sockets,
    /** Certificates that the egress trusts. */
    issue: (name: string) => certificates.issue(name),
    listen,
    receive: (listener: RequestListener = (_, answer) => answer.end("received")) =>
      listen(createServer(listener)),
    startProxy,
    /** Stops all proxies and receivers, so that their ports refuse connections. */
    stopServers,
    /** Opens an egress through `proxy` that can resolve no name but proxy.test. */
    openThrough,
  };
}
