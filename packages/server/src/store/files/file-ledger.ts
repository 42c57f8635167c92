/** Which stored files are of this database, which have an attachment row, and which may be deleted from storage. */
import type { Db } from "../engine/schema.ts";

/** Storage keys of files whose rows were deleted; a trigger records them. */
export async function removedFiles(
  db: Db,
  { limit }: { readonly limit: number },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("removed_file")
    .select("storage_key")
    .orderBy("storage_key")
    .limit(limit)
    .execute();
  return rows.map((row) => row.storage_key);
}

/** Called after the storage has deleted the files. */
export async function clearRemovedFiles(
  db: Db,
  { storageKeys }: { readonly storageKeys: readonly string[] },
): Promise<void> {
  if (storageKeys.length === 0) return;
  await db.deleteFrom("removed_file").where("storage_key", "in", storageKeys).execute();
}

/** Those of `storageKeys` that an attachment row names. */
export async function referencedFiles(
  db: Db,
  { storageKeys }: { readonly storageKeys: readonly string[] },
): Promise<readonly string[]> {
  if (storageKeys.length === 0) return [];
  const rows = await db
    .selectFrom("attachment")
    .select("storage_key")
    .where("storage_key", "in", storageKeys)
    .execute();
  return rows.map((row) => row.storage_key);
}

/** The storage key up to which orphaned files have been removed. */
export async function fileSweepPosition(db: Db, _: Record<string, never>): Promise<string> {
  const row = await db.selectFrom("file_sweep").select("swept_to").executeTakeFirstOrThrow();
  return row.swept_to;
}

export async function recordFileSweep(db: Db, { key }: { readonly key: string }): Promise<void> {
  await db.updateTable("file_sweep").set({ swept_to: key }).execute();
}

/** Stores `mark` if there is none yet, and returns the stored one. */
export async function claimInstallation(
  db: Db,
  { mark }: { readonly mark: string },
): Promise<string> {
  await db
    .insertInto("installation")
    .values({ mark })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await db.selectFrom("installation").select("mark").executeTakeFirstOrThrow();
  return stored.mark;
}
