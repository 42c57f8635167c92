/**
 * What a claim would find, asked without a transaction: while posts come faster than webhooks take, a
 * hundred looks a second find nothing.
 */
import type pg from "pg";
import { QUARANTINE_AFTER_LOST_WORKERS } from "../../domain/delivery.ts";
import {
  type ClaimRequest,
  earliestDue,
  type WebhookQueue,
  WEBHOOK_QUEUES,
} from "../deliveries/delivery-claims.ts";
import type { ClaimedContents } from "../deliveries/delivery-contents.ts";
import type { Db } from "../engine/schema.ts";

/** What a claim comes to that finds nothing; `undefined` where it may find something. */
export type ClaimLook = (
  asked: Pick<ClaimRequest, "now" | "load_of" | "free_of_others" | "may_start_quarantined">,
) => Promise<ClaimedContents | undefined>;

/** Every webhook with a queued row. */
interface Seen extends WebhookQueue {
  /** Something has to go alone. */
  readonly has_suspect: boolean;
}

export function createClaimLook(db: Db, pool: pg.Pool): ClaimLook {
  const text = claimLookText(db);
  return async ({ now, load_of, free_of_others, may_start_quarantined }) => {
    // Planned each time: a plan from when the table was a page would read all of it, until it is analysed.
    const { rows } = await pool.query<Seen>(text, [now]);
    const mayFind = rows.some(
      ({ webhook_id, due_at, enabled, has_suspect }) =>
        due_at <= now &&
        (enabled !== 1 ||
          (load_of[webhook_id]?.free ?? free_of_others) > 0 ||
          (may_start_quarantined && has_suspect)),
    );
    return mayFind
      ? undefined
      : { count: 0, contents: [], is_quarantined: false, due_at: earliestDue(rows) };
  };
}

/** Its parameter is the time, in milliseconds since the epoch. */
export function claimLookText(db: Db): string {
  return `
    select head.*, exists (
      select from delivery where state = 'queued' and lost_workers >= ${QUARANTINE_AFTER_LOST_WORKERS}
        and next_attempt_at <= $1::bigint
    ) as has_suspect
    from (${WEBHOOK_QUEUES.compile(db).sql}) as head`;
}
