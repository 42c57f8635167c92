import { exit, MemoryServer, scriptedRun, stateOf, testRun } from "../../test/memory-server.ts";
import { functionHandler } from "./handler.ts";
import { runQueue } from "./run-queue.ts";

describe("a run", () => {
  it("passes each submission to the handler once, oldest first, and then marks it read", async () => {
    const server = new MemoryServer(3, 1, 2, 5, 4);
    const order: string[] = [];
    server.beforeMark = (id) => void order.push(`mark ${id}`);
    const handler = functionHandler(async ({ id }) => void order.push(`work ${id}`));

    const summary = await runQueue(testRun(server, handler).options);

    expect(order).toEqual([1, 2, 3, 4, 5].flatMap((id) => [`work ${id}`, `mark ${id}`]));
    expect(summary).toMatchObject({ started: 5, handled: 5, acked: 5, end: { kind: "drained" } });
  });

  it("handles submissions that arrive while it runs", async () => {
    const server = new MemoryServer(1);
    const handler = functionHandler(async ({ id }) => void (id < 4 && server.unread.add(id + 1)));

    const summary = await runQueue(testRun(server, handler).options);

    expect(summary.acked).toBe(4);
  });

  it("reads a list without cursors to its end before it acknowledges, and fetches each record", async () => {
    const { server, calls, run } = scriptedRun([1, 2, 3]);
    server.hasCursor = false;

    await run();

    expect(calls.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(server.fetched).toEqual([1, 2, 3]);
  });

  it("runs exactly as many handlers at once as the concurrency allows", async () => {
    const server = new MemoryServer(1, 2, 3, 4, 5, 6, 7);
    let running = 0;
    let most = 0;
    const gates: (() => void)[] = [];
    const handler = functionHandler(async () => {
      running += 1;
      most = Math.max(most, running);
      if (running < 3 && server.marks.length < 4) {
        await new Promise<void>((resolve) => gates.push(resolve));
      } else {
        for (const open of gates.splice(0)) open();
      }
      running -= 1;
    });

    const summary = await runQueue(testRun(server, handler, { concurrency: 3 }).options);

    expect([most, summary.acked]).toEqual([3, 7]);
  });
});

describe("a handler that fails", () => {
  it("is called again after the back-off, with the record fetched again", async () => {
    const { server, calls, run, store, advance } = scriptedRun([1], exit(1), exit(0));

    expect(await run()).toMatchObject({ failed: 1, end: { kind: "drained" } });
    advance(14_999);
    expect(await run()).toMatchObject({ started: 0 });
    advance(1);
    await run();

    expect(calls).toEqual([
      { id: 1, attempt: 1, generation: 1, redelivered: false },
      { id: 1, attempt: 2, generation: 1, redelivered: true },
    ]);
    expect([server.fetched, (await stateOf(store, 1))?.state.kind]).toEqual([[1], "acked"]);
  });

  it("is not called again for a submission that was read meanwhile", async () => {
    const { server, calls, run, store, advance } = scriptedRun([1, 2], exit(1));
    await run();
    advance(60_000);
    server.unread.delete(2);
    // Read between the list request and the single fetch, so only the fetch shows it.
    const look = server.get.bind(server);
    server.get = (id) => {
      server.unread.delete(id);
      return look(id);
    };

    const summary = await run();

    expect(calls).toHaveLength(2);
    expect(summary).toMatchObject({ gone: 2, started: 0 });
    expect((await stateOf(store, 1))?.state).toMatchObject({ kind: "gone", reason: "read" });
    expect((await stateOf(store, 2))?.state).toMatchObject({ reason: "no longer listed" });
  });

  it("ends the round when it defers five times in a row", async () => {
    const { calls, run, store } = scriptedRun([1, 2, 3, 4, 5, 6], exit(75));

    const summary = await run();

    expect(calls).toHaveLength(5);
    expect(summary).toMatchObject({ deferred: 5, failed: 0, end: { kind: "deferring" } });
    expect(await stateOf(store, 5)).toMatchObject({ attempts: 0, state: { kind: "retry" } });
  });

  it("does not end the round when the five are not in a row", async () => {
    const four = Array.from({ length: 4 }, () => exit(75));
    const { calls, run } = scriptedRun([1, 2, 3, 4, 5, 6, 7], ...four, exit(0), exit(75), exit(75));

    const summary = await run();

    expect(calls).toHaveLength(7);
    expect(summary.end).toEqual({ kind: "drained" });
  });
});
