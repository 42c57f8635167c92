import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, request as httpRequest, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, type Server as NetServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { createServer as createRawTlsServer, setDefaultCACertificates } from "node:tls";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Certificates, makeCertificates } from "../../test/certificates.ts";
import { openWayOut, type WayOut } from "./fixture.ts";

let certificates: Certificates;
beforeAll(() => {
  certificates = makeCertificates();
  setDefaultCACertificates([certificates.authority]);
});
afterAll(() => certificates.remove());

const open: NetServer[] = [];
const sockets = new Set<Socket>();
const ways: WayOut[] = [];
afterEach(async () => {
  for (const { egress } of ways.splice(0)) await egress.close();
  for (const socket of sockets) socket.destroy();
  await Promise.all(open.splice(0).map((server) => new Promise((done) => server.close(done))));
});

async function listen(server: NetServer): Promise<number> {
  open.push(server);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

/** A receiver that tells what it got. */
const receiver = (listener: RequestListener = (_, answer) => answer.end("received")) =>
  listen(createServer(listener));
const tlsReceiver = (name: string) =>
  listen(createTlsServer(certificates.issue(name), (_, answer) => answer.end("received by TLS")));

interface Proxy {
  readonly port: number;
  /** Request lines, and what each brought in Proxy-Authorization. */
  readonly asked: { readonly line: string; readonly authorization: string | undefined }[];
}

/** Passes on to loopback whatever the name is; `refuse` answers with that status instead. */
async function startProxy({
  refuse,
  isSilent = false,
  isTls = false,
}: { refuse?: number; isSilent?: boolean; isTls?: boolean } = {}): Promise<Proxy> {
  const asked: { line: string; authorization: string | undefined }[] = [];
  const server = isTls ? createTlsServer(certificates.issue("proxy.test")) : createServer();
  server.on("request", (incoming, answer) => {
    asked.push({
      line: `${incoming.method} ${incoming.url}`,
      authorization: incoming.headers["proxy-authorization"],
    });
    if (isSilent) return;
    if (refuse !== undefined) {
      answer.writeHead(refuse).end("the proxy's own words");
      return;
    }
    const target = new URL(incoming.url ?? "");
    const { "proxy-authorization": _, ...headers } = incoming.headers;
    const passedOn = httpRequest({
      port: target.port,
      path: target.pathname,
      method: incoming.method,
      headers: { ...headers, host: target.host },
    });
    passedOn.on("response", (got) => got.pipe(answer.writeHead(got.statusCode ?? 502)));
    passedOn.on("error", () => answer.destroy());
    incoming.pipe(passedOn);
  });
  server.on("connect", (incoming, near: Socket) => {
    asked.push({
      line: `CONNECT ${incoming.url}`,
      authorization: incoming.headers["proxy-authorization"],
    });
    if (isSilent) {
      near.resume().on("end", () => near.end());
      return;
    }
    if (refuse !== undefined) {
      near.end(`HTTP/1.1 ${refuse} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const far = connect(Number(new URL(`http://${incoming.url}`).port), "127.0.0.1", () => {
      near.write("HTTP/1.1 200 Connected\r\n\r\n");
      far.pipe(near).pipe(far);
    });
    far.on("error", () => near.destroy());
    near.on("error", () => far.destroy()).on("close", () => far.destroy());
  });
  return { port: await listen(server), asked };
}

function through(proxy: string, over: Parameters<typeof openWayOut>[0] = {}): WayOut {
  const way = openWayOut({
    proxy,
    // Of names, only the proxy's own may be looked up here.
    resolve: (host, done) =>
      host === "proxy.test"
        ? done(null, [{ address: "127.0.0.1", family: 4 }])
        : done(new Error(`${host} was looked up`), []),
    ...over,
  });
  ways.push(way);
  return way;
}

describe("through a proxy", () => {
  it("a receiver on http is asked for by its whole address, with the name left to the proxy", async () => {
    const target = await receiver(async (incoming, answer) => answer.end(await text(incoming)));
    const proxy = await startProxy();
    const way = through(`http://127.0.0.1:${proxy.port}`);

    const result = await way.post(`http://receiver.test:${target}/hook`);

    expect(result).toMatchObject({ kind: "answered", status: 200, excerpt: "{}", remoteIp: null });
    expect(proxy.asked).toEqual([
      { line: `POST http://receiver.test:${target}/hook`, authorization: undefined },
    ]);
  });

  it.each([
    ["http", false],
    ["https", true],
  ])(
    "of %s, a receiver on https is tunnelled to and must show its own certificate",
    async (scheme, isTls) => {
      const target = await tlsReceiver("receiver.test");
      const proxy = await startProxy({ isTls });
      const way = through(`${scheme}://proxy.test:${proxy.port}`);

      const known = await way.post(`https://receiver.test:${target}/hook`);
      const another = await way.post(`https://other.test:${target}/hook`);

      expect(known).toMatchObject({ kind: "answered", status: 200, excerpt: "received by TLS" });
      expect(another).toMatchObject({ kind: "failed", errorCode: "tls_error" });
      expect(proxy.asked.map(({ line }) => line)).toEqual([
        `CONNECT receiver.test:${target}`,
        `CONNECT other.test:${target}`,
      ]);
    },
  );

  it("a slow receiver holds up none of its own other deliveries", async () => {
    let visits = 0;
    const target = await receiver((_, answer) => {
      visits += 1;
      if (visits > 1) answer.end();
    });
    const proxy = await startProxy();
    const way = through(`http://127.0.0.1:${proxy.port}`, { deadlineMs: 1_000 });

    const slow = way.post(`http://receiver.test:${target}/`);
    await expect.poll(() => visits).toBe(1);
    const swift = await way.post(`http://receiver.test:${target}/`);

    expect(swift).toMatchObject({ kind: "answered", status: 200 });
    expect(await slow).toMatchObject({ kind: "failed", errorCode: "timeout" });
  });

  it.each(["http", "https"])(
    "user name and password go to the proxy alone (%s)",
    async (scheme) => {
      let got: string | undefined = "nothing came";
      const listener: RequestListener = (incoming, answer) => {
        got = incoming.headers["proxy-authorization"];
        answer.end();
      };
      const target =
        scheme === "http"
          ? await receiver(listener)
          : await listen(createTlsServer(certificates.issue("receiver.test"), listener));
      const proxy = await startProxy();
      const way = through(`http://us%40er:s3cret@127.0.0.1:${proxy.port}`);

      await way.post(`${scheme}://receiver.test:${target}/`);

      const expected = `Basic ${Buffer.from("us@er:s3cret").toString("base64")}`;
      expect(proxy.asked.map(({ authorization }) => authorization)).toEqual([expected]);
      expect(got).toBeUndefined();
    },
  );

  it.each([
    ["http", 407, /user name and password that it knows \(407\)\. Check INTRAY_WEBHOOK_PROXY/],
    ["https", 407, /user name and password that it knows \(407\)\. Check INTRAY_WEBHOOK_PROXY/],
    ["https", 403, /proxy would not connect to the receiver \(403\)/],
    ["https", 502, /proxy would not connect to the receiver \(502\)/],
  ])(
    "a no to %s with %i is told as the proxy's, without the password",
    async (scheme, refuse, detail) => {
      const proxy = await startProxy({ refuse });
      const way = through(`http://user:s3cret@127.0.0.1:${proxy.port}`);

      const result = await way.post(`${scheme}://receiver.test/`);

      expect(result).toMatchObject({ kind: "failed", errorCode: "connection_refused" });
      expect(result.kind === "failed" ? result.detail : "").toMatch(detail);
      expect(JSON.stringify(result)).not.toContain("s3cret");
    },
  );

  it.each(["http", "https"])("that nobody runs, a delivery to %s fails", async (scheme) => {
    const { port } = await startProxy();
    for (const server of open.splice(0)) await new Promise((done) => server.close(done));
    const way = through(`http://user:s3cret@127.0.0.1:${port}`);

    const result = await way.post(`${scheme}://receiver.test/`);

    expect(result).toMatchObject({
      kind: "failed",
      errorCode: "connection_refused",
      remoteIp: null,
    });
    expect(JSON.stringify(result)).not.toContain("s3cret");
  });

  it("that never answers CONNECT, a delivery ends by the time for connecting, and hangs up", async () => {
    const proxy = await startProxy({ isSilent: true });
    const way = through(`http://127.0.0.1:${proxy.port}`, { connectTimeoutMs: 200 });

    const result = await way.post("https://receiver.test/");

    expect(result).toMatchObject({ kind: "failed", errorCode: "timeout" });
    await expect.poll(() => sockets.size, { timeout: 5_000 }).toBe(0);
  });

  it("a receiver that answers without end is hung up on", async () => {
    const target = await listen(
      createRawTlsServer(certificates.issue("receiver.test"), (socket) => {
        let sent = 0;
        const more = () => {
          while (!socket.destroyed && sent < 100_000_000) {
            sent += 28;
            if (!socket.write("HTTP/1.1 103 Early Hints\r\n\r\n")) return;
          }
        };
        socket.on("error", () => undefined).on("drain", more);
        socket.once("data", more);
      }),
    );
    const proxy = await startProxy();
    const way = through(`http://127.0.0.1:${proxy.port}`);

    const result = await way.post(`https://receiver.test:${target}/`);

    expect(result).toMatchObject({ kind: "failed", errorCode: "connection_reset" });
    expect(result.durationMs).toBeLessThan(2_500);
    await expect.poll(() => sockets.size).toBe(0);
  });

  it("whose certificate is for another name, a delivery fails by TLS", async () => {
    const proxy = await startProxy({ isTls: true });
    const way = through(`https://127.0.0.1:${proxy.port}`);

    const results = [
      await way.post("https://receiver.test/"),
      await way.post("http://receiver.test/"),
    ];

    expect(results).toMatchObject([{ errorCode: "tls_error" }, { errorCode: "tls_error" }]);
    expect(proxy.asked).toEqual([]);
  });
});

describe("through a proxy the guard", () => {
  it.each([
    "http://127.0.0.1:9/",
    "https://127.0.0.1:9/",
    "http://0x7f.1:9/",
    "https://[::1]:9/",
    "https://[::ffff:10.0.0.1]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://localhost:9/",
    "https://LOCALHOST.:9/",
    "http://api.localhost/",
  ])("refuses %s before the proxy hears of it", async (url) => {
    const proxy = await startProxy();
    const way = through(`http://127.0.0.1:${proxy.port}`);

    const result = await way.post(url);

    expect(result).toMatchObject({ kind: "blocked", remoteIp: null });
    expect(proxy.asked).toEqual([]);
  });

  it("lets an address through that the setting names, and never our own", async () => {
    const target = await receiver();
    const proxy = await startProxy();
    const way = through(`http://127.0.0.1:${proxy.port}`, {
      allow: ["127.0.0.1", "localhost"],
      isOwn: ({ address, port }) => address === "127.0.0.1" && port === 8787,
    });

    const results = [
      await way.post(`http://127.0.0.1:${target}/`),
      await way.post(`http://localhost:${target}/`),
      await way.post("http://127.0.0.1:8787/"),
      await way.post("https://localhost:8787/"),
    ];

    expect(results.map(({ kind }) => kind)).toEqual(["answered", "answered", "blocked", "blocked"]);
    expect(proxy.asked).toHaveLength(2);
  });
});

describe("proxies that only the environment names", () => {
  /** Posts once from a process of its own; the library behind it may read the environment early. */
  const POST_ONCE = `
    import { openWayOut } from ${JSON.stringify(new URL("fixture.ts", import.meta.url).href)};
    const way = openWayOut({
      allow: ["127.0.0.1", "receiver.test"],
      resolve: (_, done) => done(null, [{ address: "127.0.0.1", family: 4 }]),
    });
    const result = await way.post(process.argv[1]);
    process.stdout.write(JSON.stringify(result));
    await way.egress.close();
  `;

  it("are not asked", async () => {
    const target = await receiver();
    const proxy = await startProxy();
    const ambient = `http://127.0.0.1:${proxy.port}`;
    const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].flatMap((name) => [
      name,
      name.toLowerCase(),
    ]);
    const child = spawn(
      process.execPath,
      [
        "--conditions=@intray/source",
        "--input-type=module",
        "--eval",
        POST_ONCE,
        `http://receiver.test:${target}/`,
      ],
      {
        cwd: fileURLToPath(new URL(".", import.meta.url)),
        env: {
          ...process.env,
          ...Object.fromEntries(names.map((name) => [name, ambient])),
          NO_PROXY: "",
          no_proxy: "",
          NODE_USE_ENV_PROXY: "1",
        },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );

    const said = await text(child.stdout);

    expect(JSON.parse(said)).toMatchObject({ kind: "answered", status: 200, excerpt: "received" });
    expect(proxy.asked).toEqual([]);
  });
});
