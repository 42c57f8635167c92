/**
 * The tags of submissions. The row has them as JSON, so that a list needs no other table; `submission_tag` has
 * them case-folded, by which searches find the submissions.
 */
import { changeTags, type TagChange, tagKey } from "../../domain/submission/tags.ts";
import { givenRows } from "../engine/dialect.ts";
import { type AccountScope, isPartial } from "../engine/paging.ts";
import { ofForms } from "../forms/live-forms.ts";
import type { Json, Db } from "../engine/schema.ts";

export type TaggedRow = { readonly id: number; readonly tags: Json | null };

/** Encodes the tags of a row after a change. @throws AppError `invalid` for too many. */
export function tagsAfter({ tags }: TaggedRow, change: TagChange): Json | null {
  const after = changeTags(tagsOf(tags), change);
  return after.length === 0 ? null : JSON.stringify(after);
}

export const tagsOf = (tags: Json | null): readonly string[] =>
  tags === null ? [] : (JSON.parse(tags) as string[]);

/** Sets the tags of rows, which the transaction has locked. */
export async function setTags(
  db: Db,
  { account_id, rows }: { readonly account_id: number; readonly rows: readonly TaggedRow[] },
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await db
    .updateTable("submission")
    .from(givenRows(db, { id: "bigint", tags: "text" }, rows))
    .set((from) => ({ tags: from.ref("given.tags") }))
    .whereRef("submission.id", "=", "given.id")
    .execute();
  await db.deleteFrom("submission_tag").where("submission_id", "in", ids).execute();
  const tags = rows.flatMap((row) =>
    tagsOf(row.tags).map((tag) => ({ account_id, tag: tagKey(tag), submission_id: row.id })),
  );
  if (tags.length === 0) return;
  const types = { account_id: "bigint", tag: "text", submission_id: "bigint" } as const;
  await db
    .insertInto("submission_tag")
    .columns(["account_id", "tag", "submission_id"])
    .expression((from) =>
      from
        .selectFrom(givenRows(db, types, tags))
        .select(["given.account_id", "given.tag", "given.submission_id"]),
    )
    .execute();
}

/** Submissions whose tags are counted, those with the latest ids. */
const MAX_COUNTED = 2_000;
const MAX_OFFERED = 50;

/** The tags that a person is offered, the most used ones of the newest tagged submissions first, as last spelled. */
export async function listUsedTags(
  db: Db,
  { account_id, ...scope }: AccountScope,
): Promise<readonly string[]> {
  const newest = db
    .selectFrom("submission_tag")
    .select("submission_id")
    .where("account_id", "=", account_id)
    .orderBy("submission_id", "desc")
    .limit(MAX_COUNTED);
  let query = db.selectFrom("submission").select("tags").where("id", "in", newest);
  if (isPartial(scope)) query = query.where(ofForms("form_id", scope));
  /** Spelling and number by key. */
  const counts = new Map<string, readonly [tag: string, count: number]>();
  for (const { tags } of await query.orderBy("id", "desc").execute()) {
    for (const tag of tagsOf(tags)) {
      const [spelled, count] = counts.get(tagKey(tag)) ?? [tag, 0];
      counts.set(tagKey(tag), [spelled, count + 1]);
    }
  }
  const byCount = [...counts.values()].toSorted(([, a], [, b]) => b - a);
  return byCount.slice(0, MAX_OFFERED).map(([tag]) => tag);
}
