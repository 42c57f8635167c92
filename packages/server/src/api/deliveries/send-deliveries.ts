/** Sends the deliveries of a filter now, says how far that has come, and stops it. */
import type { Hono } from "hono";
import type { DeliverySend, DeliverySendResult, SendingProgress } from "@intray/sdk/schemas";
import { zDeliverySend, zDeliveryStop, zGetSendingProgressQuery } from "@intray/sdk/schemas";
import { invalid } from "../../domain/errors.ts";
import { type Clock, plusMs } from "../../platform/clock.ts";
import { isoTime } from "../../platform/iso-time.ts";
import type { DeliveryFilter } from "../../store/deliveries/matching-deliveries.ts";
import { FAILED_STATES, type SentBatch } from "../../store/deliveries/send-deliveries.ts";
import type { SendableWindow, SendingGroup } from "../../store/deliveries/sendable-deliveries.ts";
import { NO_DELIVERIES } from "../../store/deliveries/sendable-deliveries.ts";
import type { Stopped } from "../../store/deliveries/sending-progress.ts";
import { readCursor, writeCursor } from "../http/cursor.ts";
import type { ApiContext, ApiEnv, ApiParts } from "../http/env.ts";
import { findRecordedResult, writeOnce } from "../http/idempotency.ts";
import { parseTime } from "../../domain/parse-time.ts";
import { requireFewRefires } from "../http/limit-keys.ts";
import { parseBody, parseQuery } from "../http/request.ts";
import { answerFilter, endedFilter, scopeFor } from "./delivery-filter.ts";
import { nameDeliveries } from "./refire-message.ts";

/** Without `states`: what waits for its next attempt. */
const WAITING = ["queued", "retrying"] as const;

/** Rows that one read looks at. */
const WINDOW = 500;
/** A request sends at most this many deliveries and one window more, in one transaction. */
const BATCH = 500;
/** The same of a form key, see {@link requireFewRefires}. */
const BATCH_OF_FORM_KEY = 50;
/** A request reads for this long; the next one continues. */
const MAX_MS = 1_000;
/** Deliveries per transaction when sending stops. */
const STOP_BATCH = 500;

export function sendDeliveriesRoutes(app: Hono<ApiEnv>, parts: ApiParts): void {
  const { store, clock, onSendNow, retryDelaysMs } = parts;

  app.post("/deliveries/send", async (c) => {
    const given = await parseBody(c, zDeliverySend);
    const isDryRun = given.dry_run === true;
    const filter = await filterOf(c, parts, given);
    const found = isDryRun
      ? undefined
      : await findRecordedResult(c, parts, store.writes.sendDeliveries);
    const batch = found ?? (await sendBatch(c, given, filter));
    // A dry run, and a batch without a delivery, are not in the audit log.
    if (isDryRun || batch.count === 0) c.set("isUnchanged", true);
    if (!isDryRun) onSendNow();
    const { count, counts, next_cursor, started_at } = batch;
    return c.json({
      success: true,
      message: messageFor(batch, isDryRun),
      dry_run: isDryRun,
      count,
      counts,
      started_at: isoTime(started_at),
      next_cursor,
    } satisfies DeliverySendResult);
  });

  async function sendBatch(
    c: ApiContext,
    { include_delivered = false, dry_run = false, cursor }: DeliverySend,
    filter: DeliveryFilter,
  ): Promise<SentBatch> {
    const caller = c.get("caller");
    const batch = caller.kind === "form" ? BATCH_OF_FORM_KEY : BATCH;
    if (!dry_run) requireFewRefires(parts.keyRates, caller, 0);
    const started_at = clock.now();
    const boundTo = { list: "send", ...filter, include_delivered };
    const position =
      cursor === undefined
        ? { untilId: await store.reads.newestDeliveryId({}), after_id: 0 }
        : readPosition(boundTo, cursor);
    const counts = { ...NO_DELIVERIES };
    const ids: number[] = [];
    const max = dry_run ? Infinity : batch;
    let next: number | undefined = position.after_id;
    const isOver = isOverAt(clock);
    do {
      const page = {
        filter,
        ...position,
        after_id: next,
        now: started_at,
        limit: dry_run ? WINDOW : batch,
      };
      const window: SendableWindow = await store.reads.sendableDeliveries(page);
      for (const { id, group, action } of window.deliveries) {
        counts[group] += 1;
        if (action !== undefined && (include_delivered || group !== "delivered")) ids.push(id);
      }
      next = window.nextId;
    } while (next !== undefined && ids.length < max && !isOver());
    const { untilId } = position;
    const next_cursor =
      next === undefined ? null : writePosition(boundTo, { untilId, after_id: next });
    const page = { counts, next_cursor, started_at };
    if (dry_run) return { ...page, count: ids.length };
    if (ids.length > 0) requireFewRefires(parts.keyRates, caller, ids.length);
    const args = { ids, include_delivered, page, now: started_at };
    return (await writeOnce(c, parts, store.writes.sendDeliveries, args)).result;
  }

  app.get("/deliveries/progress", async (c) => {
    const query = parseQuery(c, zGetSendingProgressQuery);
    const scope = await scopeFor(parts, c.get("caller"), query);
    const since = requireTime(query.since);
    const now = clock.now();
    const progress = await store.reads.sendingProgress({ scope, since, now });
    return c.json(progress satisfies SendingProgress);
  });

  app.post("/deliveries/stop", async (c) => {
    const given = await parseBody(c, zDeliveryStop);
    const scope = await scopeFor(parts, c.get("caller"), given);
    const since = requireTime(given.since);
    let { postponed, canceled }: Stopped = { postponed: 0, canceled: 0 };
    for (let left = true; left;) {
      const stopped = await store.writes.stopSending({
        scope,
        since,
        delaysMs: retryDelaysMs,
        limit: STOP_BATCH,
        now: clock.now(),
      });
      postponed += stopped.postponed;
      canceled += stopped.canceled;
      left = stopped.postponed + stopped.canceled === STOP_BATCH;
    }
    if (postponed + canceled === 0) c.set("isUnchanged", true);
    return c.json({
      success: true,
      message: `${nameDeliveries(postponed)} postponed, ${nameDeliveries(canceled)} canceled.`,
      postponed,
      canceled,
    });
  });
}

async function filterOf(
  c: ApiContext,
  parts: ApiParts,
  given: DeliverySend,
): Promise<DeliveryFilter> {
  const { ids, states = given.attention === undefined ? WAITING : FAILED_STATES } = given;
  return {
    ...(await scopeFor(parts, c.get("caller"), given)),
    ids: ids === undefined ? undefined : [...new Set(ids)],
    states: [...new Set(states)],
    created_after: parseTime("created_after", given.created_after),
    created_before: parseTime("created_before", given.created_before),
    answer: answerFilter(given.http_status),
    ...endedFilter(given),
  };
}

function isOverAt(clock: Clock): () => boolean {
  const end = plusMs(clock.monotonic(), MAX_MS);
  return () => clock.monotonic() >= end;
}

function requireTime(text: string): number {
  const since = parseTime("since", text.trim());
  if (since === undefined)
    throw invalid("since", "Set since to the started_at of the request that has sent deliveries.");
  return since;
}

/** Where the next batch begins, and the newest delivery when the first one began. */
type Position = { readonly untilId: number; readonly after_id: number };

const writePosition = (boundTo: object, { untilId, after_id }: Position) =>
  `${untilId}.${writeCursor({ ...boundTo, untilId }, { id: after_id, mark: undefined })}`;

/** @throws AppError `invalid` for another text, or for one of other filters. */
function readPosition(boundTo: object, cursor: string): Position {
  const [, until = "0", text = ""] = /^(\d{1,16})\.(.*)$/.exec(cursor) ?? [];
  const untilId = Number(until);
  return { untilId, after_id: readCursor({ ...boundTo, untilId }, text).id };
}

const NOTES = [
  ["due", "already due"],
  ["delivering", "being delivered"],
  ["delivered", "delivered before"],
  ["left_out", "not sendable"],
] as const satisfies readonly (readonly [SendingGroup, string])[];

function messageFor({ count, counts }: SentBatch, isDryRun: boolean): string {
  const notes = NOTES.flatMap(([group, label]) =>
    counts[group] === 0 ? [] : [`${counts[group]} ${label}`],
  );
  const sent = `${nameDeliveries(count)} ${isDryRun ? "can be sent now" : "sent now"}`;
  return `${[sent, ...notes].join(", ")}.`;
}
