/** Manual changes of items that were given up or deferred. */
import type { QueueItem } from "@intray/sdk/queue";

const RETRIED = "retried manually";
const DROPPED = "dropped manually";

/** Whether the item is dead or waits for a retry, so that it can be retried or dropped manually. */
export function isStuck({ state }: QueueItem): boolean {
  return state.kind === "dead" || state.kind === "retry";
}

/** Whether the item was marked read on the server, so that a retry must mark it unread first. */
export function wasMarked({ state }: QueueItem): boolean {
  return state.kind === "dead" && state.mark.kind === "done";
}

/** Returns the item due at once, with its attempts reset. */
export function retried(item: QueueItem, now: number): QueueItem {
  const state = { kind: "retry", dueAt: now, reason: RETRIED } as const;
  return { ...item, attempts: 0, interruptions: 0, deferrals: 0, state };
}

/** Returns the item as dead and still to be marked read on the server. */
export function dropped(item: QueueItem): QueueItem {
  return { ...item, state: { kind: "dead", reason: DROPPED, mark: { kind: "owed" } } };
}

/** Returns the item as marked read on the server. */
export function marked(item: QueueItem, walk: number): QueueItem {
  if (item.state.kind !== "dead") return item;
  return { ...item, state: { ...item.state, mark: { kind: "done", walk } } };
}
