/** Tables of submissions: their files, counters, search index and events. */
import type { Generated } from "kysely";
import type { ClaimState } from "../../domain/submission/submission-claim-state.ts";
import type { Flag, Json } from "./column-types.ts";

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
}

/** What people of the account wrote about a submission. */
export interface SubmissionNoteTable {
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
}

/** The tags of submissions as searches find them. */
export interface SubmissionTagTable {
  account_id: number;
  /** Case-folded. */
  tag: string;
  submission_id: number;
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

/** A submission that another Intray has delivered. */
export interface SubmissionHopsTable {
  submission_id: number;
  /** The installations that it has passed, see domain/delivery/hops.ts. */
  hops: string;
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

/** An act of a user that changed the flags of submissions and can be undone for some days. */
export interface UndoTable {
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
}

/** What one write of an act has overwritten; deleted when it is undone. */
export interface UndoPartTable {
  id: Generated<number>;
  undo_id: number;
  changed: number;
  /** See `FlagsBefore` in `store/submissions/undo-parts.ts`. */
  before: Json;
}

/** Events of submissions and deliveries; one row per write, kind and form. */
export interface EventTable {
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
  id: number;
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
