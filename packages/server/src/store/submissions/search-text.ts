/** The table search_text: normalized text for searches, written after intake in the order of ids. */
import { sql } from "kysely";
import { searchText } from "../../domain/folded-text.ts";
import type { Fields } from "../../domain/submission/submission.ts";
import { givenRows, isPostgres, tryMaintenanceLock } from "../engine/dialect.ts";
import { finalPart, type IdRange } from "../engine/id-order.ts";
import type { Db } from "../engine/schema.ts";
import { countArrivals } from "../statistics/arrivals.ts";
import { countDays } from "./submission-days.ts";

/** Limit of a batch beyond its first submission, since one submission may be 2 MiB. */
const MAX_CHARACTERS = 1_000_000;
/** Whether {@link indexSubmissions} has submissions left to index. */
export async function isIndexBehind(db: Db, _: Record<string, never>): Promise<boolean> {
  const next = await (await unindexed(db)).limit(1).executeTakeFirst();
  return next !== undefined;
}

/** Indexes the next submissions, oldest first, and adds them to their days. */
export async function indexSubmissions(
  db: Db,
  { limit }: { readonly limit: number },
): Promise<{ readonly hasMore: boolean }> {
  if (!(await tryMaintenanceLock(db, "search"))) return { hasMore: false };
  const next = await (
    await unindexed(db)
  )
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
  if (indexed.length > 0) {
    await countDays(db, (all) => all.where("id", "in", indexed));
    await countArrivals(db, indexed);
  }
  return { hasMore: next.length === limit || ids.length < next.length };
}

/** The id up to which every submission is indexed; 0 if none is. */
export async function indexedTo(db: Db): Promise<number> {
  const row = await db
    .selectFrom("search_text")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** Submissions above the newest one that is indexed, as far as none can appear below them. */
async function unindexed(db: Db) {
  const newest: IdRange = { above: await indexedTo(db) };
  const { above = 0, below } = await finalPart(db, newest);
  const rows = db.selectFrom("submission").select("id").where("id", ">", above);
  return below === undefined ? rows : rows.where("id", "<", below);
}
