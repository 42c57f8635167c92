/** The table search_text: normalized text for searches, written after intake in the order of ids. */
import { type SqlBool, sql } from "kysely";
import { searchText } from "../../domain/folded-text.ts";
import type { Fields } from "../../domain/submission.ts";
import { givenRows, isPostgres, tryMaintenanceLock } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";
import { countDays } from "./submission-days.ts";

/** Limit of a batch beyond its first submission, since one submission may be 2 MiB. */
const MAX_CHARACTERS = 1_000_000;
/**
 * On PostgreSQL a row may appear below an indexed one, if its id was assigned before its transaction got a
 * number. It is still found this many ids back.
 */
const OVERLAP_IDS = 1_000;

/** Whether {@link indexSubmissions} has submissions left to index. */
export async function isIndexBehind(db: Db, _: Record<string, never>): Promise<boolean> {
  const next = await unindexed(db, await newestIndexed(db))
    .limit(1)
    .executeTakeFirst();
  return next !== undefined;
}

/** Indexes the next submissions, oldest first, and adds them to their days. */
export async function indexSubmissions(
  db: Db,
  { limit }: { readonly limit: number },
): Promise<{ readonly hasMore: boolean }> {
  if (!(await tryMaintenanceLock(db, "search"))) return { hasMore: false };
  const next = await unindexed(db, await newestIndexed(db))
    .select(sql<number>`length(fields)`.as("characters"))
    .orderBy("id")
    .limit(limit)
    .execute();
  let left = MAX_CHARACTERS;
  const ids = next.flatMap(({ id, characters }, n) => {
    left -= characters;
    return n === 0 || left >= 0 ? [id] : [];
  });
  if (ids.length === 0) return { hasMore: false };
  const rows = db.selectFrom("submission").select(["id", "fields"]).where("id", "in", ids);
  const found = await (isPostgres(db) ? rows.forKeyShare() : rows).execute();
  const texts = found.map(({ id, fields }) => ({
    id,
    folded: searchText(JSON.parse(fields) as Fields),
  }));
  await db
    .insertInto("search_text")
    .columns(["id", "folded"])
    .expression((from) =>
      from
        .selectFrom(givenRows(db, { id: "bigint", folded: "text" }, texts))
        .select(["given.id", "given.folded"])
        .orderBy("given.id"),
    )
    .execute();
  const indexed = found.map(({ id }) => id);
  if (indexed.length > 0) await countDays(db, (all) => all.where("id", "in", indexed));
  return { hasMore: next.length === limit || ids.length < next.length };
}

/** The id up to which every submission is indexed; 0 if none is. */
export async function indexedTo(db: Db): Promise<number> {
  const newest = await newestIndexed(db);
  const missing = await db
    .selectFrom("submission")
    .select((min) => min.fn.min("id").as("id"))
    .where("id", ">", newest - OVERLAP_IDS)
    .where("id", "<=", newest)
    .where(isMissing(newest - OVERLAP_IDS))
    .executeTakeFirst();
  // The minimum of no rows is null, although the type says number.
  const id = missing?.id as number | null | undefined;
  return id == null ? newest : id - 1;
}

/** @param above The lower bound of the query's ids, repeated for `search_text` so that less of it is read. */
const isMissing = (above: number) => sql<SqlBool>`not exists (
  select 1 from search_text where search_text.id = submission.id and search_text.id > ${above})`;

async function newestIndexed(db: Db): Promise<number> {
  const row = await db
    .selectFrom("search_text")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** Submissions that are not indexed; on PostgreSQL only those whose transaction ended before every open one. */
function unindexed(db: Db, newest: number) {
  const above = isPostgres(db) ? newest - OVERLAP_IDS : newest;
  return db
    .selectFrom("submission")
    .select("id")
    .where("id", ">", above)
    .where(isMissing(above))
    .where(
      isPostgres(db)
        ? sql<SqlBool>`submission.xid < pg_snapshot_xmin(pg_current_snapshot())`
        : sql<SqlBool>`true`,
    );
}
