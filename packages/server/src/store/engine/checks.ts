/** What the server checks of the database: that it answers and stores, its size, and its newest times. */
import { sql } from "kysely";
import type { Db } from "./schema.ts";
import { isPostgres } from "./dialect.ts";

export async function ping(db: Db, _: Record<string, never>): Promise<void> {
  await sql`select 1`.execute(db);
}

/** After so long without a probe, no server was there to take posts. */
const AWAY_MS = 3_600_000;

/**
 * Overwrites the only row of `write_probe`, as durably as a post.
 *
 * @param padding Random bytes, about as many as a post with its index entries writes: on a nearly full disk a
 *   smaller write would succeed while posts fail.
 */
export async function writeProbe(
  db: Db,
  { now, padding }: { readonly now: number; readonly padding: Uint8Array },
): Promise<void> {
  await db
    .insertInto("write_probe")
    .values({ id: 1, written_at: now, up_since: now, padding })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((row) => ({
        written_at: row.ref("excluded.written_at"),
        up_since: sql`case when excluded.written_at - write_probe.written_at > ${sql.lit(AWAY_MS)}
          then excluded.written_at else write_probe.up_since end`,
        padding: row.ref("excluded.padding"),
      })),
    )
    .execute();
}

/** Returns the bytes of all accounts together. */
export async function databaseBytes(db: Db, _: Record<string, never>): Promise<number> {
  const size = isPostgres(db)
    ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
    : sql<{ bytes: number }>`select page_count * page_size as bytes
        from pragma_page_count(), pragma_page_size()`;
  const { rows } = await size.execute(db);
  return rows[0]?.bytes ?? 0;
}

export interface NewestTimes {
  /** Of submissions; `undefined` if there is none. */
  readonly submissionAt: number | undefined;
  /** Of all tables that people and programs often add to or use; `undefined` if all are empty. */
  readonly rowAt: number | undefined;
}

/** Milliseconds since the Unix epoch. */
export async function newestTimes(db: Db, _: Record<string, never>): Promise<NewestTimes> {
  const newest = (table: "submission" | "event") =>
    db
      .selectFrom(table)
      .select("created_at as at")
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
  const entries = db.selectFrom("audit").select("at").orderBy("id", "desc").limit(1);
  // Both tables are small.
  const sessions = db.selectFrom("session").select((max) => max.fn.max("last_seen_at").as("at"));
  const keys = db.selectFrom("api_key").select((max) => max.fn.max("last_used_at").as("at"));
  const submission = await newest("submission");
  const all = [
    submission,
    await newest("event"),
    await entries.executeTakeFirst(),
    await sessions.executeTakeFirst(),
    await keys.executeTakeFirst(),
  ].flatMap((row) => row?.at ?? []);
  return { submissionAt: submission?.at, rowAt: all.length === 0 ? undefined : Math.max(...all) };
}
