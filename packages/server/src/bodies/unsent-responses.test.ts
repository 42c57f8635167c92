import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { listenOnLoopback } from "../../../../test/harness/loopback.ts";
import { useEach } from "../../../../test/harness/use.ts";
import { createFakeClock } from "../../test/fake-clock.ts";
import { silentLog } from "../platform/log.ts";
import { limitUnsent } from "./unsent-responses.ts";

const BODY = Buffer.alloc(16 * 1_024 * 1_024);

let http: Server;
const clock = useEach(() => createFakeClock(0));
const loopback = useEach(() => {
  const unsent = limitUnsent(clock, silentLog, 1.5 * BODY.length);
  http = createServer((_, outgoing) => {
    try {
      unsent.add(outgoing);
      outgoing.end(BODY);
    } catch {
      outgoing.writeHead(503).end();
    }
  });
  return listenOnLoopback(http);
});

/** A client that requests a large response and reads nothing of it. */
async function stall(): Promise<Socket> {
  const socket = connect(loopback.port, "127.0.0.1").pause();
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  const requested = once(http, "request");
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await requested;
  return socket;
}

const connections = () =>
  new Promise<number>((resolve) => http.getConnections((_, count) => resolve(count)));

it("disconnects the client that has read nothing for the longest time, once too much is unsent", async () => {
  const first = await stall();
  clock.advance(5_000);
  const alone = await connections();
  const second = await stall();

  clock.advance(1_000);
  await expect.poll(connections).toBe(1);
  let received = 0;
  second.on("data", (chunk: Buffer) => (received += chunk.length)).resume();

  await expect.poll(() => received).toBeGreaterThan(BODY.length);
  expect(alone).toBe(1);
  first.resume();
  await once(first, "close");
});

it("answers 503 while too much is unsent, but all clients have read in the last second", async () => {
  await stall();
  await stall();

  const third = (await stall()).resume();
  const [chunk] = (await once(third, "data")) as [Buffer];

  expect(chunk.toString("latin1")).toMatch(/^HTTP\/1\.1 503 /);
  expect(await connections()).toBe(3);
});
