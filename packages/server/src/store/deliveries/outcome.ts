/** The outcome of one attempt at a delivery, as the outbox records it. */
import type { AttemptTable } from "../engine/delivery-tables.ts";

export interface Outcome {
  readonly id: number;
  readonly lease_token: string;
  readonly webhook_id: number;
  /** `null` for a test, whose result counts neither for a submission nor against the webhook. */
  readonly submission_id: number | null;
  readonly next: {
    readonly state: "succeeded" | "queued" | "exhausted" | "blocked" | "canceled";
    readonly reason: string | null;
    readonly next_attempt_at: number | null;
  };
  /** The attempt counts toward the retry limit. */
  readonly is_counted: boolean;
  /** The URL that answered 410 Gone. Its webhook is disabled if it still has this URL. */
  readonly gone_url: string | null;
  /** `undefined` if nothing was attempted. */
  readonly attempt: Omit<AttemptTable, "id" | "delivery_id"> | undefined;
}
