/** `migrate`: migrates the database to the schema of this version, as a start of the server does. */
import { openDataFolder } from "../config/data-folder.ts";
import { copyBeforeMigration } from "../store/sqlite/copy-database.ts";
import { migrate, migrationsOf } from "../store/migrate.ts";
import type { CommandContext, Command } from "./command.ts";
import { withAnyDatabase } from "./open-database.ts";

export const migrateCommand: Command = {
  name: "migrate",
  summary: "migrates the database to the schema of this version",
  usage: "[--status]",
  details: [
    "--status  only lists migrations; exits with 1 if some are pending",
    "",
    "A server migrates the database when it starts. With SQLite no server may be running. On PostgreSQL",
    "servers of the version before go on working, except those of 0.1.0: stop them first. The command",
    "waits up to five minutes for locks that other sessions hold. SQLite is copied before, next to the",
    "database, unless INTRAY_BACKUP_BEFORE_MIGRATE is false.",
  ],
  options: { status: { type: "boolean" } },
  run: ({ options }, context) =>
    options["status"] === true ? printStatus(context) : apply(context),
};

const printStatus = ({ config, print }: CommandContext): Promise<number> =>
  withAnyDatabase(config, "reader", async ({ db }) => {
    const { applied, pending, unknown } = await migrationsOf(db);
    for (const name of applied) print(`applied  ${name}`);
    for (const name of pending) print(`pending  ${name}`);
    for (const name of unknown) print(`unknown  ${name}  (of a newer version)`);
    return pending.length + unknown.length === 0 ? 0 : 1;
  });

async function apply({ config, clock, print, printInfo }: CommandContext): Promise<number> {
  const lock = openDataFolder(config.dataDir, config.database);
  try {
    return await withAnyDatabase(config, "writer", async (opened) => {
      const tell = (_: object, message: string) => printInfo(message);
      const copy =
        opened.kind === "sqlite" && config.backupBeforeMigrate
          ? (migration: string) => copyBeforeMigration(opened.sqlite, migration, tell)
          : undefined;
      const names = await migrate(opened.db, { log: { info: tell, warn: tell }, clock, copy });
      for (const name of names) print(`applied  ${name}`);
      if (names.length === 0) printInfo("No migration was pending; there was nothing to do.");
      return 0;
    });
  } finally {
    lock.release();
  }
}
