/** Reports requests with unknown API keys: to the log and to the audit log, at most once a minute. */
import type { ApiParts } from "./env.ts";

const REPORT_EVERY_MS = 60_000;

/** Returns a function that is called for each such request, with the address that it came from. */
export function reportRejectedKeys({
  store,
  clock,
  log,
}: Pick<ApiParts, "store" | "clock" | "log">): (ip: string | null) => void {
  let times = 0;
  let newest: string | null = null;
  let isWaiting = false;

  function report(): void {
    isWaiting = times > 0;
    if (!isWaiting) return;
    const rejected = { times, ip: newest };
    times = 0;
    log.warn(rejected, "Requests with unknown API keys were rejected.");
    store.writes
      .recordStranger({ action: "key.unknown", ...rejected, now: clock.now() })
      .catch((error: unknown) => {
        log.warn({ err: error }, "Could not write rejected API keys to the audit log.");
      });
    clock.after(REPORT_EVERY_MS, report);
  }

  return (ip) => {
    times += 1;
    newest = ip;
    if (!isWaiting) report();
  };
}
