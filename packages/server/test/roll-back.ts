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
