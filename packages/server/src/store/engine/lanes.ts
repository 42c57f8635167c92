/** The three queues of waiting writes on SQLite: posts and outcomes, then API writes, then maintenance. */
import type { Call } from "./calls.ts";

export type Lane = "intake" | "api" | "maintenance";

/** The most calls of each lane in one transaction; bounds how long the next transaction waits. */
const MAX_CALLS = { intake: 256, api: 64, maintenance: 1 } as const satisfies Record<Lane, number>;

/** First in, first out within each lane. */
export function createLanes(laneOf: (name: string) => Lane) {
  const waiting: Record<Lane, Call[]> = { intake: [], api: [], maintenance: [] };
  return {
    push: (call: Call) => void waiting[laneOf(call.name)].push(call),
    /** Removes and returns the calls of the next transaction, from every lane; empty if none waits. */
    take: () => [
      ...waiting.intake.splice(0, MAX_CALLS.intake),
      ...waiting.api.splice(0, MAX_CALLS.api),
      ...waiting.maintenance.splice(0, MAX_CALLS.maintenance),
    ],
    isEmpty: () => Object.values(waiting).every((lane) => lane.length === 0),
  };
}
