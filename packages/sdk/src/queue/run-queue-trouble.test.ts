import { describe, expect, it } from "vitest";
import { exit, Inbox, scripted, START, stateOf, world } from "../../test/inbox.ts";
import { functionHandler } from "./handler.ts";
import { runQueue } from "./run-queue.ts";
import { QueueSourceError } from "./source.ts";
import { DEFAULT_POLICY, newItem, transition } from "./transition.ts";

describe("the acknowledgement", () => {
  it("is sent first by the next run when it failed, and the handler is not called again", async () => {
    const inbox = new Inbox(1);
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
    inbox.unread.add(2);
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
