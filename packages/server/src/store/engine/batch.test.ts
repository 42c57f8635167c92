import SQLite from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
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
    if (name === "refuse") throw new AppError("conflict", "It is there already.");
    return `${String(args)} stored`;
  };
  const writing = { run, settle: () => {}, forget: () => {}, keep: () => {}, abandon: () => {} };
  const call = (id: number, name: string, args: string) => ({ id, name, args });

  it("is one transaction whose calls all get their own reply", async () => {
    const batcher = createBatcher(sqlite, writing, () => false);

    const replies = await batcher.commit([call(1, "add", "a"), call(2, "add", "b")]);

    expect(replies).toEqual([
      { id: 1, result: "a stored" },
      { id: 2, result: "b stored" },
    ]);
    expect(values()).toEqual(["a", "b"]);
  });

  it.each([{ isGuarded: true }, { isGuarded: false }])(
    "lets only the guilty call fail, guarded or not ($isGuarded)",
    async ({ isGuarded }) => {
      const batcher = createBatcher(sqlite, writing, () => isGuarded);

      const replies = await batcher.commit([
        call(1, "first", "a"),
        call(2, "refuse", "b"),
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
      expect(begun).toBe(isGuarded ? 1 : 2);
    },
  );

  it("answers every call with the failure when nothing can be committed", async () => {
    sqlite.exec("pragma query_only = on");
    const batcher = createBatcher(sqlite, writing, () => false);

    const replies = await batcher.commit([call(1, "add", "a"), call(2, "add", "b")]);

    expect(replies.every((reply) => "error" in reply)).toBe(true);
    expect(values()).toEqual([]);
  });

  describe("what calls have in common", () => {
    let shared: string[];
    const sharing = {
      run: (name: string, args: unknown) => {
        const result = run(name, args);
        shared.push(String(args));
        return result;
      },
      settle: () => {
        if (shared.length > 0) run("settle", `all of ${shared.join("")}`);
        shared = [];
      },
      forget: () => void (shared = []),
      keep: () => {},
      abandon: () => void (shared = []),
    };
    beforeEach(() => void (shared = []));

    it("is written once, in the transaction of the calls", async () => {
      const batcher = createBatcher(sqlite, sharing, () => false);

      await batcher.commit([call(1, "add", "a"), call(2, "add", "b")]);

      expect(values()).toEqual(["a", "b", "all of ab"]);
    });

    it("stays when a guarded call after them fails", async () => {
      const batcher = createBatcher(sqlite, sharing, (name) => name === "refuse");

      const replies = await batcher.commit([call(1, "add", "a"), call(2, "refuse", "b")]);

      expect(replies.map((reply) => "error" in reply)).toEqual([false, true]);
      expect(values()).toEqual(["a", "all of a"]);
    });

    it("is forgotten with the calls that were rolled back", async () => {
      const batcher = createBatcher(sqlite, sharing, () => false);

      await batcher.commit([call(1, "add", "a"), call(2, "refuse", "b"), call(3, "add", "c")]);

      expect(values()).toEqual(["a", "all of a", "c", "all of c"]);
    });
  });
});
