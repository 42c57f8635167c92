/** Deliveries of every kind: lists and returns them, what they sent, and sends one of them again. */
import type { Hono } from "hono";
import { type DeliveryRefireResult, zListDeliveriesQuery } from "@intray/sdk/schemas";
import { logEntryNotFound } from "../../domain/not-found.ts";
import { answerFilter, endedFilter, kindFor, scopeFor } from "./delivery-filter.ts";
import { anyDeliveryRecord } from "./delivery-record.ts";
import type { ApiEnv, ApiParts } from "../http/env.ts";
import { writeOnce } from "../http/idempotency.ts";
import { isMasked } from "../http/masks.ts";
import { requireFewRefires } from "../http/limit-keys.ts";
import { cutPage, pageOf } from "../http/pagination.ts";
import { parseQuery, pathId } from "../http/request.ts";
import { parseTime } from "../../domain/parse-time.ts";
import { sentBody } from "./sent-body.ts";

export function deliveryRoutes(app: Hono<ApiEnv>, parts: ApiParts): void {
  const { store, clock, onDue } = parts;

  app.get("/deliveries", async (c) => {
    const query = parseQuery(c, zListDeliveriesQuery);
    const scope = await scopeFor(parts, c.get("caller"), query);
    const { state, http_status, latest } = query;
    const ended = endedFilter(query);
    const created_after = parseTime("created_after", query.created_after);
    const created_before = parseTime("created_before", query.created_before);
    const boundTo = {
      list: "deliveries",
      ...scope,
      state,
      created_after,
      created_before,
      http_status,
      latest,
      ...ended,
    };
    const found = await store.reads.listDeliveries({
      ...scope,
      states: state === undefined ? undefined : [state],
      created_after,
      created_before,
      answer: answerFilter(http_status),
      latest,
      ...ended,
      ...pageOf(query, boundTo),
    });
    const { records, meta } = cutPage(query, boundTo, found);
    return c.json({
      deliveries: records.map((record) => anyDeliveryRecord(record, parts, c.get("caller"))),
      meta,
    });
  });

  app.get("/deliveries/:id", async (c) => {
    const { account_id, form_id } = c.get("caller");
    const id = pathId(c);
    const { records } = await store.reads.listDeliveries({
      account_id,
      ids: [id],
      form_id,
      kind: kindFor(c.get("caller")),
      limit: 1,
      offset: 0,
    });
    const [record] = records;
    if (record === undefined) throw logEntryNotFound(id);
    return c.json(anyDeliveryRecord(record, parts, c.get("caller")));
  });

  app.get("/deliveries/:id/body", async (c) => {
    const { account_id, form_id } = c.get("caller");
    const id = pathId(c);
    // An e-mail names its recipients.
    const kind = isMasked(c.get("caller")) ? "made_by_users" : undefined;
    const stored = await store.reads.readDeliveryBody({ id, account_id, form_id, kind });
    return sentBody(c, id, stored, "delivery");
  });

  app.post("/deliveries/:id/refire", async (c) => {
    const { account_id, form_id } = c.get("caller");
    const kind = kindFor(c.get("caller"));
    requireFewRefires(parts.keyRates, c.get("caller"));
    const { result: delivery } = await writeOnce(c, parts, store.writes.refireDelivery, {
      id: pathId(c),
      account_id,
      form_id,
      ...(kind === undefined ? {} : { kind }),
      now: clock.now(),
    });
    onDue();
    return c.json({
      success: true,
      message: "Queued 1 delivery.",
      deliveries: [anyDeliveryRecord(delivery, parts, c.get("caller"))],
    } satisfies DeliveryRefireResult);
  });
}
