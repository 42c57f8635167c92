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
import type { Circuits } from "./circuits.ts";
import type { DestinationConcurrency, KindLimits } from "./concurrency.ts";
import type { OutcomeRecorder } from "./outcome-recorder.ts";

export interface DeliveryLease {
  readonly lease_token: string;
  /** By this process: the time of its row may be moved by a clock that is set. */
  readonly expiresAt: MonotonicMs;
  /** The open circuits that the claim knew of. */
  readonly held: HeldOrigins;
}

export interface LeasedDeliveriesParts extends AttemptParts {
  readonly clock: Clock;
  readonly leaseMs: number;
  readonly log: Log;
  readonly concurrency: DestinationConcurrency;
  readonly circuits: Circuits;
  readonly recorder: Pick<OutcomeRecorder, "record">;
  readonly limits: KindLimits;
  /** An attempt has ended, and its outcome is not recorded yet, or it awaits a late answer. */
  readonly onAttemptEnded: () => void;
  /** An outcome is recorded, or its attempt awaits a late answer. */
  readonly onLeaseEnded: () => void;
}

/** The lease of a delivery that awaits an answer is renewed this often before it expires. */
const RENEWALS_PER_LEASE = 3;
/** For the writes before and after an attempt. */
const LEASE_MARGIN_MS = 5_000;
/** Delay of the next try after a failure of this server. */
const PUT_BACK_MS = 60_000;
/** The same after an outage, which has ended by the time that the delivery can be put back. */
const PUT_BACK_AFTER_OUTAGE_MS = 2_000;

export function createLeasedDeliveries(parts: LeasedDeliveriesParts) {
  const { clock, log, concurrency, limits, circuits, recorder } = parts;
  const { onAttemptEnded, onLeaseEnded } = parts;
  const attempt = createAttempt(parts);
  const awaited = createAwaitedLeases(parts);
  const leased = new Set<Promise<void>>();
  /** Of deliveries that await a late answer. */
  const waiting = new Set<Promise<void>>();
  const aborting = new AbortController();
  let open = 0;
  let openBytes = 0;

  async function attemptAndRecord(
    content: DeliveryContent,
    lease: DeliveryLease,
    onLate: () => void,
  ): Promise<void> {
    let outcome: Outcome | undefined;
    let receiver: DeliveryResult["receiver"] | undefined;
    let isAwaited = false;
    try {
      ({ outcome, receiver } = await attemptOnce(content, lease, () => {
        isAwaited = true;
        attemptEnded(content, lease, undefined);
        limits.awaited(content.destination?.kind, 1);
        awaited.add(content.id, lease.lease_token);
        onLate();
      }));
    } catch (error) {
      log.error({ err: error, delivery: content.id }, "A delivery could not be attempted.");
      const delayMs = error instanceof Outage ? PUT_BACK_AFTER_OUTAGE_MS : PUT_BACK_MS;
      outcome = putBack(content, lease.lease_token, clock.now() + delayMs);
    }
    if (isAwaited) {
      limits.awaited(content.destination?.kind, -1);
      // It has been no probe any more.
      circuits.ended({ ...claimedOf(content, lease), held: {} }, receiver);
    } else attemptEnded(content, lease, receiver);
    if (outcome !== undefined) await recorder.record(outcome);
    awaited.delete(content.id);
  }

  function attemptEnded(
    content: DeliveryContent,
    lease: DeliveryLease,
    receiver: DeliveryResult["receiver"] | undefined,
  ): void {
    open -= 1;
    concurrency.attemptEnded(content.destination_id);
    limits.attemptEnded(content.destination?.kind);
    circuits.ended(claimedOf(content, lease), receiver);
    onAttemptEnded();
  }

  /** Without an outcome if the submission was deleted meanwhile: nothing is left to record. */
  async function attemptOnce(
    content: DeliveryContent,
    lease: DeliveryLease,
    onLate: () => void,
  ): Promise<Partial<Sent>> {
    const prepared = await attempt.prepare(content, lease.lease_token);
    if (prepared.kind === "deleted") return {};
    if (prepared.kind === "decided") return { outcome: prepared.outcome };
    const { byteLength } = prepared.body.bytes;
    openBytes += byteLength;
    try {
      return await sendInSlot(prepared, lease, onLate);
    } finally {
      openBytes -= byteLength;
    }
  }

  async function sendInSlot(
    prepared: Ready,
    lease: DeliveryLease,
    onLate: () => void,
  ): Promise<Partial<Sent>> {
    const { content, sender } = prepared;
    const { lease_token, expiresAt } = lease;
    const unsent = () => ({ outcome: putBack(content, lease_token, clock.now()) });
    if (!(await concurrency.takeSlot(content.destination_id))) return unsent();
    let isSuccess = false;
    let hasSlot = true;
    const freeSlot = () => {
      if (hasSlot) concurrency.freeSlot(content.destination_id, isSuccess);
      hasSlot = false;
    };
    try {
      // It has waited so long for its slot that the lease could expire during the attempt.
      if (plusMs(clock.monotonic(), sender.deadlineMs + LEASE_MARGIN_MS) > expiresAt) {
        return unsent();
      }
      // Its circuit has opened since it was claimed.
      if (!circuits.maySend(claimedOf(content, lease))) return unsent();
      const sent = await attempt.send(prepared, lease_token, aborting.signal, () => {
        freeSlot();
        onLate();
      });
      isSuccess = sent.outcome.next.state === "succeeded";
      return sent;
    } finally {
      freeSlot();
    }
  }

  return {
    /** Of all that are leased: attempts waiting for a slot or in flight. The others are being recorded. */
    get open() {
      return open;
    },
    get leased() {
      return leased.size;
    },
    /** Further ones, whose receivers have everything and have not answered yet. They hold no slot. */
    get awaited() {
      return awaited.count();
    },
    /** The bytes of the bodies that wait for a slot or are in flight. */
    get openBytes() {
      return openBytes;
    },
    start(content: DeliveryContent, lease: DeliveryLease) {
      concurrency.leased(content.destination_id);
      limits.leased(content.destination?.kind);
      circuits.leased(claimedOf(content, lease));
      open += 1;
      const work: Promise<void> = attemptAndRecord(content, lease, () => {
        leased.delete(work);
        waiting.add(work);
        onLeaseEnded();
      }).finally(() => {
        concurrency.leaseEnded(content.destination_id);
        waiting.delete(work);
        if (leased.delete(work)) onLeaseEnded();
      });
      leased.add(work);
    },
    /** Aborts the attempts in flight; they are queued again and not counted. */
    abort: () => aborting.abort(),
    /** Resolves when every outcome is recorded. */
    async finished() {
      await Promise.allSettled([...leased, ...waiting]);
      await awaited.stop();
    },
  };
}

/** The leases of deliveries that await a late answer, which are renewed as long as it takes. */
function createAwaitedLeases({
  store,
  clock,
  log,
  leaseMs,
}: Pick<LeasedDeliveriesParts, "store" | "clock" | "log" | "leaseMs">) {
  const tokens = new Map<number, string>();
  let cancel = () => {};
  let renewal: Promise<void> = Promise.resolve();

  function renew(): void {
    cancel();
    if (tokens.size === 0) return;
    cancel = clock.after(leaseMs / RENEWALS_PER_LEASE, renew);
    const leases = [...tokens].map(([id, lease_token]) => ({ id, lease_token }));
    renewal = store.writes
      .renewDeliveryLeases({ leases, lease_expires_at: clock.now() + leaseMs })
      .catch((error: unknown) =>
        log.warn({ err: error }, "Leases of deliveries could not be renewed; trying again."),
      );
  }

  return {
    count: () => tokens.size,
    add(id: number, lease_token: string): void {
      tokens.set(id, lease_token);
      renew();
    },
    delete: (id: number) => void tokens.delete(id),
    stop(): Promise<void> {
      cancel();
      return renewal;
    },
  };
}

const claimedOf = ({ destination, destination_id }: DeliveryContent, { held }: DeliveryLease) => ({
  origin: destination === undefined ? undefined : originOf(destination.address),
  destinationId: destination_id,
  held,
});
