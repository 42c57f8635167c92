/**
 * Counts the deliveries of each submission by their state. `is_current` is 1 for the one delivery to each destination
 * that is counted: the newest that was not canceled, or the newest if all were. It is 0 for the others of the same
 * submission and destination, and null in deliveries that never count, such as tests and automatic answers, and in
 * rows that were not considered yet. Intake sets `is_current`; for all other deliveries triggers set it.
 */

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
