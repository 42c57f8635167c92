// Outages of SQLite: each error here comes from a real database file that has the fault.
import SQLite from "better-sqlite3";
import { AppError } from "../../domain/errors.ts";
import { createBatcher } from "../engine/batch.ts";
import { decodeError } from "../engine/calls.ts";
import { explain } from "./errors.ts";
import { openFolder } from "../../../../../test/harness/folder.ts";
import { useEach } from "../../../../../test/harness/use.ts";

describe("an error of SQLite", () => {
  const folder = useEach(openFolder);
  let file: string;
  let sqlite: SQLite.Database;
  let other: SQLite.Database;
  beforeEach(() => {
    file = folder.at("a.db");
    sqlite = new SQLite(file, { timeout: 0 });
    sqlite.pragma("journal_mode = WAL");
    sqlite.exec("create table t (v text not null)");
    other = new SQLite(file, { timeout: 0 });
  });
  afterEach(() => {
    sqlite.close();
    other.close();
  });
  const insert = (bytes = 10) => sqlite.prepare("insert into t values (?)").run("x".repeat(bytes));
  const full = () => void sqlite.pragma("max_page_count = 1");
  const failure = (run: () => unknown): unknown => {
    try {
      run();
      return undefined;
    } catch (error) {
      return explain(error);
    }
  };

  it.each<[string, () => void, string, RegExp]>([
    ["without space", full, "disk_full", /^The server's disk is full; send this again in 30 s/],
    ["read-only", () => sqlite.pragma("query_only = on"), "read_only", /read-only/],
    ["locked by another program", () => other.exec("begin immediate"), "locked", /locked/],
  ])("is 503 with Retry-After for a database that is %s", (_, provoke, outage, sentence) => {
    provoke();

    const error = failure(() => insert(100_000));

    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: "overloaded", outage, isUncertain: false });
    expect(error).toMatchObject({ headers: { "Retry-After": expect.stringMatching(/^\d+$/) } });
    expect((error as Error).message).toMatch(sentence);
  });

  it.each([
    ["SQLITE_IOERR_WRITE", "disk_error"],
    ["SQLITE_IOERR_NOMEM", "out_of_memory"],
    ["SQLITE_CANTOPEN", "out_of_handles"],
    ["SQLITE_READONLY_DBMOVED", "read_only"],
    ["SQLITE_BUSY_SNAPSHOT", "locked"],
    ["EMFILE", "out_of_handles"],
  ])("%s is the outage %s", (code, outage) => {
    expect(explain(Object.assign(new Error("failed"), { code }))).toMatchObject({ outage });
  });

  const codes = ["SQLITE_CORRUPT", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_NOTADB"];
  it.each(codes)("%s is no outage", (code) => {
    const error = Object.assign(new Error("damaged"), { code });

    expect(explain(error)).toBe(error);
  });

  it("fails the calls that do not fit a full disk, and stores the ones that do", async () => {
    const batcher = batcherOf();
    // One free page of the file is left.
    insert(3_000);
    full();

    const replies = await batcher.commit([
      { id: 1, name: "insert", args: 200 },
      { id: 2, name: "insert", args: 50_000 },
      { id: 3, name: "insert", args: 200 },
    ]);

    expect(
      replies.map((reply) => ("error" in reply ? decodeError(reply.error) : "stored")),
    ).toEqual(["stored", expect.objectContaining({ outage: "disk_full" }), "stored"]);
    sqlite.pragma("max_page_count = 1000000");
    const [again] = await batcher.commit([{ id: 4, name: "insert", args: 50_000 }]);
    expect(again).toEqual({ id: 4, result: 1 });
    expect(sqlite.prepare("select count(*) from t").pluck().get()).toBe(4);
  });

  it("waits for a lock once, not once for each call of the batch", async () => {
    const waits: unknown[] = [];
    const batcher = batcherOf((error) => waits.push(error));
    other.exec("begin immediate");

    const replies = await batcher.commit([
      { id: 1, name: "insert", args: 1 },
      { id: 2, name: "insert", args: 1 },
    ]);

    expect(replies).toMatchObject([
      { error: { outage: "locked" } },
      { error: { outage: "locked" } },
    ]);
    expect(waits).toHaveLength(1);
  });

  function batcherOf(onError: (error: unknown) => void = () => undefined) {
    const nothing = () => undefined;
    return createBatcher(
      sqlite,
      {
        run: (_, args) => insert(args as number).changes,
        flush: nothing,
        callsRolledBack: nothing,
        committed: nothing,
        rolledBack: nothing,
        explained(error) {
          onError(error);
          return explain(error);
        },
      },
      () => false,
    );
  }
});
