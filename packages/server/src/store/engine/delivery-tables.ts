/**
 * Tables of deliveries: their attempts and bodies. `webhook_id`, `webhook_name` and `url` are the id, name and
 * address of a destination of any kind; they keep their names, since the version before reads them.
 */
import type { Generated } from "kysely";
import type { DeliveryErrorCode, DeliveryTrigger } from "../../domain/delivery/delivery.ts";
import type { Flag } from "./column-types.ts";

export interface DeliveryTable {
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
}

/** The rendered body for a submission and destination, stored before the first attempt. */
export interface DeliveryBodyTable {
  submission_id: number;
  webhook_id: number;
  content_type: string;
  body: Buffer;
  sha256: Buffer;
  created_at: number;
}

/** The own body of a delivery, such as a test, that is queued together with it. */
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
  smtp_status: Generated<number | null>;
  error_code: DeliveryErrorCode | null;
  response_excerpt: string | null;
  remote_ip: string | null;
  next_attempt_at: number | null;
}
