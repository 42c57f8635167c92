/** The types of all tables, for Kysely. Times are milliseconds since the epoch. */
import type { Generated, Kysely } from "kysely";
import type { KeyScope } from "../../domain/account/api-key.ts";
import type { AuditAction, AuditSubject } from "../../domain/account/audit.ts";
import type {
  DestinationKind,
  DestinationPurpose,
  RecipientRole,
} from "../../domain/delivery/destination.ts";
import type { ClaimState } from "../../domain/submission/submission-claim-state.ts";
import type { DeliveryErrorCode, DeliveryTrigger } from "../../domain/delivery/delivery.ts";
import type { AlertKind, AlertResolution } from "../../domain/alerts/alert.ts";

/** False or true. */
export type Flag = 0 | 1;
/** JSON text; parsed by the file that owns the table. */
export type Json = string;

export interface Schema {
  account: {
    id: Generated<number>;
    name: string;
    email: string | null;
    created_at: number;
    /** The first `QueueConsumer` of all forms together. */
    queue_consumer: Generated<Json | null>;
  };

  /** An e-mail address and password for the dashboard. */
  login: {
    id: Generated<number>;
    account_id: number;
    /** In lower case. */
    email: string;
    /** Written by `password.ts`, including its parameters. */
    password_hash: string;
    /** Included in the signature of known-browser cookies; a higher value makes all of them invalid. */
    browser_generation: Generated<number>;
    created_at: number;
    updated_at: number;
  };

  /** A session of the dashboard. */
  session: {
    id: Generated<number>;
    /** SHA-256 of the cookie, which is not stored. */
    token_hash: Buffer;
    account_id: number;
    /** `null` after a sign-in link, if the account has no login yet. */
    login_id: number | null;
    ip: string | null;
    user_agent: string | null;
    created_at: number;
    last_seen_at: number;
    expires_at: number;
  };

  /** A link that signs in once. */
  sign_in_link: {
    /** SHA-256 of the token in the link. */
    token_hash: Buffer;
    account_id: number;
    login_id: number | null;
    created_at: number;
    expires_at: number;
  };

  /** Wrong passwords of a browser, a network or an e-mail address. */
  sign_in_count: {
    /** SHA-256. */
    subject: Buffer;
    failures: number;
    /** The next attempt is allowed from here on. */
    retry_at: number;
    /** The wrong passwords are forgotten from here on. */
    expires_at: number;
  };

  project: {
    id: Generated<number>;
    account_id: number;
    name: string;
    created_at: number;
    updated_at: number;
  };

  api_key: {
    id: Generated<number>;
    account_id: number;
    /** `null` for keys of the whole account. */
    form_id: number | null;
    name: string;
    can_delete: Flag;
    /** SHA-256 of the key, which is not stored. */
    hash: Buffer;
    /** The first characters of the key, shown to distinguish keys. */
    prefix: string;
    scope: Generated<KeyScope>;
    /** Requests are rejected from this time on; `null`: never. */
    expires_at: number | null;
    last_used_at: number | null;
    created_at: number;
  };

  /** A program that waits for a person to allow it a key: RFC 8628. */
  device_login: {
    user_code: string;
    /** Of the key to be, whose text only the program has. */
    hash: Buffer;
    prefix: string;
    /** What the program calls itself. */
    name: string;
    scope: KeyScope;
    ip: string | null;
    denied: Generated<Flag>;
    expires_at: number;
  };

  /** The audit log, with names as of the time of the change. */
  audit: {
    id: Generated<number>;
    account_id: number;
    at: number;
    actor_kind: "session" | "key" | "server";
    /** E-mail address of the session, name of the API key, or name of the command. */
    actor: string;
    ip: string | null;
    action: AuditAction;
    subject_kind: AuditSubject | null;
    subject_id: number | null;
    subject: string | null;
    /** Names of the changed settings, never their values; scope and expiry of a key. */
    detail: string | null;
    times: Generated<number>;
  };

  form: {
    id: Generated<number>;
    account_id: number;
    /** `null` only once the form is deleted. */
    project_id: number | null;
    /** Twelve lower-case hex digits. */
    uuid: string;
    name: string;
    /** The settings that differ from their defaults: see {@link parseSettings}. */
    settings: Generated<Json>;
    captcha: Json | null;
    retention_days: number | null;
    /** Whether `retention_days` also deletes unread submissions. */
    retention_includes_unread: Generated<Flag>;
    /** The first {@link QueueConsumer} of the form. */
    queue_consumer: Generated<Json | null>;
    created_at: number;
    updated_at: number;
    /** If set, the API no longer returns the form, and housekeeping deletes it and its data. */
    deleted_at: Generated<number | null>;
  };

  /** Destinations of every kind. The name is that of the first kind, since the version before reads the table. */
  webhook: {
    id: Generated<number>;
    kind: Generated<DestinationKind>;
    purpose: Generated<DestinationPurpose>;
    account_id: number;
    /** `null` for a destination of the account. */
    form_id: number | null;
    name: string;
    /** The address: a URL, or `mailto:` with an e-mail address. */
    url: string;
    /** Of its kind; only those that differ from their defaults. */
    settings: Generated<Json>;
    /** `[{"name","encrypted"}]`; never `null` for a webhook, as `signing_secret`. */
    headers: Json | null;
    trigger_when_spam: Flag;
    /** Whether intake queues deliveries to it; 0 for a recipient of digests only. */
    takes_submissions: Generated<Flag>;
    enabled: Flag;
    disabled_reason: string | null;
    recipient_role: Generated<RecipientRole | null>;
    /** Unguessable, for the link that unsubscribes an e-mail recipient. */
    link_token: Generated<string | null>;
    /** Encrypted, as are the next two. */
    signing_secret: string | null;
    /** Staged; signs once it is activated. */
    next_signing_secret: Generated<string | null>;
    /** Signs in addition to the current secret until `previous_until`. */
    previous_signing_secret: Generated<string | null>;
    previous_until: Generated<number | null>;
    /** The last four characters of the signing secret. */
    secret_hint: Generated<string>;
    failure_count: Generated<number>;
    /** The first failure since the last success. */
    failing_since: Generated<number | null>;
    last_failure_at: number | null;
    created_at: number;
    updated_at: number;
    /** As that of a submission. */
    uid: Generated<string | null>;
  };

  /** One known text, written when secrets are first encrypted: a key that cannot decrypt it is wrong. */
  encryption_canary: {
    id: 1;
    encrypted: string;
  };

  submission: {
    id: Generated<number>;
    account_id: number;
    form_id: number;
    email: string | null;
    /** `[[name, value | values], …]` in the order received. */
    fields: Json;
    read: Generated<Flag>;
    spam: Flag;
    trash: Generated<Flag>;
    /** When a person first opened it. */
    seen_at: Generated<number | null>;
    /** When it was first answered. Null if it was not, or only before the column. */
    answered_at: Generated<number | null>;
    spam_reason: string | null;
    /** `[{"check","weight","sentence"}]`; null for ham. */
    spam_findings: Json | null;
    source_url: string | null;
    source_host: string | null;
    source_path: string | null;
    source_fragment: string | null;
    /** `[{"name","value"}]`. */
    source_query: Json | null;
    ip: string | null;
    referrer: string | null;
    user_agent: string | null;
    /** Sixteen bytes; the same for the same ordered fields in the same form. */
    content_hash: Buffer;
    claim_count: Generated<number>;
    /** One of `CLAIM_STATE`; `leased` also means deferred until `claim_state_until`. */
    claim_state: Generated<ClaimState>;
    claim_state_until: Generated<number | null>;
    /** The current lease, or the last one until the submission is claimed again. */
    lease_token: Generated<string | null>;
    lease_consumer: Generated<string | null>;
    webhook_sent_at: number | null;
    created_at: number;
    updated_at: number;
    /** `[country, region, city]`, each a string or null; null if the location is unknown. */
    geocoded: Generated<Json | null>;
    /** Never used again, unlike the id; null in rows from before the column. */
    uid: Generated<string | null>;
    /** A list of texts; null without tags. */
    tags: Generated<Json | null>;
    /** Current deliveries by state, see `delivery.is_current`. Triggers keep them. `null` until they are counted. */
    deliveries_waiting: Generated<number | null>;
    deliveries_succeeded: Generated<number>;
    deliveries_failed: Generated<number>;
    deliveries_withheld: Generated<number>;
    /** Intake queued nothing to some destination because it was spam, and nothing was queued since. */
    withheld_as_spam: Generated<Flag>;
  };

  /** What people of the account wrote about a submission. */
  submission_note: {
    id: Generated<number>;
    account_id: number;
    submission_id: number;
    text: string;
    author_kind: "user" | "key";
    /** Of the login or key, which may have been deleted; `null` for a user without a login. */
    author_id: number | null;
    author_name: string;
    created_at: number;
    updated_at: number;
  };

  /** The tags of submissions as searches find them. */
  submission_tag: {
    account_id: number;
    /** Case-folded. */
    tag: string;
    submission_id: number;
  };

  /** The lead score of a submission, or the pending work item to score it. */
  lead_score: {
    submission_id: number;
    /** 0 to 100; `null` while it is pending. */
    score: number | null;
    score_reasoning: string | null;
    score_location_info: string | null;
    tries: Generated<number>;
    next_try_at: number | null;
    lease_token: string | null;
    lease_expires_at: number | null;
    created_at: number;
    scored_at: number | null;
  };

  /** A submission that another Intray has delivered. */
  submission_hops: {
    submission_id: number;
    /** The installations that it has passed, see domain/delivery/hops.ts. */
    hops: string;
  };

  /** The number of submissions of a form in one state; maintained by triggers. */
  submission_count: {
    form_id: number;
    account_id: number;
    read: Flag;
    spam: Flag;
    trash: Flag;
    count: number;
  };

  attachment: {
    id: Generated<number>;
    account_id: number;
    form_id: number;
    submission_id: number;
    /** File name as sent by the browser. */
    name: string;
    /** Name of the input in the form. */
    form_name: string;
    content_type: string;
    file_size: number;
    sha256: Buffer;
    /** Key of the file in the folder or bucket. */
    storage_key: string;
    /** Random token in the public download URL. */
    public_token: string;
    created_at: number;
  };

  /** The text that searches read; added after intake, in the order of ids. */
  search_text: {
    /** Id of the submission. */
    id: number;
    /** Its values, case-folded. */
    folded: string;
  };

  /** SQLite only: the trigrams of `search_text`. */
  search_index: {
    rowid: number;
    search_index: string;
  };

  /** The result of a request with an Idempotency-Key, until the key expires. */
  idempotency_key: {
    /** Keys are unique within an account, a form's API key, or the posts to a form. */
    scope: string;
    key_hash: Buffer;
    content_hash: Buffer;
    /** `null` only within the transaction that inserts it. */
    result: Json | null;
    created_at: number;
  };

  /** An act of a user that changed the flags of submissions and can be undone for some days. */
  undo: {
    id: Generated<number>;
    account_id: number;
    /** Chosen by the client; unique within the account. */
    token: string;
    actor: string;
    /** The flags that were set. */
    change: Json;
    /** How many submissions were changed. */
    changed: number;
    /** How many have their flags back. */
    restored: Generated<number>;
    created_at: number;
    undone_at: number | null;
  };

  /** What one write of an act has overwritten; deleted when it is undone. */
  undo_part: {
    id: Generated<number>;
    undo_id: number;
    changed: number;
    /** See `FlagsBefore` in `store/submissions/undo-parts.ts`. */
    before: Json;
  };

  /** Events of submissions and deliveries; one row per write, kind and form. */
  event: {
    id: Generated<number>;
    account_id: number;
    form_id: number;
    kind: "submission.updated" | "submission.deleted" | "delivery.updated";
    /** Ids of submissions, or `[id, submission_id, webhook_id, state]` of deliveries. */
    items: Json;
    created_at: number;
  };

  /** One row: the newest event that was pruned. */
  event_horizon: {
    only_one: Generated<1>;
    id: number;
  };

  /** Submissions per form and day; counted after intake, and kept when the submissions are deleted. */
  submission_day: {
    form_id: number;
    /** Days since 1970-01-01, in UTC. */
    day: number;
    account_id: number;
    arrived: number;
    /** By the verdict on arrival. */
    spam: number;
  };

  /** One row: submissions below this id are not in `submission_day` yet. */
  day_backfill: {
    only_one: Generated<1>;
    below: number;
  };

  /** PostgreSQL only: the mark that must match the one in the attachment storage. */
  installation: {
    only_one: Generated<boolean>;
    mark: string;
  };

  /** One row, which readiness checks overwrite. */
  write_probe: {
    id: number;
    written_at: number;
    padding: Uint8Array;
  };

  /** One row: storage keys before this one are not orphans. */
  file_sweep: {
    swept_to: string;
  };

  /** A file whose row was deleted, until it is deleted from storage. Filled by a trigger. */
  removed_file: {
    storage_key: string;
  };

  /** Changes to an account's file totals; housekeeping merges the rows. */
  file_total: {
    account_id: number;
    bytes: number;
    files: number;
  };

  /**
   * `webhook_id`, `webhook_name` and `url` are the id, name and address of a destination of any kind; they keep
   * their names, since the version before reads them.
   */
  delivery: {
    id: Generated<number>;
    account_id: number;
    /** `null` if it is about the account, such as an alert. */
    form_id: number | null;
    /** `null` for a delivery with its own body, such as a test with sample data. */
    submission_id: number | null;
    /** No foreign key: the log stays readable after its destination is deleted. */
    webhook_id: number;
    webhook_name: string;
    url: string;
    trigger: DeliveryTrigger;
    /** A retry is "queued" with attempts_made > 0. */
    state: "queued" | "delivering" | "succeeded" | "exhausted" | "blocked" | "canceled" | "skipped";
    reason: string | null;
    /** Recorded outcomes that count; position in the retry schedule. */
    attempts_made: Generated<number>;
    /** Leases so far; numbers the attempts. */
    claims: Generated<number>;
    /** Consecutive leases whose worker was lost. */
    lost_workers: Generated<number>;
    next_attempt_at: number | null;
    lease_token: string | null;
    lease_expires_at: number | null;
    created_at: number;
    finished_at: number | null;
    /** When its attempts were pruned, and its body unless a later delivery shares it. */
    pruned_at: Generated<number | null>;
    /**
     * 1 for the delivery to a destination that counts for the delivery state of its submission: the newest that was
     * not canceled, or the newest if all were. 0 for the others. \`null\` for deliveries that never count, and until it
     * was considered. Triggers set it.
     */
    is_current: Generated<Flag | null>;
  };

  /** The rendered body for a submission and destination, stored before the first attempt. */
  delivery_body: {
    submission_id: number;
    webhook_id: number;
    content_type: string;
    body: Buffer;
    sha256: Buffer;
    created_at: number;
  };

  /** The own body of a delivery, such as a test, that is queued together with it. */
  test_body: {
    delivery_id: number;
    /** As that of a submission. */
    uid: Generated<string | null>;
    content_type: string;
    body: Buffer;
    sha256: Buffer;
    created_at: number;
  };

  attempt: {
    id: Generated<number>;
    delivery_id: number;
    number: number;
    started_at: number;
    duration_ms: number;
    outcome: "succeeded" | "failed" | "blocked" | "worker_lost" | "stale" | "aborted";
    http_status: number | null;
    smtp_status: Generated<number | null>;
    error_code: DeliveryErrorCode | null;
    response_excerpt: string | null;
    remote_ip: string | null;
    next_attempt_at: number | null;
  };

  /** An address that an account sends e-mails to, or to which e-mails failed for good. */
  mail_address: {
    id: Generated<number>;
    account_id: number;
    /** In lower case; unique in the account. */
    address: string;
    /** `null` = notifications are not sent to it. Irrelevant for answers to submitters. */
    confirmed_at: number | null;
    /** When the last message was queued that asks for the confirmation. */
    confirmation_sent_at: Generated<number | null>;
    /** Unguessable, for the link that confirms the address. `null` if it never was a recipient. */
    link_token: string | null;
    /** E-mails that failed for good because of the address, since the last one that arrived. */
    failure_count: Generated<number>;
    /** If set, nothing is sent to the address. */
    suppressed_at: Generated<number | null>;
    /** The last answer of the mail server. */
    suppressed_reason: Generated<string | null>;
    created_at: number;
    /** Since when housekeeping has found nothing that needs the row; `null` = it is needed. */
    unused_since: Generated<number | null>;
  };

  /** A recipient who does not want the notifications of a form, even if the owner adds the address again. */
  mail_unsubscription: {
    form_id: number;
    /** In lower case. */
    address: string;
    created_at: number;
    /** Unguessable, for the link that subscribes the address again. `null` if nobody has asked for it. */
    subscribe_token: Generated<string | null>;
    /** When the last message with that link was queued. */
    asked_at: Generated<number | null>;
  };

  /** A message of the last day that asked somebody for the consent to get e-mails. */
  mail_request: {
    id: Generated<number>;
    account_id: number;
    /** In lower case. */
    address: string;
    sent_at: number;
  };

  /** What somebody of the account wrote to the submitter. Its delivery has the state. */
  submission_reply: {
    id: Generated<number>;
    account_id: number;
    submission_id: number;
    delivery_id: number;
    /** The submitter's. */
    address: string;
    reply_to: string;
    subject: string;
    text: string;
    message_id: string;
    author_kind: "user" | "key";
    /** As that of a note. */
    author_id: number | null;
    author_name: string;
    created_at: number;
  };

  /** A text for replies, with tags; of one form or of the account. */
  reply_template: {
    id: Generated<number>;
    account_id: number;
    form_id: number | null;
    name: string;
    body: string;
    created_at: number;
    updated_at: number;
  };

  /** The last automatic answer of a form to an address, unique by both. */
  mail_reply: {
    id: Generated<number>;
    account_id: number;
    form_id: number;
    /** In lower case. */
    address: string;
    /** The only delivery that may be sent to the address for now. */
    delivery_id: number;
    /** When its last attempt was allowed. */
    allowed_at: number;
  };

  /** One row for each form whose schedule has digests. */
  digest: {
    form_id: number;
    /** The next digest lists submissions with higher ids. */
    after_id: number;
    /** When `after_id` was the newest id: the begin of the next digest's period. */
    after_at: number;
    /** The moment after which the next digest is due: of the last digest, or of a change of the schedule. */
    planned_at: number;
    /** When the next digest is due; `null` until housekeeping has computed it. */
    due_at: number | null;
    /** Of a digest whose mails are being queued, in batches: the newest submission that it covers. */
    sending_until: Generated<number | null>;
    /** When its first mails were queued: the end of its period. */
    sending_at: Generated<number | null>;
    /** Recipients with higher ids have not got it yet. */
    sent_to: Generated<number | null>;
    /** Counts the changes, so that each is made from the row that was read. */
    version: Generated<number>;
  };

  /** Numbers of training examples of an account's spam classifier. */
  spam_training: {
    account_id: number;
    spam: Generated<number>;
    ham: Generated<number>;
    /** Incremented by each change. */
    version: Generated<number>;
  };

  /** What an account's spam classifier learned, see domain/spam/model.ts. */
  spam_model: {
    account_id: number;
    examples: number;
    bias: number;
    /** The score from which a post is spam, and the standard deviation of the scores of ham. */
    threshold: number;
    spread: number;
    /** 65,536 floats of four bytes, the lowest byte first. */
    sums: Buffer;
    /** 65,536 integers of two bytes, the lowest byte first. */
    counts: Buffer;
  };

  /** The training example made from a submission. */
  spam_training_example: {
    submission_id: number;
    account_id: number;
    spam: Flag;
    trained_at: number;
    /** Integers of two bytes, the lowest byte first. `null` = marked in 0.1.0, and not yet learned again. */
    features: Buffer | null;
    pull: Generated<number>;
    score: Generated<number>;
    /** The version of the classifier at the last visit. */
    visited: Generated<number>;
  };

  alert: {
    id: Generated<number>;
    account_id: number;
    kind: AlertKind;
    /** The webhook, or the form of a quota; 0 for the account and the server. */
    subject_id: number;
    /** An `AlertDetail` as of the last transition. */
    detail: Json;
    since: number;
    raised_at: number;
    /** When a process last found that it still holds; only for what each process sees by itself. */
    seen_at: number;
    resolved_at: number | null;
    resolution: AlertResolution | null;
  };

  /** Submissions of an account that arrived in a quarter of an hour. */
  arrival: {
    account_id: number;
    /** Quarters of an hour since 1970-01-01, in UTC. */
    slot: number;
    arrived: number;
    /** By the verdict on arrival. */
    spam: number;
  };

  /** Submissions of an account by the host of the page that posted them. */
  arrival_source: {
    account_id: number;
    /** Days since 1970-01-01, in UTC. */
    day: number;
    /** Empty if the post named no page; `*` for further hosts of a day with many. */
    host: string;
    arrived: number;
    spam: number;
  };

  /** One row: submissions before this slot may be missing in `arrival`, but are in `submission_day`. */
  arrival_start: {
    only_one: Generated<1>;
    slot: number;
  };

  /** One row: what was answered before this time has no `answered_at`. */
  answer_start: {
    only_one: Generated<1>;
    /** Milliseconds since the epoch. */
    at: number;
  };
}

export type Db = Kysely<Schema>;
