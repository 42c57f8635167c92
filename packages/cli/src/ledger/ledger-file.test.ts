import { mkdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newItem } from "@intray/sdk/queue";
import { SqliteFile } from "../sqlite/sqlite-file.ts";
import { clock, identity, useLedger } from "../../test/ledger-fixture.ts";
import { prepareLedger, isLocked, takeLock } from "./ledger-file.ts";
import { ledgerFolder } from "./ledger-name.ts";
import { readItems } from "./ledger-report.ts";
import { openLedger } from "./ledger.ts";

const { files, open } = useLedger();

describe("a ledger file", () => {
  const header = Buffer.from("SQLite format 3\0");
  it.each<[string, () => void, RegExp]>([
    [
      "garbage",
      () => writeFileSync(files.path, "not a database, and long enough for a header ".repeat(50)),
      /is not a ledger/,
    ],
    ["only a header", () => writeFileSync(files.path, header), /is not a ledger|is damaged/],
    ["another program's database", foreignDatabase, /is not a ledger/],
    ["another queue's ledger", otherQueue, /belongs to another queue/],
    ["a truncated ledger", cutShort, /is damaged/],
  ])("is rejected with exit 65 and left unchanged if it is %s", (_name, make, message) => {
    make();
    const size = statSync(files.path).size;

    expect(() => open()).toThrow(
      expect.objectContaining({
        exit: 65,
        message: expect.stringMatching(message),
        hint: expect.stringContaining("Move it away"),
      }),
    );
    expect(statSync(files.path).size).toBe(size);
  });

  it("of version 1 is migrated: its rows have their ids as uids", async () => {
    const before = open();
    await before.commit([newItem(7, 3)]);
    before.close();
    edit((database) => {
      database.exec("alter table submission drop column uid");
      database.pragma("user_version = 1");
    });

    const [listed] = readItems(files.path, {});
    const after = open();
    await after.commit([newItem(8, 3, "AZ3kq0f1c2b3d4e5f6g7hA")]);

    expect(listed?.item).toEqual(newItem(7, 3));
    expect((await after.find([7, 8])).map(({ uid }) => uid)).toEqual([
      "7",
      "AZ3kq0f1c2b3d4e5f6g7hA",
    ]);
  });

  it("is rejected if a newer program wrote it", () => {
    open().close();
    edit((database) => void database.pragma("user_version = 3"));

    expect(() => open()).toThrow(
      expect.objectContaining({
        exit: 65,
        code: "ledger_newer",
        message: `The ledger ${files.path} has version 3, but this program supports versions up to 2.`,
      }),
    );
  });

  it("names the folder that cannot be used", () => {
    const file = join(files.home, "file");
    writeFileSync(file, "");

    expect(() => prepareLedger(join(ledgerFolder(file), "x.db"))).toThrow(
      expect.objectContaining({
        exit: 78,
        message: expect.stringContaining(ledgerFolder(file)),
        hint: "Set XDG_STATE_HOME to a folder that you can write to.",
      }),
    );
  });

  it("is rejected with exit 78 if a folder has its name", () => {
    const taken = join(ledgerFolder(files.home), "taken.db");
    mkdirSync(taken);

    expect(() => prepareLedger(taken)).toThrow(expect.objectContaining({ exit: 78 }));
  });

  function edit(change: (database: SqliteFile) => void): void {
    const database = new SqliteFile(files.path, { busyMs: 0 });
    change(database);
    database.close();
  }
  function foreignDatabase(): void {
    edit((database) => database.exec("create table cats (name text)"));
  }
  function otherQueue(): void {
    openLedger({ path: files.path, identity: { ...identity, consumer: "other" }, clock }).close();
  }
  function cutShort(): void {
    const ledger = open();
    void ledger.commit(Array.from({ length: 500 }, (_, at) => newItem(at + 1, 3)));
    ledger.close();
    truncateSync(files.path, 3 * 4_096);
  }
});

describe("the lock", () => {
  it("has one holder at a time, and shows whether it is held", () => {
    const first = takeLock(files.path);

    expect(first).toBeDefined();
    expect([takeLock(files.path), isLocked(files.path)]).toEqual([undefined, true]);

    first?.release();
    expect(isLocked(files.path)).toBe(false);
    const second = takeLock(files.path);
    expect(second).toBeDefined();
    second?.release();
  });

  it("is free before the first run", () => {
    expect(isLocked(join(files.home, "none.db"))).toBe(false);
  });

  it("is rejected with exit 65 if its file is not a database", () => {
    writeFileSync(`${files.path}.lock`, "x".repeat(5_000));

    expect(() => takeLock(files.path)).toThrow(expect.objectContaining({ exit: 65 }));
  });
});
