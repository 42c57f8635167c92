// A plain model of the outbox: what each delivery's row must hold after each command.

export interface Delivery {
  readonly id: number;
  readonly submission_id: number;
  readonly webhook_id: number;
  readonly trigger: string;
  state: string;
  reason: string | null;
  claims: number;
  attempts_made: number;
  lost_workers: number;
  next_attempt_at: number | null;
  lease_token: string | null;
}

/** An attempt that a process has claimed and not settled yet. The process may have lost its lease since. */
export interface Attempt {
  readonly delivery_id: number;
  readonly submission_id: number;
  readonly webhook_id: number;
  readonly lease_token: string;
  readonly claim: number;
}

export interface OutboxModel {
  /** Wall time in milliseconds; it can be set back. */
  now: number;
  readonly webhooks: Map<number, { enabled: boolean; readonly isHamOnly: boolean }>;
  readonly submissions: Map<number, { spam: boolean; trash: boolean }>;
  readonly deliveries: Map<number, Delivery>;
  readonly leasedUntil: Map<number, number>;
  readonly attempts: Attempt[];
  /** The outcome in the log of each settled attempt, by {@link attemptKey}. */
  readonly logged: Map<string, string>;
  /** Tokens and posts so far. */
  count: number;
}

export const LEASE_MS = 60_000;
export const RETRY_MS = 20_000;
const QUARANTINE_AFTER = 3;
const POISON_AFTER = 6;

/** `reason` of deliveries that were canceled because their submission was marked as spam or trashed. */
const WITHDRAWN = "marked_spam_or_trash";

export const newOutboxModel = (now: number): OutboxModel => ({
  now,
  webhooks: new Map(),
  submissions: new Map(),
  deliveries: new Map(),
  leasedUntil: new Map(),
  attempts: [],
  logged: new Map(),
  count: 0,
});

export const inState = (model: OutboxModel, state: string): readonly Delivery[] =>
  [...model.deliveries.values()].filter((delivery) => delivery.state === state);

const isDue = (model: OutboxModel, { state, next_attempt_at }: Delivery) =>
  state === "queued" && next_attempt_at !== null && next_attempt_at <= model.now;

const isQuarantined = ({ lost_workers }: Delivery) => lost_workers >= QUARANTINE_AFTER;

/** What a claim may return, and how many of it. */
export function claimable(
  model: OutboxModel,
  limit: number,
): { readonly from: readonly Delivery[]; readonly count: number; readonly isQuarantined: boolean } {
  const due = [...model.deliveries.values()].filter((delivery) => isDue(model, delivery));
  const quarantined = due.filter(isQuarantined);
  if (quarantined.length > 0) {
    const isIdle = inState(model, "delivering").length === 0;
    return { from: quarantined, count: isIdle ? 1 : 0, isQuarantined: true };
  }
  const from = due.filter(({ webhook_id }) => model.webhooks.get(webhook_id)?.enabled === true);
  return { from, count: Math.min(limit, from.length), isQuarantined: false };
}

/** A claim also cancels what is due for a disabled webhook. */
export function cancelDisabled(model: OutboxModel): void {
  for (const delivery of model.deliveries.values()) {
    const { enabled } = model.webhooks.get(delivery.webhook_id) ?? { enabled: false };
    if (isDue(model, delivery) && !isQuarantined(delivery) && !enabled) {
      end(delivery, "canceled", "webhook_disabled");
    }
  }
}

export function lease(model: OutboxModel, delivery: Delivery, lease_token: string): void {
  delivery.state = "delivering";
  delivery.next_attempt_at = null;
  delivery.lease_token = lease_token;
  delivery.claims += 1;
  model.leasedUntil.set(delivery.id, model.now + LEASE_MS);
  model.attempts.push({
    delivery_id: delivery.id,
    submission_id: delivery.submission_id,
    webhook_id: delivery.webhook_id,
    lease_token,
    claim: delivery.claims,
  });
}

export const attemptKey = ({ delivery_id, claim }: Attempt): string => `${delivery_id} ${claim}`;

/** Whether an outcome counts: its lease holds, or was taken back and nobody has claimed the delivery since. */
export function isAccepted(model: OutboxModel, attempt: Attempt): boolean {
  const delivery = model.deliveries.get(attempt.delivery_id);
  if (delivery === undefined) return false;
  if (delivery.lease_token === attempt.lease_token) return true;
  const { state, claims, lost_workers } = delivery;
  return state === "queued" && claims === attempt.claim && lost_workers > 0;
}

export function settle(
  delivery: Delivery,
  next: Pick<Delivery, "state" | "reason" | "next_attempt_at">,
): void {
  Object.assign(delivery, next, { lease_token: null, lost_workers: 0 });
  delivery.attempts_made += 1;
}

/** What happens to a delivery whose lease is taken back. */
export function lose(model: OutboxModel, delivery: Delivery): void {
  delivery.lost_workers += 1;
  delivery.lease_token = null;
  if (delivery.lost_workers >= POISON_AFTER) {
    end(delivery, "exhausted", "poison");
    return;
  }
  delivery.state = "queued";
  delivery.next_attempt_at = model.now;
}

export function end(delivery: Delivery, state: string, reason: string | null): void {
  delivery.state = state;
  delivery.reason = reason;
  delivery.next_attempt_at = null;
}

/** Marking spam or trash withdraws what nobody has attempted, for webhooks that get ham only. */
export function withdraw(model: OutboxModel, submissionId: number): void {
  for (const delivery of inState(model, "queued")) {
    const isHamOnly = model.webhooks.get(delivery.webhook_id)?.isHamOnly === true;
    const isOfIntake = ["intake", "ham"].includes(delivery.trigger);
    const isUntried = delivery.attempts_made === 0;
    if (delivery.submission_id === submissionId && isHamOnly && isOfIntake && isUntried) {
      end(delivery, "canceled", WITHDRAWN);
    }
  }
}

/** Unmarking queues withdrawn deliveries again. @returns The webhooks that were withheld and get a new one. */
export function returnToQueue(model: OutboxModel, submissionId: number): readonly number[] {
  const ofSubmission = [...model.deliveries.values()].filter(
    (delivery) => delivery.submission_id === submissionId,
  );
  for (const delivery of ofSubmission) {
    const isWithdrawn = delivery.state === "canceled" && delivery.reason === WITHDRAWN;
    if (!isWithdrawn || model.webhooks.get(delivery.webhook_id)?.enabled !== true) continue;
    delivery.state = "queued";
    delivery.reason = null;
    delivery.next_attempt_at = model.now;
  }
  const known = new Set(
    ofSubmission
      .filter(({ trigger }) => ["intake", "ham"].includes(trigger))
      .map(({ webhook_id }) => webhook_id),
  );
  return [...model.webhooks]
    .filter(([id, { enabled }]) => enabled && !known.has(id))
    .map(([id]) => id);
}
