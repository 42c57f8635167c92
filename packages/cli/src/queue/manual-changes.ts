/** What a person may do to an item that the queue has given up or put off. */
import type { QueueItem } from "@intray/sdk/queue";

const ASKED_FOR = "asked for by hand";
const DROPPED = "dropped by hand";

/** Dead or put off: a person may try it again, or let go of it. */
export function isStuck({ state }: QueueItem): boolean {
  return state.kind === "dead" || state.kind === "retry";
}

/** Whether the server was told that it is read, and has to be told otherwise before a retry. */
export function wasMarked({ state }: QueueItem): boolean {
  return state.kind === "dead" && state.mark.kind === "done";
}

/** Due at once, with all its attempts before it again. */
export function retried(item: QueueItem, now: number): QueueItem {
  const state = { kind: "retry", dueAt: now, reason: ASKED_FOR } as const;
  return { ...item, attempts: 0, interruptions: 0, deferrals: 0, state };
}

/** Given up for good: the server is owed the mark that takes it out of the list. */
export function dropped(item: QueueItem): QueueItem {
  return { ...item, state: { kind: "dead", reason: DROPPED, mark: { kind: "owed" } } };
}

/** The server has the mark. */
export function marked(item: QueueItem, walk: number): QueueItem {
  if (item.state.kind !== "dead") return item;
  return { ...item, state: { ...item.state, mark: { kind: "done", walk } } };
}
