/** The table search_text: what is searched, written behind intake in the order of ids. */
import { type SqlBool, sql } from "kysely";
import { searchText } from "../../domain/folded-text.ts";
import type { Fields } from "../../domain/submission.ts";
import { givenRows, isPostgres, tryMaintenanceLock } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";
import { countDays } from "./submission-days.ts";

/** A submission may be 2 MiB: so many characters are a batch, however few submissions they are. */
const MAX_CHARACTERS = 1_000_000;
/**
 * On PostgreSQL a row may appear below one that is indexed already, when its id was given before its
 * transaction got a number. So many ids back it is still looked for.
 */
const OVERLAP = 1_000;

/** Whether there is anything to {@link indexSubmissions}. */
export async function isIndexBehind(db: Db, _: Record<string, never>): Promise<boolean> {
  const next = await unindexed(db, await newestIndexed(db))
    .limit(1)
    .executeTakeFirst();
  return next !== undefined;
}

/** Indexes the next submissions, oldest first, and counts their days; whether there may be more. */
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

/** Every submission up to this id is indexed; 0 when none is. */
export async function indexedTo(db: Db): Promise<number> {
  const newest = await newestIndexed(db);
  const missing = await db
    .selectFrom("submission")
    .select((min) => min.fn.min("id").as("id"))
    .where("id", ">", newest - OVERLAP)
    .where("id", "<=", newest)
    .where(isMissing(newest - OVERLAP))
    .executeTakeFirst();
  // The smallest of none is null, whatever its type says.
  const id = missing?.id as number | null | undefined;
  return id == null ? newest : id - 1;
}

/** @param above Says the same of `search_text` as of `submission`, so that no more of it is read. */
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

/** On PostgreSQL only what no smaller id can appear behind. */
function unindexed(db: Db, newest: number) {
  const above = isPostgres(db) ? newest - OVERLAP : newest;
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
