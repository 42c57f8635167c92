/** Deliveries of every kind: lists and returns them, what they sent, and sends one of them again. */
import type { Hono } from "hono";
import type { DeliveryRefireResult } from "@intray/sdk/schemas";
import { zListDeliveriesQuery } from "@intray/sdk/schemas";
import type { DestinationKind } from "../../domain/delivery/destination.ts";
import { logEntryNotFound } from "../../domain/not-found.ts";
import type { Caller } from "../http/caller.ts";
import { anyDeliveryRecord } from "./delivery-record.ts";
import type { ApiEnv, ApiParts } from "../http/env.ts";
import { writeOnce } from "../http/idempotency.ts";
import { cutPage, pageOf } from "../http/pagination.ts";
import { parseQuery, pathId } from "../http/request.ts";
import { parseTime } from "../http/parse-time.ts";
import { namedForm, requireAccountKey } from "../http/scope.ts";
import { sentBody } from "./sent-body.ts";

export function deliveryRoutes(app: Hono<ApiEnv>, parts: ApiParts): void {
  const { store, clock, onDue } = parts;

  app.get("/deliveries", async (c) => {
    const query = parseQuery(c, zListDeliveriesQuery);
    const form = await namedForm(parts, c.get("caller"), query.form_id);
    const filter = {
      account_id: c.get("caller").account_id,
      form_id: form?.id,
      submission_id: query.submission_id,
      kind: kindFor(c.get("caller"), query.kind),
      destination_id: query.destination_id,
      state: query.state,
      created_after: parseTime("created_after", query.created_after),
    };
    const boundTo = { list: "deliveries", ...filter };
    const found = await store.read("listDeliveries", { ...filter, ...pageOf(query, boundTo) });
    const { records, meta } = cutPage(query, boundTo, found);
    return c.json({ deliveries: records.map((record) => anyDeliveryRecord(record, parts)), meta });
  });

  app.get("/deliveries/:id", async (c) => {
    const { account_id, form_id } = c.get("caller");
    const id = pathId(c);
    const { records } = await store.read("listDeliveries", {
      account_id,
      id,
      form_id,
      kind: kindFor(c.get("caller")),
      limit: 1,
      offset: 0,
    });
    const [record] = records;
    if (record === undefined) throw logEntryNotFound(id);
    return c.json(anyDeliveryRecord(record, parts));
  });

  app.get("/deliveries/:id/body", async (c) => {
    const { account_id, form_id } = c.get("caller");
    const id = pathId(c);
    const kind = kindFor(c.get("caller"));
    const stored = await store.read("readDeliveryBody", { id, account_id, form_id, kind });
    return sentBody(c, id, stored, "delivery");
  });

  app.post("/deliveries/:id/refire", async (c) => {
    const { account_id, form_id } = c.get("caller");
    const kind = kindFor(c.get("caller"));
    const { result: delivery } = await writeOnce(c, parts, "refireDelivery", {
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
      deliveries: [anyDeliveryRecord(delivery, parts)],
    } satisfies DeliveryRefireResult);
  });
}

/**
 * The kind that the caller may see, `undefined` for every kind. A form key may be in a page; e-mails have the addresses
 * of recipients, and the links by which they unsubscribe.
 *
 * @throws AppError `forbidden` for a form key that asks for another kind.
 */
function kindFor(caller: Caller, wanted?: DestinationKind): DestinationKind | undefined {
  if (caller.kind === "account") return wanted;
  if (wanted !== undefined && wanted !== "webhook") requireAccountKey(caller);
  return "webhook";
}
