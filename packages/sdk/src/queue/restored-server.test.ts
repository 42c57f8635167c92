// A server whose backup was restored gives an id that the store knows to another submission.
import { exit, MemoryServer, scriptedHandler, stateOf, testRun } from "../../test/memory-server.ts";
import type { ItemState, QueueItem } from "./item.ts";
import type { QueueHandler } from "./handler.ts";
import { runQueue } from "./run-queue.ts";
import { newItem } from "./transition.ts";

const KNOWN: readonly ItemState[] = [
  { kind: "seen" },
  { kind: "retry", dueAt: 0, reason: "exit 1" },
  { kind: "retry", dueAt: Number.MAX_SAFE_INTEGER, reason: "exit 1" },
  { kind: "running", before: { kind: "seen" } },
  { kind: "handled" },
  { kind: "acked", walk: 9 },
  { kind: "dead", reason: "exit 65", mark: { kind: "left" } },
  { kind: "dead", reason: "exit 65", mark: { kind: "owed" } },
  { kind: "dead", reason: "exit 65", mark: { kind: "done", walk: 9 } },
  { kind: "gone", reason: "read", walk: 9 },
];

const lost = (state: ItemState, uid = "lost"): QueueItem => ({
  ...newItem(4, 1, uid),
  attempts: state.kind === "seen" ? 0 : 3,
  starts: 3,
  state,
});

function keyedHandler() {
  const keys: string[] = [];
  const { handler } = scriptedHandler(exit(0));
  const recording: QueueHandler = {
    start: (delivery, submission) => {
      keys.push(`${delivery.id} attempt ${delivery.attempt}`);
      return handler.start(delivery, submission);
    },
  };
  return { handler: recording, keys };
}

describe("a submission with the id of a lost one", () => {
  it.each(KNOWN)(
    "is handled under its own key, whatever became of the lost one: %j",
    async (state) => {
      const server = new MemoryServer(4);
      server.uids.set(4, "new");
      const { handler, keys } = keyedHandler();
      const { options, store } = testRun(server, handler);
      await store.commit([lost(state)]);

      await runQueue(options);

      expect(keys).toEqual(["test:new:1 attempt 1"]);
      expect(server.marks).toEqual([4]);
      expect(await stateOf(store, 4)).toMatchObject({ uid: "new", state: { kind: "acked" } });
    },
  );

  it("is handled if the server lists only ids", async () => {
    const server = new MemoryServer(4);
    server.hasCursor = false;
    server.uids.set(4, "new");
    const { handler, keys } = keyedHandler();
    const { options, store } = testRun(server, handler);
    await store.commit([lost({ kind: "handled" })]);

    await runQueue(options);

    expect(keys).toEqual(["test:new:1 attempt 1"]);
  });

  it("is not marked read for the lost one, whose handler ran while the backup was restored", async () => {
    const server = new MemoryServer(4);
    server.uids.set(4, "lost");
    const seen: string[] = [];
    const { handler } = scriptedHandler(exit(0));
    const restoring: QueueHandler = {
      start: (delivery, submission) => {
        seen.push(delivery.id);
        server.uids.set(4, "new");
        return handler.start(delivery, submission);
      },
    };
    const { options } = testRun(server, restoring);

    await runQueue(options);

    expect(seen).toEqual(["test:lost:1", "test:new:1"]);
    expect(server.marks).toEqual([4]);
  });
});

describe("a server without uids", () => {
  it("has the keys and the records of before", async () => {
    const server = new MemoryServer(4, 5);
    const { handler, keys } = keyedHandler();
    const { options, store } = testRun(server, handler);
    await store.commit([lost({ kind: "handled" }, "4")]);

    await runQueue(options);

    expect(keys).toEqual(["test:5:1 attempt 1"]);
    expect(server.marks).toEqual([4, 5]);
  });

  it("has the same records after it was upgraded, where uids of old submissions are their ids", async () => {
    const server = new MemoryServer(4);
    server.uids.set(4, "4");
    const { handler, keys } = keyedHandler();
    const { options, store } = testRun(server, handler);
    await store.commit([lost({ kind: "dead", reason: "exit 65", mark: { kind: "left" } }, "4")]);

    await runQueue(options);

    expect(keys).toEqual([]);
    expect(server.marks).toEqual([]);
  });
});
