/** The deliveries that this process has leased: sends each one and records its outcome. */
import type { DeliveryResult } from "../domain/delivery/delivery-result.ts";
import { originOf } from "../domain/delivery/destination.ts";
import { Outage } from "../domain/outage.ts";
import { type Clock, type MonotonicMs, plusMs } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { DeliveryContent } from "../store/deliveries/delivery-contents.ts";
import type { HeldOrigins } from "../store/deliveries/held-origins.ts";
import type { Outcome } from "../store/deliveries/outcome.ts";
import { type AttemptParts, createAttempt, putBack, type Ready, type Sent } from "./attempt.ts";
import type { Circuits, Claimed } from "./circuits.ts";
import type { DestinationConcurrency, KindLimits } from "./concurrency.ts";
import type { OutcomeRecorder } from "./outcome-recorder.ts";

export interface DeliveryLease {
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
  start(content: DeliveryContent, lease: DeliveryLease): void;
  /** Aborts the attempts in flight; they are queued again and not counted. */
  abort(): void;
  /** Resolves when every outcome is recorded. */
  finished(): Promise<void>;
}

export interface LeasedDeliveriesParts extends AttemptParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly concurrency: DestinationConcurrency;
  readonly circuits: Circuits;
  readonly recorder: Pick<OutcomeRecorder, "record">;
  readonly limits: KindLimits;
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
  const { clock, log, concurrency, limits, circuits, recorder } = parts;
  const { onAttemptEnded, onLeaseEnded } = parts;
  const attempt = createAttempt(parts);
  const leased = new Set<Promise<void>>();
  const aborting = new AbortController();
  let open = 0;
  let openBytes = 0;

  async function attemptAndRecord(content: DeliveryContent, lease: DeliveryLease): Promise<void> {
    let outcome: Outcome | undefined;
    let receiver: DeliveryResult["receiver"] | undefined;
    try {
      ({ outcome, receiver } = await attemptOnce(content, lease));
    } catch (error) {
      log.error({ err: error, delivery: content.id }, "A delivery could not be attempted.");
      const delayMs = error instanceof Outage ? PUT_BACK_AFTER_OUTAGE_MS : PUT_BACK_MS;
      outcome = putBack(content, lease.lease_token, clock.now() + delayMs);
    }
    open -= 1;
    concurrency.attemptEnded(content.destination_id);
    limits.attemptEnded(content.destination?.kind);
    circuits.ended(claimedOf(content, lease), receiver);
    onAttemptEnded();
    if (outcome !== undefined) await recorder.record(outcome);
  }

  /** Without an outcome if the submission was deleted meanwhile: nothing is left to record. */
  async function attemptOnce(
    content: DeliveryContent,
    lease: DeliveryLease,
  ): Promise<Partial<Sent>> {
    const prepared = await attempt.prepare(content, lease.lease_token);
    if (prepared.kind === "deleted") return {};
    if (prepared.kind === "decided") return { outcome: prepared.outcome };
    const { byteLength } = prepared.body.bytes;
    openBytes += byteLength;
    try {
      return await sendInSlot(prepared, lease);
    } finally {
      openBytes -= byteLength;
    }
  }

  async function sendInSlot(prepared: Ready, lease: DeliveryLease): Promise<Partial<Sent>> {
    const { content, sender } = prepared;
    const { lease_token, expiresAt } = lease;
    const unsent = () => ({ outcome: putBack(content, lease_token, clock.now()) });
    if (!(await concurrency.takeSlot(content.destination_id))) {
      return unsent();
    }
    let isSuccess = false;
    try {
      // It has waited so long for its slot that the lease could expire during the attempt.
      if (plusMs(clock.monotonic(), sender.deadlineMs + LEASE_MARGIN_MS) > expiresAt) {
        return unsent();
      }
      // Its circuit has opened since it was claimed.
      if (!circuits.maySend(claimedOf(content, lease))) {
        return unsent();
      }
      const sent = await attempt.send(prepared, lease_token, aborting.signal);
      isSuccess = sent.outcome.next.state === "succeeded";
      return sent;
    } finally {
      concurrency.freeSlot(content.destination_id, isSuccess);
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
      concurrency.leased(content.destination_id);
      limits.leased(content.destination?.kind);
      circuits.leased(claimedOf(content, lease));
      open += 1;
      const work = attemptAndRecord(content, lease).finally(() => {
        concurrency.leaseEnded(content.destination_id);
        leased.delete(work);
        onLeaseEnded();
      });
      leased.add(work);
    },
    abort: () => aborting.abort(),
    finished: async () => void (await Promise.allSettled(leased)),
  };
}

const claimedOf = (
  { destination, destination_id }: DeliveryContent,
  { held }: DeliveryLease,
): Claimed => ({
  origin: destination === undefined ? undefined : originOf(destination.address),
  destinationId: destination_id,
  held,
});
