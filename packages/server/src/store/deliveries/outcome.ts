/** The outcome of one attempt at a delivery, as the outbox writes it to the store. */
import type { AttemptTable } from "../engine/schema.ts";

export interface Outcome {
  readonly id: number;
  readonly lease_token: string;
  readonly webhook_id: number;
  /** `null` for a test: it is noted on no submission, and not held against its webhook. */
  readonly submission_id: number | null;
  readonly next: {
    readonly state: "succeeded" | "queued" | "exhausted" | "blocked" | "canceled";
    readonly reason: string | null;
    readonly next_attempt_at: number | null;
  };
  readonly is_counted: boolean;
  /** The URL whose receiver wants nothing any more; its webhook is disabled, if it still has that. */
  readonly gone_url: string | null;
  /** `undefined` when nothing was attempted. */
  readonly attempt: Omit<AttemptTable, "id" | "delivery_id"> | undefined;
}
