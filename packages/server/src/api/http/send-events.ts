/**
 * Server-Sent Events: sends what a source has, and then what comes.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
import { stream } from "hono/streaming";
import { type MonotonicMs, msBetween } from "../../platform/clock.ts";
import { isUnauthenticated } from "./authenticate.ts";
import type { Caller } from "./caller.ts";
import type { ApiContext, ApiParts } from "./env.ts";
import type { OpenStream } from "./event-streams.ts";

const HEARTBEAT_MS = 15_000;
/** The shortest time between two reads, so that a burst of commits takes one read. */
const MIN_READ_INTERVAL_MS = 100;
/** A stream whose client has read nothing for this long is disconnected. */
const STALLED_MS = 60_000;
const RECONNECT_AFTER_MS = 3_000;

type Body = Parameters<Parameters<typeof stream>[1]>[0];

/** What a stream reads. A position is text that clients send back as `Last-Event-ID`. */
export interface EventSource {
  /** The position of a reader that wants only later events. */
  newest(): Promise<string>;
  /** The next events; `undefined` if some after the position are gone, or it is no position. */
  read(after: string): Promise<EventBatch | undefined>;
}

interface EventBatch {
  /** In order. An event without a position is covered by the next position. */
  readonly events: readonly {
    readonly kind: string;
    readonly data: object;
    readonly position: string | undefined;
  }[];
  /** After everything that was read. */
  readonly position: string;
  /** More can be read immediately. */
  readonly hasMore: boolean;
  /** Something can be shown only after another transaction ends. */
  readonly isWaiting: boolean;
}

export type SendEvents = ReturnType<typeof createSendEvents>;

/** Returns a function that answers a request with the events of a source; with `follows: false` only with those up to now. */
export function createSendEvents(
  parts: ApiParts,
  authenticate: (c: ApiContext) => Promise<Caller>,
) {
  const { streams, log } = parts;
  return async (c: ApiContext, source: EventSource, { follows = true } = {}) => {
    const caller = c.get("caller");
    c.header("Content-Type", "text/event-stream");
    // The connection is not reused, so a server that stops need not wait for it.
    c.header("Connection", "close");
    // Keeps nginx from buffering the stream.
    c.header("X-Accel-Buffering", "no");
    if (c.req.method === "HEAD") return c.body(null);
    const lastId = c.req.header("last-event-id")?.trim() ?? "";
    const start = lastId === "" ? await source.newest() : lastId;
    let cutBody = () => {};
    const connection = streams.open(caller.keyId, () => {
      c.env.outgoing.destroy();
      cutBody();
    });
    const follow = async (body: Body) => {
      cutBody = () => body.abort();
      body.onAbort(() => connection.end());
      try {
        await run({ c, parts, authenticate, body, connection, caller, source, start, follows });
      } finally {
        connection.release();
      }
    };
    return stream(c, follow, (error) => {
      log.error({ err: error, path: c.req.path }, "An event stream failed.");
      return Promise.resolve();
    });
  };
}

interface Following {
  readonly c: ApiContext;
  readonly parts: ApiParts;
  readonly authenticate: (c: ApiContext) => Promise<Caller>;
  readonly body: Body;
  readonly connection: OpenStream;
  /** Who opened the stream, with the access of that time. */
  readonly caller: Caller;
  readonly source: EventSource;
  readonly start: string;
  /** Whether to wait for later events. */
  readonly follows: boolean;
}

/**
 * Reads and sends events batch by batch. The next one is read after the last one has been sent, so nothing
 * is buffered for a slow client: unread events stay in the table.
 */
async function run(following: Following): Promise<void> {
  const { parts, connection, source, start } = following;
  const { clock } = parts;
  const msSince = (at: MonotonicMs) => msBetween(at, clock.monotonic());
  let position = start;
  /** `undefined` until the start has been read, which a client may have made up. */
  let sentPosition: string | undefined;
  await write(following, `${opening}\n`);
  let wroteAt = clock.monotonic();
  while (!connection.isEnding) {
    const readAt = clock.monotonic();
    const batch = await source.read(position);
    // Checked after the read: events from after the key was revoked or expired must not be sent.
    if (!(await isStillAllowed(following))) return;
    if (batch === undefined) {
      position = sentPosition = await reset(following);
      continue;
    }
    if (sentPosition === undefined) await write(following, `${idLine(position)}\n`);
    sentPosition ??= position;
    position = batch.position;
    const isHeartbeatDue = msSince(wroteAt) >= HEARTBEAT_MS;
    if (batch.events.length > 0 || isHeartbeatDue) {
      const text = batch.events.map(toText).join("");
      // Also advances past events of other forms, so that a client that resumes skips them.
      const moved = sentPosition === position ? "" : idLine(position);
      await write(
        following,
        `${text}${isHeartbeatDue && text === "" ? `: alive\n${moved}\n` : ""}`,
      );
      wroteAt = clock.monotonic();
      sentPosition = position;
    }
    if (batch.hasMore) continue;
    if (!following.follows && !batch.isWaiting) break;
    const idleMs = batch.isWaiting ? MIN_READ_INTERVAL_MS : HEARTBEAT_MS - msSince(wroteAt);
    await connection.wait(idleMs);
    await connection.pause(MIN_READ_INTERVAL_MS - msSince(readAt));
  }
  await write(following, `${opening}${idLine(position)}\n: this stream ends here\n\n`);
}

const opening = `retry: ${RECONNECT_AFTER_MS}\n`;
const idLine = (position: string) => `id: ${position}\n`;

function toText({ kind, data, position }: EventBatch["events"][number]): string {
  const id = position === undefined ? "" : idLine(position);
  return `event: ${kind}\ndata: ${JSON.stringify(data)}\n${id}\n`;
}

/** Tells the client that it has missed events, and returns the newest position to continue from. */
async function reset(following: Following): Promise<string> {
  const position = await following.source.newest();
  await write(following, `${opening}event: reset\ndata: {}\n${idLine(position)}\n`);
  return position;
}

/** False once the key has been revoked or has expired, the session has ended, or their person has another role. */
async function isStillAllowed({ c, authenticate, caller }: Following): Promise<boolean> {
  try {
    const { member_id, role } = await authenticate(c);
    return member_id === caller.member_id && role === caller.role;
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
