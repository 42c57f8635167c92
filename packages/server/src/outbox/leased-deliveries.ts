/** The deliveries that this process has leased: sends each one and records its outcome. */
import { Outage } from "../domain/outage.ts";
import { type Clock, type MonotonicMs, plusMs } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { DeliveryContent } from "../store/deliveries/delivery-contents.ts";
import type { HeldOrigins } from "../store/deliveries/held-origins.ts";
import type { Outcome } from "../store/deliveries/outcome.ts";
import { type AttemptParts, createAttempt, putBack, type Ready } from "./attempt.ts";
import type { Circuits, Claimed } from "./circuits.ts";
import type { WebhookConcurrency } from "./concurrency.ts";
import type { OutcomeRecorder } from "./outcome-recorder.ts";

export interface Lease {
  readonly lease_token: string;
  /** By this process: the time of its row may be moved by a clock that is set. */
  readonly expiresAt: MonotonicMs;
  /** The open circuits that the claim knew of. */
  readonly held: HeldOrigins;
}

export interface LeasedDeliveries {
  /** Of all that are leased: attempts waiting for a slot or in flight. The others are being recorded. */
  readonly open: number;
  readonly leased: number;
  /** The bytes of the bodies that wait for a slot or are in flight. */
  readonly openBytes: number;
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
  readonly circuits: Circuits;
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
/** Delay of the next try after a failure of this server. */
const PUT_BACK_MS = 60_000;
/** The same after an outage, which has ended by the time that the delivery can be put back. */
const PUT_BACK_AFTER_OUTAGE_MS = 2_000;

export function createLeasedDeliveries(parts: LeasedDeliveriesParts): LeasedDeliveries {
  const { clock, log, concurrency, circuits, recorder, deadlineMs } = parts;
  const { onAttemptEnded, onLeaseEnded } = parts;
  const attempt = createAttempt(parts);
  const leased = new Set<Promise<void>>();
  const aborting = new AbortController();
  let open = 0;
  let openBytes = 0;

  async function attemptAndRecord(content: DeliveryContent, lease: Lease): Promise<void> {
    let outcome: Outcome | undefined;
    try {
      outcome = await outcomeOf(content, lease);
    } catch (error) {
      log.error({ err: error, delivery: content.id }, "A delivery could not be attempted.");
      const delayMs = error instanceof Outage ? PUT_BACK_AFTER_OUTAGE_MS : PUT_BACK_MS;
      outcome = putBack(content, lease.lease_token, clock.now() + delayMs);
    }
    open -= 1;
    concurrency.attemptEnded(content.webhook_id);
    circuits.ended(claimedOf(content, lease), outcome?.attempt);
    onAttemptEnded();
    if (outcome !== undefined) await recorder.record(outcome);
  }

  /** `undefined` when the submission was deleted meanwhile: nothing is left to record. */
  async function outcomeOf(content: DeliveryContent, lease: Lease): Promise<Outcome | undefined> {
    const prepared = await attempt.prepare(content, lease.lease_token);
    if (prepared.kind === "deleted") return undefined;
    if (prepared.kind === "decided") return prepared.outcome;
    const { byteLength } = prepared.body.bytes;
    openBytes += byteLength;
    try {
      return await sendInSlot(prepared, lease);
    } finally {
      openBytes -= byteLength;
    }
  }

  async function sendInSlot(prepared: Ready, lease: Lease): Promise<Outcome> {
    const { content } = prepared;
    const { lease_token, expiresAt } = lease;
    if (!(await concurrency.takeSlot(content.webhook_id))) {
      return putBack(content, lease_token, clock.now());
    }
    let isSuccess = false;
    try {
      // It has waited so long for its slot that the lease could expire during the attempt.
      if (plusMs(clock.monotonic(), deadlineMs + LEASE_MARGIN_MS) > expiresAt) {
        return putBack(content, lease_token, clock.now());
      }
      // Its circuit has opened since it was claimed.
      if (!circuits.maySend(claimedOf(content, lease))) {
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
    get openBytes() {
      return openBytes;
    },
    start(content, lease) {
      concurrency.leased(content.webhook_id);
      circuits.leased(claimedOf(content, lease));
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

const claimedOf = ({ webhook, webhook_id }: DeliveryContent, { held }: Lease): Claimed => ({
  url: webhook?.url ?? "",
  webhookId: webhook_id,
  held,
});
