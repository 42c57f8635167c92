/**
 * Counts the deliveries of each submission by their state. `is_current` is 1 for the one delivery to each destination
 * that is counted: the newest that was not canceled, or the newest if all were. It is 0 for the others of the same
 * submission and destination, and null in deliveries that never count, such as tests and automatic answers, and in
 * rows that were not considered yet. `deliveries_waiting` is null until housekeeping has counted a submission from
 * before the column. Intake sets `is_current`; for all other deliveries triggers set it.
 */
import { type Kysely, sql } from "kysely";

/** 0 = none, 1 = waiting, 2 = delivered, 3 = partly, 4 = failed, 5 = withheld; null if not counted yet. */
const DELIVERY_STATE = `(case when deliveries_waiting is null then null
  when deliveries_waiting > 0 then 1
  when deliveries_succeeded > 0 and deliveries_failed > 0 then 3
  when deliveries_succeeded > 0 then 2
  when deliveries_failed > 0 then 4
  when deliveries_withheld + withheld_as_spam > 0 then 5
  else 0 end)`;

export const DELIVERY_STATE_INDEXES = [
  {
    name: "submission_delivery_state",
    definition: `on submission (form_id, ${DELIVERY_STATE}, trash, spam, read, id)`,
  },
  {
    name: "submission_uncounted",
    definition: "on submission (id) where deliveries_waiting is null",
  },
];

/** The columns of both databases, with PostgreSQL's type of flags. */
export const deliveryStateColumns = (flag: "integer" | "smallint", count: "integer" | "bigint") => [
  `alter table submission add column deliveries_waiting ${count}`,
  `alter table submission add column deliveries_succeeded ${count} not null default 0`,
  `alter table submission add column deliveries_failed ${count} not null default 0`,
  `alter table submission add column deliveries_withheld ${count} not null default 0`,
  `alter table submission add column withheld_as_spam ${flag} not null default 0`,
  `alter table delivery add column is_current ${flag}`,
];

/** The counter of a delivery's state: 1 = waiting, 2 = succeeded, 3 = failed, 4 = withheld. */
const counterOf = (
  row: "old" | "new",
) => `(case when ${row}.state in ('queued', 'delivering') then 1
  when ${row}.state = 'succeeded' then 2 when ${row}.state in ('exhausted', 'blocked') then 3 else 4 end)`;

/** How a change of a delivery changes one counter of its submission. */
const changed = (counter: number) =>
  `case when new.is_current = 1 and ${counterOf("new")} = ${counter} then 1 else 0 end
  - case when old.is_current = 1 and ${counterOf("old")} = ${counter} then 1 else 0 end`;

/** Whether a changed delivery changes a counter, or was sent for the first time. */
export const isCountedChange = (isNot: "is not" | "is distinct from") => `(
  (old.is_current = 1 or new.is_current = 1)
    and (${counterOf("old")} <> ${counterOf("new")} or old.is_current ${isNot} new.is_current)
  or (new.state = 'succeeded' and old.state <> 'succeeded' and new."trigger" <> 'test'))`;

/** Changes the counters by a changed delivery, and sets `webhook_sent_at` at the first success of a webhook. */
export const COUNT_CHANGE = `update submission set
  deliveries_waiting = deliveries_waiting + ${changed(1)},
  deliveries_succeeded = deliveries_succeeded + ${changed(2)},
  deliveries_failed = deliveries_failed + ${changed(3)},
  deliveries_withheld = deliveries_withheld + ${changed(4)},
  webhook_sent_at = coalesce(webhook_sent_at, case when new.state = 'succeeded'
    and old.state <> 'succeeded' and new.url not like 'mailto:%' then new.finished_at end)
  where id = new.submission_id`;

/** Makes the right one of the deliveries of a submission to a destination current, after a row of it changed. */
export const setCurrent = (webhook_id: "+webhook_id" | "webhook_id") => {
  const same = `submission_id = new.submission_id and ${webhook_id} = new.webhook_id
    and is_current is not null`;
  const current = `(select id from delivery where ${same}
    order by case when state = 'canceled' then 1 else 0 end, id desc limit 1)`;
  return `update delivery set is_current = case when id = ${current} then 1 else 0 end
    where ${same} and is_current <> case when id = ${current} then 1 else 0 end`;
};

/** Whether a change of its state may make another delivery current. */
export const IS_CANCELED_OR_RESTORED = `new.is_current is not null
  and (old.state = 'canceled') <> (new.state = 'canceled')`;

/** Something was queued, so the submission is not withheld any more. */
export const CLEAR_WITHHELD = `update submission set withheld_as_spam = 0
  where id = new.submission_id and withheld_as_spam = 1`;

const STATEMENTS: readonly string[] = [
  ...deliveryStateColumns("integer", "integer"),
  `create trigger delivery_counted after update of state, is_current on delivery
    when ${isCountedChange("is not")} begin
      ${COUNT_CHANGE};
    end`,
  // Updates of is_current run the trigger above. The plus keeps SQLite off the webhook's index.
  `create trigger delivery_current after update of state on delivery
    when ${IS_CANCELED_OR_RESTORED} begin
      ${setCurrent("+webhook_id")};
    end`,
  `create trigger delivery_added after insert on delivery
    when new.is_current is null and new."trigger" in ('ham', 'refire', 'refire_bulk', 'refire_log')
      and not exists (select 1 from webhook where id = new.webhook_id and purpose <> 'submissions')
    begin
      update delivery set is_current = 0 where id = new.id;
      ${setCurrent("+webhook_id")};
      ${CLEAR_WITHHELD};
    end`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
