/** Prunes the delivery log: removes attempts and bodies of old finished deliveries and keeps their entries. */
import { sql } from "kysely";
import { forTaking, tryMaintenanceLock } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";

/**
 * Prunes at most `limit` entries that finished before `finished_before`, oldest first. A body stays while
 * another entry of the same submission and destination that is not pruned uses it.
 *
 * @returns How many were pruned.
 */
export async function pruneDeliveries(
  db: Db,
  {
    finished_before,
    now,
    limit,
  }: { readonly finished_before: number; readonly now: number; readonly limit: number },
): Promise<number> {
  if (!(await tryMaintenanceLock(db, "prune"))) return 0;
  const old = await forTaking(
    db,
    db
      .selectFrom("delivery")
      .select(["id", "submission_id"])
      // As literals, so that the partial index matches.
      .where(sql<boolean>`state not in ('queued', 'delivering')`)
      .where("pruned_at", "is", null)
      .where("finished_at", "<", finished_before)
      .orderBy("finished_at")
      .limit(limit),
  ).execute();
  if (old.length === 0) return 0;
  const ids = old.map(({ id }) => id);
  await db.updateTable("delivery").set({ pruned_at: now }).where("id", "in", ids).execute();
  await db.deleteFrom("attempt").where("delivery_id", "in", ids).execute();
  await db.deleteFrom("test_body").where("delivery_id", "in", ids).execute();
  await db
    .deleteFrom("delivery_body")
    .where(
      "submission_id",
      "in",
      old.flatMap(({ submission_id }) => submission_id ?? []),
    )
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom("delivery as later")
            .select(sql.lit(1).as("one"))
            .whereRef("later.submission_id", "=", "delivery_body.submission_id")
            .whereRef("later.webhook_id", "=", "delivery_body.webhook_id")
            .where("later.trigger", "<>", "test")
            .where("later.pruned_at", "is", null),
        ),
      ),
    )
    .execute();
  return old.length;
}
