import { describe, expect, it } from "vitest";
import type { QueueEvent } from "./event.ts";
import type { QueueHandler } from "./handler.ts";
import { functionHandler } from "./handler.ts";
import type { QueueItem } from "./item.ts";
import { memoryStore } from "./memory-store.ts";
import type { QueueOptions } from "./options.ts";
import type { HandlerOutcome } from "./outcome.ts";
import { runQueue } from "./run-queue.ts";
import type { Look, QueueSource, UnreadPage } from "./source.ts";
import { QueueSourceError } from "./source.ts";
import { newItem, transition, DEFAULT_POLICY } from "./transition.ts";

const START = 1_700_000_000_000;

/** A server in memory: what is unread, and what it was told. */
class Inbox implements QueueSource {
  readonly unread = new Set<number>();
  readonly marks: number[] = [];
  readonly looks: number[] = [];
  lists = 0;
  pageSize = 2;
  hasCursor = true;
  beforeMark: (id: number) => "marked" | "unknown" = () => "marked";
  beforeList: () => void = () => undefined;

  constructor(...ids: number[]) {
    for (const id of ids) this.unread.add(id);
  }

  async *listUnread(): AsyncIterable<UnreadPage> {
    this.lists += 1;
    this.beforeList();
    const ids = [...this.unread].toSorted((a, b) => a - b);
    if (!this.hasCursor) {
      yield { kind: "ids", entries: ids.map((id) => ({ id, formId: 1 })) };
      return;
    }
    let last = 0;
    for (;;) {
      const page = [...this.unread].filter((id) => id > last).toSorted((a, b) => a - b);
      const submissions = page.slice(0, this.pageSize).map((id) => ({ id, form_id: 1 }));
      yield { kind: "records", submissions };
      if (submissions.length < this.pageSize) return;
      last = submissions.at(-1)?.id ?? last;
    }
  }

  async get(id: number): Promise<Look> {
    this.looks.push(id);
    return this.unread.has(id)
      ? { kind: "unread", submission: { id, form_id: 1 } }
      : { kind: "gone", reason: "read" };
  }

  async markRead(id: number): Promise<"marked" | "unknown"> {
    const answer = this.beforeMark(id);
    this.marks.push(id);
    this.unread.delete(id);
    return answer;
  }
}

/** A handler that ends as told, and remembers what it was given. */
function scripted(...outcomes: HandlerOutcome[]) {
  const calls: { id: number; attempt: number; generation: number; redelivered: boolean }[] = [];
  const handler: QueueHandler = {
    start: async ({ submissionId: id, attempt, generation, redelivered }) => {
      calls.push({ id, attempt, generation, redelivered });
      const outcome = outcomes.length > 1 ? outcomes.shift() : outcomes[0];
      if (outcome?.kind === "could-not-start") return outcome;
      return {
        kind: "started",
        finish: async () => ({ outcome: outcome ?? exit(0), output: "" }),
      };
    },
  };
  return { handler, calls };
}

const exit = (code: number): HandlerOutcome => ({ kind: "exit", code });

function world(source: QueueSource, handler: QueueHandler, more: Partial<QueueOptions> = {}) {
  const events: QueueEvent[] = [];
  let now = START;
  const options: QueueOptions = {
    source,
    handler,
    store: memoryStore(),
    consumer: "test",
    clock: { now: () => now },
    // Pauses end when the run is over; nothing here waits for real time.
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

async function stateOf(store: QueueOptions["store"], id: number): Promise<QueueItem | undefined> {
  return (await store.find([id]))[0];
}

describe("a run", () => {
  it("hands each submission over once, oldest first, and marks it read after that", async () => {
    const inbox = new Inbox(3, 1, 2, 5, 4);
    const order: string[] = [];
    inbox.beforeMark = (id) => (order.push(`mark ${id}`), "marked");
    const handler = functionHandler(async ({ id }) => void order.push(`work ${id}`));

    const summary = await runQueue(world(inbox, handler).options);

    expect(order).toEqual([1, 2, 3, 4, 5].flatMap((id) => [`work ${id}`, `mark ${id}`]));
    expect(summary).toMatchObject({ started: 5, handled: 5, acked: 5, end: { kind: "drained" } });
  });

  it("does nothing, in one walk, when nothing is unread", async () => {
    const inbox = new Inbox();
    const { handler, calls } = scripted();

    const summary = await runQueue(world(inbox, handler).options);

    expect(calls).toEqual([]);
    expect(inbox.lists).toBe(1);
    expect(summary.end).toEqual({ kind: "drained" });
  });

  it("takes what arrives while it works", async () => {
    const inbox = new Inbox(1);
    const handler = functionHandler(async ({ id }) => void (id < 4 && inbox.unread.add(id + 1)));

    const summary = await runQueue(world(inbox, handler).options);

    expect(summary.acked).toBe(4);
  });

  it("reads a list without cursors to its end before it acknowledges, and each record singly", async () => {
    const inbox = new Inbox(1, 2, 3);
    inbox.hasCursor = false;
    const { handler, calls } = scripted();

    await runQueue(world(inbox, handler).options);

    expect(calls.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(inbox.looks).toEqual([1, 2, 3]);
  });

  it("stops at --max", async () => {
    const inbox = new Inbox(1, 2, 3);
    const { handler, calls } = scripted();

    const summary = await runQueue(world(inbox, handler, { max: 2 }).options);

    expect(calls).toHaveLength(2);
    expect(summary.end).toEqual({ kind: "max" });
    expect([...inbox.unread]).toEqual([3]);
  });

  it("keeps as many handlers going as it was told, and not one more", async () => {
    const inbox = new Inbox(1, 2, 3, 4, 5, 6, 7);
    let running = 0;
    let most = 0;
    const gates: (() => void)[] = [];
    const handler = functionHandler(async () => {
      running += 1;
      most = Math.max(most, running);
      if (running < 3 && inbox.marks.length < 4) {
        await new Promise<void>((resolve) => gates.push(resolve));
      } else {
        for (const open of gates.splice(0)) open();
      }
      running -= 1;
    });

    const summary = await runQueue(world(inbox, handler, { concurrency: 3 }).options);

    expect(most).toBe(3);
    expect(summary.acked).toBe(7);
  });
});

describe("a handler that fails", () => {
  it("is called again when the backoff is over, having read the record first", async () => {
    const inbox = new Inbox(1);
    const { handler, calls } = scripted(exit(1), exit(0));
    const { options, advance, store } = world(inbox, handler);

    const first = await runQueue(options);
    expect(first).toMatchObject({ failed: 1, end: { kind: "drained" } });
    advance(14_999);
    expect(await runQueue(options)).toMatchObject({ started: 0 });
    advance(1);
    await runQueue(options);

    expect(calls).toEqual([
      { id: 1, attempt: 1, generation: 1, redelivered: false },
      { id: 1, attempt: 2, generation: 1, redelivered: true },
    ]);
    expect(inbox.looks).toEqual([1]);
    expect((await stateOf(store, 1))?.state.kind).toBe("acked");
  });

  it("is not called again for what somebody read meanwhile", async () => {
    const inbox = new Inbox(1, 2);
    const { handler, calls } = scripted(exit(1));
    const { options, advance, store } = world(inbox, handler);
    await runQueue(options);
    advance(60_000);
    inbox.unread.delete(2);
    // Read between the list and the look: only the look can tell.
    const look = inbox.get.bind(inbox);
    inbox.get = (id) => {
      inbox.unread.delete(id);
      return look(id);
    };

    const summary = await runQueue(options);

    expect(calls).toHaveLength(2);
    expect(summary).toMatchObject({ gone: 2, started: 0 });
    expect((await stateOf(store, 1))?.state).toMatchObject({ kind: "gone", reason: "read" });
    expect((await stateOf(store, 2))?.state).toMatchObject({ reason: "no longer listed" });
  });

  it("leaves a dead submission unread, or marks it read when told to", async () => {
    const left = new Inbox(1);
    const marked = new Inbox(1);
    const policy = { ...DEFAULT_POLICY, onDead: "mark-read" as const };

    const first = await runQueue(world(left, scripted(exit(65)).handler).options);
    const second = await runQueue(world(marked, scripted(exit(65)).handler, { policy }).options);

    expect(first).toMatchObject({ dead: 1, failed: 1, acked: 0 });
    expect([...left.unread]).toEqual([1]);
    expect(second).toMatchObject({ dead: 1, acked: 1 });
    expect([...marked.unread]).toEqual([]);
  });

  it("ends the pass when it asked five times in a row to be called later", async () => {
    const inbox = new Inbox(1, 2, 3, 4, 5, 6);
    const { handler, calls } = scripted(exit(75));
    const { options, store } = world(inbox, handler);

    const summary = await runQueue(options);

    expect(calls).toHaveLength(5);
    expect(summary).toMatchObject({ deferred: 5, failed: 0, end: { kind: "deferring" } });
    expect(await stateOf(store, 5)).toMatchObject({ attempts: 0, state: { kind: "retry" } });
  });

  it("goes on when the five are not in a row", async () => {
    const inbox = new Inbox(1, 2, 3, 4, 5, 6, 7);
    const four = Array.from({ length: 4 }, () => exit(75));
    const { handler, calls } = scripted(...four, exit(0), exit(75), exit(75));

    const summary = await runQueue(world(inbox, handler).options);

    expect(calls).toHaveLength(7);
    expect(summary.end).toEqual({ kind: "drained" });
  });

  it.each<HandlerOutcome>([
    exit(78),
    exit(126),
    exit(127),
    { kind: "could-not-start", reason: "no such command" },
  ])("burns nothing when it is misconfigured: %j", async (outcome) => {
    const inbox = new Inbox(1, 2);
    const { handler, calls } = scripted(outcome);
    const { options, store } = world(inbox, handler);

    const summary = await runQueue(options);

    expect(calls).toHaveLength(1);
    expect(summary.end.kind).toBe("misconfigured");
    expect(await stateOf(store, 1)).toMatchObject({ attempts: 0, state: { kind: "seen" } });
    expect([...inbox.unread]).toEqual([1, 2]);
  });
});

describe("the acknowledgement", () => {
  it("is sent first by the next run when it failed, and the handler is not called again", async () => {
    const inbox = new Inbox(1, 2);
    const order: string[] = [];
    const handler = functionHandler(async ({ id }) => void order.push(`work ${id}`));
    const { options, store } = world(inbox, handler);
    inbox.beforeMark = () => {
      throw new QueueSourceError("unavailable", "no answer");
    };

    const first = await runQueue(options);

    expect(first).toMatchObject({ handled: 1, acked: 0, end: { kind: "source" } });
    expect((await stateOf(store, 1))?.state.kind).toBe("handled");

    inbox.beforeMark = (id) => (order.push(`mark ${id}`), "marked");
    await runQueue(options);

    expect(order).toEqual(["work 1", "mark 1", "work 2", "mark 2"]);
  });

  it("takes the service's 404 for gone", async () => {
    const inbox = new Inbox(1);
    inbox.beforeMark = () => "unknown";
    const { handler, calls } = scripted();
    const { options, store } = world(inbox, handler);

    const summary = await runQueue(options);

    expect(summary).toMatchObject({ handled: 1, acked: 0, gone: 1 });
    expect((await stateOf(store, 1))?.state).toMatchObject({
      kind: "gone",
      reason: "handled, but unknown to the server",
    });
    inbox.unread.add(1);
    await runQueue(options);
    expect(calls).toHaveLength(1);
  });

  it("does not keep a submission from being asked for again", async () => {
    const inbox = new Inbox(1);
    const { handler, calls } = scripted();
    const { options } = world(inbox, handler);
    await runQueue(options);
    inbox.unread.add(1);

    await runQueue(options);

    expect(calls).toEqual([
      { id: 1, attempt: 1, generation: 1, redelivered: false },
      { id: 1, attempt: 1, generation: 2, redelivered: false },
    ]);
  });
});

describe("a list that fails", () => {
  it.each(["refused", "unavailable"] as const)("ends the run: %s", async (failure) => {
    const inbox = new Inbox(1);
    const error = new QueueSourceError(failure, "no list");
    inbox.beforeList = () => {
      throw error;
    };
    const { handler, calls } = scripted();

    const summary = await runQueue(world(inbox, handler).options);

    expect(summary.end).toEqual({ kind: "source", error });
    expect(calls).toEqual([]);
  });

  it("loses no waiting submission when it breaks off half-way", async () => {
    const inbox = new Inbox(1);
    const { handler } = scripted(exit(1), exit(0));
    const { options, advance, store } = world(inbox, handler);
    await runQueue(options);
    advance(60_000);
    inbox.beforeList = () => {
      throw new QueueSourceError("unavailable", "no list");
    };

    await runQueue(options);

    expect((await stateOf(store, 1))?.state.kind).toBe("retry");
  });
});

describe("a run that is stopped", () => {
  it("lets the running handler finish and acknowledges it, but starts nothing more", async () => {
    const inbox = new Inbox(1, 2);
    const stop = new AbortController();
    const handler = functionHandler(async () => stop.abort());

    const summary = await runQueue(world(inbox, handler, { stopping: stop.signal }).options);

    expect(summary).toMatchObject({ started: 1, acked: 1, end: { kind: "stopped" } });
    expect([...inbox.unread]).toEqual([2]);
  });

  it("interrupts the running handler at the second signal, with no attempt used", async () => {
    const inbox = new Inbox(1);
    const kill = new AbortController();
    const handler = functionHandler((_submission, _delivery, killing) => {
      kill.abort();
      return killing.aborted ? Promise.reject(new Error("stopped")) : Promise.resolve();
    });
    const { options, store } = world(inbox, handler, { killing: kill.signal });

    const summary = await runQueue(options);

    expect(summary).toMatchObject({ interrupted: 1, acked: 0, end: { kind: "stopped" } });
    expect(await stateOf(store, 1)).toMatchObject({
      attempts: 0,
      interruptions: 1,
      state: { kind: "retry", dueAt: START },
    });
  });

  it("interrupts the running handler when the time is up", async () => {
    const inbox = new Inbox(1, 2);
    let ring: () => void = () => undefined;
    const handler = functionHandler(async (_submission, _delivery, killing) => {
      ring();
      await new Promise<void>((resolve) => killing.addEventListener("abort", () => resolve()));
      throw new Error("stopped");
    });
    const { options, store } = world(inbox, handler, {
      maxTimeMs: 280_000,
      sleep: (ms) => new Promise((resolve) => void (ms === 280_000 && (ring = resolve))),
    });

    const summary = await runQueue(options);

    expect(summary).toMatchObject({ started: 1, interrupted: 1, end: { kind: "max-time" } });
    expect(await stateOf(store, 1)).toMatchObject({ attempts: 0, interruptions: 1 });
  });
});

describe("what a dead run left", () => {
  const left = transition(newItem(1, 1), { kind: "started" }, DEFAULT_POLICY);
  const process = { pid: 4_711, startedAt: "then" };

  it("is ended first, and then handled again, with no attempt used", async () => {
    const inbox = new Inbox(1);
    const { handler, calls } = scripted();
    const ended: number[] = [];
    handler.endLeftover = async ({ pid }) => {
      expect(calls).toEqual([]);
      ended.push(pid);
    };
    const { options, store } = world(inbox, handler);
    await store.commit([transition(left, { kind: "process-known", process }, DEFAULT_POLICY)]);

    await runQueue(options);

    expect(ended).toEqual([4_711]);
    expect(calls).toEqual([{ id: 1, attempt: 1, generation: 1, redelivered: true }]);
    expect(await stateOf(store, 1)).toMatchObject({ attempts: 1, starts: 2, interruptions: 1 });
  });
});

describe("a run that watches", () => {
  it("goes on after the list is empty, and after the server was away", async () => {
    const inbox = new Inbox(1);
    const stop = new AbortController();
    const { handler, calls } = scripted();
    const pauses: number[] = [];
    const { options, events } = world(inbox, handler, {
      watchIntervalMs: 10_000,
      stopping: stop.signal,
      sleep: async (ms) => {
        pauses.push(ms);
        inbox.beforeList = () => undefined;
        if (pauses.length === 1) {
          inbox.unread.add(2);
          inbox.beforeList = () => {
            throw new QueueSourceError("unavailable", "server is away");
          };
        }
        if (pauses.length === 3) stop.abort();
      },
    });

    const summary = await runQueue(options);

    expect(calls.map(({ id }) => id)).toEqual([1, 2]);
    expect(pauses).toEqual([10_000, 10_000, 10_000]);
    expect(events.filter(({ kind }) => kind === "waiting")[1]).toMatchObject({
      reason: "server is away",
    });
    expect(summary.end).toEqual({ kind: "stopped" });
  });

  it("ends when the key is refused", async () => {
    const inbox = new Inbox(1);
    inbox.beforeList = () => {
      throw new QueueSourceError("refused", "revoked");
    };

    const summary = await runQueue(
      world(inbox, scripted().handler, { watchIntervalMs: 10_000 }).options,
    );

    expect(summary.end).toMatchObject({ kind: "source", error: { failure: "refused" } });
  });
});

describe("a store that fails", () => {
  it("makes the run reject, after the handlers under way have ended", async () => {
    const inbox = new Inbox(1, 2, 3);
    let running = 0;
    const handler = functionHandler(async () => {
      running += 1;
      await Promise.resolve();
      running -= 1;
    });
    const { options, store } = world(inbox, handler, { concurrency: 2 });
    const commit = store.commit.bind(store);
    store.commit = async (items) => {
      if (items.some(({ state }) => state.kind === "handled")) throw new Error("disk full");
      await commit(items);
    };

    await expect(runQueue(options)).rejects.toThrow("disk full");

    expect(running).toBe(0);
    expect(inbox.marks).toEqual([]);
  });
});
