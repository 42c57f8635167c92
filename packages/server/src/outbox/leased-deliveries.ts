/** The deliveries that this process has leased: sends each one and records its outcome. */
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { DeliveryContent } from "../store/deliveries/delivery-contents.ts";
import type { Outcome } from "../store/deliveries/outcome.ts";
import { type AttemptParts, createAttempt, putBack } from "./attempt.ts";
import type { WebhookConcurrency } from "./concurrency.ts";
import type { OutcomeRecorder } from "./outcome-recorder.ts";

export interface Lease {
  readonly lease_token: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface LeasedDeliveries {
  /** Of all that are leased: attempts waiting for a slot or in flight. The others are being recorded. */
  readonly open: number;
  readonly leased: number;
  start(content: DeliveryContent, lease: Lease): void;
  /** Aborts the attempts in flight; they are queued again and not counted. */
  abort(): void;
  /** Resolves when every outcome is recorded. */
  finished(): Promise<void>;
}

export interface LeasedDeliveriesParts extends AttemptParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly concurrency: WebhookConcurrency;
  readonly recorder: Pick<OutcomeRecorder, "record">;
  /** The longest time that one attempt takes. */
  readonly deadlineMs: number;
  /** An attempt has ended; its outcome is not recorded yet. */
  readonly onAttemptEnded: () => void;
  /** An outcome is recorded. */
  readonly onLeaseEnded: () => void;
}

/** For the writes before and after an attempt. */
const LEASE_MARGIN_MS = 5_000;
/** Delay of the next try after a failure of this server, such as a full disk. */
const PUT_BACK_MS = 60_000;

export function createLeasedDeliveries(parts: LeasedDeliveriesParts): LeasedDeliveries {
  const { clock, log, concurrency, recorder, deadlineMs, onAttemptEnded, onLeaseEnded } = parts;
  const attempt = createAttempt(parts);
  const leased = new Set<Promise<void>>();
  const aborting = new AbortController();
  let open = 0;

  async function attemptAndRecord(content: DeliveryContent, lease: Lease): Promise<void> {
    let outcome: Outcome | undefined;
    try {
      outcome = await outcomeOf(content, lease);
    } catch (error) {
      log.error({ err: error, delivery: content.id }, "A delivery could not be attempted.");
      outcome = putBack(content, lease.lease_token, clock.now() + PUT_BACK_MS);
    }
    open -= 1;
    concurrency.attemptEnded(content.webhook_id);
    onAttemptEnded();
    if (outcome !== undefined) await recorder.record(outcome);
  }

  /** `undefined` when the submission was deleted meanwhile: nothing is left to record. */
  async function outcomeOf(
    content: DeliveryContent,
    { lease_token, expiresAt }: Lease,
  ): Promise<Outcome | undefined> {
    const prepared = await attempt.prepare(content, lease_token);
    if (prepared.kind === "deleted") return undefined;
    if (prepared.kind === "decided") return prepared.outcome;
    if (!(await concurrency.takeSlot(content.webhook_id))) {
      return putBack(content, lease_token, clock.now());
    }
    let isSuccess = false;
    try {
      // It has waited so long for its slot that the lease could expire during the attempt.
      if (clock.now() + deadlineMs + LEASE_MARGIN_MS > expiresAt) {
        return putBack(content, lease_token, clock.now());
      }
      const outcome = await attempt.send(prepared, lease_token, aborting.signal);
      isSuccess = outcome.next.state === "succeeded";
      return outcome;
    } finally {
      concurrency.freeSlot(content.webhook_id, isSuccess);
    }
  }

  return {
    get open() {
      return open;
    },
    get leased() {
      return leased.size;
    },
    start(content, lease) {
      concurrency.leased(content.webhook_id);
      open += 1;
      const work = attemptAndRecord(content, lease).finally(() => {
        concurrency.leaseEnded(content.webhook_id);
        leased.delete(work);
        onLeaseEnded();
      });
      leased.add(work);
    },
    abort: () => aborting.abort(),
    finished: async () => void (await Promise.allSettled(leased)),
  };
}
