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
  // On PostgreSQL form_id has no foreign key: a batch of posts locks each form once, by the foreign key of
  // submission_count, and not once a post. The trigger form_without_submissions is the other half.
  `create table submission (
    id ${t.id},
    account_id ${t.int} not null,
    form_id ${t.int} not null${t.isPostgres ? "" : " references form (id)"},
    email ${t.byteText},
    fields text not null, -- [[name, value | values], …] in the order received.
    read ${t.flag} not null default 0 check (read in (0, 1)),
    spam ${t.flag} not null check (spam in (0, 1)),
    trash ${t.flag} not null default 0 check (trash in (0, 1)),
    spam_reason text,
    source_url text,
    source_host text,
    source_path text,
    source_fragment text,
    source_query text, -- [{"name","value"}].
    ip text,
    referrer text,
    user_agent text,
    -- Sixteen bytes; the same for the same ordered fields in the same form.
    content_hash ${t.bytes} not null check (length(content_hash) = 16),
    claim_count ${t.int} not null default 0,
    webhook_sent_at ${t.int},
    created_at ${t.int} not null,
    updated_at ${t.int} not null,
    -- 0 = free: any consumer may claim it; 1 = leased, or put off until claim_state_until; 2 = dead.
    claim_state ${t.flag} not null default 0 check (claim_state in (0, 1, 2)),
    claim_state_until ${t.int},
    lease_token text, -- The current lease, or the last one until the submission is claimed again.
    lease_consumer text,
    spam_findings text, -- [{"check","weight","sentence"}]; null for ham.
    -- Message ids and idempotency keys are made of it; never used again, unlike the id. null in submissions
    -- from before the column, so that retries of their deliveries keep the message ids they had.
    uid text,
    -- [country, region, city], each a string or null; one column, so that a submission without a location
    -- stores one null.
    geocoded text check (geocoded is null or ${t.isJson("geocoded")}),
    seen_at ${t.int}, -- When a person first opened it.
    -- Current deliveries by state, see delivery.is_current. Triggers keep them. null until housekeeping has
    -- counted those of a submission from before the column.
    deliveries_waiting ${t.int},
    deliveries_succeeded ${t.int} not null default 0,
    deliveries_failed ${t.int} not null default 0,
    deliveries_withheld ${t.int} not null default 0,
    -- Intake queued nothing to some destination because it was spam, and nothing was queued since.
    withheld_as_spam ${t.flag} not null default 0,
    tags text check (tags is null or ${t.isJson("tags")}), -- A list of texts; null without tags.
    assignee_id ${t.int} references login (id) on delete set null, -- Who of the account takes care of it.
    snoozed_until ${t.int}, -- Until then people do not have it to do. The queue of programs ignores it.
    -- What rules and filters decided when it was posted, see Decisions in domain/routing/routing.ts.
    decisions text check (decisions is null or ${t.isJson("decisions")}),
    answered_at ${t.int}, -- When it was first answered. null if it was not, or only before answer_start.
    imported_from text, -- The service or file that it was imported from; null for a post.
    -- When it was posted there; null if that is not known. created_at is the time of the import, since ids
    -- and created_at have the same order.
    submitted_at ${t.int} check (submitted_at is null or imported_from is not null),
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
  // Of an imported submission, content_hash is that of its key: what is imported again is not stored twice.
  `create unique index submission_imported on submission (form_id, content_hash)
    where imported_from is not null`,
  `create index submission_claim_state_until on submission (form_id, spam, claim_state_until, id)
    where claim_state = 1 and read = 0 and trash = 0`,
  "create index submission_lease on submission (lease_token, id) where lease_token is not null",
  "create index submission_uncounted on submission (id) where deliveries_waiting is null",
  `create index submission_possible_spam on submission (account_id, id)
    where spam_findings is not null and spam = 0`,
  "create index submission_assigned on submission (account_id, id) where assignee_id is not null",
  // Holds what is counted of them, so that counts read no row of a submission.
  `create index submission_snoozed on submission (account_id, form_id, snoozed_until, read, spam, trash)
    where snoozed_until is not null`,
  // Holds what the statistics read, so that they read no row of a submission.
  `create index submission_answered on submission (account_id, answered_at, created_at)
    where answered_at is not null and spam = 0`,

  `create table submission_count (
    -- The number of submissions of a form in one state, kept by triggers. SQLite has one row a state.
    -- PostgreSQL has one a change, which maintenance merges: otherwise processes would wait for each other.
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

  `create table submission_day (
    -- Submissions per form and day; counted after intake, and kept when the submissions are deleted.
    form_id ${t.int} not null references form (id) on delete cascade,
    day ${t.int} not null, -- Days since 1970-01-01, in UTC.
    account_id ${t.int} not null,
    arrived ${t.int} not null check (arrived >= 0),
    spam ${t.int} not null check (spam between 0 and arrived), -- By the verdict on arrival.
    primary key (form_id, day)
  )${t.withoutRowid}`,
  "create index submission_day_account on submission_day (account_id, day)",
  `create table day_backfill (
    -- One row: submissions below this id are not in submission_day yet.
    only_one ${t.int} primary key check (only_one = 1),
    below ${t.int} not null
  )${t.strict}`,

  `create table arrival (
    -- Submissions of an account that arrived in a quarter of an hour, from which days of any time zone are
    -- made.
    account_id ${t.int} not null,
    slot ${t.int} not null, -- Quarters of an hour since 1970-01-01, in UTC.
    arrived ${t.int} not null check (arrived >= 0),
    spam ${t.int} not null check (spam between 0 and arrived), -- By the verdict on arrival.
    primary key (account_id, slot)
  )${t.withoutRowid}`,
  `create table arrival_source (
    -- Submissions of an account by the host of the page that posted them.
    account_id ${t.int} not null,
    day ${t.int} not null, -- Days since 1970-01-01, in UTC.
    host ${t.byteText} not null, -- Empty if the post named no page; * for further hosts of a day with many.
    arrived ${t.int} not null check (arrived >= 0),
    spam ${t.int} not null check (spam between 0 and arrived),
    primary key (account_id, day, host)
  )${t.withoutRowid}`,
  `create table arrival_start (
    -- One row: submissions before this slot may be missing in arrival, but are in submission_day.
    only_one ${t.int} primary key check (only_one = 1),
    slot ${t.int} not null
  )${t.strict}`,
  `create table rejected_post (
    -- Posts of a form that were not stored, by hour and reason.
    form_id ${t.int} not null references form (id) on delete cascade,
    hour ${t.int} not null, -- Hours since 1970-01-01, in UTC.
    reason ${t.byteText} not null check (reason in ('origin', 'rule', 'size', 'rate', 'method',
      'format', 'empty', 'timeout', 'storage', 'loop', 'archived', 'server')),
    count ${t.int} not null check (count > 0),
    last_at ${t.int} not null,
    -- A list of RejectedPostExample, the newest first.
    examples text not null check (${t.isJson("examples")}),
    primary key (form_id, hour, reason)
  )${t.withoutRowid}`,
  "create index rejected_post_hour on rejected_post (hour)",
  `create table page_look (
    -- The daily look at the page with a form.
    form_id ${t.int} primary key references form (id) on delete cascade,
    url text not null, -- The page, as the form's settings named it.
    due_at ${t.int} not null,
    looked_at ${t.int}, -- null until the first look has ended.
    problem text, -- Why the page, or the form on it, could not be found.
    found text check (found is null or ${t.isJson("found")}), -- The PageForm that was last found.
    changes text not null check (${t.isJson("changes")}), -- Sentences: what was different at changed_at.
    changed_at ${t.int}
  )${t.strict}`,
  `create table answer_start (
    -- One row: when the server began to record answers. What was answered before has no answered_at.
    only_one ${t.int} primary key check (only_one = 1),
    at ${t.int} not null -- Milliseconds since the epoch.
  )${t.strict}`,

  `create table attachment (
    id ${t.id},
    account_id ${t.int} not null references account (id),
    form_id ${t.int} not null references form (id),
    submission_id ${t.int} not null references submission (id) on delete cascade,
    name text not null, -- File name as sent by the browser.
    form_name text not null, -- Name of the input in the form.
    content_type text not null,
    file_size ${t.int} not null check (file_size >= 0),
    sha256 ${t.bytes} not null check (length(sha256) = 32),
    storage_key text not null unique, -- Key of the file in the folder or bucket.
    public_token text not null unique, -- Random token in the public download URL.
    created_at ${t.int} not null
  )${t.strict}`,
  "create index attachment_submission on attachment (submission_id, id)",
  "create index attachment_form on attachment (form_id)",

  `create table file_total (
    -- Changes to an account's bytes and number of files; housekeeping merges the rows.
    account_id ${t.int} not null,
    bytes ${t.int} not null,
    files ${t.int} not null
  )${t.strict}`,
  "create index file_total_account on file_total (account_id)",
  `create table removed_file (
    -- Files that the storage may delete, recorded by a trigger in the transaction that deletes the
    -- attachment.
    storage_key ${t.byteText} primary key
  )${t.withoutRowid}`,
  `create table file_sweep (
    -- One row: files with storage keys before this one belong to another database, or have keys without a
    -- time. They are no orphans: this database never deletes them.
    only_one ${t.int} primary key check (only_one = 1),
    swept_to ${t.byteText} not null
  )${t.strict}`,

  `create table search_text (
    -- The text that searches read, added after intake in the order of ids. On SQLite the newest row shows
    -- how far that has come.
    id ${t.int} primary key references submission (id) on delete cascade, -- Id of the submission.
    folded ${t.byteText} not null -- Its values, case-folded.
  )${t.strict}`,

  `create table spam_training (
    -- Numbers of training examples of an account's spam classifier; one row an account. A process compares
    -- version with its copy in memory.
    account_id ${t.int} primary key references account (id),
    spam ${t.int} not null default 0 check (spam >= 0),
    ham ${t.int} not null default 0 check (ham >= 0),
    version ${t.int} not null default 0 -- Incremented by each change.
  )${t.strict}`,
  `create table spam_model (
    -- What an account's spam classifier learned, see domain/spam/model.ts.
    account_id ${t.int} primary key references account (id),
    examples ${t.int} not null check (examples >= 0),
    bias ${t.real} not null,
    prior_pull ${t.real} not null, -- How far the examples agree with the prior.
    -- The score from which a post is spam, and the standard deviation of the scores of ham.
    threshold ${t.real} not null,
    spread ${t.real} not null check (spread > 0),
    sums ${t.bytes} not null, -- 65,536 floats of four bytes, the lowest byte first.
    counts ${t.bytes} not null -- 65,536 integers of two bytes, the lowest byte first.
  )${t.strict}`,
  `create table spam_training_example (
    -- The training example made from a submission.
    submission_id ${t.int} primary key references submission (id) on delete cascade,
    account_id ${t.int} not null references account (id),
    spam ${t.flag} not null check (spam in (0, 1)),
    trained_at ${t.int} not null,
    pull ${t.real} not null default 0,
    score ${t.real} not null default 0,
    visited ${t.int} not null default 0, -- The version of the classifier at the last visit.
    -- Integers of two bytes, the lowest byte first. null = marked in 0.1.0, and to be learned again from
    -- the submission.
    features ${t.bytes}
  )${t.strict}`,
  `create index spam_training_example_visited
    on spam_training_example (account_id, visited, submission_id)`,
  `create index spam_training_example_earlier
    on spam_training_example (account_id, submission_id) where features is null`,

  `create table lead_score (
    -- The lead score of a submission, or the pending work item to score it. A row is scored, waits for its
    -- next try, or is leased by the process that tries: exactly one of the three.
    submission_id ${t.int} primary key references submission (id) on delete cascade,
    score ${t.int} check (score between 0 and 100), -- 0 to 100; null while it is pending.
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

  `create table submission_hops (
    -- Only submissions that another Intray has delivered have a row.
    submission_id ${t.int} primary key references submission (id) on delete cascade,
    hops text not null -- The installations that it has passed, see domain/delivery/hops.ts.
  )${t.strict}`,
  `create table submission_tag (
    -- The tags of submissions as searches find them. Lists read them from the row of the submission.
    account_id ${t.int} not null,
    tag ${t.byteText} not null, -- Case-folded.
    submission_id ${t.int} not null references submission (id) on delete cascade,
    primary key (account_id, tag, submission_id)
  )${t.withoutRowid}`,
  "create index submission_tag_submission on submission_tag (submission_id)",
  `create table submission_note (
    -- What people of the account wrote about a submission.
    id ${t.id},
    account_id ${t.int} not null,
    submission_id ${t.int} not null references submission (id) on delete cascade,
    text text not null,
    author_kind text not null check (author_kind in ('user', 'key')),
    -- Of the login or key, which may have been deleted; null for a user without a login.
    author_id ${t.int},
    author_name text not null,
    created_at ${t.int} not null,
    updated_at ${t.int} not null
  )${t.strict}`,
  "create index submission_note_account on submission_note (account_id, submission_id, id)",
  "create index submission_note_submission on submission_note (submission_id)",

  `create table saved_view (
    -- A filter of the inbox that people keep under a name.
    id ${t.id},
    account_id ${t.int} not null references account (id),
    login_id ${t.int} references login (id) on delete cascade, -- null = shared by all people of the account.
    name text not null, -- Unique among the views of its owner.
    query text not null, -- Of the address of the inbox, such as ?tab=unread&query=vip.
    created_at ${t.int} not null
  )${t.strict}`,
  "create index saved_view_account on saved_view (account_id, name, id)",
  "create index saved_view_login on saved_view (login_id)",

  `create table undo (
    -- An act of a user that changed the flags of submissions and can be undone for some days.
    id ${t.id},
    account_id ${t.int} not null references account (id),
    token text not null, -- Chosen by the client; unique within the account.
    actor text not null,
    change text not null check (${t.isJson("change")}), -- The flags that were set.
    changed ${t.int} not null, -- How many submissions were changed.
    restored ${t.int} not null default 0, -- How many have their flags back.
    created_at ${t.int} not null,
    undone_at ${t.int},
    unique (account_id, token)
  )${t.strict}`,
  "create index undo_account on undo (account_id, id)",
  `create table undo_part (
    -- What one write of an act has overwritten; deleted when it is undone.
    id ${t.id},
    undo_id ${t.int} not null references undo (id) on delete cascade,
    changed ${t.int} not null,
    -- See FlagsBefore in store/submissions/undo-parts.ts.
    before text not null check (${t.isJson("before")})
  )${t.strict}`,
  "create index undo_part_undo on undo_part (undo_id, id)",
];
