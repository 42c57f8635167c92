import { setImmediate } from "node:timers/promises";
import { exit, MemoryServer, scriptedHandler, stateOf, testRun } from "../../test/memory-server.ts";
import { functionHandler, type QueueHandler } from "./handler.ts";
import type { HandlerOutcome } from "./outcome.ts";
import { runQueue } from "./run-queue.ts";

/** A batch handler that names `done(ids)` and then ends with the given outcome. */
function batches(done: (ids: number[]) => number[], outcome: HandlerOutcome = exit(0)) {
  const given: number[][] = [];
  const handler: QueueHandler = {
    start: () => Promise.resolve({ kind: "could-not-start", reason: "takes batches only" }),
    startBatch: async (works) => {
      const ids = works.map(({ submission }) => submission.id);
      given.push(ids);
      return {
        kind: "started",
        async finish(_killing, onDone) {
          await onDone(done(ids));
          return { outcome, output: "words" };
        },
      };
    },
  };
  return { handler, given };
}

describe("an ordered run", () => {
  const ordered = { isOrdered: true, concurrency: 4 };

  it("makes only the submissions of the same form wait for a failed one", async () => {
    const server = new MemoryServer(1, 2, 3, 4, 5, 6);
    server.formOf = (id) => (id % 2) + 1;
    const calls: number[] = [];
    const handler = functionHandler(async ({ id }) => {
      calls.push(id);
      if (id === 2 && calls.length <= 4) throw new Error("not yet");
    });
    const { options, advance } = testRun(server, handler, ordered);

    await runQueue(options);
    const early = [...calls];
    await runQueue(options);
    advance(3_600_000);
    await runQueue(options);

    // 2 failed; 4 and 6 belong to the same form.
    expect(early.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 5]);
    expect(calls.slice(4)).toEqual([2, 4, 6]);
    expect([...server.unread]).toEqual([]);
  });

  it("goes on after a submission is given up", async () => {
    const server = new MemoryServer(1, 2);
    const { handler, calls } = scriptedHandler(exit(65), exit(0));

    await runQueue(testRun(server, handler, ordered).options);

    expect(calls.map(({ id }) => id)).toEqual([1, 2]);
    expect([...server.unread]).toEqual([1]);
  });
});

describe("a run in batches", () => {
  it.each<[HandlerOutcome, string, number]>([
    [exit(1), "retry", 1],
    [exit(75), "retry", 0],
    [exit(65), "dead", 1],
    [exit(78), "seen", 0],
    [{ kind: "interrupted" }, "retry", 0],
  ])("keeps the named when it ends with %j, the others are %s", async (outcome, kind, attempts) => {
    const server = new MemoryServer(1, 2);
    const { handler } = batches(() => [1], outcome);
    const { options, store } = testRun(server, handler, { batch: 2, max: 2 });

    await runQueue(options);

    expect(server.marks).toEqual([1]);
    expect(await stateOf(store, 2)).toMatchObject({ attempts, state: { kind } });
  });

  it("ignores ids that are named twice or do not belong to the batch", async () => {
    const server = new MemoryServer(1, 2);
    const { handler } = batches(() => [1, 1, 99, 2]);

    const summary = await runQueue(testRun(server, handler, { batch: 2 }).options);

    expect(summary).toMatchObject({ handled: 2, acked: 2, failed: 0 });
  });

  it("counts a deferred batch as one handler", async () => {
    const server = new MemoryServer(1, 2, 3, 4, 5, 6);
    server.pageSize = 10;
    const { handler, given } = batches(() => [], exit(75));

    const summary = await runQueue(testRun(server, handler, { batch: 3 }).options);

    expect(given).toHaveLength(2);
    expect(summary).toMatchObject({ deferred: 6, end: { kind: "drained" } });
  });

  it("starts no more than max in total", async () => {
    const server = new MemoryServer(1, 2, 3, 4, 5);
    server.pageSize = 10;
    const { handler, given } = batches((ids) => ids);

    await runQueue(testRun(server, handler, { batch: 2, max: 3 }).options);

    expect(given).toEqual([[1, 2], [3]]);
  });
});

describe("a run with concurrency", () => {
  /** A server that responds to no acknowledgement before this many handlers have run. */
  function slowServer(workers: number, ids: readonly number[]) {
    const server = new MemoryServer(...ids);
    const worked: number[] = [];
    const reached = Promise.withResolvers<void>();
    const source = {
      listUnread: () => server.listUnread(),
      get: (id: number) => server.get(id),
      async markRead(id: number, signal: AbortSignal, uid: string) {
        await reached.promise;
        return server.markRead(id, signal, uid);
      },
    };
    const handler = functionHandler(async ({ id }) => {
      worked.push(id);
      if (worked.length === workers) reached.resolve();
    });
    return { source, handler, worked };
  }

  it("does not wait for the server between two handlers", async () => {
    const { source, handler } = slowServer(5, [1, 2, 3, 4, 5]);

    const summary = await runQueue(testRun(source, handler, { concurrency: 2 }).options);

    expect(summary).toMatchObject({ handled: 5, acked: 5, end: { kind: "drained" } });
  });

  it("runs at most 128 handlers ahead of a server that does not acknowledge", async () => {
    const ids = Array.from({ length: 200 }, (_, at) => at + 1);
    const { source, handler, worked } = slowServer(130, ids);
    let ahead = 0;
    const counted = {
      ...source,
      async markRead(id: number, signal: AbortSignal, uid: string) {
        const answer = await source.markRead(id, signal, uid);
        await setImmediate(); // lets everything start that can
        if (ahead === 0) ahead = worked.length;
        return answer;
      },
    };

    const summary = await runQueue(testRun(counted, handler, { concurrency: 2 }).options);

    expect(ahead).toBe(130);
    expect(summary).toMatchObject({ acked: 200 });
  });

  it("starts nothing in place of a leased submission that is not acknowledged yet", async () => {
    const server = new MemoryServer(1, 2, 3, 4);
    const handler = scriptedHandler();
    const open: number[] = [];
    const source = {
      listUnread: () => server.listUnread(),
      get: (id: number) => server.get(id),
      giveBack: () => Promise.resolve(),
      async markRead(id: number, signal: AbortSignal, uid: string) {
        await setImmediate(); // lets everything start that can
        open.push(handler.calls.length - server.marks.length);
        return server.markRead(id, signal, uid);
      },
    };

    await runQueue(testRun(source, handler.handler, { concurrency: 2 }).options);

    expect(server.marks).toHaveLength(4);
    expect(Math.max(...open)).toBe(2);
  });
});
