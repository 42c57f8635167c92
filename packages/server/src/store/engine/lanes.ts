/** The order in which waiting writes are taken: posts and outcomes, then API writes, then maintenance. */
import type { Call } from "./calls.ts";

export type Lane = "intake" | "api" | "maintenance";

/** Calls of one lane that one transaction takes at most; bounds how long the next one waits. */
const MAX = { intake: 256, api: 64, maintenance: 1 } as const satisfies Record<Lane, number>;

/** Three queues, first in first out. */
export interface Lanes {
  push(call: Call): void;
  /** The next transaction's calls, of every lane that has some; empty when none waits. */
  take(): Call[];
  isEmpty(): boolean;
}

export function createLanes(laneOf: (name: string) => Lane): Lanes {
  const waiting: Record<Lane, Call[]> = { intake: [], api: [], maintenance: [] };
  return {
    push: (call) => void waiting[laneOf(call.name)].push(call),
    take: () => [
      ...waiting.intake.splice(0, MAX.intake),
      ...waiting.api.splice(0, MAX.api),
      ...waiting.maintenance.splice(0, MAX.maintenance),
    ],
    isEmpty: () => Object.values(waiting).every((lane) => lane.length === 0),
  };
}
