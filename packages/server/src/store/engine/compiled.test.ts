import { compileOnce, compilePerShape } from "./compiled.ts";
import type { Db } from "./schema.ts";
import { openFixture, useFixture } from "../../../test/fixture.ts";

const renamed = compileOnce((db, p: { readonly id: number; readonly name: string }) =>
  db.updateTable("form").set({ name: p.name }).where("id", "=", p.id),
);
const named = compileOnce((db, p: { readonly id: number }) =>
  db.selectFrom("form").select(["id", "name"]).where("id", "=", p.id),
);

describe("a compiled query", () => {
  const fixture = useFixture();

  async function useAll(db: Db): Promise<void> {
    expect(await renamed(db, { id: 1, name: "One" })).toEqual([]);
    expect(await named(db, { id: 1 })).toEqual([{ id: 1, name: "One" }]);
    expect(
      await renamed.changes(db, [
        { id: 1, name: "Two" },
        { id: 99, name: "Nobody" },
      ]),
    ).toEqual([1, 0]);
    expect(await named(db, { id: 1 })).toEqual([{ id: 1, name: "Two" }]);
    expect(await named(db, { id: 99 })).toEqual([]);
  }

  it("returns rows, and counts the changed rows of several runs", async () => {
    await useAll(fixture.db);

    expect((await named(fixture.db, { id: 1 }))[0]?.name).toBe("Two");
  });

  it("runs in the given transaction and is rolled back with it", async () => {
    const failed = fixture.transact(async (transaction) => {
      await useAll(transaction);
      throw new Error("Not after all.");
    });

    await expect(failed).rejects.toThrow("Not after all.");
    expect((await named(fixture.db, { id: 1 }))[0]?.name).not.toBe("Two");
  });

  it("throws the error of a failed run", async () => {
    const bad = { id: 1, name: null as unknown as string };

    await expect(renamed(fixture.db, bad)).rejects.toThrow(/null/i);
    await expect(renamed.changes(fixture.db, [bad])).rejects.toThrow(/null/i);
  });
});

it("compiles a query of its own for each shape", async () => {
  const fixture = await openFixture();
  const forms = compilePerShape(
    (db, p: { readonly id: number }, { isOther }: { readonly isOther: boolean }) =>
      db
        .selectFrom("form")
        .select("id")
        .where("id", isOther ? "<>" : "=", p.id),
  );

  expect(await forms(fixture.db, { isOther: false }, { id: 1 })).toEqual([{ id: 1 }]);
  expect(await forms(fixture.db, { isOther: true }, { id: 1 })).toEqual([]);
  expect(await forms(fixture.db, { isOther: true }, { id: 2 })).toEqual([{ id: 1 }]);
  await fixture.close();
});
