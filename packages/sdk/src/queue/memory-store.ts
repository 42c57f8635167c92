/** A store in memory, for programs that accept repeated work after a crash. */
import type { QueueItem } from "./item.ts";
import { owesMark } from "./item.ts";
import type { QueueStore } from "./store.ts";

/** Returns an empty store. */
export function memoryStore(): QueueStore {
  const items = new Map<number, QueueItem>();
  let walk = 0;
  const where = (claim: (item: QueueItem) => boolean) => [...items.values()].filter(claim);
  return {
    lastWalk: async () => walk,
    beginWalk: async () => ++walk,
    find: async (ids) => ids.flatMap((id) => items.get(id) ?? []),
    async commit(changed) {
      for (const item of changed) items.set(item.submissionId, item);
    },
    waitingIds: async () => where(isWaiting).map((item) => item.submissionId),
    running: async () => where((item) => item.state.kind === "running"),
    owingMark: async () => where(owesMark),
  };
}

function isWaiting({ state }: QueueItem): boolean {
  return state.kind === "seen" || state.kind === "retry";
}
