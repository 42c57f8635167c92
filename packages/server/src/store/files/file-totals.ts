/** The table file_total: how much an account's files are. Triggers add differences; upkeep folds them. */
import { sql } from "kysely";
import { forRemoving, isPostgres, tryMaintenanceLock } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";

export interface FileTotal {
  readonly bytes: number;
  readonly files: number;
}

export async function fileTotal(
  db: Db,
  { account_id }: { readonly account_id: number },
): Promise<FileTotal> {
  return db
    .selectFrom("file_total")
    .select([
      sql<number>`cast(coalesce(sum(bytes), 0) as bigint)`.as("bytes"),
      sql<number>`cast(coalesce(sum(files), 0) as bigint)`.as("files"),
    ])
    .where("account_id", "=", account_id)
    .executeTakeFirstOrThrow();
}

/**
 * Makes one row an account of at most `limit` differences.
 *
 * @returns Whether there may be more of them.
 */
export async function compactFileTotals(
  db: Db,
  { limit }: { readonly limit: number },
): Promise<boolean> {
  if (!(await tryMaintenanceLock(db, "files"))) return false;
  const place = isPostgres(db) ? sql<string>`ctid` : sql<string>`rowid`;
  const rows = await forRemoving(
    db,
    db
      .selectFrom("file_total")
      .select([place.as("place"), "account_id", "bytes", "files"])
      .orderBy("account_id")
      .limit(limit),
  ).execute();
  const byAccount = Map.groupBy(rows, (row) => row.account_id);
  if (byAccount.size === rows.length) return false;
  const places = rows.map((row) => row.place);
  await db
    .deleteFrom("file_total")
    .where(
      isPostgres(db)
        ? sql<boolean>`ctid = any (cast(${places} as tid[]))`
        : sql<boolean>`rowid in (${sql.join(places)})`,
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
