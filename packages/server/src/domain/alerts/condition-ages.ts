/** How long conditions have lasted, also while the wall time is in doubt. */
import { type MonotonicMs, msBetween } from "../../platform/clock.ts";
import { type Condition, subjectKey } from "./alert.ts";

export interface ConditionAges {
  /**
   * Call with all conditions of all accounts, at each look.
   *
   * @param now The wall time; `undefined` while it is in doubt. Then an age is what this process has seen.
   * @returns The age of each of these conditions, in milliseconds.
   */
  observe(
    conditions: readonly AccountCondition[],
    times: { readonly now: number | undefined; readonly monotonic: MonotonicMs },
  ): (condition: AccountCondition) => number;
}

export type AccountCondition = Condition & { readonly account_id: number };

export function createConditionAges(): ConditionAges {
  let firstSeen: ReadonlyMap<string, MonotonicMs> = new Map();
  return {
    observe(conditions, { now, monotonic }) {
      const before = firstSeen;
      const keys = new Set(conditions.filter(({ isSevere }) => isSevere).map(keyOf));
      firstSeen = new Map([...keys].map((key) => [key, before.get(key) ?? monotonic]));
      return (condition) => {
        const seenMs = msBetween(firstSeen.get(keyOf(condition)) ?? monotonic, monotonic);
        return now === undefined ? seenMs : Math.max(seenMs, now - condition.since);
      };
    },
  };
}

/** A condition that begins again is another one. The oldest due delivery changes while deliveries stay late. */
const keyOf = (condition: AccountCondition): string =>
  condition.kind === "webhook_failing"
    ? `${condition.account_id} ${subjectKey(condition)} ${condition.since}`
    : `${condition.account_id} ${subjectKey(condition)}`;
