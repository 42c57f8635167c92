/** Tells whether a position in a list is of this database, or of one that a restored backup has replaced. */
import { sql } from "kysely";
import { invalid } from "../../domain/errors.ts";
import { type Identified, isOfMark, type RowMark } from "../../domain/uid.ts";
import { compileOnce } from "./compiled.ts";
import { isPostgres } from "./dialect.ts";
import type { Db } from "./schema.ts";

/** The clocks of the processes that share a PostgreSQL database may differ by this much. */
export const MAX_CLOCK_SKEW_MS = 60_000;

export type ListedTable =
  "submission" | "delivery" | "form" | "project" | "webhook" | "api_key" | "login";

export interface CursorPosition {
  /** Only rows after this one, in the order of the list. */
  readonly after_id?: number | undefined;
  /** The mark of that row; `undefined` in a cursor of version 0.1.0, which cannot be checked. */
  readonly afterMark?: RowMark | undefined;
  /** The rank of that row, in a list that is ordered by rank and then by id. */
  readonly afterRank?: number | undefined;
}

/**
 * Rejects a cursor that names a row of a replaced database, since a list that goes on from it would leave rows
 * out.
 *
 * @throws AppError `invalid`.
 */
export async function requireHistory(
  db: Db,
  table: ListedTable,
  { after_id: id, afterMark: mark }: CursorPosition,
): Promise<void> {
  if (id === undefined || mark === undefined) return;
  const row =
    table === "submission" ? await newestSubmissionUpTo(db, id) : await newestUpTo(db, table, id);
  const isMonotonic = table === "submission" && !isPostgres(db);
  const toleranceMs = isMonotonic ? 0 : MAX_CLOCK_SKEW_MS;
  if (
    isOfMark(mark, row, { id, toleranceMs }) &&
    (row?.id === id || id <= (await newestAssigned(db, table)))
  )
    return;
  throw invalid(
    "cursor",
    "This cursor is from before an older backup was restored, and the records changed. Start again without a cursor.",
  );
}

/** The newest submission up to an id, of any account; `undefined` if there is none. */
export async function newestSubmissionUpTo(db: Db, id: number) {
  const [row] = await submissionUpTo(db, { id });
  return row;
}

const submissionUpTo = compileOnce((db, p: { readonly id: number }) =>
  db
    .selectFrom("submission")
    .select(["id", "uid", "created_at"])
    .where("id", "<=", p.id)
    .orderBy("id", "desc")
    .limit(1),
);

/** Only submissions are marked by their uids. */
async function newestUpTo(db: Db, table: Exclude<ListedTable, "submission">, id: number) {
  const { rows } = await sql<Identified & { readonly created_at: number }>`
    select id, null as uid, created_at from ${sql.table(table)} where id <= ${id}
    order by id desc limit 1`.execute(db);
  return rows[0];
}

/** The newest id that the table has assigned; its row may be deleted. */
async function newestAssigned(db: Db, table: ListedTable): Promise<number> {
  const { rows } = await (
    isPostgres(db)
      ? sql<{ id: number }>`select last_value as id from ${sql.table(`${table}_id_seq`)}`
      : sql<{ id: number }>`select seq as id from sqlite_sequence where name = ${table}`
  ).execute(db);
  return rows[0]?.id ?? 0;
}
