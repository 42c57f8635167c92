// A SQLite file with the newest schema, from which every test copies its own.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openSqlite } from "../../packages/server/src/store/sqlite/database.ts";
import { migrate } from "../../packages/server/src/store/migrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Set in SQLite runs. */
    readonly sqliteFile: string | undefined;
  }
}

/** Migrations cost more than most tests, so they run once. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "intray-schema-"));
  const file = join(folder, "intray.db");
  const { db } = openSqlite(file, "writer");
  await migrate(db);
  // Closing the last connection merges the write-ahead log, so the file is complete.
  await db.destroy();
  project.provide("sqliteFile", file);
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
