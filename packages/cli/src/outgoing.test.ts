import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { Server } from "node:net";
import { text } from "node:stream/consumers";
import { startProxy } from "../../sdk/test/proxy.ts";
import { makeCertificates } from "../../server/test/certificates.ts";
import { openRoute } from "./outgoing.ts";
import { listenOnLoopback } from "../../../test/harness/loopback.ts";
import { useShared } from "../../../test/harness/use.ts";

const certificates = useShared(makeCertificates);

const signal = new AbortController().signal;
const posted: string[] = [];
const answer = (request: IncomingMessage, response: ServerResponse) => {
  void text(request).then((body) => {
    const { "x-test": test, connection } = request.headers;
    posted.push([test, connection, body].join(" "));
    return response.writeHead(302, { location: "http://elsewhere.test/" }).end("moved");
  });
};

async function listening(server: Server): Promise<number> {
  const { port, close } = await listenOnLoopback(server);
  onTestFinished(close);
  return port;
}

it("is sent with its body, and a redirect is not followed", async () => {
  const port = await listening(createServer(answer));
  const headers = { "X-Test": "1" };

  const status = await openRoute({})(new URL(`http://127.0.0.1:${port}/`), {
    method: "POST",
    headers,
    body: Buffer.from("{}"),
    signal,
  });

  expect([status, posted.splice(0)]).toEqual([302, ["1 close {}"]]);
});

it("goes through a tunnel with https, to a server of an own authority", async () => {
  const server = createHttpsServer(certificates.issue("monitor.test"), answer);
  const proxy = await startProxy({ port: await listening(server) });
  const ca = certificates.authority;
  const url = new URL("https://monitor.test/ping");

  const get = (authority?: string) =>
    openRoute({ proxy: proxy.url, ca: authority })(url, { method: "GET", signal });

  await expect(get()).rejects.toThrow("unable to verify");
  expect(await get(ca)).toBe(302);
  expect(proxy.requests).toEqual(["CONNECT monitor.test:443", "CONNECT monitor.test:443"]);
});

const hosts = ["127.0.0.1", "localhost", "app.localhost"];
it.each(hosts)("never goes through a proxy to %s, which is this machine", async (host) => {
  const port = await listening(createServer(answer));
  const proxy = await startProxy({ port });
  const send = openRoute({ proxy: proxy.url });

  await send(new URL(`http://${host}:${port}/`), { method: "GET", signal }).catch(() => undefined);

  expect(proxy.requests).toEqual([]);
});
