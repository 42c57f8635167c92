/**
 * Concurrency limit per destination: how many attempts may be in flight. It doubles with each success and
 * halves with each failure. Deliveries leased beyond the limit are prepared (rendered, stored) and wait
 * for a slot, so that no slot stays empty during the next claim.
 */
import { type Clock, type MonotonicMs, msBetween } from "../platform/clock.ts";
import { DESTINATION_KINDS, type DestinationKind } from "../domain/delivery/destination.ts";
import type { DeliveryKinds } from "../domain/delivery/delivery-kind.ts";

const INITIAL_LIMIT = 2;
const MAX_LIMIT = 16;
/** From this limit on, deliveries are leased ahead: its receiver answers fast enough to send them in time. */
const MIN_LIMIT_TO_LEASE_AHEAD = 4;
/** Leased ahead at most: this multiple of the destination's limit. */
const MAX_AHEAD_FACTOR = 4;
/** A destination that was idle for so long begins with the initial limit again. */
const FORGET_AFTER_MS = 60_000;
/** A process leases at most this many times the deliveries that may be open; the rest are being recorded. */
export const MAX_LEASED_PER_OPEN = 2;

export type DestinationConcurrency = ReturnType<typeof createConcurrency>;

interface Load {
  limit: number;
  leased: number;
  /** Of the leased: waiting for a slot, or in flight. */
  open: number;
  /** Of the open: in flight. */
  sending: number;
  wasAtLimit: boolean;
  /** When its last lease ended. */
  idleSince: MonotonicMs;
  readonly waiting: ((maySend: boolean) => void)[];
}

/** @param maxAhead Deliveries of all destinations together that may be open, those leased ahead included. */
export function createConcurrency(maxAhead: number, { monotonic }: Pick<Clock, "monotonic">) {
  const loads = new Map<number, Load>();
  let isStopped = false;
  const loadFor = (destinationId: number) => {
    const load = loads.get(destinationId) ?? {
      limit: INITIAL_LIMIT,
      leased: 0,
      open: 0,
      sending: 0,
      wasAtLimit: false,
      idleSince: monotonic(),
      waiting: [],
    };
    loads.set(destinationId, load);
    return load;
  };
  /** What `maxAhead` leaves to each active destination beyond all limits together. */
  const spareForEach = () => {
    const active = [...loads.values()].filter(({ open }) => open > 0);
    const limits = active.reduce((sum, { limit }) => sum + limit, 0);
    return Math.max(0, Math.floor((maxAhead - limits) / Math.max(1, active.length)));
  };
  const fillSlots = (load: Load) => {
    while (load.sending < load.limit) {
      const send = load.waiting.shift();
      if (send === undefined) return;
      load.sending += 1;
      send(true);
    }
  };

  return {
    /** How many deliveries of a destination without any in flight may be claimed. */
    initial: INITIAL_LIMIT,
    /** By destination id: deliveries open (waiting for a slot or in flight), and how many more may be claimed. */
    loadOf() {
      const spare = spareForEach();
      return Object.fromEntries(
        [...loads].map(([id, { limit, leased, open }]) => {
          const ahead =
            limit < MIN_LIMIT_TO_LEASE_AHEAD ? 0 : Math.min(limit * MAX_AHEAD_FACTOR, spare);
          const mayBeOpen = limit + ahead;
          const free = Math.min(mayBeOpen - open, MAX_LEASED_PER_OPEN * mayBeOpen - leased);
          return [id, { inFlight: open, free: Math.max(0, free) }];
        }),
      );
    },
    leased(destinationId: number) {
      const load = loadFor(destinationId);
      load.leased += 1;
      load.open += 1;
    },
    /** Its attempt has ended, or none is made. Its outcome is not recorded yet. */
    attemptEnded: (destinationId: number) => void (loadFor(destinationId).open -= 1),
    /** Resolves true when the attempt may be sent; false when the process stops first. */
    takeSlot(destinationId: number) {
      if (isStopped) return Promise.resolve(false);
      const load = loadFor(destinationId);
      return new Promise((resolve) => {
        load.waiting.push(resolve);
        fillSlots(load);
      });
    },
    /** Frees the slot. Success doubles the limit, failure halves it. */
    freeSlot(destinationId: number, isSuccess: boolean) {
      const load = loadFor(destinationId);
      load.wasAtLimit ||= load.open >= load.limit;
      load.sending -= 1;
      load.limit = isSuccess
        ? Math.min(MAX_LIMIT, load.limit * 2)
        : Math.max(1, Math.floor(load.limit / 2));
      fillSlots(load);
    },
    /** The outcome is recorded: the lease has ended. */
    leaseEnded(destinationId: number) {
      const load = loadFor(destinationId);
      load.leased -= 1;
      if (load.leased === 0) load.idleSince = monotonic();
    },
    /** A claim has offered every destination what is due to it. Destinations that were idle for a minute are forgotten. */
    offered() {
      const now = monotonic();
      for (const [destinationId, load] of loads) {
        load.wasAtLimit = false;
        const isIdle = load.leased === 0;
        // An idle destination with the initial limit needs no entry.
        if (isIdle && load.limit === INITIAL_LIMIT) loads.delete(destinationId);
        else if (isIdle && msBetween(load.idleSince, now) >= FORGET_AFTER_MS) {
          loads.delete(destinationId);
        }
      }
    },
    /**
     * The destinations that are at their limit now, or were since the last {@link offered}: a freed slot is
     * taken again within milliseconds, so their deliveries wait for the receiver and not for the outbox.
     */
    atLimit: () =>
      [...loads].flatMap(([id, { limit, open, wasAtLimit }]) =>
        wasAtLimit || open >= limit ? id : [],
      ),
    /** No attempt waiting for a slot is sent any more. */
    stop() {
      isStopped = true;
      for (const { waiting } of loads.values()) {
        for (const send of waiting.splice(0)) send(false);
      }
    },
  };
}

export type KindLimits = ReturnType<typeof createKindLimits>;

/** Limits of kinds whose deliveries all go to one receiver, such as the relay of e-mails, in addition to those of each destination. */
export function createKindLimits(kinds: DeliveryKinds) {
  const open = new Map<DestinationKind, number>();
  const awaited = new Map<DestinationKind, number>();
  const wereAtLimit = new Set<DestinationKind>();
  const sendable = DESTINATION_KINDS.filter((kind) => kinds[kind] !== undefined);
  const freeOf = (kind: DestinationKind) => {
    const { maxOpen = Infinity, maxAwaited = Infinity } = kinds[kind] ?? {};
    const awaitedBeyond = Math.max(0, (awaited.get(kind) ?? 0) - maxAwaited);
    return Math.max(0, maxOpen - (open.get(kind) ?? 0) - awaitedBeyond);
  };
  const count = (counts: typeof open, kind: DestinationKind | undefined, by: number) => {
    if (kind === undefined) return;
    counts.set(kind, (counts.get(kind) ?? 0) + by);
    if (freeOf(kind) === 0) wereAtLimit.add(kind);
  };
  return {
    leased: (kind: DestinationKind | undefined) => count(open, kind, 1),
    /** Its attempt has ended, or none is made, or it awaits a late answer. */
    attemptEnded: (kind: DestinationKind | undefined) => count(open, kind, -1),
    /** As many more await a late answer. */
    awaited: (kind: DestinationKind | undefined, by: 1 | -1) => count(awaited, kind, by),
    /** How many more deliveries of a kind may be claimed; absent for a kind without a limit. */
    free: () =>
      Object.fromEntries(
        sendable.flatMap((kind) => (Number.isFinite(freeOf(kind)) ? [[kind, freeOf(kind)]] : [])),
      ),
    sendable,
    /** Those of them that are not at their limit now, and were not since the last {@link offered}. */
    available: () => sendable.filter((kind) => !wereAtLimit.has(kind)),
    /** A claim has offered every destination what is due to it. */
    offered() {
      wereAtLimit.clear();
      for (const kind of sendable) if (freeOf(kind) === 0) wereAtLimit.add(kind);
    },
  };
}
