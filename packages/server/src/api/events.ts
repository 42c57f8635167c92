/**
 * `GET /events`: what happens, as Server-Sent Events.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
import type { Hono } from "hono";
import { stream } from "hono/streaming";
import { zStreamEventsQuery } from "@intray/sdk/schemas";
import { AppError } from "../domain/errors.ts";
import {
  type EventPosition,
  readPosition,
  type ServiceEvent,
  writePosition,
} from "../domain/event.ts";
import type { Caller } from "./http/caller.ts";
import type { ApiContext, ApiEnv, ApiParts } from "./http/env.ts";
import type { Follower } from "./http/event-streams.ts";
import { parseQuery } from "./http/request.ts";
import { namedForm } from "./http/scope.ts";

const HEARTBEAT_MS = 15_000;
/** A burst of commits is read in one go. */
const LOOK_EVERY_MS = 100;
/** Whoever takes nothing for so long holds a place for nothing. */
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
    const form = await namedForm(parts, caller, query.form_id);
    c.header("Content-Type", "text/event-stream");
    // Nothing follows on this connection, and a server that stops need not wait for it.
    c.header("Connection", "close");
    // Proxies that would collect an answer leave this one as it comes.
    c.header("X-Accel-Buffering", "no");
    if (c.req.method === "HEAD") return c.body(null);
    const lastId = c.req.header("last-event-id")?.trim() ?? "";
    const begin =
      lastId === "" ? await store.read("newestEventPosition", {}) : readPosition(lastId);
    let cutBody = () => {};
    const follower = streams.join(caller.key_id, () => {
      c.env.outgoing.destroy();
      cutBody();
    });
    const follow = async (body: Body) => {
      cutBody = () => body.abort();
      body.onAbort(() => follower.leave());
      try {
        const scope = { account_id: caller.account_id, form_id: form?.id };
        await run({ c, parts, authenticate, body, follower, scope, begin });
      } finally {
        follower.free();
      }
    };
    return stream(c, follow, (error) => {
      log.error({ err: error, path: c.req.path }, "A stream of events broke off.");
      return Promise.resolve();
    });
  });
}

interface Following {
  readonly c: ApiContext;
  readonly parts: ApiParts;
  readonly authenticate: (c: ApiContext) => Promise<Caller>;
  readonly body: Body;
  readonly follower: Follower;
  readonly scope: { readonly account_id: number; readonly form_id: number | undefined };
  /** `undefined` where the reader named a position that none can be. */
  readonly begin: EventPosition | undefined;
}

/** Page by page, each when the one before has left: whatever happens meanwhile waits in the table. */
async function run(following: Following): Promise<void> {
  const { parts, follower, scope, begin } = following;
  const { store, clock } = parts;
  let position = begin ?? (await startAnew(following));
  let told = position;
  if (begin !== undefined) await write(following, `${opening}${idLine(position)}\n`);
  let wroteAt = clock.now();
  while (!follower.isEnding) {
    const lookedAt = clock.now();
    const page = await store.read("readEvents", { ...scope, after: position });
    // After the look: what happened since a key was revoked is not told to it.
    if (!(await isStillAllowed(following))) return;
    if (page.kind === "gap") {
      position = told = await startAnew(following);
      continue;
    }
    position = page.position;
    const isBeating = clock.now() - wroteAt >= HEARTBEAT_MS;
    if (page.events.length > 0 || isBeating) {
      const text = page.events.map(({ event, position: at }) => toText(event, at)).join("");
      // What was passed over need not be looked at again by who resumes.
      const moved = writePosition(told) === writePosition(position) ? "" : idLine(position);
      await write(following, `${text}${isBeating && text === "" ? `: alive\n${moved}\n` : ""}`);
      wroteAt = clock.now();
      told = position;
    }
    if (page.hasMore) continue;
    const rest = page.isWaiting ? LOOK_EVERY_MS : wroteAt + HEARTBEAT_MS - clock.now();
    await follower.wait(rest);
    await follower.pause(lookedAt + LOOK_EVERY_MS - clock.now());
  }
  await write(following, `: this stream ends here\nretry: ${RECONNECT_AFTER_MS}\n\n`);
}

const opening = `retry: ${RECONNECT_AFTER_MS}\n`;
const idLine = (position: EventPosition) => `id: ${writePosition(position)}\n`;

function toText({ kind, data }: ServiceEvent, position: EventPosition | undefined): string {
  const id = position === undefined ? "" : idLine(position);
  return `event: ${kind}\ndata: ${JSON.stringify(data)}\n${id}\n`;
}

/** From now on, after telling the reader that something is missing. */
async function startAnew(following: Following): Promise<EventPosition> {
  const position = await following.parts.store.read("newestEventPosition", {});
  await write(following, `${opening}event: reset\ndata: {}\n${idLine(position)}\n`);
  return position;
}

/** A key that was revoked hears nothing any more. */
async function isStillAllowed({ c, authenticate }: Following): Promise<boolean> {
  try {
    await authenticate(c);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") return false;
    throw error;
  }
}

/** Resolves when the text has left; a reader that does not take it is cut off. */
async function write({ parts, body, follower }: Following, text: string): Promise<void> {
  const forget = parts.clock.after(STALLED_MS, () => follower.cut());
  await body.write(text);
  forget();
}
