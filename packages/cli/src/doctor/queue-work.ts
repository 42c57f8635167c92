/** What one ledger says of its queue: who works on it, what waits, what is owed and what was given up. */
import { DEFAULT_POLICY } from "@intray/sdk/queue";
import { processStart } from "../handler/process-start.ts";
import { readItems } from "../ledger/ledger-report.ts";
import type { LedgerStatus, ListedItem } from "../ledger/ledger-report.ts";
import type { Finding, CheckResult } from "./finding.ts";
import { finding } from "./finding.ts";

/** Nobody has run it for so long although something is due. */
const IDLE_MS = 3_600_000;
/** Longer than a handler should take, whatever it may. */
const LONG_HANDLER_MS = 600_000;
/** So near the cap a submission is about to be given up for being interrupted. */
const MANY_INTERRUPTIONS = DEFAULT_POLICY.maxInterruptions / 2;
const MAX_NAMED_IDS = 5;

export interface WorkOptions {
  readonly queue: string;
  readonly now: number;
  /** A command of this queue, ready to be typed: `retry` becomes `intray queue retry --consumer …`. */
  readonly command: (name: string) => string;
}

/** One finding a question. */
export async function checkWork(
  status: LedgerStatus,
  { queue, now, command }: WorkOptions,
): Promise<readonly Finding[]> {
  const items = (state: "running" | "retry" | "dead") => [...readItems(status.path, { state })];
  return Promise.all([
    finding("run", () => checkLastRun(status), queue),
    finding("handlers", () => checkHandlers(status, items("running"), now, command), queue),
    finding("waiting", () => checkWaiting(status, items("retry"), now, command), queue),
    finding("marks", () => checkMarks(status, items("dead")), queue),
    finding("dead", () => checkDead(items("dead"), command), queue),
  ]);
}

function checkLastRun({ lastRun, isLocked }: LedgerStatus): CheckResult {
  if (lastRun === undefined) return { state: "ok", message: "No run has begun yet." };
  const { pid, startedAt, ended } = lastRun;
  if (isLocked) {
    const isIts = ended === undefined && processStart(pid) !== undefined;
    const holder = isIts
      ? `Process ${pid} has worked on it since ${isoTime(startedAt)}.`
      : "It is locked by a process other than its last run, such as intray queue retry.";
    return { state: "ok", message: holder };
  }
  if (ended === undefined) {
    return {
      state: "warning",
      message: `The run of process ${pid}, begun ${isoTime(startedAt)}, ended without saying so.`,
      hint: "It was killed, or the machine went down. The lock is free; the next run takes up what it left.",
    };
  }
  const message = `Nobody works on it; the last run ended ${isoTime(ended.at)} (${ended.end}).`;
  const hint = HINTS_OF_ENDS[ended.end];
  return hint === undefined ? { state: "ok", message } : { state: "warning", message, hint };
}

/** Ends after which the next run will most likely end so too. */
const HINTS_OF_ENDS: Readonly<Record<string, string>> = {
  misconfigured:
    "The handler could not be run, or said so with exit code 78, 126 or 127. Try its command by hand as the same user.",
  deferring: "The handler keeps asking to be called later (exit code 75). Ask it why.",
  source: "The server could not be reached or refused it: see what is said of the server here.",
  failed: "It ended with an error. Run it by hand to see which.",
};

function checkHandlers(
  { isLocked, lastRun }: LedgerStatus,
  running: readonly ListedItem[],
  now: number,
  command: WorkOptions["command"],
): CheckResult {
  if (running.length === 0) return { state: "ok", message: "No handler runs." };
  if (!isLocked) {
    return {
      state: "warning",
      message: `${submissions(running)} ${were(running)} in hand when process ${lastRun?.pid} died.`,
      hint: "The next run ends what is left of the handlers and tries again; attempts are not counted.",
    };
  }
  const since = Math.min(...running.map(({ changedAt }) => changedAt));
  const longest = `${running.length} ${running.length === 1 ? "runs" : "run"}, the longest for ${secondsOf(now - since)} s`;
  if (now - since < LONG_HANDLER_MS) return { state: "ok", message: `${longest}.` };
  return {
    state: "warning",
    message: `${longest}: ${submissions(running.filter(({ changedAt }) => now - changedAt >= LONG_HANDLER_MS))}.`,
    hint: `${command("show")} says what it does; --handler-timeout ends handlers that hang.`,
  };
}

function checkWaiting(
  { counts, oldestWaitingSince, nextRetryAt, isLocked, lastRun }: LedgerStatus,
  retries: readonly ListedItem[],
  now: number,
  command: WorkOptions["command"],
): CheckResult {
  const seen = counts.seen ?? 0;
  const many = seen + retries.length;
  if (many === 0 || oldestWaitingSince === undefined) {
    return { state: "ok", message: "Nothing waits." };
  }
  const putOff =
    nextRetryAt === undefined
      ? ""
      : `; ${retries.length} put off, the next until ${isoTime(nextRetryAt)}`;
  const message = `${many} ${many === 1 ? "waits" : "wait"}, the oldest since ${isoTime(oldestWaitingSince)}${putOff}.`;
  const interrupted = retries.filter(({ item }) => item.interruptions >= MANY_INTERRUPTIONS);
  if (interrupted.length > 0) {
    return {
      state: "warning",
      message: `${message} ${submissions(interrupted)} ${were(interrupted)} interrupted again and again, and ${interrupted.length === 1 ? "is" : "are"} given up at ${DEFAULT_POLICY.maxInterruptions} times.`,
      hint: "Give the handler more time before the run is stopped: see --max-time, and what kills the run.",
    };
  }
  const isDue = seen > 0 || (nextRetryAt !== undefined && nextRetryAt <= now);
  const lastAt = lastRun?.ended?.at ?? lastRun?.startedAt ?? oldestWaitingSince;
  if (!isDue || isLocked || now - lastAt < IDLE_MS) return { state: "ok", message };
  return {
    state: "warning",
    message: `${message} Nobody has run this queue for ${secondsOf(now - lastAt)} s.`,
    hint: `Look at what starts it, such as the crontab; by hand: ${command("run")} -- CMD`,
  };
}

function checkMarks({ counts, isLocked }: LedgerStatus, dead: readonly ListedItem[]): CheckResult {
  const dropped = dead.filter(
    ({ item: { state } }) => state.kind === "dead" && state.mark.kind === "owed",
  );
  const many = (counts.handled ?? 0) + dropped.length;
  if (many === 0) return { state: "ok", message: "The server was told of all that is done with." };
  const message = `${many} ${many === 1 ? "is" : "are"} done with, and not marked read on the server yet.`;
  if (isLocked) return { state: "ok", message };
  return {
    state: "warning",
    message,
    hint: "The next run sends that first, and runs no handler for it.",
  };
}

function checkDead(dead: readonly ListedItem[], command: WorkOptions["command"]): CheckResult {
  const [first] = dead;
  if (first === undefined) return { state: "ok", message: "Nothing was given up." };
  return {
    state: "warning",
    message: `${submissions(dead)} ${were(dead)} given up.`,
    hint: `${command("show")} ${first.item.submissionId} says why; ${command("retry")} --dead tries again, ${command("drop")} --dead lets go.`,
  };
}

/** `Submission 4`, or `Submissions 4, 5, 6, 7, 8 and 12 more`. */
function submissions(items: readonly ListedItem[]): string {
  const named = items.slice(0, MAX_NAMED_IDS).map(({ item }) => item.submissionId);
  const more = items.length > MAX_NAMED_IDS ? ` and ${items.length - MAX_NAMED_IDS} more` : "";
  return `Submission${items.length === 1 ? "" : "s"} ${named.join(", ")}${more}`;
}

const were = ({ length }: readonly unknown[]) => (length === 1 ? "was" : "were");
const secondsOf = (ms: number) => Math.max(0, Math.floor(ms / 1_000)).toLocaleString("en");
const isoTime = (ms: number) => new Date(ms).toISOString();
