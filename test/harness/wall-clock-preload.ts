// Shifts the wall time of a process and of its threads, without its monotonic time or timers. Load it with
// `node --import`; see wall-clock.ts. Node's own use of the system's clock, such as the Date header of
// responses, is not shifted.
import { readFileSync } from "node:fs";

/** How long a reading of the file is used: a step takes effect after this time at most. */
const READ_EVERY_MS = 5;

const file = process.env["TEST_WALL_CLOCK_FILE"] ?? "";
const systemNow = Date.now;
let aheadMs = 0;
let readAt = -Infinity;

function now(): number {
  if (performance.now() - readAt >= READ_EVERY_MS) {
    readAt = performance.now();
    aheadMs = readAhead();
  }
  return systemNow() + aheadMs;
}

/** Keeps the last value when the file cannot be read. */
function readAhead(): number {
  try {
    const ahead = Number(readFileSync(file, "utf8"));
    return Number.isFinite(ahead) ? ahead : aheadMs;
  } catch {
    return aheadMs;
  }
}

Date.now = now;
globalThis.Date = new Proxy(Date, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
});
