import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ACCOUNT_KEY, type ApiServer, startApiServer } from "../../../test/api-server.ts";
import { isOnPostgres } from "../../../test/database.ts";
import { followEvents } from "../../../test/event-reader.ts";
import { type Clock, systemClock } from "../../platform/clock.ts";
import { createEventStreams } from "./event-streams.ts";

/** A minute passes in a fifth of a second. */
const HURRY = 300;
const begun = systemClock.now();
const hurriedClock: Clock = {
  now: () => begun + (systemClock.now() - begun) * HURRY,
  after: (delayMs, run) => systemClock.after(delayMs / HURRY, run),
};

describe("a stream in which nothing happens", () => {
  let server: ApiServer;
  beforeAll(async () => {
    server = await startApiServer({}, hurriedClock);
  });
  afterAll(() => server.close());

  it("says that it is alive, again and again", async () => {
    const reader = await followEvents(server);
    const ended = reader.rest();

    await vi.waitUntil(() => (reader.text.match(/: alive\n/g)?.length ?? 0) >= 3);

    reader.cut();
    expect(await ended).toEqual([]);
  });

  it("moves on past what others are told, so that a reader who comes back has less to pass", async () => {
    const form = await server.make<{ id: number; uuid: string }>("/forms", { name: "Other" });
    const reader = await followEvents(server, { query: "?form_id=1" });
    const ended = reader.rest();

    const id = await server.post(form.uuid, new URLSearchParams({ name: "Ada" }));

    await vi.waitUntil(() => reader.lastId.startsWith(`${id}-`));
    reader.cut();
    expect(await ended).toEqual([]);
  });

  // What takes place between the server and a socket is the same on both databases.
  it.skipIf(isOnPostgres)("loses its place when its reader takes nothing", async () => {
    await server.fill(1, 150_000);
    const readers = await Promise.all(Array.from({ length: 19 }, () => followEvents(server)));
    const { hostname, port } = new URL(server.url);
    const idle = connect(Number(port), hostname);
    await once(idle, "connect");
    idle.write(
      `GET /api/v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ACCOUNT_KEY}\r\nLast-Event-ID: 0-0-0\r\n\r\n`,
    );
    // It has its place, before the question below could take that.
    await once(idle, "data");
    idle.pause();
    await vi.waitUntil(async () => (await server.ask("GET", "/events")).status === 429);

    const again = await vi.waitUntil(async () => {
      const answer = await server.ask("GET", "/events");
      return answer.status === 200 ? answer : undefined;
    }, 10_000);

    for (const reader of readers) reader.cut();
    idle.destroy();
    expect(again.status).toBe(200);
  });
});

describe("places", () => {
  const join = (streams = createEventStreams(systemClock), key = 1, cut = () => {}) => ({
    streams,
    follower: streams.join(key, cut),
  });

  it("are two hundred in all, twenty a key", () => {
    const streams = createEventStreams(systemClock);
    const fill = (key: number) => {
      for (let n = 0; n < 20; n += 1) streams.join(key, () => undefined);
    };

    fill(1);
    expect(() => streams.join(1, () => undefined)).toThrow(/This key has 20/);
    for (let key = 2; key <= 10; key += 1) fill(key);
    expect(() => streams.join(11, () => undefined)).toThrow(/200 streams/);
  });

  it("wake when rung, also for a ring that came before they waited", async () => {
    const { streams, follower } = join();

    streams.ring();
    await follower.wait(1_000_000);
    const waiting = follower.wait(1_000_000);
    streams.ring();

    await expect(waiting).resolves.toBeUndefined();
  });

  it("pause through a ring, and not through the end", async () => {
    const { streams, follower } = join();
    let isOver = false;
    const pausing = follower.pause(1_000_000).then(() => (isOver = true));

    streams.ring();
    await Promise.resolve();
    const wasOver = isOver;
    follower.leave();

    await pausing;
    expect([wasOver, follower.isEnding]).toEqual([false, true]);
  });

  it("end when the server stops; who takes nothing is cut off, and nobody comes any more", async () => {
    const cut = vi.fn<() => void>();
    const { streams, follower } = join(createEventStreams(hurriedClock), 1, () => {
      cut();
      follower.free();
    });

    await streams.close();

    expect(cut).toHaveBeenCalledOnce();
    expect(() => streams.join(1, cut)).toThrow(/stopping/);
  });
});
