/** The state machine of one submission. Pure. */
import { uidOf } from "./delivery.ts";
import type { HandlerProcess, ItemState, QueueItem, Retry, Seen } from "./item.ts";
import { UNKNOWN_TO_SERVER } from "./item.ts";
import { type HandlerOutcome, describeOutcome, judge } from "./outcome.ts";

/** Limits and rules of a run. */
export interface QueuePolicy {
  /** Failed attempts after which a submission is dead; 1 or more. */
  readonly maxAttempts: number;
  /** Interruptions after which a submission is dead, so that a handler that never ends is not repeated forever. */
  readonly maxInterruptions: number;
  /** What to do with a dead submission on the server. */
  readonly onDead: "leave" | "mark-read";
}

/** Retry reason of a submission that the server has leased before, to any host. */
const TRIED_BEFORE = "leased before, and not marked read";

/** 5 attempts, 20 interruptions, dead submissions left unread. */
export const DEFAULT_POLICY: QueuePolicy = {
  maxAttempts: 5,
  maxInterruptions: 20,
  onDead: "leave",
};

/** What can happen to an item. */
export type ItemEvent =
  /** The unread list of this walk shows it. */
  | { readonly kind: "listed"; readonly walk: number }
  /** The server leased it to this run; `claims` counts its leases to any host. */
  | { readonly kind: "leased"; readonly claims: number; readonly now: number }
  /** A complete walk did not list it, or the fetched record no longer belongs to the queue. */
  | { readonly kind: "vanished"; readonly walk: number; readonly reason: string }
  | { readonly kind: "started" }
  | { readonly kind: "process-known"; readonly process: HandlerProcess }
  | {
      readonly kind: "finished";
      readonly outcome: HandlerOutcome;
      readonly output: string;
      readonly now: number;
      /** Uniform in [0, 1). */
      readonly jitter: number;
    }
  /** The server confirmed that it is read. */
  | { readonly kind: "marked"; readonly walk: number }
  /** Intray itself responded with 404 or 410 to the acknowledgement. */
  | { readonly kind: "unknown-to-server"; readonly walk: number };

/** Returns the item of a submission that was never seen before. */
export const newItem = (submissionId: number, formId: number, uid = uidOf({ id: submissionId })) =>
  freshItem({ submissionId, formId, uid }, 1);

/**
 * Returns the item after the event; the same object if the event changes nothing.
 *
 * @throws Error if the event cannot happen in that state, which is a bug of the engine.
 */
export function transition(item: QueueItem, event: ItemEvent, policy: QueuePolicy): QueueItem {
  const { state } = item;
  switch (event.kind) {
    case "listed":
      return isRequeued(state, event.walk) ? freshItem(item, item.generation + 1) : item;
    case "leased":
      return leased(item, event);
    case "vanished":
      if (state.kind !== "seen" && state.kind !== "retry") break;
      return { ...item, state: { kind: "gone", reason: event.reason, walk: event.walk } };
    case "started":
      if (state.kind !== "seen" && state.kind !== "retry") break;
      return {
        ...item,
        attempts: item.attempts + 1,
        starts: item.starts + 1,
        state: { kind: "running", before: state },
      };
    case "process-known":
      if (state.kind !== "running") break;
      return { ...item, state: { ...state, process: event.process } };
    case "finished":
      if (state.kind !== "running") break;
      return { ...finish(item, state.before, event, policy), lastOutput: event.output };
    case "marked":
      if (state.kind === "handled") return { ...item, state: { kind: "acked", walk: event.walk } };
      if (state.kind !== "dead" || state.mark.kind !== "owed") break;
      return { ...item, state: { ...state, mark: { kind: "done", walk: event.walk } } };
    case "unknown-to-server":
      if (state.kind !== "handled" && !(state.kind === "dead" && state.mark.kind === "owed")) break;
      return { ...item, state: { kind: "gone", reason: UNKNOWN_TO_SERVER, walk: event.walk } };
  }
  throw new Error(`submission ${item.submissionId} is ${state.kind}: it cannot be ${event.kind}`);
}

const freshItem = (
  { submissionId, uid, formId }: Pick<QueueItem, "submissionId" | "uid" | "formId">,
  generation: number,
): QueueItem => ({
  submissionId,
  uid,
  formId,
  generation,
  attempts: 0,
  starts: 0,
  interruptions: 0,
  deferrals: 0,
  state: { kind: "seen" },
  lastOutput: "",
});

/**
 * With leases the server counts the attempts over all hosts. Deferrals and interruptions that this
 * store has recorded are subtracted. A finished item that is leased again starts a new generation.
 */
function leased(item: QueueItem, event: Extract<ItemEvent, { kind: "leased" }>): QueueItem {
  switch (item.state.kind) {
    case "running":
    case "handled":
      return item;
    case "gone":
      if (item.state.reason === UNKNOWN_TO_SERVER) return item;
      return leased(freshItem(item, item.generation + 1), event);
    case "acked":
    case "dead":
      return leased(freshItem(item, item.generation + 1), event);
    case "seen":
    case "retry": {
      const others = event.claims - 1;
      const attempts = Math.max(0, others - item.deferrals - item.interruptions);
      const starts = Math.max(item.starts, others);
      const state: ItemState =
        attempts === 0
          ? { kind: "seen" }
          : { kind: "retry", dueAt: event.now, reason: TRIED_BEFORE };
      return { ...item, attempts, starts, state };
    }
  }
}

/** Whether a finished item is unread again in a later walk: a person marked it unread. */
function isRequeued(state: ItemState, walk: number): boolean {
  switch (state.kind) {
    case "acked":
      return walk > state.walk;
    case "gone":
      return walk > state.walk && state.reason !== UNKNOWN_TO_SERVER;
    case "dead":
      return state.mark.kind === "done" && walk > state.mark.walk;
    case "seen":
    case "retry":
    case "running":
    case "handled":
      return false;
  }
}

function finish(
  item: QueueItem,
  before: Seen | Retry,
  { outcome, now, jitter }: Extract<ItemEvent, { kind: "finished" }>,
  policy: QueuePolicy,
): QueueItem {
  const reason = describeOutcome(outcome);
  const uncounted = item.attempts - 1;
  switch (judge(outcome)) {
    case "success":
      return { ...item, state: { kind: "handled" } };
    case "reject":
      return { ...item, state: dead(reason, policy) };
    case "misconfigured": {
      const wasStarted = outcome.kind !== "could-not-start";
      return {
        ...item,
        attempts: uncounted,
        starts: wasStarted ? item.starts : item.starts - 1,
        state: before,
      };
    }
    case "defer": {
      const deferrals = item.deferrals + 1;
      const dueAt = now + backoffMs(deferrals, jitter);
      return { ...item, attempts: uncounted, deferrals, state: { kind: "retry", dueAt, reason } };
    }
    case "interrupted": {
      const interruptions = item.interruptions + 1;
      const state: ItemState =
        interruptions >= policy.maxInterruptions
          ? dead(`interrupted ${interruptions} times`, policy)
          : { kind: "retry", dueAt: now, reason };
      return { ...item, attempts: uncounted, interruptions, state };
    }
    case "fail":
      if (item.attempts >= policy.maxAttempts) return { ...item, state: dead(reason, policy) };
      return {
        ...item,
        state: { kind: "retry", dueAt: now + backoffMs(item.attempts, jitter), reason },
      };
  }
}

const dead = (reason: string, policy: QueuePolicy): ItemState => ({
  kind: "dead",
  reason,
  mark: policy.onDead === "mark-read" ? { kind: "owed" } : { kind: "left" },
});

const FIRST_MS = 30_000;
const MAX_MS = 3_600_000;

/**
 * Delay before the next attempt in whole milliseconds: full jitter over 30 s·2ⁿ, at most one hour.
 *
 * @param failures Failures so far; a whole number, 1 or more.
 * @param jitter Uniform in [0, 1).
 */
export function backoffMs(failures: number, jitter: number): number {
  const ceiling = Math.min(MAX_MS, FIRST_MS * 2 ** (failures - 1));
  return Math.floor(ceiling * jitter);
}
