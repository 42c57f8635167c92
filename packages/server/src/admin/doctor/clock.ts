/** Compares this machine's clock with that of the database, and with the newest rows. */
import type { Clock } from "../../platform/clock.ts";
import type { DatabaseFacts } from "./database.ts";
import type { CheckResult } from "./finding.ts";

/** As in `intray doctor`: signatures with a timestamp are rejected beyond five minutes. */
const MAX_SKEW_MS = 60_000;

/** @param facts `undefined` if the database cannot be read. */
export function checkClock(
  facts: Pick<DatabaseFacts, "aheadMs" | "newest"> | undefined,
  clock: Pick<Clock, "now">,
): CheckResult {
  if (facts === undefined) return { state: "skipped", message: "The database cannot be read." };
  const { aheadMs, newest } = facts;
  if (aheadMs !== undefined && Math.abs(aheadMs) > MAX_SKEW_MS) {
    return {
      state: "warning",
      message: `The database's clock is ${seconds(aheadMs)} ${aheadMs > 0 ? "ahead of" : "behind"} this machine's.`,
      hint: "Set both by NTP. The server takes its times from the database.",
    };
  }
  const sinceRowMs = clock.now() + (aheadMs ?? 0) - (newest?.row_at ?? 0);
  if (sinceRowMs < -MAX_SKEW_MS) {
    return {
      state: "warning",
      message: `The newest row is ${seconds(sinceRowMs)} ahead of the clock, so the clock is wrong, or was.`,
      hint: "Set the clock by NTP. Until it has passed that time, nothing is deleted by age.",
    };
  }
  return {
    state: "ok",
    message:
      aheadMs === undefined
        ? "This machine's clock is not behind the newest row."
        : "This machine's clock agrees with the database's.",
  };
}

const seconds = (ms: number): string => `${Math.round(Math.abs(ms) / 1_000)} s`;
