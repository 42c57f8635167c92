/** Connects the queue engine to the server, the ledger and the handler command. */
import type { Writable } from "node:stream";
import type { Intray } from "@intray/sdk";
import type { QueueEvent, QueueSummary } from "@intray/sdk/queue";
import { DEFAULT_POLICY, runQueue, unreadQuery } from "@intray/sdk/queue";
import type { Connection } from "../base-command.ts";
import { systemClock, systemPause } from "../clock.ts";
import { childEnvironment } from "../config/environment.ts";
import { type Failure, failure } from "../errors/failure.ts";
import { makeCommandHandler, handlerEnvironment } from "../handler/command-handler.ts";
import { lockLedger } from "./locked-ledger.ts";
import { resolveScope } from "./key-scope.ts";
import { openSource } from "./queue-source.ts";
import type { RunFlags } from "./run-flags.ts";
import { expiryWarning } from "../records/describe-key.ts";
import type { StopSignals } from "../terminal/stop-signals.ts";
import type { Ledger } from "../ledger/ledger.ts";

const HANDLER_TIMEOUT_MS = 60_000;
const WATCH_INTERVAL_MS = 10_000;
/** How long the ledger keeps finished submissions. One that is marked unread later begins again, with the same key. */
const FINISHED_KEPT_MS = 90 * 86_400_000;

interface CommandQueueOptions {
  readonly client: Intray;
  readonly connection: Connection;
  readonly flags: RunFlags;
  /** From the flag, the environment, the project or the profile. */
  readonly form: string | undefined;
  readonly command: string;
  readonly args: readonly string[];
  readonly stateHome: string;
  readonly signals: StopSignals;
  readonly onEvent: (event: QueueEvent) => void;
  readonly note: (sentence: string) => void;
  /** Also printed with --quiet. */
  readonly warn: (sentence: string) => void;
  readonly stderr: Writable;
  /** Called before the first handler with the number of submissions. Without it the server is not asked. */
  readonly onTotal: ((total: number) => void) | undefined;
}

/** Runs the queue. Resolves with `undefined` if `--if-locked` ends the run because another one is active. */
export async function runCommandQueue(
  options: CommandQueueOptions,
): Promise<QueueSummary | undefined> {
  const { client, connection, flags, signals } = options;
  const { filter, consumer } = flags;
  const { scope, formId, readOnlyKey, me } = await resolveScope(
    client,
    connection.apiKey,
    options.form,
    { signal: signals.stopping },
  );
  if (readOnlyKey !== undefined) throw cannotMark(readOnlyKey);
  const expiry = me && expiryWarning(me, systemClock.now(), connection.baseUrl);
  if (expiry !== undefined) options.warn(expiry);
  const locked = await lockLedger({
    stateHome: options.stateHome,
    identity: { origin: connection.origin, scope, filter, consumer },
    ifLocked: flags["if-locked"],
    stopping: signals.stopping,
    note: options.note,
  });
  if (locked === undefined) return undefined;
  let end = "failed";
  try {
    locked.ledger.beginRun(process.pid);
    await locked.ledger.prune(systemClock.now() - FINISHED_KEPT_MS);
    if (options.onTotal !== undefined) {
      const total = await countWork(client, {
        flags,
        formId,
        ledger: locked.ledger,
        stopping: signals.stopping,
      });
      if (total !== undefined) options.onTotal(total);
    }
    const summary = await runQueue({
      source: openSource({ ...options, formId }),
      store: locked.ledger,
      handler: handlerOf(options),
      consumer,
      policy: { ...DEFAULT_POLICY, maxAttempts: flags["max-attempts"], onDead: flags["on-dead"] },
      concurrency: flags.concurrency,
      isOrdered: flags.ordered,
      ...(flags.batch !== undefined && { batch: flags.batch }),
      ...(flags.max !== undefined && { max: flags.max }),
      ...(flags["max-time"] !== undefined && { maxTimeMs: flags["max-time"] }),
      ...(flags.watch && { watchIntervalMs: flags.interval ?? WATCH_INTERVAL_MS }),
      onEvent: options.onEvent,
      signal: signals.stopping,
      killing: signals.killing,
    });
    end = summary.end.kind;
    return summary;
  } finally {
    try {
      locked.ledger.endRun(end);
    } finally {
      locked.close();
    }
  }
}

/** Said before a handler runs, instead of when its submission is to be marked read. */
const cannotMark = (keyName: string): Failure =>
  failure(
    "read_only_key",
    `The API key "${keyName}" has the scope read, and a run marks submissions read.`,
    { hint: "Use a key with the scope write." },
  );

const handlerOf = ({ connection, flags, command, args, stderr }: CommandQueueOptions) =>
  makeCommandHandler({
    command,
    args,
    environment: handlerEnvironment(
      childEnvironment(),
      connection.apiKey,
      flags["pass-credentials"] ? connection : undefined,
    ),
    timeoutMs: flags["handler-timeout"] ?? HANDLER_TIMEOUT_MS,
    pause: systemPause,
    stderr,
    namesOutput: flags.concurrency > 1,
  });

interface CountOptions {
  readonly flags: Pick<RunFlags, "filter" | "max">;
  readonly formId: number | undefined;
  readonly ledger: Pick<Ledger, "dead">;
  readonly stopping: AbortSignal;
}

const COUNT_TIMEOUT_MS = 10_000;

/** The approximate number of submissions that a run will start; `undefined` if the server cannot be asked. */
async function countWork(
  client: Intray,
  { flags: { filter, max }, formId, ledger, stopping }: CountOptions,
): Promise<number | undefined> {
  const list = client.submissions.list(
    { ...unreadQuery(filter), ...(formId !== undefined && { form_id: formId }), per_page: 1 },
    { maxRetries: 0, timeoutMs: COUNT_TIMEOUT_MS, signal: stopping },
  );
  const unread = await list.then(
    ({ meta }) => meta.count,
    () => undefined, // the run itself reports the problem
  );
  if (unread === undefined) return undefined;
  const left = (await ledger.dead()).filter(
    ({ state }) => state.kind === "dead" && state.mark.kind === "left",
  );
  const mine = Math.max(0, unread - left.length);
  return Math.min(mine, max ?? mine);
}
