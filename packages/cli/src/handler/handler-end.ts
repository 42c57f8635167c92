/** Waits for the end of a command's process group, and ends it after a timeout or a signal. */
import type { HandlerOutcome } from "@intray/sdk/queue";
import type { Pause } from "../clock.ts";
import { signalGroup } from "./process-group.ts";

/** Abort reason: without one, `abort` creates an error with its stack each time. */
const DONE = "done";

/** How a process ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface EndLimits {
  readonly timeoutMs: number;
  /** Time between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  readonly pause: Pause;
}

/** Resolves with the outcome of the group's leader. On timeout or `killing` the whole group is stopped. */
export async function awaitOutcome(
  pid: number | undefined,
  ended: Promise<Ending>,
  killing: AbortSignal,
  { timeoutMs, graceMs, pause }: EndLimits,
): Promise<HandlerOutcome> {
  const done = new AbortController();
  const first = await Promise.race([
    ended,
    pause(timeoutMs, done.signal).then(() => ({ kind: "timeout", timeoutMs }) as const),
    fired(killing, done.signal).then(() => ({ kind: "interrupted" }) as const),
  ]);
  done.abort(DONE);
  if (!("kind" in first)) return toOutcome(first);
  if (pid !== undefined) await endGroup(pid, ended, { graceMs, pause });
  await ended;
  return first;
}

async function endGroup(
  pid: number,
  ended: Promise<Ending>,
  { graceMs, pause }: { graceMs: number; pause: Pause },
): Promise<void> {
  const done = new AbortController();
  signalGroup(pid, "SIGTERM");
  await Promise.race([ended, pause(graceMs, done.signal)]);
  done.abort(DONE);
  // The leader may have gone and left children behind.
  signalGroup(pid, "SIGKILL");
}

function toOutcome({ code, signal }: Ending): HandlerOutcome {
  if (code !== null) return { kind: "exit", code };
  return { kind: "signal", signal: signal ?? "unknown" };
}

/** Resolves when the signal fires; stops listening when `done` does. */
function fired(signal: AbortSignal, done: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true, signal: done });
  });
}
