/** The index behind searches. It needs an extension that not every role may make; searches work without. */
import { sql } from "kysely";
import type { Log } from "../../platform/log.ts";
import type { Db } from "../engine/schema.ts";

/** Any fixed number; of several processes that start, one makes the index. */
const LOCK = 1_229_869_643;

/** Makes the extension and the index where they are missing; says once that searches will be slow where it cannot. */
export async function prepareTrigrams(db: Db, log: Log): Promise<void> {
  try {
    await db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction);
      const { rows } = await sql<{ has: boolean }>`
        select to_regclass('search_text_trigrams') is not null as has`.execute(transaction);
      if (rows[0]?.has === true) return;
      // Over a table that is large already it takes minutes; only upkeep waits for it.
      await sql`set local statement_timeout = 0`.execute(transaction);
      await sql`create extension if not exists pg_trgm`.execute(transaction);
      await sql`create index search_text_trigrams on search_text
        using gin (folded gin_trgm_ops)`.execute(transaction);
    });
  } catch (error) {
    log.warn(
      { err: error },
      "Searches will read every submission: the extension pg_trgm cannot be made. Have an administrator run `create extension pg_trgm` in this database, then restart.",
    );
  }
}
