/** Ends whole process groups, because a handler may be a script with child processes. */
import type { HandlerProcess } from "@intray/sdk/queue";
import type { Pause } from "../clock.ts";
import { processStart } from "./process-start.ts";

const POLL_MS = 20;
/** How long to wait after SIGKILL: only the kernel can delay the end. */
const KILLED_MS = 2_000;
const NEVER = new AbortController().signal;

/** Sends the signal to every process of the group. Does nothing if the group no longer exists. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // ESRCH: the group has ended. EPERM: its processes run as another user now.
  }
}

/**
 * Ends the group that a dead run left behind: SIGTERM, then SIGKILL after the leader's end or `graceMs`.
 * Does nothing unless the leader is the recorded process.
 */
export async function endLeftoverGroup(
  leader: HandlerProcess,
  { graceMs, pause }: { graceMs: number; pause: Pause },
): Promise<void> {
  if (!isRunning(leader)) return;
  signalGroup(leader.pid, "SIGTERM");
  await isGoneWithin(leader, graceMs, pause);
  signalGroup(leader.pid, "SIGKILL");
  await isGoneWithin(leader, KILLED_MS, pause);
}

async function isGoneWithin(leader: HandlerProcess, ms: number, pause: Pause): Promise<void> {
  for (let waitedMs = 0; waitedMs < ms && isRunning(leader); waitedMs += POLL_MS) {
    await pause(POLL_MS, NEVER);
  }
}

function isRunning({ pid, startedAt }: HandlerProcess): boolean {
  return processStart(pid) === startedAt;
}
