/** Takes due deliveries, has them attempted, and settles what came of it. */
import type { Clock } from "../platform/clock.ts";
import { QUARANTINE_AFTER_LOST_WORKERS, MAX_LOST_WORKERS } from "../domain/delivery.ts";
import type { Ids } from "../domain/ids.ts";
import type { Log } from "../platform/log.ts";
import type { DeliveryContent } from "../store/deliveries/delivery-contents.ts";
import type { Outcome } from "../store/deliveries/outcome.ts";
import type { Store } from "../store/store.ts";
import { createQuarantine } from "./quarantine.ts";
import { type AttemptParts, createAttempt, putBack } from "./attempt.ts";
import { nextDelayMs } from "./backoff.ts";
import { createConcurrency, MAX_LEASED_PER_OPEN } from "./concurrency.ts";
import { createDeliveryLag } from "./delivery-lag.ts";
import { createOutcomeRecorder, type OutcomeRecorderParts } from "./outcome-recorder.ts";

export interface DispatcherParts extends AttemptParts, OutcomeRecorderParts {
  readonly store: Pick<Store, "read" | "write" | "owner">;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Called when attempts were found to have lost their worker, with their number. */
  readonly onLost: (attempts: number) => void;
  /**
   * Claims at once, over all webhooks: attempts under way, and what is prepared for the next. What waits
   * to be written down comes on top, see {@link MAX_LEASED_PER_OPEN}.
   */
  readonly maxOpen: number;
  readonly leaseMs: number;
  /** An attempt takes so long at most. */
  readonly deadlineMs: number;
}

export interface Dispatcher {
  /** Takes back what a crash left leased, then begins. */
  start(): Promise<void>;
  /** A delivery may be due: look now. */
  wake(): void;
  /** Deliveries that it holds. */
  leased(): number;
  /** See {@link DeliveryLag}. */
  oldestDueMs(): Promise<number>;
  /** Takes no more, and waits for what is under way; `atOnce` breaks that off, uncounted. */
  stop(options: { readonly atOnce: boolean }): Promise<void>;
}

const MAX_IDLE_MS = 1_000;
/**
 * After looks that found nothing to begin, the next one waits, longer each time up to this: posts come
 * faster than webhooks take.
 */
const MAX_QUIET_MS = 10;
/** What ends meanwhile shares the next claim. */
const BETWEEN_CLAIMS_MS = 2;
/** For the writes around an attempt. */
const LEASE_MARGIN_MS = 5_000;
/** One of so many slots is kept for webhooks that have none. */
const KEPT_FREE_SHARE = 8;
const SWEEP_EVERY_MS = 15_000;
const MAX_RECOVERED_AT_ONCE = 500;
/** How long a delivery waits when it is us who failed, such as by a full disk. */
const PUT_BACK_MS = 60_000;

interface Lease {
  readonly lease_token: string;
  readonly expiresAt: number;
}

export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const { store, clock, ids, log, maxOpen, leaseMs, deadlineMs } = parts;
  const caps = createConcurrency(maxOpen);
  const alone = createQuarantine();
  const attempt = createAttempt(parts);
  const lateness = createDeliveryLag({ store, clock, log, atCap: () => caps.full() });
  const settling = createOutcomeRecorder(parts);
  const quarantine_delays_ms = delaysAlone(parts.schedule);
  /** What was claimed and is not settled yet. */
  const held = new Set<Promise<void>>();
  /** Of those: attempts to make, and under way. */
  let open = 0;
  const breakOff = new AbortController();
  let isStopped = true;
  let isAsked = false;
  let pumping: Promise<void> | undefined;
  let forgetTimer = () => {};
  let nextSweepAt = 0;
  let quietSince = 0;
  let quietMs = 0;
  /** With no more than that open, half of what could be is to be claimed. */
  let halfOpen = Infinity;
  /** When the timer ends the quiet, if it is set to that. */
  let wakesAt = Infinity;

  async function pump(): Promise<void> {
    forgetTimer();
    wakesAt = Infinity;
    isAsked = false;
    await sweep();
    const dueAt = await claim();
    await lateness.check();
    if (!isStopped && !isAsked) sleepUntil(dueAt);
  }

  /** When the next delivery comes due, as far as it is known. */
  async function claim(): Promise<number | undefined> {
    const free = Math.min(maxOpen - open, MAX_LEASED_PER_OPEN * maxOpen - held.size);
    // A full house wakes up by itself when an attempt ends.
    if (free <= 0 || isStopped || alone.isUnderWay) return undefined;
    const now = clock.now();
    settling.along();
    const load_of = caps.loadOf();
    const more = Object.values(load_of).reduce((sum, load) => sum + load.free, 0);
    halfOpen = Math.min(maxOpen, open + more) / 2;
    const lease_token = `${store.owner}${ids.leaseToken()}`;
    const { contents, count, is_quarantined, due_at } = await store.write("claimDeliveries", {
      now,
      lease_token,
      lease_expires_at: now + leaseMs,
      limit: free,
      load_of,
      free_of_others: caps.initial,
      reserved_for_idle: Math.floor(maxOpen / KEPT_FREE_SHARE),
      is_idle: held.size === 0,
      may_start_quarantined: alone.mayBegin(now),
    });
    if (count === 0) {
      alone.note(is_quarantined ? "waiting" : "none", now);
      if (!is_quarantined) caps.offered();
      quietMs = Math.min(MAX_QUIET_MS, Math.max(1, quietMs * 2));
      quietSince = now;
      halfOpen = Infinity;
      if (held.size === 0 && alone.opensInMs(now) !== Infinity) {
        alone.open();
        isAsked = true;
      }
      return due_at;
    }
    quietMs = 0;
    quietSince = now;
    if (isStopped) {
      await store.write("releaseClaims", { ids: contents.map(({ id }) => id), lease_token, now });
      return undefined;
    }
    alone.note(is_quarantined && contents.length > 0 ? "begun" : "none", now);
    const lease = { lease_token, expiresAt: now + leaseMs };
    for (const content of contents) begin(content, lease);
    if (!is_quarantined) caps.offered();
    // The next look tells what is left.
    isAsked = true;
    return undefined;
  }

  function begin(content: DeliveryContent, lease: Lease): void {
    const { webhook_id } = content;
    caps.hold(webhook_id);
    open += 1;
    const work = attempted(content, lease).finally(() => {
      caps.drop(webhook_id);
      held.delete(work);
      alone.end(clock.now());
      wake();
    });
    held.add(work);
  }

  /** Resolves once what came of it is settled. */
  async function attempted(content: DeliveryContent, lease: Lease): Promise<void> {
    let outcome: Outcome | undefined;
    try {
      outcome = await outcomeOf(content, lease);
    } catch (error) {
      log.error({ err: error, delivery: content.id }, "A delivery could not be attempted.");
      outcome = putBack(content, lease.lease_token, clock.now() + PUT_BACK_MS);
    }
    open -= 1;
    caps.end(content.webhook_id);
    // The next ones are claimed while this one is written down.
    if (open <= halfOpen) wake();
    if (outcome !== undefined) await settling.settle(outcome);
  }

  /** `undefined` when there is nothing to settle any more. */
  async function outcomeOf(
    content: DeliveryContent,
    { lease_token, expiresAt }: Lease,
  ): Promise<Outcome | undefined> {
    const prepared = await attempt.prepare(content, lease_token);
    if (prepared.kind === "deleted") return undefined;
    if (prepared.kind === "settled") return prepared.outcome;
    if (!(await caps.turn(content.webhook_id))) {
      return putBack(content, lease_token, clock.now());
    }
    let isSuccess = false;
    try {
      // It waited too long: its lease could end before the attempt does.
      if (clock.now() + deadlineMs + LEASE_MARGIN_MS > expiresAt) {
        return putBack(content, lease_token, clock.now());
      }
      const outcome = await attempt.send(prepared, lease_token, breakOff.signal);
      isSuccess = outcome.next.state === "succeeded";
      return outcome;
    } finally {
      caps.release(content.webhook_id, isSuccess);
    }
  }

  async function sweep(): Promise<void> {
    const now = clock.now();
    if (now < nextSweepAt) return;
    nextSweepAt = now + SWEEP_EVERY_MS;
    await recover({ is_start: false });
  }

  async function recover(when: { readonly is_start: boolean }): Promise<void> {
    for (;;) {
      const limit = MAX_RECOVERED_AT_ONCE;
      const recovered = await store.write("recoverLeases", {
        ...when,
        now: clock.now(),
        limit,
        quarantine_delays_ms,
      });
      if (recovered > 0) {
        parts.onLost(recovered);
        log.warn({ recovered }, "Deliveries of a lost worker were queued again.");
      }
      if (recovered < limit) return;
    }
  }

  function sleepUntil(dueAt: number | undefined): void {
    const now = clock.now();
    // What is due and was not claimed waits for others to end, and their end wakes.
    const wait = dueAt === undefined || dueAt <= now ? MAX_IDLE_MS : dueAt - now;
    // What has to go alone may be all that is left.
    const soon = Math.min(MAX_IDLE_MS, wait, alone.opensInMs(now));
    forgetTimer = clock.after(soon, wake);
  }

  /** While more than half of what could be claimed is open, the next claim gains by waiting: it is larger. */
  function betweenClaimsMs(): number {
    return open > halfOpen ? MAX_QUIET_MS : BETWEEN_CLAIMS_MS;
  }

  function wake(): void {
    isAsked = true;
    if (isStopped || pumping !== undefined) return;
    const at = quietSince + (quietMs || betweenClaimsMs());
    const quiet = at - clock.now();
    if (quiet > 0) {
      if (wakesAt <= at) return;
      wakesAt = at;
      forgetTimer();
      forgetTimer = clock.after(quiet, () => {
        wakesAt = Infinity;
        wake();
      });
      return;
    }
    pumping = pump()
      .catch((error: unknown) => {
        if (!isStopped) {
          log.error({ err: error }, "The outbox could not be read; it is tried again.");
          forgetTimer = clock.after(MAX_IDLE_MS, wake);
        }
      })
      .finally(() => {
        pumping = undefined;
        if (isAsked && !isStopped) wake();
      });
  }

  return {
    async start() {
      await recover({ is_start: true });
      nextSweepAt = clock.now() + SWEEP_EVERY_MS;
      isStopped = false;
      wake();
    },
    wake,
    leased: () => held.size,
    oldestDueMs: () => lateness.oldestDueMs(),
    async stop({ atOnce }) {
      isStopped = true;
      forgetTimer();
      if (atOnce) breakOff.abort();
      await pumping;
      forgetTimer();
      caps.stop();
      settling.hurry();
      await Promise.allSettled(held);
    },
  };
}

/** The waits before a delivery that loses its workers goes alone. */
function delaysAlone(schedule: readonly number[] | undefined): readonly number[] {
  const even = { ageMs: 0, jitter: 0.5, retryAfterMs: undefined, isPressed: false };
  return Array.from(
    { length: MAX_LOST_WORKERS - QUARANTINE_AFTER_LOST_WORKERS },
    (_, n) => nextDelayMs({ ...even, attemptsMade: n + 1 }, schedule) ?? 0,
  );
}
