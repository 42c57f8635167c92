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

/** Runs the queue of a store with this item; returns the keys and attempts of the handler, and the marks. */
async function runWith(item: QueueItem, server: MemoryServer) {
  const keys: string[] = [];
  const { handler } = scriptedHandler(exit(0));
  const recording: QueueHandler = {
    start: (delivery, submission) => {
      keys.push(`${delivery.id} attempt ${delivery.attempt}`);
      return handler.start(delivery, submission);
    },
  };
  const { options, store } = testRun(server, recording);
  await store.commit([item]);
  await runQueue(options);
  return { keys, marks: server.marks, store };
}

function serverWith(uid: string): MemoryServer {
  const server = new MemoryServer(4);
  server.uids.set(4, uid);
  return server;
}

describe("a submission with the id of a lost one", () => {
  it.each(KNOWN)("is handled under its own key, if the lost one is %j", async (state) => {
    const { keys, marks, store } = await runWith(lost(state), serverWith("new"));

    expect([keys, marks]).toEqual([["test:new:1 attempt 1"], [4]]);
    expect(await stateOf(store, 4)).toMatchObject({ uid: "new", state: { kind: "acked" } });
  });

  it("is handled if the server lists only ids", async () => {
    const server = serverWith("new");
    server.hasCursor = false;

    expect((await runWith(lost({ kind: "handled" }), server)).keys).toEqual([
      "test:new:1 attempt 1",
    ]);
  });

  it("is not marked read for the lost one, whose handler ran while the backup was restored", async () => {
    const server = serverWith("lost");
    const seen: string[] = [];
    const { handler } = scriptedHandler(exit(0));
    const restoring: QueueHandler = {
      start: (delivery, submission) => {
        seen.push(delivery.id);
        server.uids.set(4, "new");
        return handler.start(delivery, submission);
      },
    };

    await runQueue(testRun(server, restoring).options);

    expect([seen, server.marks]).toEqual([["test:lost:1", "test:new:1"], [4]]);
  });
});

describe("a server without uids", () => {
  it("has the keys and the records of before", async () => {
    const run = await runWith(lost({ kind: "handled" }, "4"), new MemoryServer(4, 5));

    expect(run).toMatchObject({ keys: ["test:5:1 attempt 1"], marks: [4, 5] });
  });

  it("has the same records after it was upgraded, where uids of old submissions are their ids", async () => {
    const left = lost({ kind: "dead", reason: "exit 65", mark: { kind: "left" } }, "4");

    expect(await runWith(left, serverWith("4"))).toMatchObject({ keys: [], marks: [] });
  });
});
