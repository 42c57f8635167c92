/** The webhooks with queued deliveries: which of them may be claimed, and when the next one is due. */
import { sql } from "kysely";
import { compiledOnce } from "../engine/compiled.ts";
import type { Waiting } from "../postgres/claim-statement.ts";
import type { Flag } from "../engine/column-types.ts";
import type { Db } from "../engine/schema.ts";
import { type HeldOrigins, heldWebhooks } from "./held-origins.ts";

/** How many deliveries of each webhook may be claimed. */
export interface QueueLimits {
  readonly now: number;
  /** By webhook id: deliveries in flight, and how many more may be. */
  readonly load_of: Readonly<Record<number, { readonly in_flight: number; readonly free: number }>>;
  /** Free slots of every webhook that `load_of` does not name. */
  readonly free_of_others: number;
  /** Origins whose receivers hang; none if absent. */
  readonly held_origins?: HeldOrigins;
}

/** A webhook with queued deliveries. */
export interface WebhookQueue {
  readonly webhook_id: number;
  /** When its first delivery is due. */
  readonly due_at: number;
  /** `null` when the webhook was deleted. */
  readonly enabled: Flag | null;
}

/**
 * Every webhook with a queued delivery, and when its first one is due: one index probe a webhook,
 * whatever the number of rows. There is no index on due times alone, since every post would have to
 * update it.
 */
export const webhookQueues = compiledOnce<object, WebhookQueue>((db) => ({
  compile: () => WEBHOOK_QUEUES.compile(db),
}));

export const WEBHOOK_QUEUES = sql<WebhookQueue>`
  with recursive waiting(webhook_id) as (
    select min(webhook_id) from delivery where state = 'queued'
    union all
    select (select min(webhook_id) from delivery
      where state = 'queued' and webhook_id > waiting.webhook_id)
    from waiting where waiting.webhook_id is not null
  )
  select waiting.webhook_id, (select min(next_attempt_at) from delivery
    where state = 'queued' and delivery.webhook_id = waiting.webhook_id) as due_at,
    (select enabled from webhook where webhook.id = waiting.webhook_id) as enabled
  from waiting where waiting.webhook_id is not null`;

/**
 * Webhooks with due deliveries. Claimable: enabled ones with free slots, the fewest in flight first, then
 * the longest due. Cancelable: disabled and deleted ones.
 */
export async function webhooksWithDue(
  db: Db,
  queues: readonly WebhookQueue[],
  request: QueueLimits & { readonly limit: number },
): Promise<{
  readonly claimable: readonly Waiting[];
  readonly cancelable: readonly WebhookQueue[];
}> {
  const { now, load_of, limit } = request;
  const due = queues.filter(({ due_at }) => due_at <= now).toSorted((a, b) => a.due_at - b.due_at);
  const freeOf = await freeSlots(db, due, request);
  const inFlight = (queue: WebhookQueue) => load_of[queue.webhook_id]?.in_flight ?? 0;
  const claimable = due
    .filter(({ enabled }) => enabled === 1)
    .toSorted((a, b) => inFlight(a) - inFlight(b))
    .map((queue) => ({
      webhook_id: queue.webhook_id,
      free: freeOf(queue),
      is_idle: inFlight(queue) === 0 ? (1 as const) : (0 as const),
    }))
    .filter(({ free }) => free > 0)
    // Each of them has at least one due delivery.
    .slice(0, limit);
  return { claimable, cancelable: due.filter(({ enabled }) => enabled !== 1) };
}

/**
 * How many deliveries of each due webhook may be claimed, by its concurrency limit and by the circuit of its
 * origin.
 *
 * @param due The longest due first.
 */
export async function freeSlots(
  db: Db,
  due: readonly WebhookQueue[],
  request: QueueLimits,
): Promise<(queue: WebhookQueue) => number> {
  const { now, load_of, free_of_others, held_origins = {} } = request;
  const withinLimit = ({ webhook_id }: WebhookQueue) => load_of[webhook_id]?.free ?? free_of_others;
  const quotas = await heldWebhooks(
    db,
    due.filter((queue) => withinLimit(queue) > 0),
    { held_origins, now },
  );
  return (queue) => Math.min(withinLimit(queue), quotas.get(queue.webhook_id) ?? Infinity);
}

/**
 * When the next delivery is due; `undefined` if none is queued.
 *
 * @param held_origins Webhooks that these hold are left out.
 */
export async function nextDueAt(
  db: Db,
  {
    except_webhook_ids = [],
    held_origins = {},
  }: { readonly except_webhook_ids?: readonly number[]; readonly held_origins?: HeldOrigins },
): Promise<number | undefined> {
  const queues = await webhookQueues(db, {});
  const held = await heldWebhooks(db, queues, { held_origins, now: 0 });
  const excluded = new Set([...except_webhook_ids, ...held.keys()]);
  return earliestDue(queues.filter(({ webhook_id }) => !excluded.has(webhook_id)));
}

export const earliestDue = (queues: readonly WebhookQueue[]): number | undefined =>
  queues.length === 0 ? undefined : Math.min(...queues.map(({ due_at }) => due_at));
