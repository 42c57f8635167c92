/** Joins the engine with this machine: the server's list, the ledger, the handler's command. */
import { randomInt } from "node:crypto";
import type { Writable } from "node:stream";
import type { Intray } from "@intray/sdk";
import type { QueueEvent, QueueSummary } from "@intray/sdk/queue";
import { DEFAULT_POLICY, runQueue } from "@intray/sdk/queue";
import type { Connection } from "../base-command.ts";
import { systemClock } from "../clock.ts";
import { childEnvironment } from "../config/environment.ts";
import { commandHandler } from "../handler/command-handler.ts";
import { handlerEnvironment } from "../handler/handler-environment.ts";
import { systemPause } from "../handler/pause.ts";
import { lockLedger } from "./locked-ledger.ts";
import { keyScope, shardScope } from "./key-scope.ts";
import { countWork } from "./count-work.ts";
import { sourceOf } from "./queue-source.ts";
import type { RunFlags } from "./run-flags.ts";
import type { StopSignals } from "../terminal/stop-signals.ts";

const RANDOM_STEPS = 2 ** 32;
const HANDLER_TIMEOUT_MS = 60_000;
const WATCH_INTERVAL_MS = 10_000;

export interface CommandQueueOptions {
  readonly client: Intray;
  readonly connection: Connection;
  readonly flags: RunFlags;
  /** Of the flag, the environment, the project or the profile. */
  readonly form: string | undefined;
  readonly command: string;
  readonly args: readonly string[];
  readonly stateHome: string;
  readonly signals: StopSignals;
  readonly onEvent: (event: QueueEvent) => void;
  readonly note: (sentence: string) => void;
  /** Where handlers' output goes. */
  readonly stderr: Writable;
  /** Told how many there are to handle, before the first; without it nobody asks the server. */
  readonly onTotal: ((total: number) => void) | undefined;
}

/** Runs the queue; `undefined` when another run has it and that is fine. */
export async function runCommandQueue(
  options: CommandQueueOptions,
): Promise<QueueSummary | undefined> {
  const { client, connection, flags, signals } = options;
  const { filter, consumer } = flags;
  const { scope, formId } = await keyScope(client, connection.apiKey, options.form);
  const held = await lockLedger({
    stateHome: options.stateHome,
    identity: {
      origin: connection.origin,
      scope: shardScope(scope, flags.shard),
      filter,
      consumer,
    },
    ifLocked: flags["if-locked"],
    clock: systemClock,
    pause: systemPause,
    stopping: signals.stopping,
    note: options.note,
  });
  if (held === undefined) return undefined;
  let end = "failed";
  try {
    held.ledger.beginRun(process.pid);
    if (options.onTotal !== undefined) {
      const total = await countWork(client, { flags, formId, ledger: held.ledger });
      if (total !== undefined) options.onTotal(total);
    }
    const summary = await runQueue({
      source: sourceOf({ client, flags, formId, note: options.note }),
      store: held.ledger,
      handler: handlerOf(options),
      consumer,
      policy: {
        ...DEFAULT_POLICY,
        maxAttempts: flags["max-attempts"],
        onDead: flags["on-dead"],
      },
      concurrency: flags.concurrency,
      isOrdered: flags.ordered,
      ...(flags.batch !== undefined && { batch: flags.batch }),
      ...(flags.max !== undefined && { max: flags.max }),
      ...(flags["max-time"] !== undefined && { maxTimeMs: flags["max-time"] }),
      ...(flags.watch && { watchIntervalMs: flags.interval ?? WATCH_INTERVAL_MS }),
      clock: systemClock,
      sleep: systemPause,
      random: () => randomInt(RANDOM_STEPS) / RANDOM_STEPS,
      onEvent: options.onEvent,
      stopping: signals.stopping,
      killing: signals.killing,
    });
    end = summary.end.kind;
    return summary;
  } finally {
    try {
      held.ledger.endRun(end);
    } finally {
      held.close();
    }
  }
}

function handlerOf({ connection, flags, command, args, stderr }: CommandQueueOptions) {
  return commandHandler({
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
  });
}
