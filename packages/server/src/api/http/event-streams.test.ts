import { once } from "node:events";
import { connect } from "node:net";
import { ACCOUNT_KEY, useApiServer } from "../../../test/api-server.ts";
import { isOnPostgres } from "../../../test/database.ts";
import { followEvents } from "../../../test/event-reader.ts";
import { type Clock, msBetween, plusMs, systemClock, toWallMs } from "../../platform/clock.ts";
import { createEventStreams } from "./event-streams.ts";

/** On this clock a minute passes in a fifth of a second. */
const SPEED = 300;
const startedAt = systemClock.now();
const monotonicStart = systemClock.monotonic();
const fastClock: Clock = {
  now: () => toWallMs(startedAt + (systemClock.now() - startedAt) * SPEED),
  monotonic: () =>
    plusMs(monotonicStart, msBetween(monotonicStart, systemClock.monotonic()) * SPEED),
  after: (delayMs, run) => systemClock.after(delayMs / SPEED, run),
};

describe("a stream without events", () => {
  const server = useApiServer({}, fastClock);

  it("sends a heartbeat at intervals", async () => {
    const reader = await followEvents(server);
    const ended = reader.rest();

    await vi.waitUntil(() => (reader.text.match(/: alive\n/g)?.length ?? 0) >= 3);

    reader.cut();
    expect(await ended).toEqual([]);
  });

  it("advances its position past events of other forms, so that a client that resumes skips them", async () => {
    const form = await server.create<{ id: number; uuid: string }>("/forms", { name: "Other" });
    const reader = await followEvents(server, { query: "?form_id=1" });
    const ended = reader.rest();

    const id = await server.post(form.uuid, { name: "Ada" });

    await vi.waitUntil(() => reader.lastId.startsWith(`${id}-`));
    reader.cut();
    expect(await ended).toEqual([]);
  });

  // The database plays no role between the server and a socket.
  it.skipIf(isOnPostgres)("is disconnected when its client reads nothing", async () => {
    await server.fill(1, 150_000);
    const readers = await Promise.all(Array.from({ length: 19 }, () => followEvents(server)));
    const { hostname, port } = new URL(server.url);
    const idle = connect(Number(port), hostname);
    await once(idle, "connect");
    idle.write(
      `GET /api/v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ACCOUNT_KEY}\r\nLast-Event-ID: 0-0-0\r\n\r\n`,
    );
    // This stream is open before the requests below could take its slot.
    await once(idle, "data");
    idle.pause();
    await vi.waitUntil(async () => (await server.request("GET", "/events")).status === 429);

    const again = await vi.waitUntil(async () => {
      const answer = await server.request("GET", "/events");
      return answer.status === 200 ? answer : undefined;
    }, 10_000);

    for (const reader of readers) reader.cut();
    idle.destroy();
    expect(again.status).toBe(200);
  });
});

describe("open streams", () => {
  const open = (streams = createEventStreams(systemClock), key = 1, disconnect = () => {}) => ({
    streams,
    stream: streams.open(key, disconnect),
  });

  it("are limited to two hundred in total and twenty per key", () => {
    const streams = createEventStreams(systemClock);
    const fill = (key: number) => {
      for (let n = 0; n < 20; n += 1) streams.open(key, () => undefined);
    };

    fill(1);
    expect(() => streams.open(1, () => undefined)).toThrow(/This key has 20/);
    for (let key = 2; key <= 10; key += 1) fill(key);
    expect(() => streams.open(11, () => undefined)).toThrow(/200 open event streams/);
  });

  it("wake when notified, also for a notification before they waited", async () => {
    const { streams, stream } = open();

    streams.notify();
    await stream.wait(1_000_000);
    const waiting = stream.wait(1_000_000);
    streams.notify();

    await expect(waiting).resolves.toBeUndefined();
  });

  it("stay paused when notified, but not when they end", async () => {
    const { streams, stream } = open();
    let isOver = false;
    const pausing = stream.pause(1_000_000).then(() => (isOver = true));

    streams.notify();
    await Promise.resolve();
    const wasOver = isOver;
    stream.end();

    await pausing;
    expect([wasOver, stream.isEnding]).toEqual([false, true]);
  });

  it("end when the server stops: idle clients are disconnected and new ones rejected", async () => {
    const disconnect = vi.fn<() => void>();
    const { streams, stream } = open(createEventStreams(fastClock), 1, () => {
      disconnect();
      stream.release();
    });

    await streams.close();

    expect(disconnect).toHaveBeenCalledOnce();
    expect(() => streams.open(1, disconnect)).toThrow(/stopping/);
  });
});
