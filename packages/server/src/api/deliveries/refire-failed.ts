/** Queues again all deliveries of one webhook that failed since a time. */
import type { Hono } from "hono";
import type { RefireResult } from "@intray/sdk/schemas";
import { zRefireFailed } from "@intray/sdk/schemas";
import { AppError, invalid } from "../../domain/errors.ts";
import { webhookNotFound } from "../../domain/not-found.ts";
import type { RefireSummary } from "../../store/deliveries/failed-deliveries.ts";
import { deliveryRecord } from "./delivery-record.ts";
import { deliveriesQueued } from "./refire-message.ts";
import type { ApiContext, ApiEnv, ApiParts } from "../http/env.ts";
import { findRecordedResult, writeOnce } from "../http/idempotency.ts";
import { parseBody, pathId } from "../http/request.ts";
import { parseTime } from "../http/parse-time.ts";

/** Deliveries per transaction, so that posts can be stored between two of them. */
const REFIRE_BATCH = 500;
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
    const webhook = await store.read("findWebhook", { account_id, id: webhook_id });
    if (webhook === undefined) throw webhookNotFound(webhook_id);
    if (!webhook.enabled) {
      throw new AppError(
        "conflict",
        `The webhook "${webhook.name}" is disabled. Enable it, then re-fire.`,
      );
    }
    const earlier = await findRecordedResult(c, parts, "recordRefire");
    return c.json(
      await answer(earlier ?? (await refireSince(c, { account_id, webhook_id, since }))),
    );
  });

  async function refireSince(
    c: ApiContext,
    filter: { readonly account_id: number; readonly webhook_id: number; readonly since: number },
  ): Promise<RefireSummary> {
    const queued = new Set<number>();
    for (let after_id = 0; ;) {
      const page = { ...filter, after_id, limit: REFIRE_BATCH };
      const failed = await store.read("listFailed", page);
      // A delivery of an earlier batch may have failed again by now; it is queued only once.
      const ids = failed.filter((id) => !queued.has(id));
      for (const id of await store.write("refireFailed", { ids, now: clock.now() })) queued.add(id);
      onDue();
      if (failed.length < REFIRE_BATCH) break;
      after_id = failed.at(-1) ?? after_id;
    }
    const refired = { queued: queued.size, shown: [...queued].slice(0, MAX_SHOWN) };
    return (await writeOnce(c, parts, "recordRefire", refired)).result;
  }

  async function answer({ queued, shown }: RefireSummary): Promise<RefireResult> {
    const deliveries = await store.read("getDeliveries", { ids: shown });
    return {
      success: true,
      message: messageFor(queued),
      deliveries: deliveries.map((delivery) => deliveryRecord(delivery, parts)),
    };
  }
}

function messageFor(queued: number): string {
  if (queued === 0) return "There is no failed delivery since then to send again.";
  return deliveriesQueued(queued);
}
