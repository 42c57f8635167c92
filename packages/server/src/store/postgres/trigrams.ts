/** The trigram index for searches. It needs an extension that not every role may create; searches work without it. */
import { sql } from "kysely";
import type { Log } from "../../platform/log.ts";
import type { Db } from "../engine/schema.ts";

/** A fixed lock number: if several processes start together, one creates the index. */
const LOCK = 1_229_869_643;

/** Creates the extension and the index if they are missing; logs a warning if it cannot: searches are slow then. */
export async function prepareTrigrams(db: Db, log: Log): Promise<void> {
  try {
    await db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction);
      const { rows } = await sql<{ has: boolean }>`
        select to_regclass('search_text_trigrams') is not null as has`.execute(transaction);
      if (rows[0]?.has === true) return;
      // On a large table this takes minutes; only maintenance waits for it.
      await sql`set local statement_timeout = 0`.execute(transaction);
      await sql`create extension if not exists pg_trgm`.execute(transaction);
      await sql`create index search_text_trigrams on search_text
        using gin (folded gin_trgm_ops)`.execute(transaction);
    });
  } catch (error) {
    log.warn(
      { err: error },
      "Searches will read every submission: the extension pg_trgm cannot be created. Ask an administrator to run `create extension pg_trgm` in this database, then restart the server.",
    );
  }
}
