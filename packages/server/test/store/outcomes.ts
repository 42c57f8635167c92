/** Claims of deliveries and outcomes of their attempts in tests. */
import type { ClaimRequest } from "../../src/store/deliveries/delivery-claims.ts";
import type { recoverLeases } from "../../src/store/deliveries/delivery-leases.ts";
import type { LoggedAttempt, Outcome } from "../../src/store/deliveries/outcome.ts";
import { addWebhook, type Fixture, newSubmission } from "../fixture.ts";

export const NOW = 1_000_000;
export const LEASE_TOKEN = "leased";

export const SUCCEEDED = { state: "succeeded", reason: null, next_attempt_at: null } as const;
export const RETRIED = { state: "queued", reason: null, next_attempt_at: NOW + 20_000 } as const;

export const LEASED = {
  state: "delivering",
  next_attempt_at: null,
  lease_token: LEASE_TOKEN,
  lease_expires_at: NOW + 60_000,
  claims: 1,
} as const;

/** Creates a webhook and `count` submissions, whose deliveries are leased under {@link LEASE_TOKEN}. */
export async function leaseDeliveries(fixture: Fixture, count: number): Promise<void> {
  await addWebhook(fixture);
  for (let n = 1; n <= count; n++) await fixture.accept(newSubmission(n));
  await fixture.update("delivery", LEASED);
}

/** A claim of ten deliveries of each destination at {@link NOW}, by a process that has nothing in flight. */
export const claimRequest = (over: Partial<ClaimRequest> = {}): ClaimRequest => ({
  now: NOW,
  lease_token: LEASE_TOKEN,
  lease_expires_at: NOW + 60_000,
  limit: 100,
  load_of: {},
  freeOfOthers: 10,
  reservedForIdle: 0,
  is_idle: true,
  may_start_quarantined: true,
  ...over,
});

/** Which leases are lost: expired ones, unless `over` says otherwise. */
export const lostLeases = (over: Partial<Parameters<typeof recoverLeases>[1]> = {}) => ({
  now: NOW,
  isStart: false,
  limit: 100,
  quarantineDelaysMs: [],
  ...over,
});

/** The successful delivery of submission `id` to webhook 1, without a logged attempt. */
export const outcomeOf = (id: number, over: Partial<Outcome> = {}): Outcome => ({
  id,
  lease_token: LEASE_TOKEN,
  destination_id: 1,
  kind: "webhook",
  submission_id: id,
  next: SUCCEEDED,
  isCounted: true,
  goneAddress: null,
  attempt: undefined,
  ...over,
});

export const attemptOf = (number: number, over: Partial<LoggedAttempt> = {}): LoggedAttempt => ({
  number,
  started_at: NOW - 5,
  duration_ms: 5,
  outcome: "succeeded",
  status: 200,
  error_code: null,
  response_excerpt: null,
  remote_ip: "127.0.0.1",
  next_attempt_at: null,
  ...over,
});
