/** The types of all tables, for Kysely. Flags are 0 or 1; times are milliseconds since the epoch. */
import type { Generated, Kysely } from "kysely";
import type { AuditAction, AuditSubject } from "../../domain/audit.ts";
import type { ClaimState } from "../../domain/submission-claim-state.ts";

export type Flag = 0 | 1;
/** JSON text; parsed by the file that owns the table. */
type Json = string;

export interface AccountTable {
  id: Generated<number>;
  name: string;
  email: string | null;
  created_at: number;
}

/** An e-mail address and password for the dashboard. */
export interface LoginTable {
  id: Generated<number>;
  account_id: number;
  /** In lower case. */
  email: string;
  /** Written by `password.ts`, including its parameters. */
  password_hash: string;
  created_at: number;
  updated_at: number;
}

/** A session of the dashboard. */
export interface SessionTable {
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
}

/** A link that signs in once. */
export interface SignInLinkTable {
  /** SHA-256 of the token in the link. */
  token_hash: Buffer;
  account_id: number;
  login_id: number | null;
  created_at: number;
  expires_at: number;
}

export interface ProjectTable {
  id: Generated<number>;
  account_id: number;
  name: string;
  created_at: number;
  updated_at: number;
}

export interface FormTable {
  id: Generated<number>;
  account_id: number;
  project_id: number | null;
  /** Twelve lower-case hex digits. */
  uuid: string;
  name: string;
  timezone: string;
  redirect_url: string | null;
  redirect_heading: string | null;
  redirect_message: string | null;
  honeypot_field: string;
  duplicate_filter: Flag;
  allowed_domains: Json;
  blocked_domains: Json;
  content_blacklist: Json;
  /** The checks that are explicitly on or off; the others have their defaults. */
  spam_checks: Generated<Json>;
  captcha: Json | null;
  retention_days: number | null;
  /** Whether `retention_days` also deletes unread submissions. */
  retention_includes_unread: Generated<Flag>;
  lead_scoring: Json;
  created_at: number;
  updated_at: number;
  /** If set, the API no longer returns the form, and housekeeping deletes it and its data. */
  deleted_at: Generated<number | null>;
}

export interface ApiKeyTable {
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
  last_used_at: number | null;
  created_at: number;
}

export interface WebhookTable {
  id: Generated<number>;
  account_id: number;
  form_id: number;
  name: string;
  url: string;
  format: string;
  content_type: string | null;
  template: string | null;
  /** `[{"name","encrypted"}]`. */
  headers: Json;
  trigger_when_spam: Flag;
  enabled: Flag;
  disabled_reason: string | null;
  /** Encrypted, as are the next two. */
  signing_secret: string;
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
}

/** One known text, written when secrets are first encrypted: a key that cannot decrypt it is wrong. */
export interface EncryptionCanaryTable {
  id: 1;
  encrypted: string;
}

export interface SubmissionTable {
  id: Generated<number>;
  account_id: number;
  form_id: number;
  email: string | null;
  /** `[[name, value | values], …]` in the order received. */
  fields: Json;
  read: Generated<Flag>;
  spam: Flag;
  trash: Generated<Flag>;
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
}

/** The lead score of a submission, or the pending work item to score it. */
export interface LeadScoreTable {
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
}

/** The number of submissions of a form in one state; maintained by triggers. */
export interface SubmissionCountTable {
  form_id: number;
  account_id: number;
  read: Flag;
  spam: Flag;
  trash: Flag;
  count: number;
}

export interface AttachmentTable {
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
}

export interface DeliveryTable {
  id: Generated<number>;
  account_id: number;
  form_id: number;
  /** `null` for a test delivery with sample data. */
  submission_id: number | null;
  /** No foreign key: the log stays readable after its webhook is deleted. */
  webhook_id: number;
  webhook_name: string;
  url: string;
  trigger: "intake" | "ham" | "refire" | "refire_bulk" | "refire_log" | "test";
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
}

/** The text that searches read; added after intake, in the order of ids. */
export interface SearchTextTable {
  /** Id of the submission. */
  id: number;
  /** Its values, case-folded. */
  folded: string;
}

/** SQLite only: the trigrams of `search_text`. */
export interface SearchIndexTable {
  rowid: number;
  search_index: string;
}

/** The rendered body for a submission and webhook, stored before the first attempt. */
export interface DeliveryBodyTable {
  submission_id: number;
  webhook_id: number;
  content_type: string;
  body: Buffer;
  sha256: Buffer;
  created_at: number;
}

/** The body of a test delivery. */
export interface TestBodyTable {
  delivery_id: number;
  content_type: string;
  body: Buffer;
  sha256: Buffer;
  created_at: number;
}

export interface AttemptTable {
  id: Generated<number>;
  delivery_id: number;
  number: number;
  started_at: number;
  duration_ms: number;
  outcome: "succeeded" | "failed" | "blocked" | "worker_lost" | "stale" | "aborted";
  http_status: number | null;
  error_code: string | null;
  response_excerpt: string | null;
  remote_ip: string | null;
  next_attempt_at: number | null;
}

/** The result of a request with an Idempotency-Key, until the key expires. */
export interface IdempotencyKeyTable {
  /** Keys are unique within an account, a form's API key, or the posts to a form. */
  scope: string;
  key_hash: Buffer;
  content_hash: Buffer;
  /** `null` only within the transaction that inserts it. */
  result: Json | null;
  created_at: number;
}

/** Events of submissions and deliveries; one row per write, kind and form. */
export interface EventTable {
  /** PostgreSQL only: id of the transaction that inserted the row. */
  transaction_id: Generated<number>;
  id: Generated<number>;
  account_id: number;
  form_id: number;
  kind: "submission.updated" | "submission.deleted" | "delivery.updated";
  /** Ids of submissions, or `[id, submission_id, webhook_id, state]` of deliveries. */
  items: Json;
  created_at: number;
}

/** One row: the newest event that was pruned. */
export interface EventHorizonTable {
  only_one: Generated<1>;
  transaction_id: number;
  id: number;
}

/** Numbers of training examples of an account's spam classifier. */
export interface SpamTrainingTable {
  account_id: number;
  spam: Generated<number>;
  ham: Generated<number>;
  /** Incremented by each change. */
  version: Generated<number>;
}

/** In how many spam and ham training examples of an account a word occurs. */
export interface SpamWordTable {
  account_id: number;
  word: string;
  spam: number;
  ham: number;
  trained_at: number;
}

/** The training example made from a submission. */
export interface SpamTrainingExampleTable {
  submission_id: number;
  account_id: number;
  spam: Flag;
  /** `["word", …]`. */
  words: Json;
  trained_at: number;
}

/** PostgreSQL only: the mark that must match the one in the attachment storage. */
export interface InstallationTable {
  only_one: Generated<boolean>;
  mark: string;
}

/** One row: storage keys before this one are not orphans. */
export interface FileSweepTable {
  swept_to: string;
}

/** A file whose row was deleted, until it is deleted from storage. Filled by a trigger. */
export interface RemovedFileTable {
  storage_key: string;
}

/** The audit log, with names as of the time of the change. */
export interface AuditTable {
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
  /** Names of the changed settings, never their values. */
  detail: string | null;
  times: Generated<number>;
}

/** Submissions per form and day; counted after intake, and kept when the submissions are deleted. */
export interface SubmissionDayTable {
  form_id: number;
  /** Days since 1970-01-01, in UTC. */
  day: number;
  account_id: number;
  arrived: number;
  /** By the verdict on arrival. */
  spam: number;
}

/** One row: submissions below this id are not in `submission_day` yet. */
export interface DayBackfillTable {
  only_one: Generated<1>;
  below: number;
}

/** Changes to an account's file totals; housekeeping merges the rows. */
export interface FileTotalTable {
  account_id: number;
  bytes: number;
  files: number;
}

export interface Schema {
  audit: AuditTable;
  submission_day: SubmissionDayTable;
  day_backfill: DayBackfillTable;
  file_total: FileTotalTable;
  installation: InstallationTable;
  account: AccountTable;
  login: LoginTable;
  session: SessionTable;
  sign_in_link: SignInLinkTable;
  project: ProjectTable;
  form: FormTable;
  api_key: ApiKeyTable;
  webhook: WebhookTable;
  encryption_canary: EncryptionCanaryTable;
  submission: SubmissionTable;
  lead_score: LeadScoreTable;
  submission_count: SubmissionCountTable;
  attachment: AttachmentTable;
  file_sweep: FileSweepTable;
  removed_file: RemovedFileTable;
  delivery: DeliveryTable;
  delivery_body: DeliveryBodyTable;
  test_body: TestBodyTable;
  attempt: AttemptTable;
  idempotency_key: IdempotencyKeyTable;
  search_text: SearchTextTable;
  search_index: SearchIndexTable;
  event: EventTable;
  event_horizon: EventHorizonTable;
  spam_training: SpamTrainingTable;
  spam_word: SpamWordTable;
  spam_training_example: SpamTrainingExampleTable;
}

export type Db = Kysely<Schema>;
