/** Processes of handlers: told apart by their start time, awaited, and ended as whole groups, because a handler may be a script with child processes. */
import type { HandlerOutcome, HandlerProcess } from "@intray/sdk/queue";
import type { Pause } from "../clock.ts";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { tryOrUndefined } from "../errors/failure.ts";

/** Abort reason: without one, `abort` creates an error with its stack each time. */
const DONE = "done";

export type Ending = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

interface EndLimits {
  /** Time between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  readonly pause: Pause;
}

/** Resolves with the outcome of the group's leader. On timeout or `killing` the whole group is stopped. */
export async function awaitOutcome(
  pid: number | undefined,
  ended: Promise<Ending>,
  killing: AbortSignal,
  { timeoutMs, graceMs, pause }: EndLimits & { readonly timeoutMs: number },
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
  { graceMs, pause }: EndLimits,
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
const fired = (signal: AbortSignal, done: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true, signal: done });
  });

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
  { graceMs, pause }: EndLimits,
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

const isRunning = ({ pid, startedAt }: HandlerProcess): boolean => processStart(pid) === startedAt;

/** Fields of /proc/<pid>/stat after the command's name, counted from 0: proc_pid_stat(5). */
const STATE = 0;
const START_TIME = 19;
/** States of a process that is dead but still in the process table. */
const GONE = /^[ZX]/;

/** The boot id; cached, because it cannot change while this process runs. */
let boot: string | undefined;

/**
 * When the process started, as the system reports it; `undefined` if it is not running.
 * On Linux it includes the boot id, because start times count from the boot.
 */
export const processStart = (pid: number): string | undefined =>
  // it throws if there is no such process, or the system does not say
  tryOrUndefined(() => (process.platform === "linux" ? linuxStart(pid) : psStart(pid)));

function linuxStart(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  // The name may contain spaces and parentheses, so count from its end.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (GONE.test(fields[STATE] ?? "X")) return undefined;
  boot ??= readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  return `${boot} ${fields[START_TIME]}`;
}

function psStart(pid: number): string | undefined {
  const started = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], {
    encoding: "utf8",
    env: { LC_ALL: "C", TZ: "UTC", PATH: "/bin:/usr/bin" },
  });
  return started.trim() || undefined;
}
