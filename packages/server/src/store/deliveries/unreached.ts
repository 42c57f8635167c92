/**
 * Submissions that should have reached a destination and did not: the delivery that counts for them has ended without
 * success, no earlier one succeeded, and no person wanted it so.
 */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { STOPPED } from "../../domain/delivery/delivery.ts";
import { DESTINATION_KINDS, type DestinationKind } from "../../domain/delivery/destination.ts";
import { type UnreachedItem, WAITING_FOR_SETUP } from "../../domain/delivery/unreached.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Db, Flag } from "../engine/schema.ts";
import type { AccountScope } from "../engine/paging.ts";
import { ofForms } from "../forms/live-forms.ts";

/** The condition of the index `delivery_unreached`. */
export const MAY_BE_UNREACHED = sql<SqlBool>`(delivery.state <> 'queued'
  and delivery.state <> 'delivering' and delivery.state <> 'succeeded'
  and delivery.is_current = 1 and delivery.dismissed_at is null)`;

/** When a delivery ended; while it waits for the setup of its kind, when it was queued. */
export const ENDED_AT = sql<number>`coalesce(delivery.finished_at, delivery.created_at)`;

/** What a person or the recipient decided: a re-fire, a stop, a mark, a deletion. */
const DECIDED = ["superseded", STOPPED, "marked_spam_or_trash", "submission_deleted"]
  .concat("webhook_deleted", "recipient_deleted", "unsubscribed")
  .map((reason) => sql.lit(reason));

// Only a re-fire can follow a success. The plus keeps SQLite off the webhook's index, which holds its whole log.
const IS_UNREACHED = sql<SqlBool>`(${MAY_BE_UNREACHED} and delivery.reason not in (${sql.join(DECIDED)})
  and (delivery."trigger" in ('intake', 'ham') or not exists (select 1 from delivery as sent
    where sent.submission_id = delivery.submission_id and +sent.webhook_id = delivery.webhook_id
      and sent.state = 'succeeded' and sent."trigger" <> 'test')))`;

/** A blocked delivery has a sentence as its reason, a queued one none. */
const REASON = sql<string>`case delivery.state when 'blocked' then 'blocked_address'
  when 'queued' then ${sql.lit(WAITING_FOR_SETUP)} else delivery.reason end`;

export function isOfItem({ destination_id, reason }: UnreachedItem): RawBuilder<SqlBool> {
  if (reason === WAITING_FOR_SETUP)
    return sql`delivery.state = 'queued' and delivery.is_current = 1
      and delivery.webhook_id = ${destination_id}`;
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

/**
 * All items of an account or project, that with the oldest submission first. Reads what is unreached and, on a server that lacks
 * a kind, what waits for destinations of it; nothing else.
 */
export async function listUnreached(
  db: Db,
  scope: AccountScope,
  _box?: SecretBox,
  sendable: readonly DestinationKind[] = DESTINATION_KINDS,
): Promise<readonly Unreached[]> {
  const ended = itemsOf(db, scope).where(IS_UNREACHED);
  if (DESTINATION_KINDS.every((kind) => sendable.includes(kind))) return named(db, ended);
  const waiting = itemsOf(db, scope)
    .where("delivery.state", "=", "queued")
    .where("delivery.is_current", "=", 1)
    .where("delivery.webhook_id", "in", unsendable(db, scope.account_id, sendable));
  return [...(await named(db, ended)), ...(await named(db, waiting))].toSorted(
    (a, b) => a.oldest_at - b.oldest_at || a.destination_id - b.destination_id,
  );
}

/** Ids of the forms of which a submission did not reach a destination. */
export const unreachedForms = (db: Db, account_id: number) =>
  db
    .selectFrom(itemsOf(db, { account_id }).where(IS_UNREACHED).as("item"))
    .select("item.form_id")
    .where("item.form_id", "is not", null);

/** Ids of destinations that this server cannot send to. */
export const unsendable = (db: Db, account_id: number, sendable: readonly DestinationKind[]) =>
  db
    .selectFrom("webhook")
    .select("webhook.id")
    .where("webhook.account_id", "=", account_id)
    .where("webhook.kind", "not in", sendable);

/** Deliveries of submissions that are neither spam nor trash, by destination and reason. */
const itemsOf = (db: Db, { account_id, ...scope }: AccountScope) =>
  db
    .selectFrom("delivery")
    .innerJoin("submission", "submission.id", "delivery.submission_id")
    .select(["delivery.webhook_id as destination_id", "delivery.form_id", REASON.as("reason")])
    .select(({ fn }) => [
      fn.countAll<number>().as("submissions"),
      fn.min<number>("submission.created_at").as("oldest_at"),
      fn.max<number>(ENDED_AT).as("newest_at"),
      fn.max<number>("delivery.id").as("newest_id"),
    ])
    .where("delivery.account_id", "=", account_id)
    .where("submission.spam", "=", 0)
    .where("submission.trash", "=", 0)
    .where(ofForms("delivery.form_id", scope))
    .groupBy(["delivery.webhook_id", "delivery.form_id", REASON]);

/** Adds the names of what the items are about, the oldest item first. */
const named = (db: Db, items: ReturnType<typeof itemsOf>): Promise<readonly Unreached[]> =>
  db
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
