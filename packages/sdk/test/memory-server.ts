/** A server in memory and a scripted handler, for tests of the queue engine. */
import type { QueueEvent } from "../src/queue/event.ts";
import type { QueueHandler } from "../src/queue/handler.ts";
import { memoryStore } from "../src/queue/store.ts";
import type { QueueRun } from "../src/queue/options.ts";
import { runQueue } from "../src/queue/run-queue.ts";
import type { HandlerOutcome } from "../src/queue/outcome.ts";
import type { Look, QueueSource, UnreadPage } from "../src/queue/source.ts";

const START = 1_700_000_000_000;

export class MemoryServer implements QueueSource {
  readonly unread = new Set<number>();
  /** By id; a submission without one has none, as on an older server. */
  readonly uids = new Map<number, string>();
  readonly marks: number[] = [];
  readonly fetched: number[] = [];
  pageSize = 2;
  hasCursor = true;
  formOf: (id: number) => number = () => 1;
  beforeMark: (id: number) => void = () => undefined;
  beforeList: () => void = () => undefined;

  constructor(...ids: number[]) {
    for (const id of ids) this.unread.add(id);
  }

  async *listUnread(): AsyncIterable<UnreadPage> {
    this.beforeList();
    const ids = [...this.unread].toSorted((a, b) => a - b);
    if (!this.hasCursor) {
      yield {
        kind: "ids",
        entries: ids.map((id) => ({ id, uid: this.uids.get(id), formId: this.formOf(id) })),
      };
      return;
    }
    let last = 0;
    for (;;) {
      const page = [...this.unread].filter((id) => id > last).toSorted((a, b) => a - b);
      const submissions = page
        .slice(0, this.pageSize)
        .map((id) => ({ id, uid: this.uids.get(id), form_id: this.formOf(id) }));
      yield { kind: "records", submissions };
      if (submissions.length < this.pageSize) return;
      last = submissions.at(-1)?.id ?? last;
    }
  }

  async get(id: number): Promise<Look> {
    this.fetched.push(id);
    return this.unread.has(id)
      ? { kind: "unread", submission: { id, uid: this.uids.get(id), form_id: this.formOf(id) } }
      : { kind: "gone", reason: "read" };
  }

  async markRead(id: number, _signal: AbortSignal, uid: string): Promise<"marked" | "unknown"> {
    if ((this.uids.get(id) ?? String(id)) !== uid) return "unknown";
    this.beforeMark(id);
    this.marks.push(id);
    this.unread.delete(id);
    return "marked";
  }
}

/** A handler that ends with the given outcomes in turn, and records its deliveries. */
export function scriptedHandler(...outcomes: HandlerOutcome[]) {
  const calls: { id: number; attempt: number; generation: number; redelivered: boolean }[] = [];
  const handler: QueueHandler = {
    start: async ({ submissionId: id, attempt, generation, redelivered }) => {
      calls.push({ id, attempt, generation, redelivered });
      const outcome = outcomes.length > 1 ? outcomes.shift() : outcomes[0];
      return { kind: "started", finish: async () => ({ outcome: outcome ?? exit(0), output: "" }) };
    },
  };
  return { handler, calls };
}

export const exit = (code: number): HandlerOutcome => ({ kind: "exit", code });

export function testRun(source: QueueSource, handler: QueueHandler, more: Partial<QueueRun> = {}) {
  const events: QueueEvent[] = [];
  let now = START;
  const options: QueueRun = {
    source,
    handler,
    store: memoryStore(),
    consumer: "test",
    clock: { now: () => now },
    // Pauses end when their signal fires; no test waits for real time.
    sleep: (_ms, signal) =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve())),
    random: () => 0.5,
    onEvent: (event) => void events.push(event),
    ...more,
  };
  return {
    options,
    events,
    store: options.store,
    advance: (ms: number) => {
      now += ms;
    },
  };
}

export function scriptedRun(ids: readonly number[], ...outcomes: HandlerOutcome[]) {
  const server = new MemoryServer(...ids);
  const { handler, calls } = scriptedHandler(...outcomes);
  const { options, ...rest } = testRun(server, handler);
  /** Runs the queue once; every run has the same store. */
  const run = (more: Partial<QueueRun> = {}) => runQueue({ ...options, ...more });
  return { server, handler, calls, run, ...rest };
}

export const stateOf = async (store: QueueRun["store"], id: number) => (await store.find([id]))[0];
