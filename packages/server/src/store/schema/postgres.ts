/** What only PostgreSQL has: the table and functions of intake, the first rows, and triggers. */
import {
  CLEAR_WITHHELD,
  COUNT_CHANGE,
  IS_CANCELED_OR_RESTORED,
  isCountedChange,
  setCurrent,
} from "./delivery-states.ts";

const createFunction = (name: string, body: string) =>
  `create function ${name}() returns trigger language plpgsql as $$ begin
    ${body}
  end $$`;

export const POSTGRES_TABLES: readonly string[] = [
  // The batches of posts that were written in the last minutes: see postgres/batch-outcome.ts. ids: in the
  // order of the posts; null for a batch that was not committed and never can be.
  `create table posted_batch (
    token uuid primary key,
    ids bigint[],
    created_at bigint not null default (extract(epoch from clock_timestamp()) * 1000)
  )`,
  // The rows of posts that wait for one statement, which reads them as an array in binary form.
  // postgres/posted-rows.ts names the same columns in the same order.
  `create type posted_submission as (
    account_id bigint, form_id bigint, email text, fields text,
    spam smallint, spam_reason text, spam_findings text,
    source_url text, source_host text, source_path text, source_fragment text, source_query text,
    ip text, referrer text, user_agent text,
    content_hash bytea, duplicate_window_ms bigint, geocoded text, now bigint, uid text,
    tags text, assignee_id bigint, decisions text
  )`,
];

/** The rows of a new database, by table. */
export const POSTGRES_ROWS: Readonly<Record<string, string>> = {
  day_backfill: "(only_one, below) values (1, 1)",
  arrival_start: "(only_one, slot) values (1, floor(extract(epoch from now()) / 900)::bigint + 1)",
  answer_start: "(only_one, at) values (1, floor(extract(epoch from now()) * 1000)::bigint)",
  file_sweep: `(only_one, swept_to) values
    (1, lpad(to_hex((extract(epoch from now()) * 1000)::bigint >> 20), 7, '0') || '/')`,
  event_horizon: "(only_one, id) values (1, 0)",
};

/*
 * Ids whose transactions are open. Before a transaction takes its first id, it locks the next id of the sequence,
 * shared with all others, until it ends. Ids below every lock that is held are final: each of their transactions
 * has ended. A crash or a lost connection releases the lock with the transaction. The key is 12 bits that name the
 * sequence, and the id. PostgreSQL releases locks after the commit is visible, so a statement that begins after
 * the locks were read sees every row below them. Transaction ids in rows would mean nothing in another cluster.
 */

/** Bits of a key that hold the id. Ids stay below 2^52. */
const ID_BITS = 52;
/** The first bits of the keys, unlike those of Kysely's lock for migrations. */
const SUBMISSION_KEYS = 1_178;
const EVENT_KEYS = 1_179;

/** A sequence that was never used holds the first id as its last one, and says so. */
const nextId = (sequence: string) => `select last_value + is_called::integer from ${sequence}`;
const lockNextId = (keys: number, sequence: string) =>
  `perform pg_advisory_xact_lock_shared((${keys}::bigint << ${ID_BITS}) + (${nextId(sequence)}))`;

const ID_ORDER: readonly string[] = [
  // Call it before the transaction's first write.
  `create function allocate_submission_ids(amount bigint) returns bigint[]
    language plpgsql as $$
  begin
    ${lockNextId(SUBMISSION_KEYS, "submission_id_seq")};
    return array(select nextval('submission_id_seq') from generate_series(1, amount));
  end $$`,
  // One lock a transaction, however many rows it writes. The setting ends with the transaction.
  createFunction(
    "lock_event_ids",
    `if current_setting('intray.event_ids', true) is distinct from 'locked' then
      ${lockNextId(EVENT_KEYS, "event_id_seq")};
      perform set_config('intray.event_ids', 'locked', true);
    end if;
    return null;`,
  ),
  // For each statement: it runs before the first row takes its id.
  `create trigger event_ids before insert on event
    for each statement execute function lock_event_ids()`,
  // The ids that open transactions have locked.
  `create view open_id as
    select
      case key >> ${ID_BITS} when ${SUBMISSION_KEYS} then 'submission' else 'event' end as table_name,
      key & ((1::bigint << ${ID_BITS}) - 1) as lowest,
      pid
    from (
      select (classid::bigint << 32) + objid::bigint as key, pid from pg_locks
      where locktype = 'advisory' and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
    ) as locked
    where key >> ${ID_BITS} in (${SUBMISSION_KEYS}, ${EVENT_KEYS})`,
  // newest: the newest id that was assigned. final: the newest id up to which no row can appear any more. The
  // row of either may not exist. Events come first, so that no event is about a submission above the newest.
  `create function read_id_order(
    out newest_submission bigint, out final_submission bigint,
    out newest_event bigint, out final_event bigint
  ) language plpgsql as $$
  begin
    newest_event := (${nextId("event_id_seq")}) - 1;
    newest_submission := (${nextId("submission_id_seq")}) - 1;
    -- Read after the sequences: a transaction that takes a lock from now on takes larger ids.
    select
      least(newest_submission, min(lowest) filter (where table_name = 'submission') - 1),
      least(newest_event, min(lowest) filter (where table_name = 'event') - 1)
    into final_submission, final_event
    from open_id;
  end $$`,
];

/** What the missing foreign keys of submissions and deliveries would do. */
const REFERENCES: readonly string[] = [
  createFunction(
    "require_no_submissions",
    `if exists (select from submission where form_id = old.id) then
      raise foreign_key_violation using message =
        'The form ' || old.id || ' cannot be deleted while it has submissions.';
    end if;
    return null;`,
  ),
  `create trigger form_without_submissions after delete on form
    for each row execute function require_no_submissions()`,
  createFunction(
    "require_submission",
    `perform from submission where id = new.submission_id for key share;
    if not found then
      raise foreign_key_violation using message =
        'The submission ' || new.submission_id || ' of a delivery does not exist.';
    end if;
    return null;`,
  ),
  `create trigger delivery_of_submission after insert or update of submission_id on delivery
    for each row when (new."trigger" <> 'intake' and new.submission_id is not null)
    execute function require_submission()`,
  createFunction(
    "remove_deliveries",
    `delete from delivery where submission_id = old.id;
    return null;`,
  ),
  `create trigger submission_removed after delete on submission
    for each row execute function remove_deliveries()`,
];

const IS_UPDATED = "old.read <> new.read or old.spam <> new.spam or old.trash <> new.trash";

export const POSTGRES_TRIGGERS: readonly string[] = [
  ...ID_ORDER,
  ...REFERENCES,
  createFunction(
    "count_submission",
    `insert into submission_count (form_id, account_id, read, spam, trash, count)
      values (old.form_id, old.account_id, old.read, old.spam, old.trash, -1);
    if tg_op = 'UPDATE' then
      insert into submission_count (form_id, account_id, read, spam, trash, count)
        values (new.form_id, new.account_id, new.read, new.spam, new.trash, 1);
    end if;
    return null;`,
  ),
  // Intake itself counts what it inserts, once a batch.
  `create trigger submission_recounted after update of read, spam, trash on submission
    for each row when (${IS_UPDATED}) execute function count_submission()`,
  `create trigger submission_uncounted after delete on submission
    for each row execute function count_submission()`,

  createFunction(
    "record_submission_event",
    `insert into event (account_id, form_id, kind, items, created_at) values (
      old.account_id, old.form_id,
      case tg_op when 'DELETE' then 'submission.deleted' else 'submission.updated' end,
      '[' || old.id || ']',
      extract(epoch from clock_timestamp()) * 1000
    );
    return null;`,
  ),
  `create trigger submission_updated after update of read, spam, trash on submission
    for each row when (${IS_UPDATED}) execute function record_submission_event()`,
  `create trigger submission_deleted after delete on submission
    for each row execute function record_submission_event()`,
  // The trigger of the flags records the event of a change of both.
  `create trigger submission_seen after update of seen_at, assignee_id, snoozed_until on submission
    for each row when ((old.seen_at, old.assignee_id, old.snoozed_until) is distinct from
      (new.seen_at, new.assignee_id, new.snoozed_until) and not (${IS_UPDATED}))
    execute function record_submission_event()`,
  `create trigger submission_tagged after update of tags on submission
    for each row when (old.tags is distinct from new.tags)
    execute function record_submission_event()`,

  createFunction(
    "count_file_size",
    `if tg_op = 'INSERT' then
      insert into file_total (account_id, bytes, files) values (new.account_id, new.file_size, 1);
    else
      insert into file_total (account_id, bytes, files) values (old.account_id, -old.file_size, -1);
    end if;
    return null;`,
  ),
  `create trigger attachment_size_counted after insert or delete on attachment
    for each row execute function count_file_size()`,
  createFunction(
    "record_removed_file",
    `insert into removed_file (storage_key) values (old.storage_key) on conflict do nothing;
    return null;`,
  ),
  `create trigger attachment_removed after delete on attachment
    for each row execute function record_removed_file()`,

  createFunction("count_delivery_change", `${COUNT_CHANGE}; return null;`),
  `create trigger delivery_counted after update of state, is_current on delivery
    for each row when ${isCountedChange("is distinct from")}
    execute function count_delivery_change()`,
  createFunction("set_current_delivery", `${setCurrent("webhook_id")}; return null;`),
  `create trigger delivery_current after update of state on delivery
    for each row when (${IS_CANCELED_OR_RESTORED}) execute function set_current_delivery()`,
  createFunction(
    "consider_delivery",
    `if not exists (select from webhook where id = new.webhook_id and purpose <> 'submissions') then
      new.is_current := 0;
    end if;
    return new;`,
  ),
  `create trigger delivery_considered before insert on delivery
    for each row when (new.is_current is null
      and new."trigger" in ('ham', 'refire', 'refire_bulk', 'refire_log'))
    execute function consider_delivery()`,
  // The lock makes concurrent re-fires of a submission wait for each other: one of them is current.
  createFunction(
    "add_current_delivery",
    `perform from submission where id = new.submission_id for no key update;
    ${setCurrent("webhook_id")};
    ${CLEAR_WITHHELD};
    return null;`,
  ),
  `create trigger delivery_added after insert on delivery
    for each row when (new.is_current = 0) execute function add_current_delivery()`,
];
