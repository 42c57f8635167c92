/** Opens connections to the SQLite file, in each thread. */
import { chmodSync } from "node:fs";
import SQLite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { runsDirectly } from "../engine/compiled.ts";
import type { Schema } from "../engine/schema.ts";
import type { DestinationKind } from "../../domain/delivery/destination.ts";
import { releaseMemory } from "../../platform/memory.ts";

export interface OpenDatabase {
  readonly db: Kysely<Schema>;
  /** The connection that `db` uses, for prepared statements. */
  readonly sqlite: SQLite.Database;
}

/** How long to wait for another connection's lock. Only admin commands hold one. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Posts fill the writer's cache with pages that are not read again. The allocator keeps what a large cache has
 * freed, between blocks that are still in use (docs/contribute/decisions/operations.md#memory).
 */
const CACHE_KIB = { reader: 16_384, writer: 4_096 };

/**
 * Opens `file`. A reader cannot write. The writer syncs every commit to disk before the commit returns
 * (WAL, `synchronous = FULL`).
 */
export function openSqlite(file: string, role: "reader" | "writer"): OpenDatabase {
  const sqlite = new SQLite(file, { readonly: role === "reader", timeout: BUSY_TIMEOUT_MS });
  if (role === "writer") {
    chmodSync(file, 0o600);
    sqlite.pragma("journal_mode = WAL");
    sqlite.pragma("synchronous = FULL");
    sqlite.pragma("foreign_keys = ON");
    // Fewer, larger checkpoints write a page that many commits changed only once: 10 to 17 % more posts/s.
    sqlite.pragma("wal_autocheckpoint = 4000");
  }
  sqlite.pragma("temp_store = MEMORY");
  sqlite.pragma(`cache_size = -${CACHE_KIB[role]}`);
  const database = { prepare: cacheStatements(sqlite), close: () => sqlite.close() };
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
  runsDirectly(db, sqlite);
  return { sqlite, db };
}

/**
 * Moves what the write-ahead log holds into the database file and empties the log, which otherwise stays
 * at its largest size: 16 MB, most of the disk of a small installation. Leaves it while a reader uses it.
 */
export function emptyLog(sqlite: SQLite.Database): void {
  // Posts that arrive wait for this thread, so it waits for nobody.
  sqlite.pragma("busy_timeout = 0");
  try {
    sqlite.pragma("wal_checkpoint(TRUNCATE)");
  } catch {
    // The log keeps everything; if the disk is full, the next commit says so.
  }
  sqlite.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
}

const MAX_STATEMENTS = 500;

/** Prepares each statement once: preparing costs more than most runs. */
function cacheStatements(sqlite: SQLite.Database): (text: string) => SQLite.Statement {
  const cache = new Map<string, SQLite.Statement>();
  return (text) => {
    const known = cache.get(text);
    if (known !== undefined && !known.busy) return known;
    if (cache.size >= MAX_STATEMENTS) cache.clear();
    const statement = sqlite.prepare(text);
    cache.set(text, statement);
    return statement;
  };
}

export interface StoreThreadData {
  readonly file: string;
  /** The first encrypts; all of them decrypt. */
  readonly encryptionKeys: readonly Uint8Array[];
  readonly sendable: readonly DestinationKind[];
  /** For the writer: whether it copies the database before it migrates it. */
  readonly copiesFirst?: boolean | undefined;
}

/** Releases SQLite's page cache and unused heap. */
export async function releaseThreadMemory(sqlite: SQLite.Database): Promise<void> {
  sqlite.pragma("shrink_memory");
  await releaseMemory();
}
