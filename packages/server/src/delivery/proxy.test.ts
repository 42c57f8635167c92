import type { RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { text } from "node:stream/consumers";
import { createServer as createRawTlsServer } from "node:tls";
import { useProxies } from "../../test/proxies.ts";
import { flood } from "../../test/scripted-receivers.ts";

const { sockets, issue, listen, receive, startProxy, stopServers, openThrough } = useProxies();

describe("through a proxy", () => {
  it("a receiver on http gets the request by its whole URL, and the proxy resolves the name", async () => {
    const target = await receive(async (incoming, answer) => answer.end(await text(incoming)));
    const proxy = await startProxy();
    const egress = openThrough(`http://127.0.0.1:${proxy.port}`);

    const result = await egress.post(`http://receiver.test:${target}/hook`);

    expect(result).toMatchObject({ status: 200, excerpt: "{}", remoteIp: null });
    expect(proxy.requests).toEqual([
      { line: `POST http://receiver.test:${target}/hook`, authorization: undefined },
    ]);
  });

  it.each([
    ["http", false],
    ["https", true],
  ])(
    "on %s, a receiver on https is reached by a tunnel and must have a valid certificate",
    async (scheme, isTls) => {
      const target = await listen(
        createTlsServer(issue("receiver.test"), (_, answer) => answer.end("received by TLS")),
      );
      const proxy = await startProxy({ isTls });
      const egress = openThrough(`${scheme}://proxy.test:${proxy.port}`);

      const valid = await egress.post(`https://receiver.test:${target}/hook`);
      const wrongName = await egress.post(`https://other.test:${target}/hook`);

      expect(valid).toMatchObject({ status: 200, excerpt: "received by TLS" });
      expect(wrongName).toMatchObject({ result: "retry", errorCode: "tls_error" });
      expect(proxy.requests.map(({ line }) => line)).toEqual([
        `CONNECT receiver.test:${target}`,
        `CONNECT other.test:${target}`,
      ]);
    },
  );

  it("a slow response does not delay other deliveries to the same receiver", async () => {
    let visits = 0;
    const target = await receive((_, answer) => {
      visits += 1;
      if (visits > 1) answer.end();
    });
    const proxy = await startProxy();
    const egress = openThrough(`http://127.0.0.1:${proxy.port}`, { deadlineMs: 1_000 });

    const slow = egress.post(`http://receiver.test:${target}/`);
    await expect.poll(() => visits).toBe(1);
    const fast = await egress.post(`http://receiver.test:${target}/`);

    expect(fast).toMatchObject({ status: 200 });
    expect(await slow).toMatchObject({ result: "retry", errorCode: "timeout" });
  });

  it.each(["http", "https"])(
    "only the proxy gets the user name and password (%s)",
    async (scheme) => {
      let authorization: string | undefined = "no request";
      const listener: RequestListener = (incoming, answer) => {
        authorization = incoming.headers["proxy-authorization"];
        answer.end();
      };
      const target =
        scheme === "http"
          ? await receive(listener)
          : await listen(createTlsServer(issue("receiver.test"), listener));
      const proxy = await startProxy();
      const egress = openThrough(`http://us%40er:s3cret@127.0.0.1:${proxy.port}`);

      await egress.post(`${scheme}://receiver.test:${target}/`);

      const expected = `Basic ${Buffer.from("us@er:s3cret").toString("base64")}`;
      expect(proxy.requests.map((request) => request.authorization)).toEqual([expected]);
      expect(authorization).toBeUndefined();
    },
  );

  const REJECTED =
    /rejected the user name and password, or none were sent \(407\)\. Check INTRAY_WEBHOOK_PROXY/;
  it.each([
    ["http", 407, REJECTED],
    ["https", 407, REJECTED],
    ["https", 403, /proxy did not connect to the receiver \(403\)/],
    ["https", 502, /proxy did not connect to the receiver \(502\)/],
  ])(
    "an error response of the proxy for %s, %i, is reported as such, without the password",
    async (scheme, errorStatus, detail) => {
      const proxy = await startProxy({ errorStatus });
      const egress = openThrough(`http://user:s3cret@127.0.0.1:${proxy.port}`);

      const result = await egress.post(`${scheme}://receiver.test/`);

      expect(result).toMatchObject({ result: "retry", errorCode: "connection_refused" });
      expect(result.excerpt).toMatch(detail);
      expect(JSON.stringify(result)).not.toContain("s3cret");
    },
  );

  it.each(["http", "https"])("that is not running, a delivery to %s fails", async (scheme) => {
    const { port } = await startProxy();
    await stopServers();
    const egress = openThrough(`http://user:s3cret@127.0.0.1:${port}`);

    const result = await egress.post(`${scheme}://receiver.test/`);

    expect(result).toMatchObject({
      result: "retry",
      errorCode: "connection_refused",
      remoteIp: null,
    });
    expect(JSON.stringify(result)).not.toContain("s3cret");
  });

  it("that never responds to CONNECT, a delivery fails at the connect timeout and closes the connection", async () => {
    const proxy = await startProxy({ isSilent: true });
    const egress = openThrough(`http://127.0.0.1:${proxy.port}`, { connectTimeoutMs: 200 });

    const result = await egress.post("https://receiver.test/");

    expect(result).toMatchObject({ result: "retry", errorCode: "timeout" });
    await expect.poll(() => sockets.size).toBe(0);
  });

  it("a receiver that responds without end is disconnected", async () => {
    const target = await listen(
      createRawTlsServer(issue("receiver.test"), (socket) => {
        socket.on("error", () => undefined);
        const chunk = "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(512);
        socket.once("data", () => flood("", chunk)(socket));
      }),
    );
    const proxy = await startProxy();
    const egress = openThrough(`http://127.0.0.1:${proxy.port}`);

    const result = await egress.post(`https://receiver.test:${target}/`);

    expect(result).toMatchObject({ result: "retry", errorCode: "connection_reset" });
    await expect.poll(() => sockets.size).toBe(0);
  });

  it("whose certificate is for another name, a delivery fails with tls_error", async () => {
    const proxy = await startProxy({ isTls: true });
    const egress = openThrough(`https://127.0.0.1:${proxy.port}`);

    const results = [
      await egress.post("https://receiver.test/"),
      await egress.post("http://receiver.test/"),
    ];

    expect(results).toMatchObject([{ errorCode: "tls_error" }, { errorCode: "tls_error" }]);
    expect(proxy.requests).toEqual([]);
  });
});
