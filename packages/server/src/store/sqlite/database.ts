/** Opens the SQLite file. */
import { chmodSync } from "node:fs";
import SQLite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { runsDirectly } from "../engine/compiled.ts";
import type { Schema } from "../engine/schema.ts";

export interface OpenDatabase {
  readonly db: Kysely<Schema>;
  /** The connection under `db`, for statements that are prepared once. */
  readonly sqlite: SQLite.Database;
}

/** How long a connection waits for another's lock; only an admin command ever holds one. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens `file`. A reader cannot write. The writer syncs every commit to the disk before it returns:
 * WAL with `synchronous = FULL`.
 */
export function openSqlite(file: string, role: "reader" | "writer"): OpenDatabase {
  const sqlite = new SQLite(file, { readonly: role === "reader", timeout: BUSY_TIMEOUT_MS });
  if (role === "writer") {
    chmodSync(file, 0o600);
    sqlite.pragma("journal_mode = WAL");
    sqlite.pragma("synchronous = FULL");
    sqlite.pragma("foreign_keys = ON");
    // Rarer, larger checkpoints write a page that many commits touched only once: 10 to 17 % more posts.
    sqlite.pragma("wal_autocheckpoint = 4000");
  }
  sqlite.pragma("temp_store = MEMORY");
  sqlite.pragma("cache_size = -16384");
  const database = { prepare: rememberStatements(sqlite), close: () => sqlite.close() };
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
  runsDirectly(db, sqlite);
  return { sqlite, db };
}

const MAX_STATEMENTS = 500;

/** Prepares each text once: what SQLite makes of it costs more than most runs of it. */
function rememberStatements(sqlite: SQLite.Database): (text: string) => SQLite.Statement {
  const remembered = new Map<string, SQLite.Statement>();
  return (text) => {
    const known = remembered.get(text);
    if (known !== undefined && !known.busy) return known;
    if (remembered.size >= MAX_STATEMENTS) remembered.clear();
    const statement = sqlite.prepare(text);
    remembered.set(text, statement);
    return statement;
  };
}
