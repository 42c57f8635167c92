/** The table file_total: number and size of an account's files. Triggers insert differences; maintenance merges them. */
import { sql } from "kysely";
import { forRemoving, isPostgres, tryMaintenanceLock } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";

export type FileTotal = { readonly bytes: number; readonly files: number };

export const fileTotal = async (
  db: Db,
  { account_id }: { readonly account_id: number },
): Promise<FileTotal> =>
  db
    .selectFrom("file_total")
    .select([
      sql<number>`cast(coalesce(sum(bytes), 0) as bigint)`.as("bytes"),
      sql<number>`cast(coalesce(sum(files), 0) as bigint)`.as("files"),
    ])
    .where("account_id", "=", account_id)
    .executeTakeFirstOrThrow();

/** Bytes of all files of a form. Counted from their rows, so callers keep the result for a while. */
export async function formFileBytes(
  db: Db,
  { form_id }: { readonly form_id: number },
): Promise<number> {
  const { bytes } = await db
    .selectFrom("attachment")
    .select(sql<number>`cast(coalesce(sum(file_size), 0) as bigint)`.as("bytes"))
    .where("form_id", "=", form_id)
    .executeTakeFirstOrThrow();
  return bytes;
}

export interface FormFiles {
  readonly form_id: number;
  readonly account_id: number;
  readonly name: string;
  readonly bytes: number;
}

/** Bytes of the files of forms that are not deleted. Counted from their rows, as {@link formFileBytes}. */
export async function filesOfForms(
  db: Db,
  { formIds }: { readonly formIds: readonly number[] },
): Promise<readonly FormFiles[]> {
  if (formIds.length === 0) return [];
  const forms = await db
    .selectFrom("form")
    .select(["id as form_id", "account_id", "name"])
    .where("id", "in", [...formIds])
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
  const found: FormFiles[] = [];
  for (const form of forms) found.push({ ...form, bytes: await formFileBytes(db, form) });
  return found;
}

/**
 * Merges at most `limit` rows into one row for each account.
 *
 * @returns Whether there may be more to merge.
 */
export async function compactFileTotals(
  db: Db,
  { limit }: { readonly limit: number },
): Promise<boolean> {
  if (!(await tryMaintenanceLock(db, "files"))) return false;
  const rowId = isPostgres(db) ? sql<string>`ctid` : sql<string>`rowid`;
  const rows = await forRemoving(
    db,
    db
      .selectFrom("file_total")
      .select([rowId.as("row_id"), "account_id", "bytes", "files"])
      .orderBy("account_id")
      .limit(limit),
  ).execute();
  const byAccount = Map.groupBy(rows, (row) => row.account_id);
  if (byAccount.size === rows.length) return false;
  const rowIds = rows.map((row) => row.row_id);
  await db
    .deleteFrom("file_total")
    .where(
      isPostgres(db)
        ? sql<boolean>`ctid = any (cast(${rowIds} as tid[]))`
        : sql<boolean>`rowid in (${sql.join(rowIds)})`,
    )
    .execute();
  const totals = [...byAccount].map(([account_id, some]) => ({
    account_id,
    bytes: some.reduce((sum, row) => sum + row.bytes, 0),
    files: some.reduce((sum, row) => sum + row.files, 0),
  }));
  await db.insertInto("file_total").values(totals).execute();
  return rows.length === limit;
}
