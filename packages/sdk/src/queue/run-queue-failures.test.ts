import { exit, MemoryServer, scriptedRun, stateOf, testRun } from "../../test/memory-server.ts";
import { functionHandler } from "./handler.ts";
import { runQueue } from "./run-queue.ts";
import { QueueSourceError } from "./source.ts";

describe("a list that fails", () => {
  it.each(["refused", "unavailable"] as const)("ends the run: %s", async (failure) => {
    const { server, calls, run } = scriptedRun([1]);
    const error = new QueueSourceError(failure, "no list");
    server.beforeList = () => {
      throw error;
    };

    const summary = await run();

    expect([summary.end, calls]).toEqual([{ kind: "source", error }, []]);
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

it("a run that is stopped interrupts the running handler when maxTimeMs has passed", async () => {
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

it("a store that fails makes the run reject after the running handlers have ended", async () => {
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

  expect([running, server.marks]).toEqual([0, []]);
});
