/** Waits for the end of a command's process group, and brings it about when its time is over. */
import type { HandlerOutcome } from "@intray/sdk/queue";
import type { Pause } from "./pause.ts";
import { signalGroup } from "./process-group.ts";

/** Without a reason an error is made, with its stack. */
const OVER = "over";

/** How a process ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface EndLimits {
  readonly timeoutMs: number;
  /** How long a group may take to end after SIGTERM before it is killed. */
  readonly graceMs: number;
  readonly pause: Pause;
}

/** What became of the group's leader, which `ended` tells of; the group is stopped as one. */
export async function awaitOutcome(
  pid: number | undefined,
  ended: Promise<Ending>,
  killing: AbortSignal,
  { timeoutMs, graceMs, pause }: EndLimits,
): Promise<HandlerOutcome> {
  const over = new AbortController();
  const first = await Promise.race([
    ended,
    pause(timeoutMs, over.signal).then(() => ({ kind: "timeout", timeoutMs }) as const),
    fired(killing, over.signal).then(() => ({ kind: "interrupted" }) as const),
  ]);
  over.abort(OVER);
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
  const over = new AbortController();
  signalGroup(pid, "SIGTERM");
  await Promise.race([ended, pause(graceMs, over.signal)]);
  over.abort(OVER);
  // The leader may have gone and left children behind.
  signalGroup(pid, "SIGKILL");
}

function toOutcome({ code, signal }: Ending): HandlerOutcome {
  if (code !== null) return { kind: "exit", code };
  return { kind: "signal", signal: signal ?? "unknown" };
}

/** Resolves when the signal fires; stops listening when `over` does. */
function fired(signal: AbortSignal, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true, signal: over });
  });
}
