/** Removes the rows of deleted forms in batches, the form's own row last. */
import { lockRow, tryMaintenanceLock } from "../engine/dialect.ts";
import { removeSubmissions } from "../submissions/expired-submissions.ts";
import type { Db } from "../engine/schema.ts";

/** The id of a deleted form whose rows are not all removed; `undefined` if there is none. */
export async function nextDeletedForm(
  db: Db,
  _: Record<string, never>,
): Promise<number | undefined> {
  const form = await db
    .selectFrom("form")
    .select("id")
    .where("deleted_at", "is not", null)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return form?.id;
}

/**
 * Removes at most `limit` of a deleted form's submissions; then of its test deliveries; then the form itself.
 *
 * @returns Whether there may be more; false if nothing is left, or another process is doing it.
 */
export async function deleteFormBatch(
  db: Db,
  { limit }: { readonly limit: number },
): Promise<boolean> {
  if (!(await tryMaintenanceLock(db, "forms"))) return false;
  const form_id = await nextDeletedForm(db, {});
  if (form_id === undefined) return false;
  const ids = await someSubmissions(db, form_id, limit);
  if (ids.length > 0) {
    await removeSubmissions(db, ids);
    return true;
  }
  // Tests with a sample belong to no submission.
  const tests = db
    .selectFrom("delivery")
    .select("id")
    .where("form_id", "=", form_id)
    // In the order of the form's index, as below: the statistics still count what was just deleted.
    .orderBy("id")
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom("delivery")
    .where("id", "in", tests)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) await deleteEmptied(db, form_id);
  return true;
}

async function deleteEmptied(db: Db, form_id: number): Promise<void> {
  // The lock waits for a post that was accepted before the deletion; the next batch removes it.
  await lockRow(db, "form", form_id, "deletion");
  if ((await someSubmissions(db, form_id, 1)).length > 0) return;
  await db.deleteFrom("form").where("id", "=", form_id).execute();
}

async function someSubmissions(db: Db, form_id: number, limit: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom("submission")
    .select("id")
    .where("form_id", "=", form_id)
    // In the order of an index; otherwise PostgreSQL may scan the whole table.
    .orderBy("trash")
    .orderBy("spam")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
