/**
 * Open ids by advisory locks instead of transaction ids in rows, which mean nothing in another cluster.
 *
 * Before a transaction takes its first id, it locks the next id of the sequence, shared with all others, until
 * it ends. Ids below every lock that is held are final: each of their transactions has ended. A crash or a
 * lost connection releases the lock with the transaction. The key is 12 bits that name the sequence, and the
 * id. PostgreSQL releases locks after the commit is visible, so a statement that begins after the locks were
 * read sees every row below them.
 */
import { type Kysely, sql } from "kysely";

/** Bits of a key that hold the id. Ids stay below 2^52. */
const ID_BITS = 52;
/** The first bits of the keys, unlike those of Kysely's lock for migrations. */
const SUBMISSION_KEYS = 1_178;
const EVENT_KEYS = 1_179;

/** A sequence that was never used holds the first id as its last one, and says so. */
const nextId = (sequence: string) => `select last_value + is_called::integer from ${sequence}`;
const lockNextId = (keys: number, sequence: string) =>
  `perform pg_advisory_xact_lock_shared((${keys}::bigint << ${ID_BITS}) + (${nextId(sequence)}))`;
const KEYS = `${SUBMISSION_KEYS}, ${EVENT_KEYS}`;

const STATEMENTS: readonly string[] = [
  "alter table submission drop column xid",
  `create or replace function allocate_submission_ids(amount bigint) returns bigint[]
    language plpgsql as $$
  begin
    ${lockNextId(SUBMISSION_KEYS, "submission_id_seq")};
    return array(select nextval('submission_id_seq') from generate_series(1, amount));
  end $$`,

  `alter table event drop constraint event_pkey, drop column transaction_id, add primary key (id)`,
  "alter table event_horizon drop column transaction_id",
  // One lock a transaction, however many rows it writes. The setting ends with the transaction.
  `create function lock_event_ids() returns trigger language plpgsql as $$
  begin
    if current_setting('intray.event_ids', true) is distinct from 'locked' then
      ${lockNextId(EVENT_KEYS, "event_id_seq")};
      perform set_config('intray.event_ids', 'locked', true);
    end if;
    return null;
  end $$`,
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
    where key >> ${ID_BITS} in (${KEYS})`,
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

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
