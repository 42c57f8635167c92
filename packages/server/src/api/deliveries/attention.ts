/** What did not reach its destination: lists it, and dismisses it. Sending it is a filter of `POST /deliveries/send`. */
import type { Hono } from "hono";
import { type AttentionItem, zAttentionDismiss, zListAttentionQuery } from "@intray/sdk/schemas";
import { kindOfAddress, MAILTO } from "../../domain/delivery/destination.ts";
import { parseUnreachedId, reasonInWords, unreachedId } from "../../domain/delivery/unreached.ts";
import { invalid } from "../../domain/errors.ts";
import { parseTime } from "../../domain/parse-time.ts";
import { isoTime, isoTimeOrNull } from "../../platform/iso-time.ts";
import type { Unreached } from "../../store/deliveries/unreached.ts";
import { scopeOf } from "../http/caller.ts";
import type { ApiEnv, ApiParts } from "../http/env.ts";
import { maskDestination } from "../http/masks.ts";
import { parseBody, parseQuery } from "../http/request.ts";
import { namedScope } from "../http/scope.ts";

/** As openapi.yaml says. */
const MAX_ITEMS = 100;
/** Deliveries that one transaction dismisses. */
const BATCH = 500;

export function attentionRoutes(app: Hono<ApiEnv>, { store, clock, recipients }: ApiParts): void {
  app.get("/attention", async (c) => {
    const query = parseQuery(c, zListAttentionQuery);
    const caller = c.get("caller");
    const { scope } = await namedScope({ store }, caller, query);
    const items = await store.reads.listUnreached(scope);
    return c.json({
      attention: items
        .slice(0, MAX_ITEMS)
        .map((item) => itemRecord(maskDestination(item, caller), recipients)),
      count: items.length,
      submissions: items.reduce((sum, { submissions }) => sum + submissions, 0),
    });
  });

  app.post("/attention/dismiss", async (c) => {
    const given = await parseBody(c, zAttentionDismiss);
    const item = parseUnreachedId("id", given.id);
    const until = parseTime("until", given.until.trim());
    if (until === undefined) throw invalid("until", "Set until to the newest_at of the item.");
    let count = 0;
    for (let left = true; left;) {
      const some = { ...scopeOf(c.get("caller")), ...item, until, limit: BATCH, now: clock.now() };
      const dismissed = await store.writes.dismissUnreached(some);
      count += dismissed;
      left = dismissed === BATCH;
    }
    if (count === 0) c.set("isUnchanged", true);
    return c.json({ success: true, message: `${nameSubmissions(count)} dismissed.`, count });
  });
}

function itemRecord(item: Unreached, { notice }: ApiParts["recipients"]): AttentionItem {
  const { enabled, oldest_at, newest_at, failing_since, ...same } = item;
  const kind = kindOfAddress(item.address);
  const address = kind === "email" ? item.address.slice(MAILTO.length) : item.address;
  return {
    ...same,
    id: unreachedId(item),
    message:
      `${nameSubmissions(item.submissions)} of ${item.project_name} / ${item.form_name} ` +
      `did not reach ${address}: ${reasonInWords(item.reason)}.`,
    kind,
    address,
    can_send: enabled === 1 && (kind !== "email" || notice === null),
    oldest_at: isoTime(oldest_at),
    newest_at: isoTime(newest_at),
    failing_since: isoTimeOrNull(failing_since),
  };
}

const nameSubmissions = (count: number) =>
  `${count.toLocaleString("en")} ${count === 1 ? "submission" : "submissions"}`;
