/** Ends whole process groups: a handler may be a script with children of its own. */
import type { HandlerProcess } from "@intray/sdk/queue";
import type { Pause } from "./pause.ts";
import { processStart } from "./process-start.ts";

const POLL_MS = 20;
/** After SIGKILL only the kernel can be in the way; it is not waited for longer. */
const KILLED_MS = 2_000;
const NEVER = new AbortController().signal;

/** Sends the signal to every process of the group; nothing happens when there is none any more. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // ESRCH: none is left. EPERM: they run under another user now, and are that user's.
  }
}

/**
 * Ends the group that a dead run left behind: SIGTERM, and after the leader's end or `graceMs`
 * SIGKILL for whoever is left. Does nothing unless the leader is the very process on record.
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
