/** Maps SQLite's errors to errors of the API. https://www.sqlite.org/rescode.html */
import { codeOf, Outage, type OutageCause, outageOfSystemError } from "../../domain/outage.ts";

/** By the start of the code: extended codes append what failed, as `SQLITE_IOERR_FSYNC` does. */
const OUTAGES: readonly (readonly [code: string, cause: OutageCause])[] = [
  ["SQLITE_FULL", "disk_full"],
  ["SQLITE_IOERR_NOMEM", "out_of_memory"],
  ["SQLITE_IOERR", "disk_error"],
  ["SQLITE_NOMEM", "out_of_memory"],
  ["SQLITE_READONLY", "read_only"],
  ["SQLITE_CANTOPEN", "out_of_handles"],
  ["SQLITE_BUSY", "locked"],
  ["SQLITE_LOCKED", "locked"],
  ["SQLITE_PROTOCOL", "locked"],
];

/**
 * Returns the error for the response: an {@link Outage}, or the error as it is. A damaged file is no
 * outage, since a person has to repair it.
 */
export function explain(error: unknown): unknown {
  const code = codeOf(error);
  const cause =
    OUTAGES.find(([start]) => code === start || code.startsWith(`${start}_`))?.[1] ??
    outageOfSystemError(error);
  if (cause === undefined) return error;
  // After a failed sync the commit may be in the log: a crash right now would bring it back.
  return new Outage(cause, { cause: error, isUncertain: cause === "disk_error" });
}
