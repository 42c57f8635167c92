/** Finds deliveries that are due later than their schedule allows, and pulls them in. */
import type { Clock } from "../platform/clock.ts";
import type { LatePosition } from "../store/deliveries/late-deliveries.ts";
import type { Store } from "../store/store.ts";
import { delaysByAttempts, longestDelaysByAttempts } from "./backoff.ts";

/** @param schedule Delays between attempts, in milliseconds; `undefined` = the built-in schedule. */
export function createLateDeliveries(
  store: Pick<Store, "reads" | "writes">,
  clock: Clock,
  schedule: readonly number[] | undefined,
) {
  const longestMs = longestDelaysByAttempts(schedule);
  const delaysMs = delaysByAttempts(schedule);
  let after: LatePosition | undefined;
  return {
    /** Checks up to `limit` deliveries. The next call continues, or starts again if there are no more. */
    async pullIn(limit: number) {
      const now = clock.now();
      const { ids, next } = await store.reads.lateDeliveries({ now, longestMs, after, limit });
      after = next;
      const count =
        ids.length === 0 ? 0 : await store.writes.pullInDeliveries({ ids, now, delaysMs });
      return { count, hasMore: next !== undefined };
    },
  };
}
