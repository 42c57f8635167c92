/** Submissions and what is kept about them: counters, files, search, spam training, lead scores, notes, tags. */
import type { Statements } from "./column-types.ts";

/** 0 = none, 1 = waiting, 2 = delivered, 3 = partly, 4 = failed, 5 = withheld; null if not counted yet. */
const DELIVERY_STATE = `(case when deliveries_waiting is null then null
  when deliveries_waiting > 0 then 1
  when deliveries_succeeded > 0 and deliveries_failed > 0 then 3
  when deliveries_succeeded > 0 then 2
  when deliveries_failed > 0 then 4
  when deliveries_withheld + withheld_as_spam > 0 then 5
  else 0 end)`;

export const SUBMISSIONS: Statements = (t) => [
  // claim_state: 0 = free: any consumer may claim it, 1 = leased, or put off until claim_state_until,
  // 2 = dead. geocoded: [country, region, city] in one column, so that a submission without a location
  // stores one null. uid: what message ids and idempotency keys are made of; submissions from before it
  // have none, so that retries of their deliveries keep the message ids they had. answered_at: submissions
  // from before answer_start have none until they are answered again. deliveries_waiting: null until
  // housekeeping has counted the deliveries of a submission from before the column.
  //
  // On PostgreSQL form_id has no foreign key: a batch of posts locks each form once, by the foreign key of
  // submission_count, and not once a post. The trigger form_without_submissions is the other half.
  `create table submission (
    id ${t.id},
    account_id ${t.int} not null,
    form_id ${t.int} not null${t.isPostgres ? "" : " references form (id)"},
    email ${t.byteText},
    fields text not null,
    read ${t.flag} not null default 0 check (read in (0, 1)),
    spam ${t.flag} not null check (spam in (0, 1)),
    trash ${t.flag} not null default 0 check (trash in (0, 1)),
    spam_reason text,
    source_url text,
    source_host text,
    source_path text,
    source_fragment text,
    source_query text,
    ip text,
    referrer text,
    user_agent text,
    content_hash ${t.bytes} not null check (length(content_hash) = 16),
    claim_count ${t.int} not null default 0,
    webhook_sent_at ${t.int},
    created_at ${t.int} not null,
    updated_at ${t.int} not null,
    claim_state ${t.flag} not null default 0 check (claim_state in (0, 1, 2)),
    claim_state_until ${t.int},
    lease_token text,
    lease_consumer text,
    spam_findings text,
    uid text,
    geocoded text check (geocoded is null or ${t.isJson("geocoded")}),
    seen_at ${t.int},
    deliveries_waiting ${t.int},
    deliveries_succeeded ${t.int} not null default 0,
    deliveries_failed ${t.int} not null default 0,
    deliveries_withheld ${t.int} not null default 0,
    withheld_as_spam ${t.flag} not null default 0,
    tags text check (tags is null or ${t.isJson("tags")}),
    answered_at ${t.int},
    check ((claim_state = 1) = (claim_state_until is not null)),
    check (lease_token is null or claim_state = 1),
    check ((lease_consumer is null) = (lease_token is null))
  )${t.strict}`,
  // Every post pays for these, so there are no more. The unread index is partitioned into free,
  // leased and dead submissions.
  "create index submission_state on submission (form_id, trash, spam, id)",
  `create index submission_unread on submission (form_id, spam, claim_state, id)
    where read = 0 and trash = 0`,
  `create index submission_delivery_state
    on submission (form_id, ${DELIVERY_STATE}, trash, spam, read, id)`,
  // The duplicate check of SQLite's one process reads its memory; several processes read this index.
  // 2^21 ms are 35 minutes: recent hashes share a few pages. Hashes alone would dirty a page for every
  // post, which the log then contains whole after a checkpoint.
  ...(t.isPostgres
    ? ["create index submission_content on submission ((created_at >> 21), content_hash)"]
    : []),
  // A new submission is in none of these.
  `create index submission_claim_state_until on submission (form_id, spam, claim_state_until, id)
    where claim_state = 1 and read = 0 and trash = 0`,
  "create index submission_lease on submission (lease_token, id) where lease_token is not null",
  "create index submission_uncounted on submission (id) where deliveries_waiting is null",
  // Holds what the statistics read, so that they read no row of a submission.
  `create index submission_answered on submission (account_id, answered_at, created_at)
    where answered_at is not null and spam = 0`,

  // SQLite has one row a state. PostgreSQL has one a change, which maintenance merges: otherwise processes
  // would wait for each other.
  `create table submission_count (
    form_id ${t.int} not null references form (id) on delete cascade,
    account_id ${t.int} not null${t.isPostgres ? "" : " references account (id)"},
    read ${t.flag} not null check (read in (0, 1)),
    spam ${t.flag} not null check (spam in (0, 1)),
    trash ${t.flag} not null check (trash in (0, 1)),
    count ${t.int} not null${
      t.isPostgres
        ? ""
        : ` check (count >= 0),
    primary key (form_id, read, spam, trash)`
    }
  )${t.withoutRowid}`,
  t.isPostgres
    ? "create index submission_count_form on submission_count (account_id, form_id)"
    : "create index submission_count_account on submission_count (account_id)",

  // Submissions received on a day in UTC; `day` is the number of days since 1970-01-01.
  `create table submission_day (
    form_id ${t.int} not null references form (id) on delete cascade,
    day ${t.int} not null,
    account_id ${t.int} not null,
    arrived ${t.int} not null check (arrived >= 0),
    spam ${t.int} not null check (spam between 0 and arrived),
    primary key (form_id, day)
  )${t.withoutRowid}`,
  "create index submission_day_account on submission_day (account_id, day)",
  // Submissions with an id below this one are not counted in submission_day yet.
  `create table day_backfill (
    only_one ${t.int} primary key check (only_one = 1),
    below ${t.int} not null
  )${t.strict}`,

  // What arrived in each quarter of an hour, from which days of any time zone are made.
  `create table arrival (
    account_id ${t.int} not null,
    slot ${t.int} not null,
    arrived ${t.int} not null check (arrived >= 0),
    spam ${t.int} not null check (spam between 0 and arrived),
    primary key (account_id, slot)
  )${t.withoutRowid}`,
  // The hosts of the pages that were posted from.
  `create table arrival_source (
    account_id ${t.int} not null,
    day ${t.int} not null,
    host ${t.byteText} not null,
    arrived ${t.int} not null check (arrived >= 0),
    spam ${t.int} not null check (spam between 0 and arrived),
    primary key (account_id, day, host)
  )${t.withoutRowid}`,
  // What came before this slot is only counted in submission_day.
  `create table arrival_start (
    only_one ${t.int} primary key check (only_one = 1),
    slot ${t.int} not null
  )${t.strict}`,
  // When the server began to record answers.
  `create table answer_start (
    only_one ${t.int} primary key check (only_one = 1),
    at ${t.int} not null
  )${t.strict}`,

  `create table attachment (
    id ${t.id},
    account_id ${t.int} not null references account (id),
    form_id ${t.int} not null references form (id),
    submission_id ${t.int} not null references submission (id) on delete cascade,
    name text not null,
    form_name text not null,
    content_type text not null,
    file_size ${t.int} not null check (file_size >= 0),
    sha256 ${t.bytes} not null check (length(sha256) = 32),
    storage_key text not null unique,
    public_token text not null unique,
    created_at ${t.int} not null
  )${t.strict}`,
  "create index attachment_submission on attachment (submission_id, id)",
  "create index attachment_form on attachment (form_id)",

  // Bytes and number of an account's files, as differences that housekeeping merges.
  `create table file_total (
    account_id ${t.int} not null,
    bytes ${t.int} not null,
    files ${t.int} not null
  )${t.strict}`,
  "create index file_total_account on file_total (account_id)",
  // Files that the storage may delete, recorded in the transaction that deletes the attachment.
  `create table removed_file (storage_key ${t.byteText} primary key)${t.withoutRowid}`,
  // Older files belong to another database, or have keys without a time: this database never deletes them.
  `create table file_sweep (
    only_one ${t.int} primary key check (only_one = 1),
    swept_to ${t.byteText} not null
  )${t.strict}`,

  // Case-folded values of a submission, written after intake; on SQLite the newest row shows how far that has come.
  `create table search_text (
    id ${t.int} primary key references submission (id) on delete cascade,
    folded ${t.byteText} not null
  )${t.strict}`,

  // One row an account. A process compares `version`, which every change increments, with its copy in memory.
  `create table spam_training (
    account_id ${t.int} primary key references account (id),
    spam ${t.int} not null default 0 check (spam >= 0),
    ham ${t.int} not null default 0 check (ham >= 0),
    version ${t.int} not null default 0
  )${t.strict}`,
  // What the spam classifier learned.
  `create table spam_model (
    account_id ${t.int} primary key references account (id),
    examples ${t.int} not null check (examples >= 0),
    bias ${t.real} not null,
    threshold ${t.real} not null,
    spread ${t.real} not null check (spread > 0),
    sums ${t.bytes} not null,
    counts ${t.bytes} not null
  )${t.strict}`,
  // Examples without features are learned again from their submissions.
  `create table spam_training_example (
    submission_id ${t.int} primary key references submission (id) on delete cascade,
    account_id ${t.int} not null references account (id),
    spam ${t.flag} not null check (spam in (0, 1)),
    trained_at ${t.int} not null,
    pull ${t.real} not null default 0,
    score ${t.real} not null default 0,
    visited ${t.int} not null default 0,
    features ${t.bytes}
  )${t.strict}`,
  `create index spam_training_example_visited
    on spam_training_example (account_id, visited, submission_id)`,
  `create index spam_training_example_earlier
    on spam_training_example (account_id, submission_id) where features is null`,

  // A row is scored, waits for its next try, or is leased by the process that tries: exactly one of the three.
  `create table lead_score (
    submission_id ${t.int} primary key references submission (id) on delete cascade,
    score ${t.int} check (score between 0 and 100),
    score_reasoning text,
    score_location_info text,
    tries ${t.int} not null default 0 check (tries >= 0),
    next_try_at ${t.int},
    lease_token text,
    lease_expires_at ${t.int},
    created_at ${t.int} not null,
    scored_at ${t.int},
    check ((score is null) = (scored_at is null)),
    check ((score is null) = (score_reasoning is null)),
    check ((lease_token is null) = (lease_expires_at is null)),
    check (${
      t.isPostgres
        ? "num_nonnulls(score, next_try_at, lease_token)"
        : "(score is not null) + (next_try_at is not null) + (lease_token is not null)"
    } = 1)
  )${t.strict}`,
  "create index lead_score_due on lead_score (next_try_at) where next_try_at is not null",
  "create index lead_score_leased on lead_score (lease_expires_at) where lease_token is not null",

  // The installations that a submission has passed; only submissions that another Intray delivered have a row.
  `create table submission_hops (
    submission_id ${t.int} primary key references submission (id) on delete cascade,
    hops text not null
  )${t.strict}`,
  // Tags in lower case, for searches. Lists read them from the row of the submission.
  `create table submission_tag (
    account_id ${t.int} not null,
    tag ${t.byteText} not null,
    submission_id ${t.int} not null references submission (id) on delete cascade,
    primary key (account_id, tag, submission_id)
  )${t.withoutRowid}`,
  "create index submission_tag_submission on submission_tag (submission_id)",
  `create table submission_note (
    id ${t.id},
    account_id ${t.int} not null,
    submission_id ${t.int} not null references submission (id) on delete cascade,
    text text not null,
    author_kind text not null check (author_kind in ('user', 'key')),
    author_id ${t.int},
    author_name text not null,
    created_at ${t.int} not null,
    updated_at ${t.int} not null
  )${t.strict}`,
  "create index submission_note_account on submission_note (account_id, submission_id, id)",
  "create index submission_note_submission on submission_note (submission_id)",

  // What bulk actions have changed, so that they can be undone.
  `create table undo (
    id ${t.id},
    account_id ${t.int} not null references account (id),
    token text not null,
    actor text not null,
    change text not null check (${t.isJson("change")}),
    changed ${t.int} not null,
    restored ${t.int} not null default 0,
    created_at ${t.int} not null,
    undone_at ${t.int},
    unique (account_id, token)
  )${t.strict}`,
  "create index undo_account on undo (account_id, id)",
  `create table undo_part (
    id ${t.id},
    undo_id ${t.int} not null references undo (id) on delete cascade,
    changed ${t.int} not null,
    before text not null check (${t.isJson("before")})
  )${t.strict}`,
  "create index undo_part_undo on undo_part (undo_id, id)",
];
