import { describe, expect, it } from "vitest";
import { exit, Inbox, scripted, stateOf, world } from "../../test/inbox.ts";
import { functionHandler, type QueueHandler } from "./handler.ts";
import type { HandlerOutcome } from "./outcome.ts";
import { runQueue } from "./run-queue.ts";
import { shardSource } from "./shard-source.ts";

/** A handler of batches that names `done(ids)` and then ends as told. */
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

  it("has a form's submissions wait for the one that failed, and no other form's", async () => {
    const inbox = new Inbox(1, 2, 3, 4, 5, 6);
    inbox.formOf = (id) => (id % 2) + 1;
    const calls: number[] = [];
    const handler = functionHandler(async ({ id }) => {
      calls.push(id);
      if (id === 2 && calls.length <= 4) throw new Error("not yet");
    });
    const { options, advance } = world(inbox, handler, ordered);

    await runQueue(options);
    const early = [...calls];
    await runQueue(options);
    advance(3_600_000);
    await runQueue(options);

    // 2 failed: 4 and 6 are of its form.
    expect(early.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 5]);
    expect(calls.slice(4)).toEqual([2, 4, 6]);
    expect([...inbox.unread]).toEqual([]);
  });

  it("goes on behind one that is given up", async () => {
    const inbox = new Inbox(1, 2);
    const { handler, calls } = scripted(exit(65), exit(0));

    await runQueue(world(inbox, handler, ordered).options);

    expect(calls.map(({ id }) => id)).toEqual([1, 2]);
    expect([...inbox.unread]).toEqual([1]);
  });

  it("obeys --max", async () => {
    const inbox = new Inbox(1, 2, 3);
    const { handler, calls } = scripted();

    const summary = await runQueue(world(inbox, handler, { ...ordered, max: 2 }).options);

    expect(calls).toHaveLength(2);
    expect(summary.end).toEqual({ kind: "max" });
  });
});

describe("a run in batches", () => {
  it("acknowledges what the handler named, and tries the others again", async () => {
    const inbox = new Inbox(1, 2, 3, 4, 5);
    inbox.pageSize = 10;
    const { handler, given } = batches((ids) => ids.filter((id) => id !== 2));
    const { options, store } = world(inbox, handler, { batch: 3 });

    const summary = await runQueue(options);

    expect(given).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
    expect(inbox.marks).toEqual([1, 3, 4, 5]);
    expect(summary).toMatchObject({ started: 5, handled: 4, acked: 4, failed: 1 });
    expect((await stateOf(store, 2))?.state).toMatchObject({
      kind: "retry",
      reason: "exit 0 without its id on standard output",
    });
  });

  it.each<[HandlerOutcome, string, number]>([
    [exit(1), "retry", 1],
    [exit(75), "retry", 0],
    [exit(65), "dead", 1],
    [exit(78), "seen", 0],
    [{ kind: "interrupted" }, "retry", 0],
  ])(
    "keeps what was named when it ends with %j, the rest is %s",
    async (outcome, kind, attempts) => {
      const inbox = new Inbox(1, 2);
      const { handler } = batches(() => [1], outcome);
      const { options, store } = world(inbox, handler, { batch: 2, max: 2 });

      await runQueue(options);

      expect(inbox.marks).toEqual([1]);
      expect(await stateOf(store, 2)).toMatchObject({ attempts, state: { kind } });
    },
  );

  it("passes over ids that are named twice or were never given", async () => {
    const inbox = new Inbox(1, 2);
    const { handler } = batches(() => [1, 1, 99, 2]);

    const summary = await runQueue(world(inbox, handler, { batch: 2 }).options);

    expect(summary).toMatchObject({ handled: 2, acked: 2, failed: 0 });
  });

  it("counts a batch that is put off as one handler", async () => {
    const inbox = new Inbox(1, 2, 3, 4, 5, 6);
    inbox.pageSize = 10;
    const { handler, given } = batches(() => [], exit(75));

    const summary = await runQueue(world(inbox, handler, { batch: 3 }).options);

    expect(given).toHaveLength(2);
    expect(summary).toMatchObject({ deferred: 6, end: { kind: "drained" } });
  });

  it("starts no more than are left of --max", async () => {
    const inbox = new Inbox(1, 2, 3, 4, 5);
    inbox.pageSize = 10;
    const { handler, given } = batches((ids) => ids);

    await runQueue(world(inbox, handler, { batch: 2, max: 3 }).options);

    expect(given).toEqual([[1, 2], [3]]);
  });
});

describe("a part of a queue", () => {
  it.each([true, false])("is none of the other parts' (cursor: %s)", async (hasCursor) => {
    const inbox = new Inbox(1, 2, 3, 4, 5, 6, 7);
    inbox.hasCursor = hasCursor;
    const taken: number[][] = [];
    for (const index of [1, 2, 3]) {
      const { handler, calls } = scripted();
      await runQueue(world(shardSource(inbox, { index, count: 3 }), handler).options);
      taken.push(calls.map(({ id }) => id));
    }

    expect(taken).toEqual([
      [3, 6],
      [1, 4, 7],
      [2, 5],
    ]);
  });
});

describe("a run with several at once", () => {
  /** No acknowledgement is answered before this many handlers have worked. */
  function heldBack(workers: number, ids: readonly number[]) {
    const inbox = new Inbox(...ids);
    const worked: number[] = [];
    const reached = Promise.withResolvers<void>();
    const source = {
      listUnread: () => inbox.listUnread(),
      get: (id: number) => inbox.get(id),
      async markRead(id: number) {
        await reached.promise;
        return inbox.markRead(id);
      },
    };
    const handler = functionHandler(async ({ id }) => {
      worked.push(id);
      if (worked.length === workers) reached.resolve();
    });
    return { source, handler, worked };
  }

  it("does not wait for the server between two handlers", async () => {
    const { source, handler } = heldBack(5, [1, 2, 3, 4, 5]);

    const summary = await runQueue(world(source, handler, { concurrency: 2 }).options);

    expect(summary).toMatchObject({ handled: 5, acked: 5, end: { kind: "drained" } });
  });

  it("runs no more than 32 ahead of a server that takes no acknowledgement", async () => {
    const ids = Array.from({ length: 60 }, (_, at) => at + 1);
    const { source, handler, worked } = heldBack(34, ids);
    let most = 0;
    const counted = {
      ...source,
      async markRead(id: number) {
        const answer = await source.markRead(id);
        if (most === 0) most = worked.length;
        return answer;
      },
    };

    const summary = await runQueue(world(counted, handler, { concurrency: 2 }).options);

    expect(most).toBe(34);
    expect(summary).toMatchObject({ acked: 60 });
  });
});
