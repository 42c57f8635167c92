/** Checks that the database answers and stores. */
import { sql } from "kysely";
import type { Db } from "./schema.ts";

/** Runs the cheapest possible query. */
export async function ping(db: Db, _: Record<string, never>): Promise<void> {
  await sql`select 1`.execute(db);
}

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
    .values({ id: 1, written_at: now, padding })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((row) => ({
        written_at: row.ref("excluded.written_at"),
        padding: row.ref("excluded.padding"),
      })),
    )
    .execute();
}
