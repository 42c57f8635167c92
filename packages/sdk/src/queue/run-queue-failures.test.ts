import { describe, expect, it } from "vitest";
import {
  exit,
  MemoryServer,
  scriptedHandler,
  scriptedRun,
  START,
  stateOf,
  testRun,
} from "../../test/memory-server.ts";
import { functionHandler } from "./handler.ts";
import { runQueue } from "./run-queue.ts";
import { QueueSourceError } from "./source.ts";
import { DEFAULT_POLICY, newItem, transition } from "./transition.ts";

describe("the acknowledgement", () => {
  it("is sent first by the next run after a failure, without calling the handler again", async () => {
    const server = new MemoryServer(1);
    const order: string[] = [];
    const handler = functionHandler(async ({ id }) => void order.push(`work ${id}`));
    const { options, store } = testRun(server, handler);
    server.beforeMark = () => {
      throw new QueueSourceError("unavailable", "no answer");
    };

    const first = await runQueue(options);

    expect(first).toMatchObject({ handled: 1, acked: 0, end: { kind: "source" } });
    expect((await stateOf(store, 1))?.state.kind).toBe("handled");

    server.beforeMark = (id) => (order.push(`mark ${id}`), "marked");
    server.unread.add(2);
    await runQueue(options);

    expect(order).toEqual(["work 1", "mark 1", "work 2", "mark 2"]);
  });

  it("counts Intray's own 404 as gone", async () => {
    const { server, calls, run, store } = scriptedRun([1]);
    server.beforeMark = () => "unknown";

    const summary = await run();

    expect(summary).toMatchObject({ handled: 1, acked: 0, gone: 1 });
    expect((await stateOf(store, 1))?.state).toMatchObject({
      kind: "gone",
      reason: "handled, but unknown to the server",
    });
    server.unread.add(1);
    await run();
    expect(calls).toHaveLength(1);
  });

  it("does not prevent a submission from being handled again once it is unread", async () => {
    const { server, calls, run } = scriptedRun([1]);
    await run();
    server.unread.add(1);

    await run();

    expect(calls).toEqual([
      { id: 1, attempt: 1, generation: 1, redelivered: false },
      { id: 1, attempt: 1, generation: 2, redelivered: false },
    ]);
  });
});

describe("a list that fails", () => {
  it.each(["refused", "unavailable"] as const)("ends the run: %s", async (failure) => {
    const { server, calls, run } = scriptedRun([1]);
    const error = new QueueSourceError(failure, "no list");
    server.beforeList = () => {
      throw error;
    };

    const summary = await run();

    expect(summary.end).toEqual({ kind: "source", error });
    expect(calls).toEqual([]);
  });

  it("loses no waiting submission when it fails halfway", async () => {
    const { server, run, store, advance } = scriptedRun([1], exit(1), exit(0));
    await run();
    advance(60_000);
    server.beforeList = () => {
      throw new QueueSourceError("unavailable", "no list");
    };

    await run();

    expect((await stateOf(store, 1))?.state.kind).toBe("retry");
  });
});

describe("a run that is stopped", () => {
  it("lets the running handler finish and acknowledges it, but starts nothing more", async () => {
    const server = new MemoryServer(1, 2);
    const stop = new AbortController();
    const handler = functionHandler(async () => stop.abort());

    const summary = await runQueue(testRun(server, handler, { signal: stop.signal }).options);

    expect(summary).toMatchObject({ started: 1, acked: 1, end: { kind: "stopped" } });
    expect([...server.unread]).toEqual([2]);
  });

  it("interrupts the running handler at the second signal, with no attempt used", async () => {
    const server = new MemoryServer(1);
    const kill = new AbortController();
    const handler = functionHandler((_submission, _delivery, killing) => {
      kill.abort();
      return killing.aborted ? Promise.reject(new Error("stopped")) : Promise.resolve();
    });
    const { options, store } = testRun(server, handler, { killing: kill.signal });

    const summary = await runQueue(options);

    expect(summary).toMatchObject({ interrupted: 1, acked: 0, end: { kind: "stopped" } });
    expect(await stateOf(store, 1)).toMatchObject({
      attempts: 0,
      interruptions: 1,
      state: { kind: "retry", dueAt: START },
    });
  });

  it("interrupts the running handler when maxTimeMs has passed", async () => {
    const server = new MemoryServer(1, 2);
    let ring: () => void = () => undefined;
    const handler = functionHandler(async (_submission, _delivery, killing) => {
      ring();
      await new Promise<void>((resolve) => killing.addEventListener("abort", () => resolve()));
      throw new Error("stopped");
    });
    const { options, store } = testRun(server, handler, {
      maxTimeMs: 280_000,
      sleep: (ms) => new Promise((resolve) => void (ms === 280_000 && (ring = resolve))),
    });

    const summary = await runQueue(options);

    expect(summary).toMatchObject({ started: 1, interrupted: 1, end: { kind: "max-time" } });
    expect(await stateOf(store, 1)).toMatchObject({ attempts: 0, interruptions: 1 });
  });
});

describe("an item that a dead run left running", () => {
  const left = transition(newItem(1, 1), { kind: "started" }, DEFAULT_POLICY);
  const process = { pid: 4_711, startedAt: "then" };

  it("has its handler ended and is handled again, with no attempt used", async () => {
    const { handler, calls, run, store } = scriptedRun([1]);
    const ended: number[] = [];
    handler.endLeftover = async ({ pid }) => {
      expect(calls).toEqual([]);
      ended.push(pid);
    };
    await store.commit([transition(left, { kind: "process-known", process }, DEFAULT_POLICY)]);

    await run();

    expect(ended).toEqual([4_711]);
    expect(calls).toEqual([{ id: 1, attempt: 1, generation: 1, redelivered: true }]);
    expect(await stateOf(store, 1)).toMatchObject({ attempts: 1, starts: 2, interruptions: 1 });
  });
});

describe("a run that watches", () => {
  it("goes on after the list is empty and after the server was unreachable", async () => {
    const server = new MemoryServer(1);
    const stop = new AbortController();
    const { handler, calls } = scriptedHandler();
    const pauses: number[] = [];
    const { options, events } = testRun(server, handler, {
      watchIntervalMs: 10_000,
      signal: stop.signal,
      sleep: async (ms) => {
        pauses.push(ms);
        server.beforeList = () => undefined;
        if (pauses.length === 1) {
          server.unread.add(2);
          server.beforeList = () => {
            throw new QueueSourceError("unavailable", "server is away");
          };
        }
        if (pauses.length === 3) stop.abort();
      },
    });

    const summary = await runQueue(options);

    expect(calls.map(({ id }) => id)).toEqual([1, 2]);
    // The last one waits for acknowledgements, of which none is under way.
    expect(pauses).toEqual([10_000, 10_000, 10_000, 1_000]);
    expect(events.filter(({ kind }) => kind === "waiting")[1]).toMatchObject({
      reason: "server is away",
    });
    expect(summary.end).toEqual({ kind: "stopped" });
  });

  it("ends when the key is rejected", async () => {
    const server = new MemoryServer(1);
    server.beforeList = () => {
      throw new QueueSourceError("refused", "revoked");
    };

    const summary = await runQueue(
      testRun(server, scriptedHandler().handler, { watchIntervalMs: 10_000 }).options,
    );

    expect(summary.end).toMatchObject({ kind: "source", error: { failure: "refused" } });
  });
});

describe("a store that fails", () => {
  it("makes the run reject after the running handlers have ended", async () => {
    const server = new MemoryServer(1, 2, 3);
    let running = 0;
    const handler = functionHandler(async () => {
      running += 1;
      await Promise.resolve();
      running -= 1;
    });
    const { options, store } = testRun(server, handler, { concurrency: 2 });
    const commit = store.commit.bind(store);
    store.commit = async (items) => {
      if (items.some(({ state }) => state.kind === "handled")) throw new Error("disk full");
      await commit(items);
    };

    await expect(runQueue(options)).rejects.toThrow("disk full");

    expect(running).toBe(0);
    expect(server.marks).toEqual([]);
  });
});
