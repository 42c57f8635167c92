import { sql } from "kysely";
import type { Db } from "../src/store/engine/schema.ts";

/** Calls `run` in a transaction that is rolled back. */
export async function rollBack(db: Db, run: (on: Db) => Promise<unknown>): Promise<void> {
  const transaction = await db.startTransaction().execute();
  try {
    await run(transaction);
  } finally {
    await transaction.rollback().execute();
  }
}

/** How many sessions of a PostgreSQL database wait for a lock of another transaction. */
export async function countLockWaits(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.n ?? 0;
}
