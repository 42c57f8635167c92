import { statSync } from "node:fs";
import { dirname } from "node:path";
import {
  DEFAULT_POLICY,
  newItem,
  transition,
  type HandlerOutcome,
  type ItemEvent,
  type ItemState,
  type QueueItem,
} from "@intray/sdk/queue";
import fc from "fast-check";
import { identity, inState, NOW, retry, useLedger } from "../../test/ledger-fixture.ts";
import { ledgerName } from "./ledger-name.ts";
import { CommitBatcher } from "./ledger.ts";

const { files, open } = useLedger();

const outcomes: readonly HandlerOutcome[] = [
  ...[0, 1, 65, 75, 78].map((code) => ({ kind: "exit", code }) as const),
  { kind: "could-not-start", reason: "ENOENT" },
  { kind: "interrupted" },
];
const anyEvent: fc.Arbitrary<ItemEvent> = fc.oneof(
  fc.record({ kind: fc.constant("listed"), walk: fc.nat(20) }),
  fc.record({ kind: fc.constant("leased"), claims: fc.nat(9), now: fc.constant(NOW) }),
  fc.record({ kind: fc.constant("vanished"), walk: fc.nat(20), reason: fc.constant("read") }),
  fc.constant({ kind: "started" }),
  fc.constant({ kind: "process-known", process: { pid: 12, startedAt: "boot 77" } }),
  fc.record({
    kind: fc.constant("finished"),
    outcome: fc.constantFrom(...outcomes),
    output: fc.constant("said"),
    now: fc.constant(NOW),
    jitter: fc.constant(0.5),
  }),
  fc.record({ kind: fc.constant("marked"), walk: fc.nat(20) }),
  fc.record({ kind: fc.constant("unknown-to-server"), walk: fc.nat(20) }),
);
/** The item after the event; unchanged if the event cannot happen. */
function after(item: QueueItem, event: ItemEvent): QueueItem {
  try {
    return transition(item, event, DEFAULT_POLICY);
  } catch {
    return item;
  }
}

describe("a ledger", () => {
  it.each<ItemState>([
    retry,
    { kind: "running", before: { kind: "seen" } },
    { kind: "running", before: retry },
    { kind: "running", before: retry, process: { pid: 12, startedAt: "boot 77" } },
    { kind: "handled" },
    { kind: "acked", walk: 9 },
    { kind: "dead", reason: "exit 65", mark: { kind: "left" } },
    { kind: "dead", reason: "exit 65", mark: { kind: "owed" } },
    { kind: "dead", reason: "exit 65", mark: { kind: "done", walk: 2 } },
    { kind: "gone", reason: "read", walk: 3 },
  ])("returns what was committed after it is opened again: %j", async (state) => {
    const item = inState(state, { interruptions: 3, deferrals: 2, lastOutput: "a\0\u{1f600}" });
    const first = open();
    await first.commit([newItem(7, 3), newItem(8, 3)]);
    await first.commit([item]);
    first.close();

    expect(await open().find([7, 99])).toEqual([item]);
  });

  it("finds waiting items, running items and missing acknowledgements, oldest first", async () => {
    const ledger = open();
    const states: ItemState[] = [
      { kind: "handled" },
      retry,
      { kind: "running", before: retry },
      { kind: "dead", reason: "exit 65", mark: { kind: "owed" } },
      { kind: "dead", reason: "exit 65", mark: { kind: "left" } },
      { kind: "acked", walk: 1 },
      { kind: "gone", reason: "read", walk: 1 },
    ];
    await ledger.commit([
      newItem(100, 3),
      ...states.map((state, at) => inState(state, { submissionId: 20 - at })),
    ]);

    expect(await ledger.waitingIds()).toEqual([19, 100]);
    expect((await ledger.running()).map((item) => item.submissionId)).toEqual([18]);
    expect((await ledger.owingMark()).map((item) => item.submissionId)).toEqual([17, 20]);
  });

  it("accepts every state of the state machine", async () => {
    const ledger = open();

    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { maxLength: 30 }), async (events) => {
        let item = newItem(7, 3);
        const states = [item];
        for (const event of events) {
          item = after(item, event);
          states.push(item);
        }
        await ledger.commit(states);
        expect(await ledger.find([7])).toEqual([item]);
      }),
    );
  });

  it("counts walks after it is opened again", async () => {
    const first = open();
    expect([await first.lastWalk(), await first.beginWalk(), await first.beginWalk()]).toEqual([
      0, 1, 2,
    ]);
    first.close();

    expect(await open().lastWalk()).toBe(2);
  });

  it("writes all items of a commit or none", async () => {
    const ledger = open();
    const invalid = inState({ kind: "seen" }, { submissionId: 9 });

    await expect(ledger.commit([newItem(8, 3), invalid])).rejects.toMatchObject({
      exit: 65,
      code: "ledger_damaged",
    });

    expect(await ledger.find([8, 9])).toEqual([]);
  });

  it.each<[string, QueueItem]>([
    ["seen with an attempt", inState({ kind: "seen" })],
    ["handled without an attempt", inState({ kind: "handled" }, { attempts: 0 })],
    ["fewer starts than attempts", inState(retry, { starts: 0 })],
    ["generation 0", inState(retry, { generation: 0 })],
    ["submission 0", inState(retry, { submissionId: 0 })],
    ["output above 4 KB", inState(retry, { lastOutput: "x".repeat(4_097) })],
  ])("rejects %s", async (_name, item) => {
    await expect(open().commit([item])).rejects.toMatchObject({ code: "ledger_damaged" });
  });

  it("is readable only by its owner", () => {
    open();

    expect(statSync(files.path).mode & 0o777).toBe(0o600);
    expect(statSync(`${files.path}-wal`).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(files.path)).mode & 0o777).toBe(0o700);
  });

  it("has a separate file for each origin, scope, filter and consumer", () => {
    const names = [
      identity,
      { ...identity, origin: "https://127.0.0.1:8787" },
      { ...identity, scope: "form:4" },
      { ...identity, filter: "spam" },
      { ...identity, consumer: "default/../../x" },
    ].map(ledgerName);

    expect([new Set(names).size, names.filter((name) => /[/\\]/.test(name))]).toEqual([5, []]);
  });
});

function recording() {
  const written: { readonly ids: readonly number[]; readonly outlives: string }[] = [];
  const commits = new CommitBatcher((items, outlives) => {
    if (items.some(({ submissionId }) => submissionId === 13)) throw new Error("disk full");
    written.push({ ids: items.map(({ submissionId }) => submissionId), outlives });
  });
  const add = (id: number, outlives: "machine" | "process" = "machine") =>
    commits.add([newItem(id, 1)], outlives);
  return { commits, written, add };
}

describe("commits", () => {
  it("that are pending at the same time share a transaction, in the order of the calls", async () => {
    const { written, add } = recording();

    await Promise.all([add(2), add(1)]);
    await add(3);

    expect(written.map(({ ids }) => ids)).toEqual([[2, 1], [3]]);
  });

  it("are synced if one of them must survive a power cut", async () => {
    const { written, add } = recording();

    await Promise.all([add(1, "process"), add(2)]);
    await add(3, "process");

    expect(written.map(({ outlives }) => outlives)).toEqual(["machine", "process"]);
  });

  it("fail for all that share a transaction, and not for the next", async () => {
    const { add } = recording();

    const both = await Promise.allSettled([add(1), add(13)]);

    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect(add(2)).resolves.toBeUndefined();
  });

  it("are written at once by flush", () => {
    const { commits, written, add } = recording();
    void add(1);

    commits.flush();

    expect(written).toHaveLength(1);
  });
});
