/** Queues again all deliveries of one webhook that failed since a time. */
import type { Hono } from "hono";
import { type RefireResult, zRefireFailed } from "@intray/sdk/schemas";
import { AppError, invalid } from "../../domain/errors.ts";
import { webhookNotFound } from "../../domain/not-found.ts";
import type { RefireSummary } from "../../store/deliveries/send-deliveries.ts";
import { FAILED_STATES, refirable } from "../../store/deliveries/send-deliveries.ts";
import type { SendableWindow } from "../../store/deliveries/sendable-deliveries.ts";
import { deliveryRecord } from "./delivery-record.ts";
import { deliveriesQueued } from "./refire-message.ts";
import type { Caller } from "../http/caller.ts";
import type { ApiContext, ApiEnv, ApiParts } from "../http/env.ts";
import { findRecordedResult, writeOnce } from "../http/idempotency.ts";
import { parseBody, pathId } from "../http/request.ts";
import { parseTime } from "../../domain/parse-time.ts";

/** Entries of the log that are read at a time, and at most re-fired in one transaction: posts are stored in between. */
const WINDOW = 500;
/** Deliveries in the response. */
const MAX_SHOWN = 100;

export function refireFailedRoutes(app: Hono<ApiEnv>, parts: ApiParts): void {
  const { store, clock, onDue } = parts;

  app.post("/form_webhooks/:id/refire_failed", async (c) => {
    const { account_id } = c.get("caller");
    const webhook_id = pathId(c);
    const given = await parseBody(c, zRefireFailed);
    const since = parseTime("since", given.since.trim());
    if (since === undefined)
      throw invalid("since", "Set since to a time such as 2026-01-31T12:00:00Z.");
    const webhook = await store.reads.findWebhook({ account_id, id: webhook_id });
    if (webhook === undefined) throw webhookNotFound(webhook_id);
    if (!webhook.enabled) {
      throw new AppError(
        "conflict",
        `The webhook "${webhook.name}" is disabled. Enable it, then re-fire.`,
      );
    }
    const earlier = await findRecordedResult(c, parts, store.writes.recordRefire);
    return c.json(
      await answer(
        c.get("caller"),
        earlier ??
          (await refireSince(
            c,
            { account_id, webhook_id, since },
            given.undelivered_only ?? false,
          )),
      ),
    );
  });

  async function refireSince(
    c: ApiContext,
    {
      account_id,
      webhook_id,
      since,
    }: Readonly<Record<"account_id" | "webhook_id" | "since", number>>,
    undelivered_only: boolean,
  ): Promise<RefireSummary> {
    const filter = {
      account_id,
      destination_id: webhook_id,
      states: FAILED_STATES,
      finishedSince: since,
    };
    const queued: number[] = [];
    const untilId = await store.reads.newestDeliveryId({});
    for (let next: number | undefined = 0; next !== undefined;) {
      const now = clock.now();
      const page = { filter, after_id: next, untilId, now, limit: WINDOW };
      const window: SendableWindow = await store.reads.sendableDeliveries(page);
      const ids = refirable(window.deliveries, { undelivered_only }).map(({ id }) => id);
      const slice = { ids, undelivered_only, now };
      if (ids.length > 0) queued.push(...(await store.writes.refireFailed(slice)));
      onDue();
      next = window.nextId;
    }
    const refired = { queued: queued.length, shown: queued.slice(0, MAX_SHOWN) };
    return (await writeOnce(c, parts, store.writes.recordRefire, refired)).result;
  }

  async function answer(caller: Caller, { queued, shown }: RefireSummary): Promise<RefireResult> {
    const deliveries = await store.reads.getDeliveries({ ids: shown });
    return {
      success: true,
      message: messageFor(queued),
      deliveries: deliveries.map((delivery) => deliveryRecord(delivery, parts, caller)),
    };
  }
}

function messageFor(queued: number): string {
  if (queued === 0) return "There is no failed delivery since then to send again.";
  return deliveriesQueued(queued);
}
