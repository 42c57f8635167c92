// Copies of the database on a disk that is too small for them.
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backup } from "../../packages/server/src/admin/backup.ts";
import { migrateCommand } from "../../packages/server/src/admin/migrate.ts";
import { readConfig } from "../../packages/server/src/config/config.ts";
import { commandContext } from "../../packages/server/test/admin/command-context.ts";
import { loadFixture } from "../../packages/server/test/database-dump.ts";
import { openFixture } from "../../packages/server/test/fixture.ts";
import { inspectDatabase } from "../../packages/server/src/store/open-store.ts";
import { openSqlite } from "../../packages/server/src/store/sqlite/database.ts";
import { mountSmallDisk } from "./small-disk.ts";

it.for([{ "with-files": false }, { "with-files": true }])(
  "says what to do and leaves nothing on a full disk (%j)",
  async (options, { skip }) => {
    const disk = mountSmallDisk(1);
    if (disk === undefined) return skip("this process may not mount a file system");
    const fixture = await openFixture();
    const { database } = fixture;
    if (database.kind !== "sqlite") throw new Error("This test needs SQLite.");
    fixture.sqlite.exec("create table filler as select randomblob(2000000) as v");
    const { config } = readConfig({
      INTRAY_DATABASE_URL: database.file,
      INTRAY_DATA_DIR: tmpdir(),
    });
    const printed: string[] = [];
    const print = (line: string) => void printed.push(line);
    const context = commandContext(config, { print, printInfo: print });

    const copied = backup.run({ args: [join(disk.folder, "copy")], options }, context);

    await expect(copied).rejects.toThrow(
      /^The backup .*\/copy cannot be written \(.*full.*\)\. Free space/,
    );
    expect(readdirSync(disk.folder)).toEqual([]);
    expect(printed).toEqual([]);
    await fixture.close();
    disk.remove();
  },
);

it("migrates nothing on a disk without space for the copy, unless no copy is wanted", async ({
  skip,
}) => {
  const disk = mountSmallDisk(2);
  if (disk === undefined) return skip("this process may not mount a file system");
  onTestFinished(() => disk.remove());
  const file = join(disk.folder, "intray.db");
  await loadFixture({ kind: "sqlite", file }, "0.1.0");
  const { db, sqlite } = openSqlite(file, "writer");
  sqlite.exec("create table filler as select randomblob(700000) as v");
  await db.destroy();
  const migrateWith = (INTRAY_BACKUP_BEFORE_MIGRATE: string) => {
    const { config } = readConfig({ INTRAY_DATA_DIR: disk.folder, INTRAY_BACKUP_BEFORE_MIGRATE });
    return migrateCommand.run({ args: [], options: {} }, commandContext(config));
  };

  await expect(migrateWith("true")).rejects.toThrow(
    /no space for the copy .*needs 1\.\d MiB, and \d+\.\d KiB are free.*INTRAY_BACKUP_BEFORE_MIGRATE=false/,
  );
  const refused = await inspectDatabase({ kind: "sqlite", file });
  disk.resize(50);
  const migrated = await migrateWith("false");

  expect([refused.pending, migrated]).toEqual([["0002-schema"], 0]);
  expect(readdirSync(disk.folder).filter((name) => name.includes("before"))).toEqual([]);
});
