/**
 * Checks without a transaction whether a claim can find anything: while receivers are slower than posts, a
 * hundred claims a second find nothing.
 */
import type pg from "pg";
import { QUARANTINE_AFTER_LOST_WORKERS } from "../../domain/delivery/delivery.ts";
import type { ClaimRequest } from "../deliveries/delivery-claims.ts";
import {
  earliestDue,
  freeSlots,
  isOpen,
  type QueueLimits,
  type DestinationQueue,
  DESTINATION_QUEUES,
} from "../deliveries/destination-queues.ts";
import type { ClaimedContents } from "../deliveries/delivery-contents.ts";
import type { Db } from "../engine/schema.ts";

/** The empty claim result, or undefined if a claim may find due deliveries. */
export type ClaimCheck = (
  asked: QueueLimits & Pick<ClaimRequest, "may_start_quarantined">,
) => Promise<ClaimedContents | undefined>;

/** Every destination with a queued row. */
type QueueWithQuarantine = DestinationQueue & { readonly has_quarantined: boolean };

export function createClaimCheck(db: Db, pool: pg.Pool): ClaimCheck {
  const text = claimCheckText(db);
  return async ({ may_start_quarantined, ...asked }) => {
    const { now } = asked;
    // Planned for each run: a plan made while the table was one page would scan it until it is analyzed.
    const { rows } = await pool.query<QueueWithQuarantine>(text, [now]);
    const due = rows.filter(({ due_at }) => due_at <= now);
    const freeOf = await freeSlots(db, due, asked);
    const mayFind = due.some(
      (queue) =>
        !isOpen(queue) || freeOf(queue) > 0 || (may_start_quarantined && queue.has_quarantined),
    );
    return mayFind
      ? undefined
      : { count: 0, contents: [], isQuarantined: false, due_at: earliestDue(rows) };
  };
}

/** $1 is the time, in milliseconds since the epoch. */
export const claimCheckText = (db: Db): string => `
    select head.*, exists (
      select from delivery where state = 'queued' and lost_workers >= ${QUARANTINE_AFTER_LOST_WORKERS}
        and next_attempt_at <= $1::bigint
    ) as has_quarantined
    from (${DESTINATION_QUEUES.compile(db).sql}) as head`;
