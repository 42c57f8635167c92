/** The webhook log: lists deliveries, returns their bodies, and sends one of them again. */
import type { Hono } from "hono";
import { zListSubmissionWebhookLogsQuery, zListWebhookLogsQuery } from "@intray/sdk/schemas";
import { submissionNotFound } from "../../domain/not-found.ts";
import { deliveryRecord } from "./delivery-record.ts";
import type { ApiEnv, ApiParts } from "../http/env.ts";
import { writeOnce } from "../http/idempotency.ts";
import { requireFewRefires } from "../http/limit-keys.ts";
import { cutPage, pageOf } from "../http/pagination.ts";
import { parseQuery, pathId } from "../http/request.ts";
import { parseTime } from "../../domain/parse-time.ts";
import { namedScope } from "../http/scope.ts";
import { sentBody } from "./sent-body.ts";

/** This log has only entries of forms' webhooks; `GET /deliveries` has all. */
const OF_WEBHOOKS = { kind: "made_by_users", ofForms: true } as const;

export function webhookLogRoutes(app: Hono<ApiEnv>, parts: ApiParts): void {
  const { store, clock, onDue } = parts;

  app.get("/submissions/:id/webhook_logs", async (c) => {
    const query = parseQuery(c, zListSubmissionWebhookLogsQuery);
    const { account_id, form_id } = c.get("caller");
    const submission = await store.reads.getSubmission({ id: pathId(c), account_id, form_id });
    if (submission === undefined) {
      throw submissionNotFound(pathId(c));
    }
    const filter = { account_id, submission_id: submission.id };
    const boundTo = { list: "webhook_logs", ...filter };
    const found = await store.reads.listDeliveries({
      ...filter,
      ...OF_WEBHOOKS,
      ...pageOf(query, boundTo),
    });
    const { records, meta } = cutPage(query, boundTo, found);
    return c.json({
      webhook_logs: records.map((record) => deliveryRecord(record, parts, c.get("caller"))),
      meta,
    });
  });

  app.get("/webhook_logs", async (c) => {
    const query = parseQuery(c, zListWebhookLogsQuery);
    const { scope: forms } = await namedScope(parts, c.get("caller"), query);
    const filter = {
      ...forms,
      destination_id: query.webhook_id,
      created_after: parseTime("created_after", query.created_after),
    };
    const { state } = query;
    const { created_after, ...scope } = filter;
    const boundTo = { list: "webhook_logs", ...scope, state, created_after };
    const found = await store.reads.listDeliveries({
      ...filter,
      states: state === undefined ? undefined : [state],
      ...OF_WEBHOOKS,
      ...pageOf(query, boundTo),
    });
    const { records, meta } = cutPage(query, boundTo, found);
    return c.json({
      webhook_logs: records.map((record) => deliveryRecord(record, parts, c.get("caller"))),
      meta,
    });
  });

  app.get("/webhook_logs/:id/body", async (c) => {
    const { account_id, form_id } = c.get("caller");
    const id = pathId(c);
    const stored = await store.reads.readDeliveryBody({
      id,
      account_id,
      form_id,
      kind: "made_by_users",
    });
    return sentBody(c, id, stored, "webhook_log");
  });

  app.post("/webhook_logs/:id/refire", async (c) => {
    const { account_id, form_id } = c.get("caller");
    requireFewRefires(parts.keyRates, c.get("caller"));
    const { result: delivery } = await writeOnce(c, parts, store.writes.refireDelivery, {
      id: pathId(c),
      account_id,
      form_id,
      kind: "made_by_users",
      now: clock.now(),
    });
    onDue();
    return c.json({
      success: true,
      message: "Queued 1 delivery.",
      deliveries: [deliveryRecord(delivery, parts, c.get("caller"))],
    });
  });
}
