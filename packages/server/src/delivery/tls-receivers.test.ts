// Receivers on https: their certificates, and how they fail.
import { createServer, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions, type TLSSocket } from "node:tls";
import { useTrustedCertificates } from "../../test/certificates.ts";
import type { TestEgressOptions } from "../../test/egress.ts";
import {
  LONG_MS,
  MAX_READ_BYTES,
  RESET,
  TIMEOUT,
  answered,
  response,
  reset,
  finish,
  flood,
  useScriptedReceivers,
} from "../../test/scripted-receivers.ts";

const { accepted, dialed, receive, listen, open } = useScriptedReceivers();

describe("a receiver on TLS", () => {
  const certificates = useTrustedCertificates();
  let requests: number;
  async function secure(
    options: TlsOptions,
    respond: (socket: TLSSocket) => unknown = (socket) => socket.end(response("secret")),
  ): Promise<string> {
    requests = 0;
    const server = createTlsServer(options, (socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => {
        requests += 1;
        respond(socket);
      });
    });
    server.on("connection", (socket: Socket) => accepted.push(socket));
    return `https://receiver.test:${await listen(server)}/`;
  }
  const openByName = (over: TestEgressOptions = {}) =>
    open({
      allow: ["receiver.test"],
      resolve: (_, done) => done(null, [{ address: "127.0.0.1", family: 4 }]),
      ...over,
    });

  it("with a valid certificate gets its delivery", async () => {
    const url = await secure(certificates.issue("receiver.test"));

    expect(await openByName().post(url)).toMatchObject(answered(200, "secret"));
  });

  it("is not shaken hands with in full at each connection", async () => {
    const resumed: boolean[] = [];
    const url = await secure(certificates.issue("receiver.test"), (socket) => {
      resumed.push(socket.isSessionReused());
      socket.end(response("ok"));
    });
    const egress = openByName();

    await egress.post(url);
    await egress.post(url);

    expect(resumed).toEqual([false, true]);
  });

  it.each<[string, () => TlsOptions]>([
    ["for another name", () => certificates.issue("other.test")],
    ["that has expired", () => certificates.issue("receiver.test", -1)],
    ["that is self-signed", () => certificates.selfSigned("receiver.test")],
    [
      "and an old version of TLS",
      () => ({
        ...certificates.issue("receiver.test"),
        minVersion: "TLSv1",
        maxVersion: "TLSv1.1",
      }),
    ],
  ])("with a certificate %s gets no request", async (_, options) => {
    const url = await secure(options());

    const result = await openByName().post(url);

    expect(result).toMatchObject({ result: "retry", errorCode: "tls_error", remoteIp: null });
    expect(requests).toBe(0);
  });

  it("that starts no handshake fails at the connect timeout", async () => {
    const url = await receive(() => undefined);
    const egress = openByName({ connectTimeoutMs: 100 });

    const result = await egress.post(url.replace("http://127.0.0.1", "https://receiver.test"));

    expect(result).toMatchObject({ ...TIMEOUT, remoteIp: null });
    expect(result.durationMs).toBeLessThan(LONG_MS / 2);
  });

  it("that responds without end is disconnected", async () => {
    const endless = flood("", "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(512));
    const url = await secure(certificates.issue("receiver.test"), endless);

    const result = await openByName().post(url);

    expect(result).toMatchObject(RESET);
    expect(result.durationMs).toBeLessThan(LONG_MS / 2);
    expect(dialed[0]?.bytesRead).toBeLessThan(MAX_READ_BYTES);
  });

  it.each<[string, (socket: Socket) => unknown]>([
    ["resets it", reset],
    ["closes it", finish],
  ])("that %s within the handshake ends the attempt", async (_, leave) => {
    const server = createServer((socket) => {
      accepted.push(socket);
      socket.on("error", () => undefined);
      socket.once("data", () => leave(socket));
    });
    const port = await listen(server);

    const result = await openByName().post(`https://receiver.test:${port}/`);

    expect(result).toMatchObject(RESET);
    expect(result.durationMs).toBeLessThan(LONG_MS / 2);
    expect(accepted).toHaveLength(1);
  });

  it("that does not use TLS ends the attempt", async () => {
    const server = createServer((socket) => {
      accepted.push(socket);
      socket.on("error", () => undefined);
      socket.end(response("plain"));
    });
    const port = await listen(server);

    const result = await openByName().post(`https://receiver.test:${port}/`);

    expect(result).toMatchObject({ result: "retry", errorCode: "tls_error" });
  });
});
