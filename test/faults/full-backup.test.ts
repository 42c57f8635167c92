// `intray-server backup` to a disk that is too small for the copy.
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { backup } from "../../packages/server/src/admin/backup.ts";
import { readConfig } from "../../packages/server/src/config/config.ts";
import { commandContext } from "../../packages/server/test/admin/command-context.ts";
import { openFixture } from "../../packages/server/test/store-fixture.ts";
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
