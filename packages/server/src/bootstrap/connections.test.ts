import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { AppError } from "../domain/errors.ts";
import { systemClock } from "../platform/clock.ts";
import { limitConnections } from "./connections.ts";
import { listenOnLoopback, type Loopback } from "../../../../test/harness/loopback.ts";

let http: Server;
let loopback: Loopback;

/** A server that answers 200, or 503 to requests above the limit. */
async function start(maxConnections: number, options = {}): Promise<void> {
  const connections = limitConnections({
    maxConnections,
    hasProxies: false,
    clock: systemClock,
    ids: { requestId: () => "req_1" },
  });
  http = createServer(options, (incoming, outgoing) => {
    try {
      connections.admit(incoming);
      outgoing.end();
    } catch (error) {
      outgoing.writeHead(503, error instanceof AppError ? { ...error.headers } : {}).end();
    }
  });
  connections.watch(http);
  loopback = await listenOnLoopback(http);
  onTestFinished(loopback.close);
}

async function open(localAddress = "127.0.0.1"): Promise<Socket> {
  const { port } = loopback;
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  const seen = once(http, "connection");
  await once(socket, "connect");
  await seen;
  return socket;
}

/** The first line of the response. */
async function ask(socket: Socket): Promise<string> {
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  const [chunk] = (await once(socket, "data")) as [Buffer];
  return chunk.toString("latin1").split("\r\n", 1)[0] ?? "";
}

const OK = "HTTP/1.1 200 OK";
const BUSY = "HTTP/1.1 503 Service Unavailable";

it("answers 503 on connections above the limit, and closes them", async () => {
  await start(4);
  const first = await open();
  for (const address of ["127.0.0.1", "127.0.0.2", "127.0.0.2"]) await open(address);
  const surplus = await open("127.0.0.3");
  const closed = once(surplus, "close");

  expect(await ask(first)).toBe(OK);
  expect(await ask(surplus)).toBe(BUSY);
  await closed;
});

it("leaves a quarter of the connections to other addresses", async () => {
  await start(4);
  for (let n = 0; n < 3; n++) await open();

  expect(await ask(await open())).toBe(BUSY);
  expect(await ask(await open("127.0.0.2"))).toBe(OK);
});

it("closes idle connections to make room for new ones", async () => {
  await start(2);
  const idle = await open();
  expect(await ask(idle)).toBe(OK);
  const isClosed = once(idle, "close");
  await open("127.0.0.2");

  // Idle connections are closed at most once a second.
  await expect.poll(async () => ask(await open("127.0.0.2"))).toBe(OK);
  await isClosed;
});

it.each([
  ["a large head", `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
  ["text that is not HTTP", "hello\r\n\r\n", 400],
  ["a head that never ends", "GET / HTTP/1.1\r\nHost: x\r\n", 408],
])("answers %s with a sentence and closes the connection", async (_, request, status) => {
  const endsHeads = { headersTimeout: 100, connectionsCheckingInterval: 50 };
  await start(4, status === 408 ? endsHeads : {});
  const socket = await open();

  socket.write(request);
  const answer = await text(socket);

  expect(answer).toMatch(RegExp(`^HTTP/1\\.1 ${status} [^]*\r\n\r\n{"error":"The (request|head)`));
  expect(answer).toContain('"request_id":"req_1"');
});
