/** The outcome of one attempt at a delivery, as the outbox records it. */
import type { Selectable } from "kysely";
import type { DestinationKind } from "../../domain/delivery/destination.ts";
import type { Schema } from "../engine/schema.ts";

export interface Outcome {
  readonly id: number;
  readonly lease_token: string;
  readonly destination_id: number;
  /** Of the destination; `null` if it was deleted. */
  readonly kind: DestinationKind | null;
  /** `null` for an own body, such as a test, whose result does not count for a submission. */
  readonly submission_id: number | null;
  /** Of a test delivery: its failure does not count against the destination. */
  readonly isTest?: true;
  readonly next: {
    readonly state: "succeeded" | "queued" | "exhausted" | "blocked" | "canceled" | "skipped";
    readonly reason: string | null;
    readonly next_attempt_at: number | null;
  };
  /** The attempt counts toward the retry limit. */
  readonly isCounted: boolean;
  /** The stored address that takes nothing more. Its destination is disabled if it still has this address. */
  readonly goneAddress: string | null;
  /** `undefined` if nothing was attempted. */
  readonly attempt: LoggedAttempt | undefined;
}

export type LoggedAttempt = Omit<
  Selectable<Schema["attempt"]>,
  "id" | "delivery_id" | "http_status" | "smtp_status"
> & {
  /** The number that the receiver answered with; the column depends on the kind of the destination. */
  readonly status: number | null;
};
