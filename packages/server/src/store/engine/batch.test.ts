import SQLite from "better-sqlite3";
import { AppError } from "../../domain/errors.ts";
import { createBatcher } from "./batch.ts";

describe("a batch of writes", () => {
  let sqlite: SQLite.Database;
  let begun: number;
  beforeEach(() => {
    sqlite = new SQLite(":memory:");
    sqlite.exec("create table t (v text not null unique) strict");
    begun = 0;
  });
  const values = () => sqlite.prepare("select v from t order by rowid").pluck().all();
  const run = (name: string, args: unknown) => {
    if (name === "first") begun += 1;
    sqlite.prepare("insert into t values (?)").run(String(args));
    if (name === "reject") throw new AppError("conflict", "It exists already.");
    return `${String(args)} stored`;
  };
  const writing = {
    run,
    flush: () => {},
    callsRolledBack: () => {},
    committed: () => {},
    rolledBack: () => {},
    explained: (error: unknown) => error,
  };
  const call = (id: number, name: string, args: string) => ({ id, name, args });

  it("runs all calls in one transaction and replies to each", async () => {
    const batcher = createBatcher(sqlite, writing, () => false);

    const replies = await batcher.commit([call(1, "add", "a"), call(2, "add", "b")]);

    expect(replies).toEqual([
      { id: 1, result: "a stored" },
      { id: 2, result: "b stored" },
    ]);
    expect(values()).toEqual(["a", "b"]);
  });

  it.each([{ mayFail: true }, { mayFail: false }])(
    "fails only the call that throws, whether it was expected to fail ($mayFail)",
    async ({ mayFail }) => {
      const batcher = createBatcher(sqlite, writing, () => mayFail);

      const replies = await batcher.commit([
        call(1, "first", "a"),
        call(2, "reject", "b"),
        call(3, "add", "a"),
        call(4, "add", "c"),
      ]);

      expect(values()).toEqual(["a", "c"]);
      expect(replies.map((reply) => ("error" in reply ? reply.error.kind : "done"))).toEqual([
        "done",
        "app",
        "bug",
        "done",
      ]);
      expect(begun).toBe(mayFail ? 1 : 2);
    },
  );

  it("replies to every call with the error if nothing can be committed", async () => {
    sqlite.exec("pragma query_only = on");
    const batcher = createBatcher(sqlite, writing, () => false);

    const replies = await batcher.commit([call(1, "add", "a"), call(2, "add", "b")]);

    expect(replies.every((reply) => "error" in reply)).toBe(true);
    expect(values()).toEqual([]);
  });

  describe("what calls share", () => {
    let shared: string[];
    const sharing = {
      ...writing,
      run: (name: string, args: unknown) => {
        const result = run(name, args);
        shared.push(String(args));
        return result;
      },
      flush: () => {
        if (shared.length > 0) run("flush", `all of ${shared.join("")}`);
        shared = [];
      },
      callsRolledBack: () => void (shared = []),
      rolledBack: () => void (shared = []),
    };
    beforeEach(() => void (shared = []));

    it("is written once, in the transaction of the calls", async () => {
      const batcher = createBatcher(sqlite, sharing, () => false);

      await batcher.commit([call(1, "add", "a"), call(2, "add", "b")]);

      expect(values()).toEqual(["a", "b", "all of ab"]);
    });

    it("stays if a later call in a savepoint fails", async () => {
      const batcher = createBatcher(sqlite, sharing, (name) => name === "reject");

      const replies = await batcher.commit([call(1, "add", "a"), call(2, "reject", "b")]);

      expect(replies.map((reply) => "error" in reply)).toEqual([false, true]);
      expect(values()).toEqual(["a", "all of a"]);
    });

    it("is dropped with the calls that were rolled back", async () => {
      const batcher = createBatcher(sqlite, sharing, () => false);

      await batcher.commit([call(1, "add", "a"), call(2, "reject", "b"), call(3, "add", "c")]);

      expect(values()).toEqual(["a", "all of a", "c", "all of c"]);
    });
  });
});
