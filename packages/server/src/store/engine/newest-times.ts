/** The times of the newest rows, to compare the clock with. */
import type { Db } from "./schema.ts";

export interface NewestTimes {
  /** Of submissions; `undefined` if there is none. */
  readonly submission_at: number | undefined;
  /** Of all tables that people and programs often add to or use; `undefined` if all are empty. */
  readonly row_at: number | undefined;
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
  return {
    submission_at: submission?.at,
    row_at: all.length === 0 ? undefined : Math.max(...all),
  };
}
