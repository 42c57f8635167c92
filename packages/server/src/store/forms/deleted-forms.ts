/** What is left of deleted forms: taken away by the batch, the form's row last. */
import { lockRow, tryMaintenanceLock } from "../engine/dialect.ts";
import { removeSubmissions } from "../submissions/expired-submissions.ts";
import type { Db } from "../engine/schema.ts";

/** A deleted form that is not taken away yet; `undefined` when there is none. */
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
 * Takes away at most `limit` of a deleted form's submissions, then of its tests, then the form itself.
 *
 * @returns Whether there may be more; not when nothing is left to do, or another process does it.
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
  // Tests with a sample hang on no submission.
  const tests = db.selectFrom("delivery").select("id").where("form_id", "=", form_id).limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom("delivery")
    .where("id", "in", tests)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) await deleteEmptied(db, form_id);
  return true;
}

async function deleteEmptied(db: Db, form_id: number): Promise<void> {
  // A post that was let in before may be on its way: it is waited for, and goes with the next batch.
  await lockRow(db, "form", form_id, "deletion");
  if ((await someSubmissions(db, form_id, 1)).length > 0) return;
  await db.deleteFrom("form").where("id", "=", form_id).execute();
}

async function someSubmissions(db: Db, form_id: number, limit: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom("submission")
    .select("id")
    .where("form_id", "=", form_id)
    // In the order of an index, or PostgreSQL might look for them in the whole table.
    .orderBy("trash")
    .orderBy("spam")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
