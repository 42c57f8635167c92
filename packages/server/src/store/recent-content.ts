/**
 * What was posted in the last minutes, by its content hash. Kept in the writer's memory and read from
 * the table at start: an index over hashes would dirty one page of its own for each post, which is
 * half of what a commit writes. Only the process that owns the file accepts posts, so nothing is missed.
 */
import type SQLite from "better-sqlite3";
import { DUPLICATE_WINDOW_MS } from "../duplicate.ts";

/** Beyond this many the oldest are forgotten: 1,700 posts a second for the whole window. */
const MOST_REMEMBERED = 1_000_000;

export interface RecentContent {
  /** The same content was accepted later than `since`. */
  isKnown(contentHash: string, since: number): boolean;
  remember(contentHash: string, at: number): void;
}

export function recallContent(
  sqlite: SQLite.Database,
  mostRemembered: number = MOST_REMEMBERED,
): RecentContent {
  /** In the order of their times, since a hash that comes again is put at the end. */
  const seen = new Map<string, number>();
  const remember = (contentHash: string, at: number) => {
    seen.delete(contentHash);
    seen.set(contentHash, at);
    for (const [oldest, seenAt] of seen) {
      if (seen.size <= mostRemembered && seenAt > at - DUPLICATE_WINDOW_MS) break;
      seen.delete(oldest);
    }
  };
  for (const { content_hash, created_at } of newest(sqlite, mostRemembered)) {
    remember(content_hash, created_at);
  }
  return {
    isKnown: (contentHash, since) => (seen.get(contentHash) ?? -Infinity) > since,
    remember,
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
