/** Claims due deliveries and starts their attempts, in a loop that runs when it is woken. */
import { type Clock, plusMs } from "../platform/clock.ts";
import { AppError } from "../domain/errors.ts";
import type { Ids } from "../domain/ids.ts";
import type { Log } from "../platform/log.ts";
import type { Store } from "../store/store.ts";
import type { AttemptParts } from "./attempt.ts";
import { createCircuits } from "./circuits.ts";
import { createClaimPace, createWakeTimer } from "./claim-pace.ts";
import { createConcurrency, MAX_LEASED_PER_OPEN, createKindLimits } from "./concurrency.ts";
import { createDeliveryLag } from "./delivery-lag.ts";
import { createLeasedDeliveries } from "./leased-deliveries.ts";
import { createLeaseSweep, type LeaseSweepParts } from "./lease-sweep.ts";
import { createOutcomeRecorder, type OutcomeRecorderParts } from "./outcome-recorder.ts";
import { createQuarantine } from "./quarantine.ts";

export interface DispatcherParts
  extends
    Omit<AttemptParts, "store">,
    Omit<OutcomeRecorderParts, "store">,
    Omit<LeaseSweepParts, "store"> {
  readonly store: Pick<Store, "reads" | "writes" | "owner" | "deadOwners">;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /**
   * Deliveries of all destinations together that may be open at a time: waiting for a slot or in flight.
   * Those whose outcome is being recorded come on top.
   */
  readonly maxOpen: number;
  readonly leaseMs: number;
}

/** The loop runs at least this often, and this long after it has failed. */
const MAX_SLEEP_MS = 1_000;
/** One slot of this many is reserved for destinations with nothing in flight. */
const RESERVED_SHARE = 8;
/**
 * A claim returns at most this many deliveries, and at most so many are leased ahead of their destination's limit.
 * More may be open only because receivers are slow.
 */
const MAX_CLAIM = 128;
/** With more bytes of bodies open, no more than {@link MAX_CLAIM} deliveries may be. */
const MAX_OPEN_BYTES = 64 * 1_024 * 1_024;

export function createDispatcher(parts: DispatcherParts) {
  const { store, clock, ids, log, maxOpen, leaseMs } = parts;
  const limits = createKindLimits(parts.kinds);
  const maxClaim = Math.min(MAX_CLAIM, maxOpen);
  const concurrency = createConcurrency(maxClaim, clock);
  const circuits = createCircuits(maxOpen, { clock, log });
  const quarantine = createQuarantine();
  const pace = createClaimPace();
  const recorder = createOutcomeRecorder(parts);
  const sweep = createLeaseSweep(parts);
  const lag = createDeliveryLag({
    store,
    clock,
    log,
    atLimit: () => concurrency.atLimit(),
    heldOrigins: () => circuits.held(),
    sendable: () => limits.available(),
  });
  const deliveries = createLeasedDeliveries({
    ...parts,
    concurrency,
    limits,
    circuits,
    recorder,
    onAttemptEnded() {
      // The next deliveries are claimed while this outcome is recorded.
      if (pace.isLow(deliveries.open)) wake();
    },
    onLeaseEnded() {
      quarantine.attemptEnded(clock.monotonic());
      wake();
    },
  });
  const timer = createWakeTimer(clock, wake);
  /** The lease tokens of claims that may have been committed, but whose answer was lost. */
  const lostClaims = new Set<string>();
  let isStopped = true;
  /** Something has happened since the loop last claimed. */
  let isWoken = false;
  let running: Promise<void> | undefined;

  function wake(): void {
    isWoken = true;
    if (isStopped || running !== undefined) return;
    const claimAt = pace.nextAt(deliveries.open);
    if (claimAt !== undefined && claimAt > clock.monotonic()) {
      timer.fireBy(claimAt);
      return;
    }
    running = runOnce()
      .catch((error: unknown) => {
        if (isStopped) return;
        log.error({ err: error }, "Due deliveries could not be read; trying again.");
        timer.fireBy(plusMs(clock.monotonic(), MAX_SLEEP_MS));
      })
      .finally(() => {
        running = undefined;
        if (isWoken && !isStopped) wake();
      });
  }

  async function runOnce(): Promise<void> {
    timer.clear();
    isWoken = false;
    let dueAt: number | undefined;
    if (!recorder.isHolding) {
      await releaseLostClaims();
      await sweep.whenDue();
      dueAt = await claim();
      await lag.check();
    }
    if (!isStopped && !isWoken) sleepUntil(dueAt);
  }

  /** How many deliveries may be claimed now, and how many of them only for destinations with nothing in flight. */
  function claimLimits(): { readonly limit: number; readonly reserved: number } {
    const { open, leased, openBytes } = deliveries;
    const left = (openBytes > MAX_OPEN_BYTES ? maxClaim : maxOpen) - open;
    const beingRecorded = leased - open;
    const limit = Math.min(maxClaim, left, MAX_LEASED_PER_OPEN * maxClaim - beingRecorded);
    // What this claim leaves free is reserved too.
    const reserved = Math.floor(maxOpen / RESERVED_SHARE) - (left - limit);
    return { limit, reserved: Math.max(0, reserved) };
  }

  /** Returns when the next delivery is due, in milliseconds since the epoch; `undefined` if unknown. */
  async function claim(): Promise<number | undefined> {
    const { limit, reserved } = claimLimits();
    // At capacity: the next attempt that ends calls wake().
    if (limit <= 0 || isStopped || quarantine.isBusy) return undefined;
    const now = clock.now();
    const claimedAt = clock.monotonic();
    recorder.flush();
    const load_of = concurrency.loadOf();
    const held = circuits.held();
    const free = Object.values(load_of).reduce((sum, load) => sum + load.free, 0);
    pace.claiming(Math.min(maxClaim, deliveries.open + free));
    const lease_token = `${store.owner}${ids.leaseToken()}`;
    const claimed = store.writes.claimDeliveries({
      now,
      lease_token,
      lease_expires_at: now + leaseMs,
      limit,
      load_of,
      freeOfOthers: concurrency.initial,
      heldOrigins: held,
      sendable: limits.sendable,
      free_of_kind: limits.free(),
      reservedForIdle: reserved,
      is_idle: deliveries.leased === 0,
      may_start_quarantined: quarantine.mayStart(claimedAt),
    });
    claimed.catch((error: unknown) => {
      if (error instanceof AppError && error.isUncertain) lostClaims.add(lease_token);
    });
    const { contents, count, isQuarantined, due_at } = await claimed;
    if (count === 0) {
      quarantine.record(isQuarantined ? "waiting" : "none", claimedAt);
      if (!isQuarantined) offered();
      circuits.forgetIdle();
      pace.foundNothing(claimedAt);
      if (deliveries.leased === 0 && !quarantine.mayStart(claimedAt)) {
        quarantine.allowNow();
        isWoken = true;
      }
      return due_at;
    }
    pace.found(claimedAt);
    if (isStopped) {
      await store.writes.releaseClaims({ ids: contents.map(({ id }) => id), lease_token, now });
      return undefined;
    }
    quarantine.record(isQuarantined && contents.length > 0 ? "started" : "none", claimedAt);
    for (const content of contents) {
      deliveries.start(content, { lease_token, expiresAt: plusMs(claimedAt, leaseMs), held });
    }
    if (!isQuarantined) offered();
    // The next claim finds out whether more is due.
    isWoken = true;
    return undefined;
  }

  /** Nobody would send these deliveries until their leases expire, since this process is alive. */
  async function releaseLostClaims(): Promise<void> {
    for (const lease_token of lostClaims) {
      await store.writes.releaseClaims({ lease_token, now: clock.now() });
      lostClaims.delete(lease_token);
    }
  }

  function offered(): void {
    concurrency.offered();
    limits.offered();
  }

  function sleepUntil(dueAt: number | undefined): void {
    const now = clock.now();
    // What is due but was not claimed waits for an attempt to end, and that end calls wake().
    const dueInMs = dueAt === undefined || dueAt <= now ? MAX_SLEEP_MS : dueAt - now;
    // A quarantined delivery may be all that is left.
    const monotonic = clock.monotonic();
    const waitMs = Math.min(MAX_SLEEP_MS, dueInMs, quarantine.waitMs(monotonic));
    timer.fireBy(plusMs(monotonic, waitMs));
  }

  return {
    /** Takes back the leases that a crash left behind, then starts the loop. */
    async start() {
      await sweep.atStart();
      isStopped = false;
      wake();
    },
    /** A delivery may be due: claim now. */
    wake,
    /** As `wake`, and origins whose circuit is open are probed now. */
    probeNow() {
      circuits.probeNow();
      wake();
    },
    leased: () => deliveries.leased + deliveries.awaited,
    /** How long the longest-waiting delivery has been due, in milliseconds; 0 if none is due. */
    oldestDueMs: () => lag.oldestDueMs(),
    circuits,
    /**
     * Claims no more and waits for the attempts in flight. `atOnce` aborts them; they are queued again
     * and not counted.
     */
    async stop({ atOnce }: { readonly atOnce: boolean }) {
      isStopped = true;
      timer.clear();
      if (atOnce) deliveries.abort();
      await running;
      timer.clear();
      concurrency.stop();
      recorder.stopBatching();
      await deliveries.finished();
    },
  };
}
