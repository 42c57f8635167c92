/** Submissions and what is kept about them: counters, files, search, spam training, lead scores. Never changes: see 0001-initial.ts. */

const count = (row: "new" | "old", change: "+ 1" | "- 1") =>
  change === "+ 1"
    ? `insert into submission_count (form_id, account_id, read, spam, trash, count)
         values (new.form_id, new.account_id, new.read, new.spam, new.trash, 1)
         on conflict (form_id, read, spam, trash) do update set count = count + 1;`
    : `update submission_count set count = count - 1 where form_id = ${row}.form_id
         and read = ${row}.read and spam = ${row}.spam and trash = ${row}.trash;`;

export const SUBMISSIONS: readonly string[] = [
  // claim_state: 0 = free: any consumer may claim it, 1 = leased, or put off until claim_state_until,
  // 2 = dead. geocoded: [country, region, city] in one column, so that a submission without a location
  // stores one null.
  `create table submission (
    id integer primary key autoincrement,
    account_id integer not null,
    form_id integer not null references form (id),
    email text,
    fields text not null,
    read integer not null default 0 check (read in (0, 1)),
    spam integer not null check (spam in (0, 1)),
    trash integer not null default 0 check (trash in (0, 1)),
    spam_reason text,
    source_url text,
    source_host text,
    source_path text,
    source_fragment text,
    source_query text,
    ip text,
    referrer text,
    user_agent text,
    content_hash blob not null check (length(content_hash) = 16),
    claim_count integer not null default 0,
    webhook_sent_at integer,
    created_at integer not null,
    updated_at integer not null,
    claim_state integer not null default 0 check (claim_state in (0, 1, 2)),
    claim_state_until integer check ((claim_state = 1) = (claim_state_until is not null)),
    lease_token text check (lease_token is null or claim_state = 1),
    lease_consumer text check ((lease_consumer is null) = (lease_token is null)),
    spam_findings text,
    geocoded text check (json_valid(geocoded))
  ) strict`,
  // Every post pays for these two, so there are no more. The unread index is partitioned into free,
  // leased and dead submissions.
  "create index submission_state on submission (form_id, trash, spam, id)",
  `create index submission_unread on submission (form_id, spam, claim_state, id)
    where read = 0 and trash = 0`,
  // A new submission is in neither of these.
  `create index submission_claim_state_until on submission (form_id, spam, claim_state_until, id)
    where claim_state = 1 and read = 0 and trash = 0`,
  "create index submission_lease on submission (lease_token, id) where lease_token is not null",

  `create table submission_count (
    form_id integer not null references form (id) on delete cascade,
    account_id integer not null references account (id),
    read integer not null check (read in (0, 1)),
    spam integer not null check (spam in (0, 1)),
    trash integer not null check (trash in (0, 1)),
    count integer not null check (count >= 0),
    primary key (form_id, read, spam, trash)
  ) strict, without rowid`,
  "create index submission_count_account on submission_count (account_id)",
  // Intake itself counts what it inserts, once a batch.
  `create trigger submission_recounted after update of read, spam, trash on submission
    when old.read <> new.read or old.spam <> new.spam or old.trash <> new.trash begin
    ${count("old", "- 1")}
    ${count("new", "+ 1")}
  end`,
  `create trigger submission_uncounted after delete on submission begin
    ${count("old", "- 1")}
  end`,

  // Submissions received on a day in UTC; `day` is the number of days since 1970-01-01.
  `create table submission_day (
    form_id integer not null references form (id) on delete cascade,
    day integer not null,
    account_id integer not null,
    arrived integer not null check (arrived >= 0),
    spam integer not null check (spam between 0 and arrived),
    primary key (form_id, day)
  ) strict, without rowid`,
  "create index submission_day_account on submission_day (account_id, day)",
  // Submissions with an id below this one are not counted in submission_day yet.
  `create table day_backfill (
    only_one integer primary key check (only_one = 1),
    below integer not null
  ) strict`,
  "insert into day_backfill (only_one, below) values (1, 1)",

  `create table attachment (
    id integer primary key autoincrement,
    account_id integer not null references account (id),
    form_id integer not null references form (id),
    submission_id integer not null references submission (id) on delete cascade,
    name text not null,
    form_name text not null,
    content_type text not null,
    file_size integer not null check (file_size >= 0),
    sha256 blob not null check (length(sha256) = 32),
    storage_key text not null unique,
    public_token text not null unique,
    created_at integer not null
  ) strict`,
  "create index attachment_submission on attachment (submission_id, id)",
  "create index attachment_form on attachment (form_id)",

  // Bytes and number of an account's files, as differences that housekeeping merges.
  `create table file_total (
    account_id integer not null,
    bytes integer not null,
    files integer not null
  ) strict`,
  "create index file_total_account on file_total (account_id)",
  `create trigger attachment_size_added after insert on attachment begin
    insert into file_total (account_id, bytes, files) values (new.account_id, new.file_size, 1);
  end`,
  `create trigger attachment_size_removed after delete on attachment begin
    insert into file_total (account_id, bytes, files) values (old.account_id, -old.file_size, -1);
  end`,

  // Files that the storage may delete, recorded in the transaction that deletes the attachment.
  "create table removed_file (storage_key text primary key) strict, without rowid",
  `create trigger attachment_removed after delete on attachment begin
    insert or ignore into removed_file (storage_key) values (old.storage_key);
  end`,
  `create table file_sweep (
    only_one integer primary key check (only_one = 1),
    swept_to text not null
  ) strict`,
  // Older files belong to another database, or have keys without a time: this database never deletes them.
  `insert into file_sweep (only_one, swept_to)
    values (1, printf('%07x/', (unixepoch() * 1000) >> 20))`,

  // Case-folded values of a submission, written after intake; the newest row shows how far that has come.
  `create table search_text (
    id integer primary key references submission (id) on delete cascade,
    folded text not null
  ) strict`,
  // Without text or positions: matches are checked against search_text.
  `create virtual table search_index using fts5 (
    folded, content = '', contentless_delete = 1, detail = none,
    tokenize = 'trigram case_sensitive 1'
  )`,
  `create trigger search_text_indexed after insert on search_text begin
    insert into search_index (rowid, folded) values (new.id, new.folded);
  end`,
  `create trigger search_text_removed after delete on search_text begin
    delete from search_index where rowid = old.id;
  end`,

  // One row an account. A process compares `version`, which every change increments, with its copy in memory.
  `create table spam_training (
    account_id integer primary key references account (id),
    spam integer not null default 0 check (spam >= 0),
    ham integer not null default 0 check (ham >= 0),
    version integer not null default 0
  ) strict`,
  `create table spam_word (
    account_id integer not null references account (id),
    word text not null,
    spam integer not null check (spam >= 0),
    ham integer not null check (ham >= 0),
    trained_at integer not null,
    primary key (account_id, word)
  ) strict, without rowid`,
  // The words and verdict of one training example: what is needed to undo it.
  `create table spam_training_example (
    submission_id integer primary key references submission (id) on delete cascade,
    account_id integer not null references account (id),
    spam integer not null check (spam in (0, 1)),
    words text not null check (json_valid(words)),
    trained_at integer not null
  ) strict`,

  // A row is scored, waits for its next try, or is leased by the process that tries: exactly one of the three.
  `create table lead_score (
    submission_id integer primary key references submission (id) on delete cascade,
    score integer check (score between 0 and 100),
    score_reasoning text,
    score_location_info text,
    tries integer not null default 0 check (tries >= 0),
    next_try_at integer,
    lease_token text,
    lease_expires_at integer,
    created_at integer not null,
    scored_at integer,
    check ((score is null) = (scored_at is null)),
    check ((score is null) = (score_reasoning is null)),
    check ((lease_token is null) = (lease_expires_at is null)),
    check ((score is not null) + (next_try_at is not null) + (lease_token is not null) = 1)
  ) strict`,
  "create index lead_score_due on lead_score (next_try_at) where next_try_at is not null",
  "create index lead_score_leased on lead_score (lease_expires_at) where lease_token is not null",
];
