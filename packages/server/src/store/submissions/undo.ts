/**
 * Undoes changes of submissions, whose flags before were kept. One act may consist of many requests: they share a
 * token, and each adds one part.
 */
import type { Selectable } from "kysely";
import { AppError } from "../../domain/errors.ts";
import { idsIn } from "../../domain/submission/id-ranges.ts";
import { forChanging, lockRow, tryMaintenanceLock } from "../engine/dialect.ts";
import type { ExpiredRows } from "../engine/old-rows.ts";
import type { Db, Schema } from "../engine/schema.ts";
import { type AccountScope, isPartial } from "../engine/paging.ts";
import { ofForms } from "../forms/live-forms.ts";
import { untrain } from "../spam/training-examples.ts";
import { updateSubmissions } from "./submission-changes.ts";
import { FLAGS, type Flags, type FlagsBefore, VALUES } from "./undo-parts.ts";

/** After this time an act cannot be undone any more. */
const UNDO_LIFETIME_MS = 7 * 86_400_000;

/**
 * Undoes one part of an act, at most 1,000 submissions, in one transaction. A submission that is not as the act has
 * left it any more, or that was deleted, is left alone.
 *
 * @throws AppError `not_found` if there is no such act, or not any more.
 */
export async function undoPart(
  db: Db,
  {
    account_id,
    token,
    actor,
    now,
    ...limits
  }: AccountScope & {
    readonly token: string;
    /** Only if this person or key did it. */
    readonly actor?: string | undefined;
    readonly now: number;
  },
) {
  const act = await db
    .selectFrom("undo")
    .select(["id", "change", "created_at"])
    .where("account_id", "=", account_id)
    .where("token", "=", token)
    .where("created_at", ">", now - UNDO_LIFETIME_MS)
    .$if(actor !== undefined, (query) => query.where("actor", "=", actor ?? ""))
    .executeTakeFirst();
  if (act === undefined) throw actNotFound();
  // The second of two requests waits until the first has taken its part.
  await lockRow(db, "undo", act.id);
  const part = await db
    .selectFrom("undo_part")
    .selectAll()
    .where("undo_id", "=", act.id)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  let restored = 0;
  if (part !== undefined) {
    const groups = JSON.parse(part.before) as readonly FlagsBefore[];
    const set = JSON.parse(act.change) as Flags;
    for (const group of groups) {
      restored += await restore(db, {
        ...limits,
        account_id,
        group,
        set,
        undoOf: act.created_at,
        now,
      });
    }
    await db.deleteFrom("undo_part").where("id", "=", part.id).execute();
  }
  const { changed, ...after } = await db
    .updateTable("undo")
    .set((old) => ({
      restored: old("restored", "+", restored),
      undone_at: old.fn.coalesce("undone_at", old.val(now)),
    }))
    .where("id", "=", act.id)
    .returning(["changed", "restored"])
    .executeTakeFirstOrThrow();
  const { left } = await db
    .selectFrom("undo_part")
    .select((parts) => parts.fn.sum<number | string | null>("changed").as("left"))
    .where("undo_id", "=", act.id)
    .executeTakeFirstOrThrow();
  const change = JSON.parse(act.change) as Flags;
  return {
    changed,
    /** How many of them are as before again. */
    restored: after.restored,
    /** How many are still to be looked at. */
    remaining: Number(left ?? 0),
    /** What the act had set. */
    change,
  };
}

interface RestoreArgs extends AccountScope {
  readonly group: FlagsBefore;
  /** What the act had set. */
  readonly set: Flags;
  /** When the act began. */
  readonly undoOf: number;
  readonly now: number;
}

/** Returns how many submissions have their flags back. */
async function restore(db: Db, { account_id, group, set, undoOf, now, ...limits }: RestoreArgs) {
  const { ids, flags, spam_reason, spam_findings } = group;
  let query = db
    .selectFrom("submission")
    .select("id")
    .where("id", "in", idsIn(ids))
    .where("account_id", "=", account_id)
    .$if(isPartial(limits), (all) => all.where(ofForms("form_id", limits)))
    .orderBy("id");
  for (const name of FLAGS) {
    const before = flags[name];
    if (before !== undefined) query = query.where(name, "=", before ? 0 : 1);
  }
  for (const name of VALUES) {
    const left = set[name] ?? null;
    if (flags[name] !== undefined) query = query.where(name, left === null ? "is" : "=", left);
  }
  const left = (await forChanging(db, query).execute()).map(({ id }) => id);
  if (left.length === 0) return 0;
  const change = { account_id, submission_ids: left, change: flags, undoOf, now };
  await updateSubmissions(db, change);
  if (flags.spam !== undefined) await untrain(db, { account_id, submission_ids: left, now });
  if (flags.spam === true) {
    await db
      .updateTable("submission")
      .set({ spam_reason: spam_reason ?? null, spam_findings: spam_findings ?? null })
      .where("id", "in", left)
      .execute();
  }
  return left.length;
}

const actNotFound = () =>
  new AppError(
    "not_found",
    "There is nothing to undo: it was longer than seven days ago, or nothing was changed.",
  );

/** An act of which something can still be undone. */
export type UndoRecord = Pick<
  Selectable<Schema["undo"]>,
  "token" | "actor" | "changed" | "created_at"
> & { readonly change: Flags };

type ListUndoArgs = { readonly account_id: number; readonly now: number; readonly limit: number };

/** The acts of the account that are not wholly undone, newest first. */
export async function listUndo(
  db: Db,
  { account_id, now, limit }: ListUndoArgs,
): Promise<readonly UndoRecord[]> {
  const rows = await db
    .selectFrom("undo")
    .select(["token", "actor", "change", "changed", "created_at"])
    .where("account_id", "=", account_id)
    .where("created_at", ">", now - UNDO_LIFETIME_MS)
    .where((act) =>
      act.exists(
        act.selectFrom("undo_part").select("id").whereRef("undo_part.undo_id", "=", "undo.id"),
      ),
    )
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, change: JSON.parse(row.change) as Flags }));
}

/** Deletes acts that cannot be undone any more. @returns How many parts and acts; call again while it is `limit`. */
export async function pruneUndo(db: Db, { now, limit }: ExpiredRows): Promise<number> {
  if (!(await tryMaintenanceLock(db, "undo"))) return 0;
  const old = await db
    .selectFrom("undo")
    .leftJoin("undo_part", "undo_part.undo_id", "undo.id")
    .select(["undo.id", "undo_part.id as part"])
    .where("undo.created_at", "<=", now - UNDO_LIFETIME_MS)
    .orderBy("undo.id")
    .limit(limit)
    .execute();
  const parts = old.flatMap(({ part }) => part ?? []);
  if (parts.length > 0) await db.deleteFrom("undo_part").where("id", "in", parts).execute();
  // Of the last one there may be more parts.
  const ids = [...new Set(old.map(({ id }) => id))];
  const done = old.length < limit ? ids : ids.slice(0, -1);
  if (done.length > 0) await db.deleteFrom("undo").where("id", "in", done).execute();
  return old.length;
}
