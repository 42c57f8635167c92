/**
 * `GET /events`: submissions and deliveries as they change, as Server-Sent Events.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
import type { Hono } from "hono";
import { stream } from "hono/streaming";
import { zStreamEventsQuery } from "@intray/sdk/schemas";
import { type MonotonicMs, msBetween } from "../platform/clock.ts";
import type { EventPosition, ServiceEvent } from "../domain/event.ts";
import { readPosition, writePosition } from "../domain/event.ts";
import { isUnauthenticated } from "./http/authenticate.ts";
import type { Caller } from "./http/caller.ts";
import type { ApiContext, ApiEnv, ApiParts } from "./http/env.ts";
import type { OpenStream } from "./http/event-streams.ts";
import { parseQuery } from "./http/request.ts";
import { namedScope } from "./http/scope.ts";

const HEARTBEAT_MS = 15_000;
/** The shortest time between two reads, so that a burst of commits takes one read. */
const MIN_READ_INTERVAL_MS = 100;
/** A stream whose client has read nothing for this long is disconnected. */
const STALLED_MS = 60_000;
const RECONNECT_AFTER_MS = 3_000;

type Body = Parameters<Parameters<typeof stream>[1]>[0];

export function eventRoutes(
  app: Hono<ApiEnv>,
  parts: ApiParts,
  authenticate: (c: ApiContext) => Promise<Caller>,
): void {
  const { store, streams, log } = parts;
  app.get("/events", async (c) => {
    const query = parseQuery(c, zStreamEventsQuery);
    const caller = c.get("caller");
    const { scope } = await namedScope(parts, caller, query);
    c.header("Content-Type", "text/event-stream");
    // The connection is not reused, so a server that stops need not wait for it.
    c.header("Connection", "close");
    // Keeps nginx from buffering the stream.
    c.header("X-Accel-Buffering", "no");
    if (c.req.method === "HEAD") return c.body(null);
    const lastId = c.req.header("last-event-id")?.trim() ?? "";
    const start = lastId === "" ? await store.reads.newestEventPosition({}) : readPosition(lastId);
    let cutBody = () => {};
    const connection = streams.open(caller.keyId, () => {
      c.env.outgoing.destroy();
      cutBody();
    });
    const follow = async (body: Body) => {
      cutBody = () => body.abort();
      body.onAbort(() => connection.end());
      try {
        const follows = query.follow ?? true;
        await run({ c, parts, authenticate, body, connection, scope, start, follows });
      } finally {
        connection.release();
      }
    };
    return stream(c, follow, (error) => {
      log.error({ err: error, path: c.req.path }, "An event stream failed.");
      return Promise.resolve();
    });
  });
}

interface Following {
  readonly c: ApiContext;
  readonly parts: ApiParts;
  readonly authenticate: (c: ApiContext) => Promise<Caller>;
  readonly body: Body;
  readonly connection: OpenStream;
  readonly scope: Awaited<ReturnType<typeof namedScope>>["scope"];
  /** `undefined` if Last-Event-ID is not a valid position. */
  readonly start: EventPosition | undefined;
  /** Whether to wait for later events. */
  readonly follows: boolean;
}

/**
 * Reads and sends events page by page. The next page is read after the last one has been sent, so nothing
 * is buffered for a slow client: unread events stay in the table.
 */
async function run(following: Following): Promise<void> {
  const { parts, connection, scope, start } = following;
  const { store, clock } = parts;
  const msSince = (at: MonotonicMs) => msBetween(at, clock.monotonic());
  let position = start ?? (await reset(following));
  let sentPosition = position;
  if (start !== undefined) await write(following, `${opening}${idLine(position)}\n`);
  let wroteAt = clock.monotonic();
  while (!connection.isEnding) {
    const readAt = clock.monotonic();
    const page = await store.reads.readEvents({ ...scope, after: position });
    // Checked after the read: events from after the key was revoked or expired must not be sent.
    if (!(await isStillAllowed(following))) return;
    if (page.kind === "gap") {
      position = sentPosition = await reset(following);
      continue;
    }
    position = page.position;
    const isHeartbeatDue = msSince(wroteAt) >= HEARTBEAT_MS;
    if (page.events.length > 0 || isHeartbeatDue) {
      const text = page.events.map(({ event, position: at }) => toText(event, at)).join("");
      // Also advances past events of other forms, so that a client that resumes skips them.
      const moved = writePosition(sentPosition) === writePosition(position) ? "" : idLine(position);
      await write(
        following,
        `${text}${isHeartbeatDue && text === "" ? `: alive\n${moved}\n` : ""}`,
      );
      wroteAt = clock.monotonic();
      sentPosition = position;
    }
    if (page.hasMore) continue;
    if (!following.follows && !page.isWaiting) break;
    const idleMs = page.isWaiting ? MIN_READ_INTERVAL_MS : HEARTBEAT_MS - msSince(wroteAt);
    await connection.wait(idleMs);
    await connection.pause(MIN_READ_INTERVAL_MS - msSince(readAt));
  }
  await write(following, `${opening}${idLine(position)}\n: this stream ends here\n\n`);
}

const opening = `retry: ${RECONNECT_AFTER_MS}\n`;
const idLine = (position: EventPosition) => `id: ${writePosition(position)}\n`;

function toText({ kind, data }: ServiceEvent, position: EventPosition | undefined): string {
  const id = position === undefined ? "" : idLine(position);
  return `event: ${kind}\ndata: ${JSON.stringify(data)}\n${id}\n`;
}

/** Tells the client that it has missed events, and returns the newest position to continue from. */
async function reset(following: Following): Promise<EventPosition> {
  const position = await following.parts.store.reads.newestEventPosition({});
  await write(following, `${opening}event: reset\ndata: {}\n${idLine(position)}\n`);
  return position;
}

/** False once the key has been revoked or has expired, or the session has ended. */
async function isStillAllowed({ c, authenticate, scope }: Following): Promise<boolean> {
  try {
    // The maker of a key may have less access than when the stream began.
    return (await authenticate(c)).member_id === scope.member_id;
  } catch (error) {
    if (isUnauthenticated(error)) return false;
    throw error;
  }
}

/** Resolves when the text has been sent; disconnects a client that does not read it. */
async function write({ parts, body, connection }: Following, text: string): Promise<void> {
  const cancel = parts.clock.after(STALLED_MS, () => connection.disconnect());
  await body.write(text);
  cancel();
}
