/**
 * The deliveries that a post plans, and their number, as text: both databases have statements of their own that store
 * posts.
 */
import { hasAddress, isRoutedPast, plannedAddress, SKIPPED_REASON } from "./kinds-in-sql.ts";

type Posts = {
  readonly table: string;
  readonly where?: string;
  readonly dueAt: string;
  readonly isOnPostgres: boolean;
};

/**
 * Inserts a delivery per post and destination: queued, or `skipped` if the destination is disabled. SQLite joins in
 * this order: a batch has few posts, and each is found by its id.
 */
export const insertPlanned = ({ table, where = "true", dueAt, isOnPostgres }: Posts): string => `
  insert into delivery (
    account_id, form_id, submission_id, webhook_id, webhook_name, url, "trigger",
    state, reason, next_attempt_at, finished_at, created_at, is_current
  )
  select
    ${table}.account_id, ${table}.form_id, ${table}.id, webhook.id, webhook.name,
    ${plannedAddress(`${table}.email`)}, 'intake',
    case when enabled = 1 then 'queued' else 'skipped' end,
    case when enabled = 1 then null else ${SKIPPED_REASON} end,
    case when enabled = 1 then ${dueAt} end,
    case when enabled = 1 then null else ${table}.created_at end,
    ${table}.created_at, case when webhook.purpose = 'submissions' then 1 end
  from ${table} cross join webhook
  where ${where} and webhook.form_id = ${table}.form_id
    and (webhook.trigger_when_spam = 1 or ${table}.spam = 0)
    and webhook.takes_submissions = 1
    and not ${isRoutedPast(`${table}.decisions`, isOnPostgres)}
    and ${hasAddress(`${table}.email`)}
  order by ${table}.id, webhook.id`;

/** Selects the counters of a post that is stored: one row with the columns of `submission`. */
export const countPlanned = ({
  form_id,
  spam,
  decisions,
  isOnPostgres,
}: Readonly<Record<"form_id" | "spam" | "decisions", string>> &
  Pick<Posts, "isOnPostgres">): string => `
  select
    count(*) filter (where enabled = 1 and trigger_when_spam >= ${spam}) as deliveries_waiting,
    count(*) filter (where enabled = 0 and trigger_when_spam >= ${spam}) as deliveries_withheld,
    case when count(*) filter (where trigger_when_spam < ${spam}) > 0 then 1 else 0 end
      as withheld_as_spam
  from webhook
  where webhook.form_id = ${form_id} and purpose = 'submissions' and takes_submissions = 1
    and not ${isRoutedPast(decisions, isOnPostgres)}`;
