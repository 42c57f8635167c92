import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { createSemaphore } from "../../attachments/semaphore.ts";
import { createOpenBodies, DEFAULT_BODY_LIMITS } from "../../bodies/open-bodies.ts";
import { systemClock } from "../../platform/clock.ts";
import { silentLog } from "../../platform/log.ts";
import { type BodyChunks, bodyChunks } from "./body-chunks.ts";
import { listenOnLoopback } from "../../../../../test/harness/loopback.ts";
import { useEach } from "../../../../../test/harness/use.ts";

const bodies = createOpenBodies(DEFAULT_BODY_LIMITS, systemClock, silentLog);

let http: Server;
const loopback = useEach(() => listenOnLoopback((http = createServer())));
/** The socket of the newest post. */
let socket: Socket;

/** Starts a post with a Content-Length; the test sends its bytes on `socket`. */
async function begin(length: number, maxBytes = length): Promise<[BodyChunks, IncomingMessage]> {
  socket = connect(loopback.port, "127.0.0.1");
  socket.on("error", () => undefined);
  const requested = once(http, "request") as Promise<[IncomingMessage]>;
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`);
  const [incoming] = await requested;
  return [bodyChunks(incoming, maxBytes, bodies.open(null)), incoming];
}

it("yields the whole body", async () => {
  const body = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251));
  const [{ pull }] = await begin(body.length);
  socket.write(body);

  const copies: Buffer[] = [];
  for (let chunk = await pull(); chunk !== undefined; chunk = await pull()) {
    copies.push(Buffer.from(chunk));
  }

  expect(Buffer.concat(copies).equals(body)).toBe(true);
  expect(await pull()).toBeUndefined();
});

it("releases the memory of a chunk when the next one is requested", async () => {
  const [{ pull }] = await begin(200_000);
  socket.write(Buffer.alloc(200_000));

  const first = await pull();
  const lengthBefore = first?.length ?? 0;
  const second = await pull();

  expect(lengthBefore).toBeGreaterThan(0);
  expect(first?.buffer.byteLength).toBe(0);
  expect(second?.length).toBeGreaterThan(0);
});

it("rejects a body that exceeds the limit, whatever its Content-Length says", async () => {
  const [{ pull }] = await begin(100, 10);
  socket.write(Buffer.alloc(11));

  await expect(pull()).rejects.toMatchObject({ code: "too_large" });
});

it("rejects with malformed when the sender disconnects", async () => {
  const [{ pull }] = await begin(100);
  socket.write("some");
  await pull();
  const next = pull();

  socket.destroy();

  await expect(next).rejects.toMatchObject({ code: "malformed" });
  await expect(pull()).rejects.toMatchObject({ code: "malformed" });
});

it("waits for a slot once a chunk has arrived, and holds none while waiting for the sender", async () => {
  const slots = createSemaphore(1);
  const [silent] = await begin(100_000);
  silent.limitBy(slots);
  const ofSilent = silent.pull();
  const [first] = await begin(100_000);
  first.limitBy(slots);
  socket.write(Buffer.alloc(100_000));
  await first.pull();
  const [second, incoming] = await begin(100_000);
  second.limitBy(slots);
  socket.write(Buffer.alloc(100_000));
  let hasSecond = false;
  const ofSecond = second.pull().then(() => (hasSecond = true));
  await vi.waitUntil(() => incoming.readableLength > 0);
  expect(hasSecond).toBe(false);

  first.stop();
  await ofSecond;
  second.stop();

  // The only slot is free again, so the reader that waits for its sender never held it.
  await slots.acquire();
  http.closeAllConnections();
  await expect(ofSilent).rejects.toMatchObject({ code: "malformed" });
});

it("keeps no slot that became free after stop()", async () => {
  const slots = createSemaphore(1);
  await slots.acquire();
  const [{ pull, stop, limitBy }, incoming] = await begin(100_000);
  limitBy(slots);
  socket.write(Buffer.alloc(100_000));
  const chunk = pull();
  await vi.waitUntil(() => incoming.readableLength > 0);

  stop();
  slots.release();

  await expect(chunk).rejects.toMatchObject({ code: "malformed" });
  await slots.acquire();
});

it("leaves the rest of the request to other readers after stop()", async () => {
  const [{ pull, stop }, incoming] = await begin(100_000);
  socket.write(Buffer.alloc(50_000));
  await pull();

  stop();
  const ended = once(incoming, "end");
  incoming.resume();
  socket.write(Buffer.alloc(50_000));

  await ended;
  expect(incoming.complete).toBe(true);
});
