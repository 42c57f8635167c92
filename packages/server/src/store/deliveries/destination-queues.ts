/** The destinations with queued deliveries: which of them may be claimed, and when the next one is due. */
import { sql } from "kysely";
import { type DestinationKind, isAskable } from "../../domain/delivery/destination.ts";
import { compileOnce } from "../engine/compiled.ts";
import type { Flag, Db } from "../engine/schema.ts";
import { type HeldOrigins, heldDestinations } from "./held-origins.ts";

export interface QueueLimits {
  readonly now: number;
  /** By destination id: deliveries in flight, and how many more may be. */
  readonly load_of: Readonly<Record<number, { readonly inFlight: number; readonly free: number }>>;
  /** Free slots of every destination that `load_of` does not name. */
  readonly freeOfOthers: number;
  /** Origins whose receivers hang; none if absent. */
  readonly heldOrigins?: HeldOrigins;
  /** The kinds that this process sends; deliveries of others stay queued. All of them if absent. */
  readonly sendable?: readonly DestinationKind[] | undefined;
  /** How many deliveries of a kind may be claimed in all; no such limit for a kind that is absent. */
  readonly free_of_kind?: Readonly<Partial<Record<DestinationKind, number>>>;
}

export interface DestinationQueue {
  readonly destination_id: number;
  /** When its first delivery is due. */
  readonly due_at: number;
  /** `null` when the destination was deleted, as the next two. */
  readonly enabled: Flag | null;
  readonly kind: DestinationKind | null;
  readonly disabled_reason: string | null;
}

/** Whether deliveries may be sent. One without consent may be asked for it; an attempt sees to that. */
export const isOpen = ({ enabled, disabled_reason }: DestinationQueue): boolean =>
  enabled === 1 || (enabled === 0 && isAskable(disabled_reason));

/**
 * Every destination with a queued delivery, and when its first one is due: one index probe a destination,
 * whatever the number of rows. There is no index on due times alone, since every post would have to
 * update it.
 */
export const destinationQueues = compileOnce<object, DestinationQueue>((db) => ({
  compile: () => DESTINATION_QUEUES.compile(db),
}));

/** The table `waiting` has the id of each destination with a queued delivery, by one index probe for each, and a null. */
export const WITH_WAITING = sql`
  with recursive waiting(webhook_id) as (
    select min(webhook_id) from delivery where state = 'queued'
    union all
    select (select min(webhook_id) from delivery
      where state = 'queued' and webhook_id > waiting.webhook_id)
    from waiting where waiting.webhook_id is not null
  )`;

export const DESTINATION_QUEUES = sql<DestinationQueue>`
  ${WITH_WAITING}
  select waiting.webhook_id as destination_id, (select min(next_attempt_at) from delivery
    where state = 'queued' and delivery.webhook_id = waiting.webhook_id) as due_at,
    webhook.enabled, webhook.kind, webhook.disabled_reason
  from waiting left join webhook on webhook.id = waiting.webhook_id
  where waiting.webhook_id is not null`;

export interface Waiting {
  readonly destination_id: number;
  /** How many more of its deliveries may be open; at least one. */
  readonly free: number;
  /** 1 if none of its deliveries is open. */
  readonly is_idle: 0 | 1;
}

/**
 * Destinations with due deliveries. Claimable: enabled ones with free slots, the fewest in flight first, then
 * the longest due. Cancelable: disabled and deleted ones.
 */
export async function destinationsWithDue(
  db: Db,
  queues: readonly DestinationQueue[],
  request: QueueLimits & { readonly limit: number },
): Promise<{
  readonly claimable: readonly Waiting[];
  readonly cancelable: readonly DestinationQueue[];
}> {
  const { now, load_of, limit } = request;
  const due = queues.filter(({ due_at }) => due_at <= now).toSorted((a, b) => a.due_at - b.due_at);
  const freeOf = await freeSlots(db, due, request);
  const inFlight = (queue: DestinationQueue) => load_of[queue.destination_id]?.inFlight ?? 0;
  const open = due.filter(isOpen).toSorted((a, b) => inFlight(a) - inFlight(b));
  const shareOf = sharedByKind(open, freeOf, request.free_of_kind ?? {});
  const claimable = open
    .map((queue) => ({
      destination_id: queue.destination_id,
      free: shareOf(queue),
      is_idle: inFlight(queue) === 0 ? (1 as const) : (0 as const),
    }))
    .filter(({ free }) => free > 0)
    // Each of them has at least one due delivery.
    .slice(0, limit);
  return { claimable, cancelable: due.filter((queue) => !isOpen(queue)) };
}

/**
 * Gives each destination in turn one more slot of its kind, until they are used up: how many deliveries a destination
 * has is not known, and most recipients have one.
 */
function sharedByKind(
  queues: readonly DestinationQueue[],
  freeOf: (queue: DestinationQueue) => number,
  freeOfKind: NonNullable<QueueLimits["free_of_kind"]>,
): (queue: DestinationQueue) => number {
  const shares = new Map<number, number>();
  for (const [kind, own] of Map.groupBy(queues, (queue) => queue.kind)) {
    let left = kind === null ? undefined : freeOfKind[kind];
    if (left === undefined) continue;
    for (const { destination_id } of own) shares.set(destination_id, 0);
    let inTurn = own;
    while (left > 0 && inTurn.length > 0) {
      inTurn = inTurn.filter((queue) => (shares.get(queue.destination_id) ?? 0) < freeOf(queue));
      for (const { destination_id } of inTurn.slice(0, left)) {
        shares.set(destination_id, (shares.get(destination_id) ?? 0) + 1);
      }
      left -= inTurn.length;
    }
  }
  return (queue) => shares.get(queue.destination_id) ?? freeOf(queue);
}

/**
 * How many deliveries of each due destination may be claimed, by its concurrency limit, that of its kind, and the
 * circuit of its origin.
 *
 * @param due The longest due first.
 */
export async function freeSlots(
  db: Db,
  due: readonly DestinationQueue[],
  request: QueueLimits,
): Promise<(queue: DestinationQueue) => number> {
  const { now, load_of, freeOfOthers, heldOrigins = {}, free_of_kind = {} } = request;
  const freeOfKind = ({ kind }: DestinationQueue) =>
    (kind === null ? undefined : free_of_kind[kind]) ?? Infinity;
  const withinLimit = (queue: DestinationQueue) =>
    isSendable(queue, request.sendable) && freeOfKind(queue) > 0
      ? (load_of[queue.destination_id]?.free ?? freeOfOthers)
      : 0;
  const quotas = await heldDestinations(
    db,
    due.filter((queue) => withinLimit(queue) > 0),
    { heldOrigins, now },
  );
  return (queue) => Math.min(withinLimit(queue), quotas.get(queue.destination_id) ?? Infinity);
}

interface NextDueAtArgs {
  readonly exceptDestinationIds?: readonly number[];
  readonly heldOrigins?: HeldOrigins;
  readonly sendable?: readonly DestinationKind[] | undefined;
}

/**
 * When the next delivery is due; `undefined` if none is queued.
 *
 * @param heldOrigins Destinations that these hold are left out.
 */
export async function nextDueAt(
  db: Db,
  { exceptDestinationIds = [], heldOrigins = {}, sendable }: NextDueAtArgs,
): Promise<number | undefined> {
  const queues = await destinationQueues(db, {});
  const held = await heldDestinations(db, queues, { heldOrigins, now: 0 });
  const excluded = new Set([...exceptDestinationIds, ...held.keys()]);
  return earliestDue(
    queues.filter((queue) => !excluded.has(queue.destination_id) && isSendable(queue, sendable)),
  );
}

export const earliestDue = (queues: readonly DestinationQueue[]): number | undefined =>
  queues.length === 0 ? undefined : Math.min(...queues.map(({ due_at }) => due_at));

const isSendable = ({ kind }: DestinationQueue, sendable: readonly DestinationKind[] | undefined) =>
  sendable === undefined || kind === null || sendable.includes(kind);
