/** Outcomes of delivery attempts in tests. */
import type { Outcome } from "../../src/store/deliveries/outcome.ts";
import { addWebhook, type Fixture, newSubmission } from "../store-fixture.ts";

export const NOW = 1_000_000;
export const LEASE_TOKEN = "leased";

export const SUCCEEDED = { state: "succeeded", reason: null, next_attempt_at: null } as const;
export const RETRIED = { state: "queued", reason: null, next_attempt_at: NOW + 20_000 } as const;

/** Creates a webhook and `count` submissions, whose deliveries are leased under {@link LEASE_TOKEN}. */
export async function leaseDeliveries(fixture: Fixture, count: number): Promise<void> {
  await addWebhook(fixture);
  for (let n = 1; n <= count; n++) await fixture.accept(newSubmission(n));
  await fixture.db
    .updateTable("delivery")
    .set({
      state: "delivering",
      next_attempt_at: null,
      lease_token: LEASE_TOKEN,
      lease_expires_at: NOW + 60_000,
      claims: 1,
    })
    .execute();
}

/** The successful delivery of submission `id` to webhook 1, without a logged attempt. */
export const outcomeOf = (id: number, over: Partial<Outcome> = {}): Outcome => ({
  id,
  lease_token: LEASE_TOKEN,
  destination_id: 1,
  kind: "webhook",
  submission_id: id,
  next: SUCCEEDED,
  is_counted: true,
  gone_address: null,
  attempt: undefined,
  ...over,
});
