/** The delivery state of submissions in SQL, and the counting of those from before it was counted. */
import { type RawBuilder, sql } from "kysely";
import type { DeliveryStateCode } from "../../domain/submission/delivery-state.ts";
import { OWN_BODY_TRIGGERS } from "../../domain/delivery/delivery.ts";
import { forChanging, forTaking } from "../engine/dialect.ts";
import { idsOf } from "../engine/paging.ts";
import type { Flag, Db } from "../engine/schema.ts";
import { REPLY_NAME } from "../mail/reply-destination.ts";

/** The same expression as in the index `submission_delivery_state`; `null` if the submission is not counted yet. */
export const DELIVERY_STATE: RawBuilder<DeliveryStateCode | null> = sql`(case when deliveries_waiting is null then null
  when deliveries_waiting > 0 then 1
  when deliveries_succeeded > 0 and deliveries_failed > 0 then 3
  when deliveries_succeeded > 0 then 2
  when deliveries_failed > 0 then 4
  when deliveries_withheld + withheld_as_spam > 0 then 5
  else 0 end)`;

const OWN_BODIES = sql.raw(OWN_BODY_TRIGGERS.map((name) => `'${name}'`).join(", "));

/** The delivery is one of a submission to a destination that takes submissions. */
const IS_CONSIDERED = sql<boolean>`submission_id is not null and "trigger" not in (${OWN_BODIES})
  and coalesce((select purpose from webhook where webhook.id = delivery.webhook_id),
    case when webhook_name = ${sql.lit(REPLY_NAME)} then 'reply' else 'submissions' end) = 'submissions'`;

/** The value of `is_current` in a considered delivery, as the triggers set it. */
const IS_CURRENT = sql<Flag>`case when delivery.id = (select one.id from delivery as one
    where one.submission_id = delivery.submission_id and one.webhook_id + 0 = delivery.webhook_id
      and one."trigger" not in (${OWN_BODIES})
    order by case when one.state = 'canceled' then 1 else 0 end, one.id desc limit 1)
  then 1 else 0 end`;

/** Whether there are submissions for {@link countEarlierDeliveries}. */
export const hasUncountedDeliveries = async (db: Db, _: Record<string, never>): Promise<boolean> =>
  (await uncounted(db, 1).executeTakeFirst()) !== undefined;

/**
 * Counts the deliveries of at most `limit` submissions from before they were counted, newest first.
 *
 * @returns Whether there may be more.
 */
export async function countEarlierDeliveries(
  db: Db,
  { limit }: { readonly limit: number },
): Promise<boolean> {
  const rows = await forTaking(db, uncounted(db, limit)).execute();
  await countDeliveries(db, idsOf(rows));
  return rows.length === limit;
}

const uncounted = (db: Db, limit: number) =>
  db
    .selectFrom("submission")
    .select("id")
    .where("deliveries_waiting", "is", null)
    .orderBy("id", "desc")
    .limit(limit);

/** Counts the deliveries of submissions again. Call it in a transaction. */
export async function recountDeliveries(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = db
    .selectFrom("submission")
    .select("id")
    .where("id", "in", [...ids]);
  const locked = await forChanging(db, rows.orderBy("id")).execute();
  await countDeliveries(db, idsOf(locked));
}

/** Counts the deliveries of submissions whose rows are locked. The triggers of `is_current` do the counting. */
async function countDeliveries(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const ofThese = [...ids];
  await db
    .updateTable("delivery")
    .set({ is_current: null })
    .where("submission_id", "in", ofThese)
    .where("is_current", "is not", null)
    .execute();
  await db
    .updateTable("submission")
    .set({
      deliveries_waiting: 0,
      deliveries_succeeded: 0,
      deliveries_failed: 0,
      deliveries_withheld: 0,
      withheld_as_spam: sql`case when deliveries_waiting is not null then withheld_as_spam
        when spam = 1 and exists (${WITHHELD_DESTINATION}) then 1 else 0 end`,
    })
    .where("id", "in", ofThese)
    .execute();
  await db
    .updateTable("delivery")
    .set({ is_current: IS_CURRENT })
    .where("submission_id", "in", ofThese)
    .where(IS_CONSIDERED)
    .execute();
}

/** A destination that existed at intake and got nothing, since it takes no spam. */
const WITHHELD_DESTINATION = sql`select 1 from webhook
  where webhook.form_id = submission.form_id and purpose = 'submissions' and takes_submissions = 1
    and trigger_when_spam = 0 and webhook.created_at <= submission.created_at
    and not exists (select 1 from delivery
      where delivery.submission_id = submission.id and delivery.webhook_id + 0 = webhook.id
        and delivery."trigger" not in (${OWN_BODIES}))`;

/**
 * Ids of submissions whose counters differ from a count of their deliveries, among ids from `above` (excluded) to
 * `to`. Those that are not counted yet are left out.
 */
export async function wrongDeliveryCounts(
  db: Db,
  { above, to }: { readonly above: number; readonly to: number },
): Promise<readonly number[]> {
  const count = (states: string) =>
    sql.raw(
      `coalesce(sum(case when is_current = 1 and state in (${states}) then 1 else 0 end), 0)`,
    );
  const { rows } = await sql<{ readonly id: number }>`
    select submission.id from submission
    left join delivery on delivery.submission_id = submission.id
    where submission.id > ${above} and submission.id <= ${to} and deliveries_waiting is not null
    group by submission.id
    having deliveries_waiting <> ${count("'queued', 'delivering'")}
      or deliveries_succeeded <> ${count("'succeeded'")}
      or deliveries_failed <> ${count("'exhausted', 'blocked'")}
      or deliveries_withheld <> ${count("'canceled', 'skipped'")}
      or sum(case when coalesce(is_current, 2) <> case when ${IS_CONSIDERED} then ${IS_CURRENT} else 2 end
        then 1 else 0 end) > 0
    order by submission.id`.execute(db);
  return rows.map(({ id }) => id);
}
