/** The tables, as Kysely sees them. Flags are 0 or 1; times are milliseconds since the epoch. */
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

/** Who may sign in with a password. */
export interface LoginTable {
  id: Generated<number>;
  account_id: number;
  /** In lower case. */
  email: string;
  /** As `password.ts` writes it, its parameters included. */
  password_hash: string;
  created_at: number;
  updated_at: number;
}

/** Who is signed in to the dashboard. */
export interface SessionTable {
  id: Generated<number>;
  /** SHA-256 of the cookie's text, which is stored nowhere. */
  token_hash: Buffer;
  account_id: number;
  /** `null` after a one-time link of an account in which nobody has a password yet. */
  login_id: number | null;
  ip: string | null;
  user_agent: string | null;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
}

/** Signs in once. */
export interface SignInLinkTable {
  /** SHA-256 of the link's text. */
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
  /** The checks that were switched on or off; others have their default. */
  spam_checks: Generated<Json>;
  captcha: Json | null;
  retention_days: number | null;
  /** Else what nobody has read is kept. */
  retention_includes_unread: Generated<Flag>;
  lead_scoring: Json;
  created_at: number;
  updated_at: number;
  /** Set: no answer shows it any more, and upkeep takes away what hangs on it. */
  deleted_at: Generated<number | null>;
}

export interface ApiKeyTable {
  id: Generated<number>;
  account_id: number;
  /** Set exactly for a form's key. */
  form_id: number | null;
  name: string;
  can_delete: Flag;
  /** SHA-256 of the whole key text; the text itself is stored nowhere. */
  hash: Buffer;
  /** The first characters of the key, to tell keys apart by. */
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
  /** This and the two below are sealed. */
  signing_secret: string;
  /** Prepared; signs from its activation on. */
  next_signing_secret: Generated<string | null>;
  /** Signs beside the current one until `previous_until`. */
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

/** One row as soon as secrets are sealed; only the right key opens it. */
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
  /** Sixteen bytes that are equal for the same ordered fields in the same form. */
  content_hash: Buffer;
  claim_count: Generated<number>;
  /** One of `CLAIM_STATE`; `leased` also means put off until `claim_state_until`. */
  claim_state: Generated<ClaimState>;
  claim_state_until: Generated<number | null>;
  /** Set while it is leased, and after that until somebody claims it again. */
  lease_token: Generated<string | null>;
  lease_consumer: Generated<string | null>;
  webhook_sent_at: number | null;
  created_at: number;
  updated_at: number;
  /** `[country, region, city]`, each a text or null; null when nothing is known. */
  geocoded: Generated<Json | null>;
}

/** How promising a submission looks: a score, or the work of finding one. */
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

/** How many submissions of a form are in one state; kept by triggers. */
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
  /** The file's name as the browser sent it. */
  name: string;
  /** The name of the form's input. */
  form_name: string;
  content_type: string;
  file_size: number;
  sha256: Buffer;
  /** Where the storage keeps the bytes. */
  storage_key: string;
  /** Unguessable; the public link. */
  public_token: string;
  created_at: number;
}

export interface DeliveryTable {
  id: Generated<number>;
  account_id: number;
  form_id: number;
  /** `null` for a test with a sample. */
  submission_id: number | null;
  /** Outlives the webhook: a log stays readable after its webhook is deleted. */
  webhook_id: number;
  webhook_name: string;
  url: string;
  trigger: "intake" | "ham" | "refire" | "refire_bulk" | "refire_log" | "test";
  /** "queued" covers retrying: attempts_made > 0 tells. */
  state: "queued" | "delivering" | "succeeded" | "exhausted" | "blocked" | "canceled" | "skipped";
  reason: string | null;
  /** Outcomes settled; alone is compared with the schedule. */
  attempts_made: Generated<number>;
  /** Leases given; numbers the attempts. */
  claims: Generated<number>;
  /** Leases lost to a crash in a row. */
  lost_workers: Generated<number>;
  next_attempt_at: number | null;
  lease_token: string | null;
  lease_expires_at: number | null;
  created_at: number;
  finished_at: number | null;
  /** When its attempts were removed with age, and its bytes unless a later entry sends them too. */
  pruned_at: Generated<number | null>;
}

/** What is searched: written behind intake, in the order of ids. */
export interface SearchTextTable {
  /** The submission's. */
  id: number;
  /** Its values, folded; see search.ts. */
  folded: string;
}

/** SQLite only: the trigrams of `search_text`. */
export interface SearchIndexTable {
  rowid: number;
  search_index: string;
}

/** The rendered bytes of a (submission, webhook), stored once before the first byte is sent. */
export interface DeliveryBodyTable {
  submission_id: number;
  webhook_id: number;
  content_type: string;
  body: Buffer;
  sha256: Buffer;
  created_at: number;
}

/** The bytes of a delivery that tries a webhook out. */
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

/** What a request with an Idempotency-Key has done, for as long as it is remembered. */
export interface IdempotencyKeyTable {
  /** Whose key it is: of an account, of a form's API key, or of the posts to a form. */
  scope: string;
  key_hash: Buffer;
  content_hash: Buffer;
  /** `null` only inside of the transaction that writes it. */
  result: Json | null;
  created_at: number;
}

/** What happened to submissions and deliveries, a row for all that one write did of a kind to a form. */
export interface EventTable {
  /** PostgreSQL only: the transaction that wrote it. */
  transaction_id: Generated<number>;
  id: Generated<number>;
  account_id: number;
  form_id: number;
  kind: "submission.updated" | "submission.deleted" | "delivery.updated";
  /** Ids of submissions, or `[id, submission_id, webhook_id, state]` of deliveries. */
  items: Json;
  created_at: number;
}

/** One row: the newest event that was forgotten with age. */
export interface EventHorizonTable {
  only_one: Generated<1>;
  transaction_id: number;
  id: number;
}

/** How much people taught an account's classifier. */
export interface SpamTrainingTable {
  account_id: number;
  spam: Generated<number>;
  ham: Generated<number>;
  /** Rises with each change. */
  version: Generated<number>;
}

/** In how many spam and ham lessons of an account a word was. */
export interface SpamWordTable {
  account_id: number;
  word: string;
  spam: number;
  ham: number;
  trained_at: number;
}

/** How a submission was learnt. */
export interface SpamTrainingExampleTable {
  submission_id: number;
  account_id: number;
  spam: Flag;
  /** `["word", …]`. */
  words: Json;
  trained_at: number;
}

/** PostgreSQL only: what the shared folder of attachments is matched with. */
export interface InstallationTable {
  only_one: Generated<boolean>;
  mark: string;
}

/** One row: no orphan lies before this key of the storage. */
export interface FileSweepTable {
  swept_to: string;
}

/** A file whose row was deleted, until the storage has forgotten it. A trigger fills it. */
export interface RemovedFileTable {
  storage_key: string;
}

/** Who changed what; names as they were then. */
export interface AuditTable {
  id: Generated<number>;
  account_id: number;
  at: number;
  actor_kind: "session" | "key" | "server";
  /** The address of somebody signed in, the name of a key, or the name of a command. */
  actor: string;
  ip: string | null;
  action: AuditAction;
  subject_kind: AuditSubject | null;
  subject_id: number | null;
  subject: string | null;
  /** Which settings were named; never their values. */
  detail: string | null;
  times: Generated<number>;
}

/** What came in on a day: counted behind intake, and kept when the submissions go. */
export interface SubmissionDayTable {
  form_id: number;
  /** Days since 1970-01-01, in UTC. */
  day: number;
  account_id: number;
  arrived: number;
  /** As judged on arrival. */
  spam: number;
}

/** One row: submissions below this id are not in `submission_day` yet. */
export interface DayBackfillTable {
  only_one: Generated<1>;
  below: number;
}

/** An account's files: differences, which upkeep folds. */
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
