/** Due deliveries whose receiver hangs: which of them may be claimed while the circuit of its origin is open. */
import { MAX_HOLD_MS } from "../../domain/delivery.ts";
import { originOf } from "../../domain/webhook.ts";
import { compiledOnce } from "../engine/compiled.ts";
import { idsText, isAmong } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";

/** An origin whose circuit is open. */
export interface HeldOrigin {
  /** How many probes may start now: 0 or 1. */
  readonly probes: number;
  /** Webhooks take turns as probes: the next one has the lowest id above this. */
  readonly probed_webhook_id: number;
  /** The only webhook that has hung: the others of its origin are not held. `null` if several have. */
  readonly only_webhook_id: number | null;
  /** How many deliveries that were held for {@link MAX_HOLD_MS} may start in addition to the probe. */
  readonly overdue: number;
}

export type HeldOrigins = Readonly<Record<string, HeldOrigin>>;

interface DueWebhook {
  readonly webhook_id: number;
  readonly due_at: number;
}

/**
 * By webhook id: how many deliveries may be claimed of each webhook of `due` that is held. Reads the URLs of
 * these webhooks, and nothing while no circuit is open; the held deliveries themselves are never read.
 *
 * @param due The longest due first.
 */
export async function heldWebhooks(
  db: Db,
  due: readonly DueWebhook[],
  { held_origins, now }: { readonly held_origins: HeldOrigins; readonly now: number },
): Promise<ReadonlyMap<number, number>> {
  const quotas = new Map<number, number>();
  if (due.length === 0 || Object.keys(held_origins).length === 0) return quotas;
  const urls = await webhookUrls(db, {
    ids: idsText(
      db,
      due.map(({ webhook_id }) => webhook_id),
    ),
  });
  const originById = new Map(urls.map(({ id, url }) => [id, originOf(url) ?? ""]));
  const byOrigin = Map.groupBy(due, ({ webhook_id }) => originById.get(webhook_id) ?? "");
  for (const [origin, webhooks] of byOrigin) {
    const held = held_origins[origin];
    if (held === undefined) continue;
    const { only_webhook_id: only } = held;
    const waiting = webhooks.filter(({ webhook_id }) => only === null || webhook_id === only);
    for (const { webhook_id } of waiting) quotas.set(webhook_id, 0);
    for (const webhook_id of startable(waiting, held, now)) quotas.set(webhook_id, 1);
  }
  return quotas;
}

function startable(
  waiting: readonly DueWebhook[],
  { probes, probed_webhook_id, overdue }: HeldOrigin,
  now: number,
): readonly number[] {
  const inTurn = waiting.map(({ webhook_id }) => webhook_id).toSorted((a, b) => a - b);
  const next = inTurn.find((id) => id > probed_webhook_id) ?? inTurn[0];
  return [
    ...(probes > 0 && next !== undefined ? [next] : []),
    ...waiting
      .filter(({ due_at }) => due_at <= now - MAX_HOLD_MS)
      .slice(0, overdue)
      .map(({ webhook_id }) => webhook_id),
  ];
}

const webhookUrls = compiledOnce((db, p: { readonly ids: string }) =>
  db
    .selectFrom("webhook")
    .select(["id", "url"])
    .where(isAmong(db, "id", p.ids)),
);
