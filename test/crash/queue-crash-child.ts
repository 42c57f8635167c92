/**
 * A queue run that kills itself at a given crash point: the engine, the ledger and the handler of
 * `intray queue run`, each wrapped to count the points where a crash can happen.
 *
 * Its argument is a {@link CrashRun} as JSON. It prints each passed point as a line.
 */
import { writeSync } from "node:fs";
import { join } from "node:path";
import { Intray } from "@intray/sdk";
import {
  clientSource,
  runQueue,
  type QueueHandler,
  type QueueItem,
  type QueueSource,
  type QueueStore,
  type StartedHandler,
} from "@intray/sdk/queue";
import { makeCommandHandler } from "../../packages/cli/src/handler/command-handler.ts";
import { systemClock, systemPause } from "../../packages/cli/src/clock.ts";
import { lockLedger } from "../../packages/cli/src/queue/locked-ledger.ts";

export interface CrashRun {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly stateHome: string;
  /** File name of a shell script. */
  readonly handler: string;
  readonly concurrency: number;
  readonly perPage: number;
  readonly isOrdered?: boolean;
  readonly batch?: number;
  /** The point at which to die, counted from 1; 0 for none. */
  readonly crashAt: number;
}

const run = JSON.parse(process.argv[2] ?? "{}") as CrashRun;
let passed = 0;

/** Marks a crash point. Written synchronously, because a killed process flushes nothing. */
function point(name: string): void {
  passed += 1;
  writeSync(1, `${name}\n`);
  if (passed === run.crashAt) process.kill(process.pid, "SIGKILL");
}

const crashingStore = (store: QueueStore): QueueStore => ({
  lastWalk: () => store.lastWalk(),
  beginWalk: () => store.beginWalk(),
  find: (ids) => store.find(ids),
  waitingIds: () => store.waitingIds(),
  running: () => store.running(),
  owingMark: () => store.owingMark(),
  async commit(items, outlives) {
    await store.commit(items, outlives);
    point(`${pointOf(items[0])} ${items[0]?.submissionId}`);
  },
});

function pointOf(item: QueueItem | undefined): string {
  if (item?.state.kind !== "running") return `${item?.state.kind} committed`;
  return item.state.process === undefined ? "running committed" : "process recorded";
}

function crashingHandler(handler: QueueHandler): QueueHandler {
  const crashing = (started: StartedHandler, id: number): StartedHandler => ({
    ...started,
    async finish(killing) {
      const result = await started.finish(killing);
      point(`handler finished ${id}`);
      return result;
    },
  });
  return {
    ...handler,
    async start(delivery, submission) {
      const started = await handler.start(delivery, submission);
      point(`handler started ${delivery.submissionId}`);
      return started.kind === "started" ? crashing(started, delivery.submissionId) : started;
    },
    async startBatch(works) {
      const started = await handler.startBatch?.(works);
      if (started === undefined) throw new Error("there is no handler for batches");
      const first = works[0]?.delivery.submissionId;
      point(`handler started ${first}`);
      if (started.kind !== "started") return started;
      return {
        ...started,
        async finish(killing, onDone) {
          const result = await started.finish(killing, async (ids) => {
            point(`ids read ${ids[0]}`);
            await onDone(ids);
          });
          point(`handler finished ${first}`);
          return result;
        },
      };
    },
  };
}

const crashingSource = (source: QueueSource): QueueSource => ({
  listUnread: (signal) => source.listUnread(signal),
  get: (id, signal) => source.get(id, signal),
  async markRead(id, signal, uid) {
    const answer = await source.markRead(id, signal, uid);
    point(`PATCH sent ${id}`);
    return answer;
  },
  ...(source.markAllRead !== undefined && {
    async markAllRead(ids, signal, uids) {
      const marked = await source.markAllRead?.(ids, signal, uids);
      point(`PATCH sent ${ids.join(",")}`);
      return marked ?? new Set();
    },
  }),
});

await using client = new Intray({ baseUrl: run.baseUrl, apiKey: run.apiKey });
const locked = await lockLedger({
  stateHome: run.stateHome,
  identity: { origin: run.baseUrl, scope: "account:1", filter: "new", consumer: "crash" },
  ifLocked: "fail",
  stopping: new AbortController().signal,
  note: () => undefined,
});
if (locked === undefined) throw new Error("another run has the queue");
const handler = makeCommandHandler({
  command: "/bin/sh",
  args: [join(run.stateHome, run.handler)],
  environment: { PATH: process.env["PATH"] },
  timeoutMs: 60_000,
  graceMs: 200,
  pause: systemPause,
  stderr: process.stderr,
});
const summary = await runQueue({
  source: crashingSource(clientSource({ client, filter: "new", per_page: run.perPage })),
  store: crashingStore(locked.ledger),
  handler: crashingHandler(handler),
  consumer: "crash",
  concurrency: run.concurrency,
  isOrdered: run.isOrdered ?? false,
  ...(run.batch !== undefined && { batch: run.batch }),
  clock: systemClock,
  sleep: systemPause,
  random: Math.random,
});
locked.close();
process.exitCode = summary.end.kind === "drained" && summary.failed === 0 ? 0 : 1;
