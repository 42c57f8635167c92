/** A forwarding HTTP proxy on the loopback interface, which reaches every host at one address. */
import { createServer, request as send } from "node:http";
import { connect, type Socket } from "node:net";
import { listenOnLoopback } from "../../../test/harness/loopback.ts";

/**
 * Starts the proxy for the length of the test. It resolves no names: every request goes to `target`.
 *
 * @param options With `credentials` it refuses requests without these, in the form `user:password`.
 */
export async function startProxy(
  target: { readonly port: number },
  { credentials }: { readonly credentials?: string } = {},
) {
  const requests: string[] = [];
  const wanted = credentials && `Basic ${Buffer.from(credentials).toString("base64")}`;
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (wanted && request.headers["proxy-authorization"] !== wanted) {
      return void response.writeHead(407).end();
    }
    const { method, headers, url = "" } = request;
    const { pathname, search } = new URL(url);
    const path = pathname + search;
    const onward = send({ host: "127.0.0.1", port: target.port, method, path, headers });
    onward.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  server.on("connect", ({ method, url, headers }, socket: Socket) => {
    requests.push(`${method} ${url}`);
    if (wanted && headers["proxy-authorization"] !== wanted) {
      return void socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    }
    const onward = connect(target.port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    for (const one of [onward, socket]) {
      sockets.add(one);
      one.on("error", () => undefined);
    }
  });
  const { url, close } = await listenOnLoopback(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    close();
  });
  return {
    url,
    /** What was asked for, such as `GET http://forms.test/api/v1/me` and `CONNECT forms.test:443`. */
    requests,
  };
}
