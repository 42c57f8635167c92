/**
 * A circuit breaker per origin of receivers: while an origin hangs, only a probe at a time is sent to it, so
 * that its deliveries leave the open attempts to others. Held deliveries stay queued and due; nothing about
 * them is written. Only answers that say the origin hangs count; the kind of the destination tells. Any response
 * closes the circuit, whatever it says, because large origins serve many customers.
 */
import { type CircuitBreaker, createCircuitBreaker } from "../platform/circuit-breaker.ts";
import { type Clock, type MonotonicMs, msBetween, type WallMs } from "../platform/clock.ts";
import type { DeliveryResult } from "../domain/delivery/delivery-result.ts";
import type { Log } from "../platform/log.ts";
import type { HeldOrigins } from "../store/deliveries/held-origins.ts";

/** A delivery on its way: its destination, and the circuits that its claim knew to be open. */
export interface Claimed {
  /** `undefined` if its address is invalid. */
  readonly origin: string | undefined;
  readonly destinationId: number;
  readonly held: HeldOrigins;
}

export type Circuits = ReturnType<typeof createCircuits>;

const MIN_OPEN_MS = 5_000;
const MAX_OPEN_MS = 30_000;
/** Maximum attempts in flight, the probe not counted, to an origin whose deliveries were held for too long. */
const MAX_OVERDUE = 16;
const FORGET_AFTER_MS = 600_000;

interface Circuit {
  readonly breaker: CircuitBreaker;
  /** Deliveries that were leased although it was open. */
  probing: number;
  since: WallMs | undefined;
  /** The destination that hung first, and whether others have hung too. */
  readonly firstHung: number;
  haveSeveralHung: boolean;
  probedDestinationId: number;
  lastUsedAt: MonotonicMs;
}

/** @param maxOpen Open attempts of the process; at most half of them go to origins that hang. */
export function createCircuits(
  maxOpen: number,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
) {
  /** Origins whose last attempts hung. An origin that answers has no entry. */
  const circuits = new Map<string, Circuit>();

  const circuitOf = ({ origin = "" }: { readonly origin?: string | undefined }) =>
    circuits.get(origin);
  const holds = (circuit: Circuit | undefined, destinationId: number): circuit is Circuit =>
    circuit !== undefined &&
    circuit.breaker.isTripped &&
    (circuit.haveSeveralHung || circuit.firstHung === destinationId);
  /** Claimed although its destination was held. */
  const isProbe = ({ origin = "", destinationId, held }: Claimed) => {
    const only = held[origin]?.onlyDestinationId;
    return only === null || only === destinationId;
  };

  function hung({ origin, destinationId }: Claimed): void {
    if (origin === undefined) return;
    const now = clock.monotonic();
    const circuit = circuits.get(origin) ?? newCircuit(destinationId, now);
    circuits.set(origin, circuit);
    circuit.haveSeveralHung ||= circuit.firstHung !== destinationId;
    circuit.lastUsedAt = now;
    circuit.breaker.recordFailure(now, undefined);
    if (!circuit.breaker.isTripped || circuit.since !== undefined) return;
    circuit.since = clock.now();
    log.warn(
      { origin },
      "A receiver hangs or refuses connections: its circuit is open. Its deliveries stay queued, and one at a time is sent until it responds.",
    );
  }

  function answered(origin: string, circuit: Circuit): void {
    circuits.delete(origin);
    if (circuit.since !== undefined)
      log.info({ origin }, "A receiver responds again: its circuit is closed.");
  }

  const toOpenCircuit = (origin: string, { breaker, since = clock.now() }: Circuit) => {
    const now = clock.monotonic();
    const until = breaker.openUntil(now);
    const waitMs = until === undefined ? 0 : Math.round(msBetween(now, until));
    return { origin, since, nextProbeAt: clock.now() + waitMs };
  };

  return {
    /** For a claim: the origins whose circuit is open, and how much may be sent to each. */
    held() {
      if (circuits.size === 0) return {};
      const now = clock.monotonic();
      const tripped = [...circuits].filter(([, { breaker }]) => breaker.isTripped);
      let left = maxOpen / 2 - tripped.reduce((sum, [, { probing }]) => sum + probing, 0);
      return Object.fromEntries(
        tripped.map(([origin, { breaker, probing, haveSeveralHung, ...circuit }]) => {
          const probes = left < 1 ? 0 : breaker.allowedRequests(now, probing);
          const overdue = Math.max(0, Math.min(MAX_OVERDUE - probing, Math.floor(left - probes)));
          left -= probes + overdue;
          const onlyDestinationId = haveSeveralHung ? null : circuit.firstHung;
          const { probedDestinationId } = circuit;
          return [origin, { probes, probedDestinationId, onlyDestinationId, overdue }];
        }),
      );
    },
    leased(claimed: Claimed) {
      if (!isProbe(claimed)) return;
      const circuit = circuitOf(claimed);
      if (circuit === undefined) return;
      circuit.probing += 1;
      circuit.probedDestinationId = claimed.destinationId;
    },
    /** Whether a leased delivery may be sent; false if the circuit has opened since it was claimed. */
    maySend: (claimed: Claimed) =>
      isProbe(claimed) || !holds(circuitOf(claimed), claimed.destinationId),
    /** The attempt has ended and said this about the receiver, or none was made. */
    ended(claimed: Claimed, receiver: DeliveryResult["receiver"] | undefined) {
      const circuit = circuitOf(claimed);
      if (circuit !== undefined && isProbe(claimed)) {
        circuit.probing = Math.max(0, circuit.probing - 1);
        circuit.lastUsedAt = clock.monotonic();
      }
      if (receiver === "responds") {
        if (circuit !== undefined) answered(claimed.origin ?? "", circuit);
      }
      // Attempts that were in flight when the circuit opened say nothing new.
      else if (
        receiver === "hangs" &&
        (isProbe(claimed) || !holds(circuit, claimed.destinationId))
      ) {
        hung(claimed);
      }
    },
    /** The open circuits, for people. */
    open: () =>
      [...circuits].flatMap(([origin, circuit]) =>
        circuit.breaker.isTripped ? toOpenCircuit(origin, circuit) : [],
      ),
    /** The circuit that holds a destination's deliveries, if one does. */
    holding({ id, origin = "" }: { readonly id: number; readonly origin: string | undefined }) {
      const circuit = circuitOf({ origin });
      return holds(circuit, id) ? toOpenCircuit(origin, circuit) : undefined;
    },
    /** Every open circuit lets its next probe pass now. */
    probeNow() {
      const now = clock.monotonic();
      for (const { breaker } of circuits.values()) breaker.halfOpen(now);
    },
    forgetIdle() {
      for (const [origin, { probing, lastUsedAt }] of circuits) {
        const isIdle = msBetween(lastUsedAt, clock.monotonic()) >= FORGET_AFTER_MS;
        if (probing === 0 && isIdle) circuits.delete(origin);
      }
    },
  };
}

const newCircuit = (destinationId: number, now: MonotonicMs): Circuit => ({
  breaker: createCircuitBreaker({
    maxConcurrentRequests: Infinity,
    minOpenMs: MIN_OPEN_MS,
    maxOpenMs: MAX_OPEN_MS,
  }),
  probing: 0,
  since: undefined,
  firstHung: destinationId,
  haveSeveralHung: false,
  probedDestinationId: 0,
  lastUsedAt: now,
});
