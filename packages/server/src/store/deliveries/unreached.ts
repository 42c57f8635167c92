/**
 * Submissions that should have reached a destination and did not: the delivery that counts for them has ended without
 * success, no earlier one succeeded, and no person wanted it so.
 */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { UnreachedItem } from "../../domain/delivery/unreached.ts";
import type { Db, Flag } from "../engine/schema.ts";
import { ofLiveForm } from "../forms/live-forms.ts";

/** The condition of the index `delivery_unreached`. */
export const MAY_BE_UNREACHED = sql<SqlBool>`(delivery.is_current = 1 and delivery.dismissed_at is null
  and delivery.state in ('exhausted', 'blocked', 'canceled', 'skipped'))`;

/** What a person or the recipient decided: a re-fire, a stop, a mark, a deletion. */
const DECIDED = ["superseded", "stopped", "marked_spam_or_trash", "submission_deleted"]
  .concat("webhook_deleted", "recipient_deleted", "unsubscribed")
  .map((reason) => sql.lit(reason));

// Only a re-fire can follow a success. The plus keeps SQLite off the webhook's index, which holds its whole log.
const IS_UNREACHED = sql<SqlBool>`(${MAY_BE_UNREACHED} and delivery.reason not in (${sql.join(DECIDED)})
  and (delivery."trigger" in ('intake', 'ham') or not exists (select 1 from delivery as sent
    where sent.submission_id = delivery.submission_id and +sent.webhook_id = delivery.webhook_id
      and sent.state = 'succeeded' and sent."trigger" <> 'test')))`;

/** A blocked delivery has a sentence as its reason. */
const REASON = sql<string>`case delivery.state when 'blocked' then 'blocked_address'
  else delivery.reason end`;

/** The deliveries of one item. */
export function isOfItem({ destination_id, reason }: UnreachedItem): RawBuilder<SqlBool> {
  return sql`${IS_UNREACHED} and delivery.webhook_id = ${destination_id} and ${REASON} = ${reason}
    and exists (select 1 from submission where submission.id = delivery.submission_id
      and submission.spam = 0 and submission.trash = 0)`;
}

/** Submissions that did not reach a destination for one reason. */
export interface Unreached extends UnreachedItem {
  /** The name, and the address with its prefix, as of the newest of the deliveries. */
  readonly destination_name: string;
  readonly address: string;
  /** `null` if the destination was deleted. */
  readonly enabled: Flag | null;
  readonly failing_since: number | null;
  readonly form_id: number;
  readonly form_name: string;
  readonly project_id: number;
  readonly project_name: string;
  readonly submissions: number;
  /** When the oldest submission arrived. */
  readonly oldest_at: number;
  /** When the last of the deliveries ended. */
  readonly newest_at: number;
}

/** All items of an account, that with the oldest submission first. Reads what is unreached, and nothing else. */
export async function listUnreached(
  db: Db,
  { account_id }: { readonly account_id: number },
): Promise<readonly Unreached[]> {
  const items = db
    .selectFrom("delivery")
    .innerJoin("submission", "submission.id", "delivery.submission_id")
    .select(["delivery.webhook_id as destination_id", "delivery.form_id", REASON.as("reason")])
    .select(({ fn }) => [
      fn.countAll<number>().as("submissions"),
      fn.min<number>("submission.created_at").as("oldest_at"),
      fn.max<number>("delivery.finished_at").as("newest_at"),
      fn.max<number>("delivery.id").as("newest_id"),
    ])
    .where("delivery.account_id", "=", account_id)
    .where(IS_UNREACHED)
    .where("submission.spam", "=", 0)
    .where("submission.trash", "=", 0)
    .where(ofLiveForm("delivery.form_id"))
    .groupBy(["delivery.webhook_id", "delivery.form_id", REASON]);
  return db
    .selectFrom(items.as("item"))
    .innerJoin("delivery", "delivery.id", "item.newest_id")
    .innerJoin("form", "form.id", "item.form_id")
    .innerJoin("project", "project.id", "form.project_id")
    .leftJoin("webhook", "webhook.id", "item.destination_id")
    .select([
      "item.destination_id",
      "item.reason",
      "delivery.webhook_name as destination_name",
      "delivery.url as address",
      "webhook.enabled",
      "webhook.failing_since",
      "form.id as form_id",
      "form.name as form_name",
      "project.id as project_id",
      "project.name as project_name",
      "item.submissions",
      "item.oldest_at",
      "item.newest_at",
    ])
    .orderBy("item.oldest_at")
    .orderBy("item.destination_id")
    .orderBy("item.reason")
    .execute();
}

interface DismissArgs extends UnreachedItem {
  readonly account_id: number;
  /** Those that ended at this time or earlier. */
  readonly until: number;
  readonly limit: number;
  readonly now: number;
}

/** Takes deliveries of an item off the list. Returns how many; call again while it is `limit`. */
export async function dismissUnreached(
  db: Db,
  { account_id, until, limit, now, ...item }: DismissArgs,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("delivery")
    .set({ dismissed_at: now })
    .where("id", "in", (some) =>
      some
        .selectFrom("delivery")
        .select("delivery.id")
        .where("delivery.account_id", "=", account_id)
        .where(isOfItem(item))
        .where("delivery.finished_at", "<=", until)
        .orderBy("delivery.id")
        .limit(limit),
    )
    .where(MAY_BE_UNREACHED)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
