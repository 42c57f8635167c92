/** Forgets events with age. */
import { type SqlBool, sql } from "kysely";
import { isPostgres } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";

/** How long an event can be asked for again. */
const EVENTS_KEPT_MS = 24 * 3_600 * 1_000;

/**
 * Forgets at most `limit` events that are a day old, the oldest first. Who stands before one
 * of them is told of a gap. Ask again until `isDone`.
 */
export async function pruneEvents(
  db: Db,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<{ readonly isDone: boolean; readonly forgotten: number }> {
  const oldest = await oldestQuery(db, limit).execute();
  const young = oldest.findIndex(({ created_at }) => created_at >= now - EVENTS_KEPT_MS);
  const old = young === -1 ? oldest : oldest.slice(0, young);
  const last = old.at(-1);
  if (last === undefined) return { isDone: true, forgotten: 0 };
  const { transaction_id, id } = last;
  await upTo(db, { transaction_id, id }).execute();
  // Of two processes the one that got further counts.
  await db
    .updateTable("event_horizon")
    .set({ transaction_id, id })
    .where(sql<SqlBool>`(transaction_id, id) < (${transaction_id}, ${id})`)
    .execute();
  return { isDone: old.length < limit, forgotten: old.length };
}

/** In the order of the walk; exported so that a test can ask how it is planned. */
export function oldestQuery(db: Db, limit: number) {
  const rows = db.selectFrom("event").select(["id", "created_at"]).limit(limit);
  return isPostgres(db)
    ? rows.select("transaction_id").orderBy("transaction_id").orderBy("id")
    : rows.select(sql<number>`0`.as("transaction_id")).orderBy("id");
}

function upTo(
  db: Db,
  { transaction_id, id }: { readonly transaction_id: number; readonly id: number },
) {
  const rows = db.deleteFrom("event");
  return isPostgres(db)
    ? rows.where(sql<SqlBool>`(transaction_id, id) <= (${transaction_id}, ${id})`)
    : rows.where("id", "<=", id);
}
