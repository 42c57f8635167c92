/** Tables of deliveries: their attempts and bodies. */
import type { Generated } from "kysely";

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
  /** As that of a submission. */
  uid: Generated<string | null>;
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
