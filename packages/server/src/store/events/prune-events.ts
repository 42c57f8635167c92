/** Prunes old events. */
import type { Db } from "../engine/schema.ts";

/** How long a client can resume from an event. */
const EVENT_RETENTION_MS = 24 * 3_600 * 1_000;

/**
 * Deletes at most `limit` events that are a day old, oldest first. A client that resumes from before one of
 * them gets a gap. Call again until `isDone`.
 */
export async function pruneEvents(
  db: Db,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<{ readonly isDone: boolean; readonly pruned: number }> {
  const oldest = await oldestQuery(db, limit).execute();
  const young = oldest.findIndex(({ created_at }) => created_at >= now - EVENT_RETENTION_MS);
  const old = young === -1 ? oldest : oldest.slice(0, young);
  const last = old.at(-1);
  if (last === undefined) return { isDone: true, pruned: 0 };
  await db.deleteFrom("event").where("id", "<=", last.id).execute();
  // If two processes prune, the later horizon stays.
  await db.updateTable("event_horizon").set({ id: last.id }).where("id", "<", last.id).execute();
  return { isDone: old.length < limit, pruned: old.length };
}

/** The oldest events in the order in which they are read; exported so that tests can check its plan. */
const oldestQuery = (db: Db, limit: number) =>
  db.selectFrom("event").select(["id", "created_at"]).orderBy("id").limit(limit);
