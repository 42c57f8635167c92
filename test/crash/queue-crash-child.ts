/**
 * A queue run that kills itself at a given crash point: the engine, the ledger and the handler of
 * `intray queue run`, each wrapped to count the points where a crash can happen.
 *
 * Its argument is a {@link CrashRun} as JSON. It prints each passed point as a line. With leases it also
 * prints `note <ms> leased <id>` with the time before the claim was sent, `note <ms> begins <id>` before a
 * handler starts, and `note <ms> acked <id>`. These are not crash points.
 */
import { writeSync } from "node:fs";
import { join } from "node:path";
import { Intray } from "@intray/sdk";
import {
  claimSource,
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

/** The options of a run. */
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
  /** Uses leases of this length instead of the unread list. */
  readonly leaseSeconds?: number;
  /** Runs until SIGTERM, with this pause between two rounds. */
  readonly watchIntervalMs?: number;
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

/** Prints a time, for runs with leases. */
function note(what: string, id: number, atMs = Date.now()): void {
  if (run.leaseSeconds !== undefined) writeSync(1, `note ${atMs} ${what} ${id}\n`);
}

function crashingStore(store: QueueStore): QueueStore {
  return {
    lastWalk: () => store.lastWalk(),
    beginWalk: () => store.beginWalk(),
    find: (ids) => store.find(ids),
    waitingIds: () => store.waitingIds(),
    running: () => store.running(),
    owingMark: () => store.owingMark(),
    async commit(items, outlives) {
      await store.commit(items, outlives);
      for (const { state, submissionId } of items) {
        if (state.kind === "acked") note("acked", submissionId);
      }
      point(`${pointOf(items[0])} ${items[0]?.submissionId}`);
    },
  };
}

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
      note("begins", delivery.submissionId);
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

function crashingSource(source: QueueSource): QueueSource {
  return {
    async *listUnread(signal) {
      let askedAt = Date.now();
      for await (const page of source.listUnread(signal)) {
        if (page.kind === "leased") {
          for (const { id } of page.submissions) note("leased", id, askedAt);
        }
        yield page;
        askedAt = Date.now();
      }
    },
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
    ...(source.giveBack !== undefined && {
      giveBack: (ids, how, signal) => source.giveBack?.(ids, how, signal) ?? Promise.resolve(),
    }),
    close: () => source.close?.(),
  };
}

const stop = new AbortController();
if (run.watchIntervalMs !== undefined) process.once("SIGTERM", () => stop.abort());
await using client = new Intray({ baseUrl: run.baseUrl, apiKey: run.apiKey });
const locked = await lockLedger({
  stateHome: run.stateHome,
  identity: { origin: run.baseUrl, scope: "account:1", filter: "new", consumer: "crash" },
  ifLocked: "fail",
  stopping: stop.signal,
  note: () => undefined,
});
if (locked === undefined) throw new Error("another run has the queue");
const listed = () => clientSource({ client, filter: "new", per_page: run.perPage });
const leased = (leaseSeconds: number) =>
  claimSource({
    client,
    filter: "new",
    consumer: "crash",
    lease_seconds: leaseSeconds,
    limit: run.batch ?? 1,
    sleep: systemPause,
  });
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
  source: crashingSource(run.leaseSeconds === undefined ? listed() : leased(run.leaseSeconds)),
  store: crashingStore(locked.ledger),
  handler: crashingHandler(handler),
  ...(run.watchIntervalMs !== undefined && { watchIntervalMs: run.watchIntervalMs }),
  signal: stop.signal,
  consumer: "crash",
  concurrency: run.concurrency,
  isOrdered: run.isOrdered ?? false,
  ...(run.batch !== undefined && { batch: run.batch }),
  clock: systemClock,
  sleep: systemPause,
  random: Math.random,
});
locked.close();
const isDone = summary.end.kind === (run.watchIntervalMs === undefined ? "drained" : "stopped");
process.exitCode = isDone && summary.failed === 0 ? 0 : 1;
