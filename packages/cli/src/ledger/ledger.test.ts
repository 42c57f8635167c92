import { mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { HandlerOutcome, ItemEvent, ItemState, QueueItem } from "@intray/sdk/queue";
import { DEFAULT_POLICY, newItem, transition } from "@intray/sdk/queue";
import SqliteDatabase from "better-sqlite3";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isLocked, takeLock } from "./ledger-lock.ts";
import { prepareLedger } from "./ledger-file.ts";
import { ledgerFolder, ledgerName } from "./ledger-name.ts";
import { readItems, readLastRun, readLedgers } from "./ledger-report.ts";
import type { Ledger } from "./ledger.ts";
import { openLedger } from "./ledger.ts";

const NOW = 1_700_000_000_000;
const identity = {
  origin: "http://127.0.0.1:8787",
  scope: "form:3",
  filter: "new",
  consumer: "default",
};
const clock = { now: () => NOW };

let home: string;
let path: string;
const opened: Ledger[] = [];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "intray-ledger-"));
  path = join(ledgerFolder(home), ledgerName(identity));
  prepareLedger(path);
});
afterEach(() => {
  for (const ledger of opened.splice(0)) ledger.close();
  rmSync(home, { recursive: true });
});

function open(): Ledger {
  const ledger = openLedger({ path, identity, clock });
  opened.push(ledger);
  return ledger;
}

const inState = (state: ItemState, more: Partial<QueueItem> = {}): QueueItem => ({
  ...newItem(7, 3),
  attempts: 1,
  starts: 2,
  ...more,
  state,
});
const retry = { kind: "retry", dueAt: NOW + 5, reason: "exit 1" } as const;

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
/** As it is where the event cannot happen. */
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
  ])("gives back what it was given, after it was opened anew: %j", async (state) => {
    const item = inState(state, { interruptions: 3, deferrals: 2, lastOutput: "a\0\u{1f600}" });
    const first = open();
    await first.commit([newItem(7, 3), newItem(8, 3)]);
    await first.commit([item]);
    first.close();

    const found = await open().find([7, 99]);

    expect(found).toEqual([item]);
  });

  it("finds what waits, what runs and what is owed, oldest first", async () => {
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

  it("takes whatever the state machine comes to", async () => {
    const ledger = open();

    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { maxLength: 30 }), async (events) => {
        let item = newItem(7, 3);
        const passed = [item];
        for (const event of events) {
          item = after(item, event);
          passed.push(item);
        }
        await ledger.commit(passed);
        expect(await ledger.find([7])).toEqual([item]);
      }),
    );
  });

  it("counts walks across openings", async () => {
    const first = open();
    expect([await first.lastWalk(), await first.beginWalk(), await first.beginWalk()]).toEqual([
      0, 1, 2,
    ]);
    first.close();

    expect(await open().lastWalk()).toBe(2);
  });

  it("writes all items of a commit or none", async () => {
    const ledger = open();
    const nonsense = inState({ kind: "seen" }, { submissionId: 9 });

    await expect(ledger.commit([newItem(8, 3), nonsense])).rejects.toMatchObject({
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
    ["output without end", inState(retry, { lastOutput: "x".repeat(4_097) })],
  ])("refuses %s", async (_name, item) => {
    await expect(open().commit([item])).rejects.toMatchObject({ code: "ledger_damaged" });
  });

  it("is its owner's alone", () => {
    open();

    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(`${path}-wal`).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  });

  it("is another file for each origin, scope, filter and consumer", () => {
    const names = [
      identity,
      { ...identity, origin: "https://127.0.0.1:8787" },
      { ...identity, scope: "form:4" },
      { ...identity, filter: "spam" },
      { ...identity, consumer: "default/../../x" },
    ].map(ledgerName);

    expect(new Set(names).size).toBe(5);
    expect(names.filter((name) => /[/\\]/.test(name))).toEqual([]);
  });
});

describe("a file that is no ledger", () => {
  const header = Buffer.from("SQLite format 3\0");
  it.each<[string, () => void, RegExp]>([
    [
      "garbage",
      () => writeFileSync(path, "not a database, and long enough for a header ".repeat(50)),
      /is not a ledger/,
    ],
    ["a header alone", () => writeFileSync(path, header), /is not a ledger|is damaged/],
    ["another program's database", foreignDatabase, /is not a ledger/],
    ["another queue's ledger", otherQueue, /belongs to another queue/],
    ["a ledger cut short", cutShort, /is damaged/],
  ])("is refused with exit 65 and left as it is: %s", (_name, make, message) => {
    make();
    const size = statSync(path).size;

    expect(() => open()).toThrow(
      expect.objectContaining({
        exit: 65,
        message: expect.stringMatching(message),
        hint: expect.stringContaining("Move it away"),
      }),
    );
    expect(statSync(path).size).toBe(size);
  });

  it("is refused when a newer program wrote it", () => {
    open().close();
    edit((database) => database.pragma("user_version = 2"));

    expect(() => open()).toThrow(
      expect.objectContaining({
        exit: 65,
        code: "ledger_newer",
        message: `The ledger ${path} has version 2, and this program knows versions up to 1.`,
      }),
    );
  });

  it("says which folder cannot be used", () => {
    const file = join(home, "file");
    writeFileSync(file, "");

    expect(() => prepareLedger(join(ledgerFolder(file), "x.db"))).toThrow(
      expect.objectContaining({
        exit: 78,
        message: expect.stringContaining(ledgerFolder(file)),
        hint: "Set XDG_STATE_HOME to a folder of your own.",
      }),
    );
  });

  it("says so when the ledger's place is taken by a folder", () => {
    const taken = join(ledgerFolder(home), "taken.db");
    mkdirSync(taken);

    expect(() => prepareLedger(taken)).toThrow(expect.objectContaining({ exit: 78 }));
  });

  function edit(change: (database: SqliteDatabase.Database) => void): void {
    const database = new SqliteDatabase(path);
    change(database);
    database.close();
  }
  function foreignDatabase(): void {
    edit((database) => database.exec("create table cats (name text)"));
  }
  function otherQueue(): void {
    openLedger({ path, identity: { ...identity, consumer: "other" }, clock }).close();
  }
  function cutShort(): void {
    const ledger = open();
    void ledger.commit(Array.from({ length: 500 }, (_, at) => newItem(at + 1, 3)));
    ledger.close();
    truncateSync(path, 3 * 4_096);
  }
});

describe("the lock", () => {
  it("is held by one at a time, and seen from outside", () => {
    const first = takeLock(path);

    expect(first).toBeDefined();
    expect(takeLock(path)).toBeUndefined();
    expect(isLocked(path)).toBe(true);

    first?.release();
    expect(isLocked(path)).toBe(false);
    const second = takeLock(path);
    expect(second).toBeDefined();
    second?.release();
  });

  it("is free where there was never a run", () => {
    expect(isLocked(join(home, "none.db"))).toBe(false);
  });

  it("says so when its file is something else", () => {
    writeFileSync(`${path}.lock`, "x".repeat(5_000));

    expect(() => takeLock(path)).toThrow(expect.objectContaining({ exit: 65 }));
  });
});

describe("a look from outside", () => {
  it("shows the queue while a run holds it", async () => {
    const lock = takeLock(path);
    const ledger = open();
    ledger.beginRun(4_711);
    await ledger.commit([
      newItem(1, 3),
      inState(retry),
      inState({ kind: "handled" }, { submissionId: 2 }),
    ]);

    const [status, ...others] = readLedgers(ledgerFolder(home), identity.origin);

    expect(others).toEqual([]);
    expect(status).toEqual({
      path,
      identity,
      counts: { seen: 1, retry: 1, handled: 1 },
      oldestWaitingSince: NOW,
      nextRetryAt: NOW + 5,
      lastRun: { pid: 4_711, startedAt: NOW },
      isLocked: true,
    });
    lock?.release();
  });

  it("shows how the last run ended", () => {
    const ledger = open();
    ledger.beginRun(4_711);
    ledger.endRun("drained");
    ledger.close();

    expect(readLastRun(path)).toEqual({
      pid: 4_711,
      startedAt: NOW,
      ended: { at: NOW, end: "drained" },
    });
  });

  it("lists items, all or of one state", async () => {
    const ledger = open();
    await ledger.commit([newItem(1, 3), inState(retry)]);

    expect([...readItems(path, {})].map(({ item }) => item.submissionId)).toEqual([1, 7]);
    expect([...readItems(path, { state: "retry" })]).toEqual([
      { item: inState(retry), firstSeenAt: NOW, changedAt: NOW },
    ]);
    expect([...readItems(path, { state: "dead" })]).toEqual([]);
  });

  it("passes over other servers' ledgers, empty files and folders that are not there", () => {
    open().close();

    expect(readLedgers(ledgerFolder(home), "https://elsewhere.test")).toEqual([]);
    expect(readLedgers(join(home, "none"), identity.origin)).toEqual([]);
    writeFileSync(join(ledgerFolder(home), "empty.db"), "");
    expect(readLedgers(ledgerFolder(home), identity.origin)).toHaveLength(1);
  });
});
