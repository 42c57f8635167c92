/** The ledger's tables. The checks reject every row that the state machine cannot produce. */

/** "itq1" as a number: identifies a SQLite file as a ledger. */
export const APPLICATION_ID = 0x69747131;

/** Raised with every change of the tables. A ledger with a higher version is rejected. */
export const SCHEMA_VERSION = 2;

/** Makes a ledger of version 1 one of version 2. The uid of its rows is their id, as of a server without uids. */
export const TO_VERSION_2 = `
alter table submission add column uid text;
pragma user_version = 2;
`;

/** Items that wait for a handler. */
export const IS_WAITING = "state in ('seen', 'retry')";
/** Items that still have to be marked read on the server. */
export const OWES_MARK = "state = 'handled' or mark = 'owed'";
/** Items whose handler was started and has not ended. */
export const IS_RUNNING = "state = 'running'";

export const SCHEMA = `
create table queue (
  id integer primary key check (id = 1),
  origin text not null,
  scope text not null,
  filter text not null,
  consumer text not null,
  walk integer not null default 0 check (walk >= 0),
  run_pid integer check (run_pid > 0),
  run_started_at integer,
  run_ended_at integer,
  run_end text,
  check ((run_pid is null) = (run_started_at is null)),
  check ((run_ended_at is null) = (run_end is null)),
  check (run_ended_at is null or run_pid is not null)
) strict;

create table submission (
  submission_id integer primary key check (submission_id > 0),
  form_id integer not null,
  generation integer not null check (generation >= 1),
  state text not null
    check (state in ('seen', 'running', 'retry', 'handled', 'acked', 'dead', 'gone')),
  attempts integer not null check (attempts >= 0),
  starts integer not null check (starts >= attempts),
  interruptions integer not null check (interruptions >= 0),
  deferrals integer not null check (deferrals >= 0),
  due_at integer,
  reason text,
  mark text check (mark in ('left', 'owed', 'done')),
  finished_walk integer check (finished_walk >= 0),
  pid integer check (pid > 0),
  pid_started_at text,
  last_output text not null check (length(last_output) <= 4096),
  first_seen_at integer not null,
  changed_at integer not null,
  uid text,
  check (case state
    when 'seen' then due_at is null and reason is null and attempts = 0
    when 'retry' then due_at is not null and reason is not null
    when 'running' then (due_at is null) = (reason is null) and attempts >= 1
    when 'handled' then due_at is null and reason is null and attempts >= 1
    when 'acked' then due_at is null and reason is null and attempts >= 1
    when 'dead' then due_at is null and reason is not null
    when 'gone' then due_at is null and reason is not null
    end),
  check ((mark is not null) = (state = 'dead')),
  check ((finished_walk is not null) = (state in ('acked', 'gone') or mark is 'done')),
  check ((pid is null) = (pid_started_at is null)),
  check (pid is null or state = 'running')
) strict;

create index submission_waiting on submission (submission_id) where ${IS_WAITING};
create index submission_running on submission (submission_id) where ${IS_RUNNING};
create index submission_owing on submission (submission_id) where ${OWES_MARK};

pragma application_id = ${APPLICATION_ID};
pragma user_version = ${SCHEMA_VERSION};
`;
