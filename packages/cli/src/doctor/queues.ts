/** Checks every queue of a server that has run on this machine, by its ledger and on the server. */
import { basename } from "node:path";
import type { Intray, SubmissionClaim } from "@intray/sdk";
import { systemClock } from "../clock.ts";
import { EXIT } from "../errors/failure.ts";
import { ledgerPaths } from "../ledger/ledger-file.ts";
import type { QueueIdentity } from "../ledger/ledger-name.ts";
import type { LedgerStatus, ListedItem } from "../ledger/ledger-report.ts";
import { readStatus, readItems, readKnown } from "../ledger/ledger-report.ts";
import { isChosen, type LedgerChoice } from "../queue/ledger-choice.ts";
import { ok, runCheck, warning, type CheckResult, type Finding } from "./doctor-command.ts";
import { checkLedgerFiles } from "./ledger-folder.ts";
import { DEFAULT_POLICY, QUEUE_FILTERS, unreadQuery, type QueueItem } from "@intray/sdk/queue";
import { processStart } from "../handler/process-group.ts";

/** The server, if it accepted the key. */
export type ReachedServer = { readonly client: Intray; readonly scope: string };

interface QueuesOptions {
  readonly folder: string;
  readonly baseUrl: string;
  readonly choice: LedgerChoice;
  readonly reached: ReachedServer | undefined;
}

/** The findings about all chosen queues, or one finding that there is no such queue. */
export async function checkQueues(options: QueuesOptions): Promise<readonly Finding[]> {
  const { folder, baseUrl, choice } = options;
  const { origin } = new URL(baseUrl);
  const findings: Finding[] = [];
  for (const path of ledgerPaths(folder)) {
    const { status, damage } = await open(path);
    if (damage !== undefined) findings.push(damage);
    if (status?.identity.origin !== origin || !isChosen(status.identity, choice)) continue;
    findings.push(...(await checkQueue(status, options)));
  }
  return findings.length > 0 ? findings : [noQueue(baseUrl, choice)];
}

/** Opens a ledger. A corrupt ledger has no identity, so its finding names the file. */
async function open(path: string): Promise<{ status?: LedgerStatus; damage?: Finding }> {
  let status: LedgerStatus | undefined;
  const opened = await runCheck(
    "ledger",
    () => {
      status = readStatus(path);
      return ok(path);
    },
    basename(path),
  );
  return opened.state === "failed" ? { damage: opened } : { ...(status && { status }) };
}

async function checkQueue(
  status: LedgerStatus,
  { reached }: QueuesOptions,
): Promise<readonly Finding[]> {
  const { identity, path } = status;
  const queue = `${identity.scope} ${identity.filter} ${identity.consumer}`;
  const command = (name: string) => commandFor(name, identity);
  const ledger = await runCheck("ledger", () => checkLedgerFiles(path), queue);
  const work = await checkWork(status, { queue, now: systemClock.now(), command });
  if (reached === undefined) return [ledger, ...work];
  const { client, scope } = reached;
  const list = listOfScope(identity.scope, scope);
  const unread = await runCheck(
    "unread",
    () =>
      list === undefined
        ? {
            state: "skipped",
            message: `It belongs to another key; the scope of this key is ${scope}.`,
          }
        : checkUnread(status, { client, list, command }),
    queue,
  );
  return [ledger, ...work, unread];
}

/** The command line for this queue. `queue run` has no --scope; the key and --form define it. */
function commandFor(name: string, { scope, filter, consumer }: QueueIdentity): string {
  if (name !== "run") {
    return `intray queue ${name} --scope ${scope} --filter ${filter} --consumer ${consumer}`;
  }
  const [, form] = /^form:(\d+)/.exec(scope) ?? [];
  return [
    "intray queue run",
    ...(form === undefined ? [] : [`--form ${form}`]),
    ...(filter === "new" ? [] : [`--filter ${filter}`]),
    ...(consumer === "default" ? [] : [`--consumer ${consumer}`]),
  ].join(" ");
}

function noQueue(baseUrl: string, { scope, filter, consumer }: LedgerChoice): Finding {
  const isNarrowed = [scope, filter, consumer].some((given) => given !== undefined);
  const hint = isNarrowed
    ? "intray queue status lists all queues."
    : "intray queue run -- ./handle starts one.";
  return {
    check: "queues",
    state: isNarrowed ? "failed" : "ok",
    message: `No ${isNarrowed ? "such " : ""}queue of ${baseUrl} has run on this machine.`,
    hint,
    ...(isNarrowed && { exit: EXIT.notFound }),
  };
}

/** Warn if items are due and no run has happened for this long. */
const IDLE_MS = 3_600_000;
/** Warn about handlers that run longer. */
const LONG_HANDLER_MS = 600_000;
/** Warn about items with this many interruptions; at `maxInterruptions` they become dead. */
const MANY_INTERRUPTIONS = DEFAULT_POLICY.maxInterruptions / 2;
const MAX_NAMED_IDS = 5;

interface WorkOptions {
  readonly queue: string;
  readonly now: number;
  /** A command for this queue: `retry` becomes `intray queue retry --consumer …`. */
  readonly command: (name: string) => string;
}

/** One finding per check. */
async function checkWork(
  status: LedgerStatus,
  { queue, now, command }: WorkOptions,
): Promise<readonly Finding[]> {
  const items = (state: "running" | "retry" | "dead") => [...readItems(status.path, { state })];
  return Promise.all([
    runCheck("run", () => checkLastRun(status), queue),
    runCheck("handlers", () => checkHandlers(status, items("running"), now, command), queue),
    runCheck("waiting", () => checkWaiting(status, items("retry"), now, command), queue),
    runCheck("marks", () => checkMarks(status, items("dead")), queue),
    runCheck("dead", () => checkDead(items("dead"), command), queue),
  ]);
}

function checkLastRun({ lastRun, isLocked }: LedgerStatus): CheckResult {
  if (lastRun === undefined) return ok("No run has started yet.");
  const { pid, startedAt, ended } = lastRun;
  if (isLocked) {
    const isLastRun = ended === undefined && processStart(pid) !== undefined;
    const holder = isLastRun
      ? `Process ${pid} has been running it since ${isoTime(startedAt)}.`
      : "It is locked by a process other than its last run, such as intray queue retry.";
    return ok(holder);
  }
  if (ended === undefined) {
    return warning(
      `The run of process ${pid}, started ${isoTime(startedAt)}, crashed.`,
      "It was killed, or the machine went down. The lock is free; the next run continues its work.",
    );
  }
  const message = `Not running; the last run ended ${isoTime(ended.at)} (${ended.end}).`;
  const hint = HINTS_OF_ENDS[ended.end];
  return hint === undefined ? ok(message) : warning(message, hint);
}

/** Hints for ends that the next run will most likely repeat. */
const HINTS_OF_ENDS: Readonly<Record<string, string>> = {
  misconfigured:
    "The handler could not be started, or exited with 78, 126 or 127. Run its command manually as the same user.",
  deferring: "The handler kept asking for a retry later (exit code 75). Check the handler.",
  source: "The server could not be reached or rejected the request: see the server check.",
  failed: "It ended with an error. Run it manually to see which.",
};

function checkHandlers(
  { isLocked, lastRun }: LedgerStatus,
  running: readonly ListedItem[],
  now: number,
  command: WorkOptions["command"],
): CheckResult {
  if (running.length === 0) return ok("No handlers are running.");
  if (!isLocked) {
    return warning(
      `${nameSubmissions(running)} ${were(running)} being handled when process ${lastRun?.pid} died.`,
      "The next run kills the remaining handlers and retries; the interrupted attempts do not count.",
    );
  }
  const since = Math.min(...running.map(({ changedAt }) => changedAt));
  const longest = `${running.length} running, the longest for ${secondsOf(now - since)} s`;
  if (now - since < LONG_HANDLER_MS) return ok(`${longest}.`);
  return warning(
    `${longest}: ${nameSubmissions(running.filter(({ changedAt }) => now - changedAt >= LONG_HANDLER_MS))}.`,
    `${command("list")} --state running shows details; --handler-timeout kills handlers that hang.`,
  );
}

function checkWaiting(
  { counts, oldestWaitingSince, nextRetryAt, isLocked, lastRun }: LedgerStatus,
  retries: readonly ListedItem[],
  now: number,
  command: WorkOptions["command"],
): CheckResult {
  const seen = counts.seen ?? 0;
  const many = seen + retries.length;
  if (many === 0 || oldestWaitingSince === undefined) return ok("Nothing is waiting.");
  const scheduled =
    nextRetryAt === undefined
      ? ""
      : `; ${retries.length} scheduled for a retry, the next at ${isoTime(nextRetryAt)}`;
  const message = `${many} waiting, the oldest since ${isoTime(oldestWaitingSince)}${scheduled}.`;
  const interrupted = retries.filter(({ item }) => item.interruptions >= MANY_INTERRUPTIONS);
  if (interrupted.length > 0) {
    return warning(
      `${message} ${nameSubmissions(interrupted)} ${were(interrupted)} interrupted several times, and will be dead after ${DEFAULT_POLICY.maxInterruptions} interruptions.`,
      "Allow handlers more time before the run stops: check --max-time, and what kills the run.",
    );
  }
  const isDue = seen > 0 || (nextRetryAt !== undefined && nextRetryAt <= now);
  const lastAt = lastRun?.ended?.at ?? lastRun?.startedAt ?? oldestWaitingSince;
  if (!isDue || isLocked || now - lastAt < IDLE_MS) return ok(message);
  return warning(
    `${message} The queue has not been run for ${secondsOf(now - lastAt)} s.`,
    `Check what starts it, such as the crontab; run it manually with ${command("run")} -- CMD`,
  );
}

function checkMarks({ counts, isLocked }: LedgerStatus, dead: readonly ListedItem[]): CheckResult {
  const dropped = dead.filter(
    ({ item: { state } }) => state.kind === "dead" && state.mark.kind === "owed",
  );
  const many = (counts.handled ?? 0) + dropped.length;
  if (many === 0) return ok("All handled submissions are marked read on the server.");
  const message = `${many} handled or dropped, but not marked read on the server yet.`;
  if (isLocked) return ok(message);
  return warning(message, "The next run marks them first, without running a handler.");
}

function checkDead(dead: readonly ListedItem[], command: WorkOptions["command"]): CheckResult {
  const [first] = dead;
  if (first === undefined) return ok("Nothing is dead.");
  return warning(
    `${nameSubmissions(dead)} ${dead.length === 1 ? "is" : "are"} dead.`,
    `${command("list")} ${first.item.submissionId} shows why; ${command("retry")} --dead retries, ${command("drop")} --dead drops.`,
  );
}

/** `Submission 4`, or `Submissions 4, 5, 6, 7, 8 and 12 more`. */
function nameSubmissions(items: readonly ListedItem[]): string {
  const named = items.slice(0, MAX_NAMED_IDS).map(({ item }) => item.submissionId);
  const more = items.length > MAX_NAMED_IDS ? ` and ${items.length - MAX_NAMED_IDS} more` : "";
  return `Submission${items.length === 1 ? "" : "s"} ${named.join(", ")}${more}`;
}

const were = ({ length }: readonly unknown[]) => (length === 1 ? "was" : "were");
const secondsOf = (ms: number) => Math.max(0, Math.floor(ms / 1_000)).toLocaleString("en");
const isoTime = (ms: number) => new Date(ms).toISOString();

const PER_PAGE = 100;
/** The number of oldest submissions that are compared. */
const MAX_SUBMISSIONS = 1_000;

const KINDS = ["new", "waiting", "retry", "running", "unmarked", "dead", "unreadAgain"] as const;
type Kind = (typeof KINDS)[number];

const DESCRIPTIONS: Readonly<Record<Kind, string>> = {
  new: "new to this queue",
  waiting: "waiting for the first attempt",
  retry: "scheduled for a retry",
  running: "being handled now",
  unmarked: "done, but not marked read yet",
  dead: "dead",
  unreadAgain: "marked unread again",
};
const KIND_OF_DEAD = { left: "dead", owed: "unmarked", done: "unreadAgain" } as const;

export interface UnreadList {
  /** One form; `undefined` for all forms that the key can access. */
  readonly formId: number | undefined;
}

/** The list for a ledger's scope; `undefined` when the key cannot access it. */
export function listOfScope(scope: string, keyScope: string): UnreadList | undefined {
  if (scope === keyScope) return { formId: undefined };
  const [, form] = /^form:(\d+)$/.exec(scope) ?? [];
  // a Form API key cannot access another form
  return form === undefined || keyScope.startsWith("form:") ? undefined : { formId: Number(form) };
}

export interface UnreadOptions {
  readonly client: Intray;
  readonly list: UnreadList;
  readonly command: (name: string) => string;
}

/** Counts the unread submissions by state. Throws the SDK's error when a request fails. */
export async function checkUnread(
  { path, identity, counts }: LedgerStatus,
  { client, list: { formId }, command }: UnreadOptions,
): Promise<CheckResult> {
  const filter = QUEUE_FILTERS.find((name) => name === identity.filter) ?? "new";
  const pages = client.submissions
    .list({
      ...unreadQuery(filter),
      ...(formId !== undefined && { form_id: formId }),
      order_by: "date_asc",
      per_page: PER_PAGE,
    })
    .pages();
  const tally = new Map<Kind, number>();
  const claims: SubmissionClaim[] = [];
  let [total, compared] = [0, 0];
  for await (const { submissions, meta } of pages) {
    total = meta.count;
    compared += submissions.length;
    const known = readKnown(
      path,
      submissions.map(({ id }) => id),
    );
    for (const { id, claim } of submissions) {
      const kind = kindOf(known.get(id));
      tally.set(kind, (tally.get(kind) ?? 0) + 1);
      if (claim !== undefined) claims.push(claim);
    }
    if (compared >= MAX_SUBMISSIONS) break;
  }
  const isComplete = compared >= total;
  const waitingHere = (counts.seen ?? 0) + (counts.retry ?? 0);
  const left = waitingHere - (tally.get("waiting") ?? 0) - (tally.get("retry") ?? 0);
  const sentences = [
    countSentence(isComplete, compared, total, tally),
    ...leaseSentences(claims),
    ...(isComplete && left > 0
      ? [`${left} waiting here are no longer unread on the server; the next run drops them.`]
      : []),
  ];
  const message = sentences.join(" ");
  const deadThere = claims.filter(({ state }) => state === "dead").length;
  if (deadThere > (tally.get("dead") ?? 0)) {
    return warning(
      message,
      `Runs with --claim skip submissions that are dead on the server, maybe because of another machine; intray submissions mark ID --unread puts one back in the queue.`,
    );
  }
  const unhandled = (tally.get("new") ?? 0) + (tally.get("unreadAgain") ?? 0);
  return {
    ...ok(message),
    ...(unhandled > 0 && { hint: `${command("run")} -- CMD handles them.` }),
  };
}

function kindOf(item: QueueItem | undefined): Kind {
  if (item === undefined) return "new";
  const { state } = item;
  switch (state.kind) {
    case "seen":
      return "waiting";
    case "retry":
    case "running":
      return state.kind;
    case "handled":
      return "unmarked";
    case "acked":
    case "gone":
      return "unreadAgain";
    case "dead":
      return KIND_OF_DEAD[state.mark.kind];
  }
}

function countSentence(
  isComplete: boolean,
  mine: number,
  total: number,
  tally: ReadonlyMap<Kind, number>,
): string {
  if (mine === 0 && isComplete) return "Nothing is unread on the server.";
  const parts = KINDS.filter((kind) => tally.has(kind)).map(
    (kind) => `${tally.get(kind)} ${DESCRIPTIONS[kind]}`,
  );
  const of = isComplete
    ? `${mine} unread on the server`
    : `${total.toLocaleString("en")} unread on the server; of the oldest ${MAX_SUBMISSIONS.toLocaleString("en")}`;
  return `${of}: ${parts.join(", ")}.`;
}

function leaseSentences(claims: readonly SubmissionClaim[]): string[] {
  const leased = claims.filter(({ state }) => state === "leased");
  if (leased.length === 0) return [];
  const consumers = [...new Set(leased.map(({ consumer }) => consumer ?? "unnamed"))];
  const until = leased
    .map(({ until: at }) => at ?? "")
    .toSorted()
    .at(-1);
  return [
    `${leased.length} leased to ${consumers.join(", ")} until ${until} at the latest; a run without --claim would handle them too.`,
  ];
}
