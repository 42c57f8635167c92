/**
 * What was posted in the last minutes, by its content hash. Kept in the writer's memory and read from
 * the table at start: an index over hashes would dirty one page of its own for each post, which is
 * half of what a commit writes. Only the process that owns the file accepts posts, so nothing is missed.
 */
import type SQLite from "better-sqlite3";
import { DUPLICATE_WINDOW_MS } from "../../domain/duplicate.ts";
import { createTimeTable, type TimeTable } from "../engine/time-table.ts";

/** So many are remembered at least, as long as their window lasts: 800 posts a second for all of it. */
const MIN_REMEMBERED = 500_000;

/** Before every window, and no empty slot either. */
const LONG_AGO = -Number.MAX_VALUE;

export interface RecentContent {
  /** The same content was accepted later than `since`. */
  isKnown(contentHash: string, since: number): boolean;
  /** Answers what {@link restore} takes to undo it. */
  remember(contentHash: string, at: number): number;
  /** What was remembered was not stored after all. */
  restore(contentHash: string, before: number): void;
}

/** What the table `submission` of the connection holds of the last minutes is known from the start. */
export function loadRecentContent(
  sqlite: SQLite.Database,
  minRemembered: number = MIN_REMEMBERED,
): RecentContent {
  const recent = createRecentContent(minRemembered);
  for (const { content_hash, created_at } of newest(sqlite, minRemembered)) {
    recent.remember(content_hash, created_at);
  }
  return recent;
}

/**
 * Two tables take turns: one is filled until it is full or a window old, then it is the older one, and
 * what that was is dropped whole. Nothing is ever taken out one by one.
 */
export function createRecentContent(minRemembered: number = MIN_REMEMBERED): RecentContent {
  let older: TimeTable = createTimeTable();
  let newer: TimeTable = createTimeTable();
  let newerSince = 0;
  return {
    isKnown: (contentHash, since) =>
      newer.get(contentHash) > since || older.get(contentHash) > since,
    remember(contentHash, at) {
      if (newer.size >= minRemembered || at - newerSince > DUPLICATE_WINDOW_MS) {
        older = newer;
        newer = createTimeTable();
        newerSince = at;
      }
      const before = Math.max(newer.get(contentHash), older.get(contentHash), LONG_AGO);
      newer.set(contentHash, at);
      return before;
    },
    restore: (contentHash, before) => newer.set(contentHash, before),
  };
}

/** Those of the last window before the newest one, oldest first. */
function newest(sqlite: SQLite.Database, most: number) {
  const rows: { content_hash: string; created_at: number }[] = [];
  const all = sqlite.prepare<[], { content_hash: string; created_at: number }>(
    "select lower(hex(content_hash)) as content_hash, created_at from submission order by id desc",
  );
  for (const row of all.iterate()) {
    const [last] = rows;
    const isOld = last !== undefined && row.created_at <= last.created_at - DUPLICATE_WINDOW_MS;
    if (isOld || rows.length >= most) break;
    rows.push(row);
  }
  return rows.toReversed();
}
