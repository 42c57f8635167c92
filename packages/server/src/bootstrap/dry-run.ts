/** `--dry-run`: says what a start would do with the database and what refuses it, and changes nothing. */
import type { Config } from "../config/config.ts";
import { type DatabaseState, inspectDatabase } from "../store/open-store.ts";
import { databaseHosts } from "../store/postgres/database-hosts.ts";
import { checkStart, type ClosingSteps, type ServerOptions } from "./foundation.ts";
import { asStartError } from "./start-error.ts";

/** @returns The exit code that the start would have. */
export async function dryRun(
  options: ServerOptions,
  print: (line: string) => void,
): Promise<number> {
  // Without waiting.
  const config = { ...options.config, databaseWaitSeconds: 0 };
  // The check below says why a database cannot be read.
  const state = await inspectDatabase(config.database).catch(() => undefined);
  if (state !== undefined) describe(config, state).forEach(print);
  const undo: ClosingSteps = [];
  try {
    await checkStart({ ...options, config }, undo, true);
    print("Nothing refuses the start.");
    return 0;
  } catch (cause) {
    const { message, exitCode } = asStartError(cause);
    print(`The start is refused: ${message}`);
    return exitCode;
  } finally {
    for (const step of undo.toReversed()) await step();
  }
}

function describe(
  { database, backupBeforeMigrate }: Config,
  { applied, pending, isNew }: DatabaseState,
): readonly string[] {
  const name =
    database.kind === "sqlite"
      ? database.file
      : `PostgreSQL at ${databaseHosts(database.url)
          .map((host) => host.name)
          .join(", ")}`;
  if (isNew) return [`Database: ${name}. It is empty, and its schema would be created.`];
  if (pending.length === 0) {
    return [`Database: ${name}. It has all ${applied.length} migrations; none would be applied.`];
  }
  const copy = backupBeforeMigrate
    ? `It would be copied to ${name}.before-${pending[0]}-<hash> before.`
    : "It would not be copied before, since INTRAY_BACKUP_BEFORE_MIGRATE is false.";
  return [
    `Database: ${name}. Migrations that would be applied: ${pending.join(", ")}.`,
    database.kind === "sqlite" ? copy : "It would not be copied before: use pg_dump.",
  ];
}
