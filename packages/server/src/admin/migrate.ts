/** `migrate`: brings the database to this version's schema, as a start of the server would. */
import { openDataFolder } from "../config/data-folder.ts";
import { migrate, migrationsOf } from "../store/migrate.ts";
import type { Around, Command } from "./command.ts";
import { withAnyDatabase } from "./open-database.ts";

export const migrateCommand: Command = {
  name: "migrate",
  summary: "brings the database to this version's schema",
  usage: "[--status]",
  details: [
    "--status  only says what would be done; ends with 1 when there is something",
    "",
    "A server does the same when it starts. On SQLite no server may be running.",
  ],
  options: { status: { type: "boolean" } },
  words: { least: 0, most: 0 },
  run: ({ options }, around) => (options["status"] === true ? tell(around) : apply(around)),
};

function tell({ config, say }: Around): Promise<number> {
  return withAnyDatabase(config, "reader", async ({ db }) => {
    const { applied, pending, unknown } = await migrationsOf(db);
    for (const name of applied) say(`applied  ${name}`);
    for (const name of pending) say(`pending  ${name}`);
    for (const name of unknown) say(`unknown  ${name}  (of a newer version)`);
    return pending.length + unknown.length === 0 ? 0 : 1;
  });
}

async function apply({ config, say, note }: Around): Promise<number> {
  const lock = openDataFolder(config.dataDir, config.database);
  try {
    return await withAnyDatabase(config, "writer", async ({ db }) => {
      const names = await migrate(db);
      for (const name of names) say(`applied  ${name}`);
      if (names.length === 0) note("There was nothing to do.");
      return 0;
    });
  } finally {
    lock.release();
  }
}
