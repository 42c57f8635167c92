// The reader thread of a store: when it starts and ends, and what runs without it.
import { createFakeClock } from "../../../test/fake-clock.ts";
import { openTestStore } from "../../../test/store/test-store.ts";
import { openFolder } from "../../../../../test/harness/folder.ts";
import { useEach } from "../../../../../test/harness/use.ts";
import { Worker } from "node:worker_threads";
import { silentLog } from "../../platform/log.ts";
import { openThreadPort, type ThreadPort } from "./thread-port.ts";
import type { Store } from "../store.ts";
import { openReader } from "./reader.ts";

const MINUTE_MS = 60_000;

const folder = useEach(openFolder);

/** Counts the threads that a store starts and ends. */
function countThreads() {
  const threads = { started: 0, ended: 0 };
  const onWorker = (worker: { once: (event: "exit", heard: () => void) => void }) => {
    threads.started += 1;
    worker.once("exit", () => (threads.ended += 1));
  };
  process.on("worker", onWorker);
  onTestFinished(() => void process.off("worker", onWorker));
  return threads;
}

const list = (store: Store) => store.reads.listFormNames({ account_id: 1 });

it("starts with the first list, ends after quiet minutes, and starts again", async () => {
  const clock = createFakeClock(1_000);
  const threads = countThreads();
  const store = await openTestStore({ kind: "sqlite", file: folder.at("intray.db") }, { clock });

  const isThere = await store.reads.hasAccount({});
  const atRest = threads.started;
  await Promise.all([list(store), list(store)]);
  const used = threads.started;
  clock.advance(3 * MINUTE_MS);
  await list(store);
  clock.advance(MINUTE_MS);
  const busy = threads.ended;
  for (let minute = 0; minute < 4; minute += 1) {
    await store.reads.hasAccount({}); // as background work does
    clock.advance(MINUTE_MS);
  }
  await vi.waitUntil(() => threads.ended === 1);
  await list(store);

  expect({ isThere, atRest, used, busy, now: threads.started }).toEqual({
    isThere: false,
    atRest: 1,
    used: 2,
    busy: 0,
    now: 3,
  });
  await store.close();
  await expect(list(store)).rejects.toMatchObject({ code: "draining" });
  expect(threads).toEqual({ started: 3, ended: 3 });
});

it("says that file handles are missing, and tries again with the next read", async () => {
  const problem = Object.assign(new Error("Worker initialization failure: EMFILE"), {
    code: "ERR_WORKER_INIT_FAILED",
  });
  const port = { call: () => Promise.resolve("rows"), tidyUp() {}, close: () => Promise.resolve() };
  const open = vi
    .fn<() => Promise<ThreadPort>>()
    .mockRejectedValueOnce(problem)
    .mockResolvedValue(port);
  const reader = openReader(open, createFakeClock(1_000));

  await expect(reader.call("list", {})).rejects.toMatchObject({ outage: "out_of_handles" });
  expect(reader.isReady()).toBe(false);
  expect(await reader.call("list", {})).toBe("rows");
  await reader.close();
});

it.each(["throw new Error('damaged')", "process.exit(3)"])(
  "rejects its reads and reports its death if the thread runs %s",
  async (fault) => {
    const died = Promise.withResolvers<Error>();
    const program = `const { parentPort } = require("node:worker_threads");
      parentPort.on("message", () => { ${fault} });
      parentPort.postMessage({ kind: "ready" });`;
    const reader = openReader(
      () =>
        openThreadPort(new Worker(program, { eval: true }), {
          maxWaiting: 1,
          log: silentLog,
          onDeath: died.resolve,
        }),
      createFakeClock(1_000),
    );

    await expect(reader.call("list", {})).rejects.toThrow(/damaged|code 3/);
    expect((await died.promise).message).toMatch(/damaged|code 3/);
  },
);
