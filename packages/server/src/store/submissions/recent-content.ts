/**
 * Content hashes of recent posts, for the duplicate filter. They are held in the writer's memory and loaded
 * from the table at start, since an index on random hashes would dirty an extra page for each post, half of
 * what a commit writes. Only the process that owns the file accepts posts, so the set is complete.
 */
import type SQLite from "better-sqlite3";
import { DUPLICATE_WINDOW_MS } from "../../domain/submission/duplicate.ts";
import { createTimeTable, type TimeTable } from "../engine/time-table.ts";

/**
 * At least this many hashes are held while their window lasts: enough for 650 posts a second. A table of so
 * many has 2^19 slots and takes 8 MB; two tables exist.
 */
const MIN_HASHES = 390_000;

/** A time before every window that is not the value of an empty slot. */
const BEFORE_ALL_WINDOWS = -Number.MAX_VALUE;

export interface RecentContent {
  /** Whether the same content was accepted later than `since`. */
  has(contentHash: string, since: number): boolean;
  /** Adds a hash. Returns the value that {@link restore} needs to undo it. */
  add(contentHash: string, at: number): number;
  /** Undoes {@link add} for a post that was not stored. */
  restore(contentHash: string, before: number): void;
}

/** Creates the set and fills it from the table `submission`. */
export function loadRecentContent(
  sqlite: SQLite.Database,
  minHashes: number = MIN_HASHES,
): RecentContent {
  const recent = createRecentContent(minHashes);
  for (const { content_hash, created_at } of newest(sqlite, minHashes)) {
    recent.add(content_hash, created_at);
  }
  return recent;
}

/**
 * Rotates two tables: when the newer one is full, or older than a window, it replaces the older one, which is
 * dropped as a whole. Single entries are never removed.
 */
export function createRecentContent(minHashes: number = MIN_HASHES): RecentContent {
  let older: TimeTable = createTimeTable();
  let newer: TimeTable = createTimeTable();
  let newerSince = 0;
  return {
    has: (contentHash, since) => newer.get(contentHash) > since || older.get(contentHash) > since,
    add(contentHash, at) {
      if (newer.size >= minHashes || at - newerSince > DUPLICATE_WINDOW_MS) {
        older = newer;
        newer = createTimeTable();
        newerSince = at;
      }
      const before = Math.max(newer.get(contentHash), older.get(contentHash), BEFORE_ALL_WINDOWS);
      newer.set(contentHash, at);
      return before;
    },
    restore: (contentHash, before) => newer.set(contentHash, before),
  };
}

/** At most `limit` posts of the window that ends with the newest one, oldest first. */
function newest(sqlite: SQLite.Database, limit: number) {
  const rows: { content_hash: string; created_at: number }[] = [];
  const all = sqlite.prepare<[], { content_hash: string; created_at: number }>(
    "select lower(hex(content_hash)) as content_hash, created_at from submission order by id desc",
  );
  for (const row of all.iterate()) {
    const [last] = rows;
    const isOld = last !== undefined && row.created_at <= last.created_at - DUPLICATE_WINDOW_MS;
    if (isOld || rows.length >= limit) break;
    rows.push(row);
  }
  return rows.toReversed();
}
