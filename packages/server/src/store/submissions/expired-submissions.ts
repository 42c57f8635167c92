/** Finds and removes expired submissions, a slice of one (form, trash, spam) at a time. */
import { sql, type SqlBool } from "kysely";
import { forRemoving, isPostgres, tryMaintenanceLock } from "../engine/dialect.ts";
import { ofLiveForm } from "../forms/live-forms.ts";
import { idsOf } from "../engine/paging.ts";
import type { Flag, Db } from "../engine/schema.ts";
import { idRange } from "../engine/id-order.ts";

const DAY_MS = 86_400_000;

/** Submissions of one form in one state of spam and trash: an index holds their ids in order. */
export type ExpiringGroup = { readonly form_id: number; readonly spam: Flag; readonly trash: Flag };

export const expiringGroups = async (
  db: Db,
  _: Record<string, never>,
): Promise<readonly ExpiringGroup[]> =>
  db
    .selectFrom("submission_count as cell")
    .innerJoin("form", "form.id", "cell.form_id")
    .select(["cell.form_id", "cell.spam", "cell.trash"])
    .where((is) =>
      is.or([
        is("form.retention_days", "is not", null),
        is("cell.spam", "=", 1),
        is("cell.trash", "=", 1),
      ]),
    )
    .where(ofLiveForm("cell.form_id"))
    .groupBy(["cell.form_id", "cell.spam", "cell.trash"])
    .having((cell) => cell.fn.sum("cell.count"), ">", 0)
    .execute();

interface RemoveExpiredArgs {
  readonly group: ExpiringGroup;
  readonly after_id: number;
  readonly limit: number;
  /** Spam that was marked before this time, in milliseconds since the epoch, has expired. */
  readonly spamBefore: number;
  /** The same for the trash. */
  readonly trashBefore: number;
  readonly now: number;
}

/**
 * Checks the next `limit` submissions of a group and removes the expired ones. A submission with a queued or
 * running delivery stays. Retention removes unread ones only if the form says so.
 *
 * @returns The id after which to continue; `undefined` at the end of the group.
 */
export async function removeExpired(
  db: Db,
  { group, after_id, limit, spamBefore, trashBefore, now }: RemoveExpiredArgs,
): Promise<{ readonly last_id: number | undefined }> {
  if (!(await tryMaintenanceLock(db, "expiry"))) return { last_id: undefined };
  // Read for each slice, since the settings may change while a round runs.
  const form = await db
    .selectFrom("form")
    .select(["retention_days", "retention_includes_unread"])
    .where("id", "=", group.form_id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (form === undefined) return { last_id: undefined };
  const { retention_days, retention_includes_unread } = form;
  const retentionBefore = retention_days === null ? 0 : now - retention_days * DAY_MS;
  const markedBefore = Math.max(
    group.trash === 1 ? trashBefore : 0,
    group.spam === 1 && group.trash === 0 ? spamBefore : 0,
  );
  const { below = 0 } = await idRange(db, {
    created_before: Math.max(retentionBefore, markedBefore),
  });
  const checked = await db
    .selectFrom("submission")
    .select("id")
    .where("form_id", "=", group.form_id)
    .where("trash", "=", group.trash)
    .where("spam", "=", group.spam)
    .where("id", ">", after_id)
    .where("id", "<", below)
    .orderBy("id")
    .limit(limit)
    .execute();
  const byRetention = sql<SqlBool>`created_at < ${retentionBefore}
    and (read = 1 or ${retention_includes_unread} = 1)`;
  const expired = (ids: readonly number[]) =>
    db
      .selectFrom("submission")
      .select("id")
      .where("id", "in", ids)
      .where("trash", "=", group.trash)
      .where("spam", "=", group.spam)
      // The time of the last change, which is never earlier than that of the mark.
      .where((is) => is.or([is("updated_at", "<", markedBefore), byRetention]))
      .where(hasNoOpenDelivery);
  const locked = await queryIds(checked, (ids) => forRemoving(db, expired(ids)));
  // Checked again under the lock: before it they may have been changed or re-fired.
  const removable = isPostgres(db) ? await queryIds(locked, expired) : locked;
  await removeSubmissions(db, idsOf(removable));
  return { last_id: checked.length === limit ? checked.at(-1)?.id : undefined };
}

type Row = { readonly id: number };

/** Runs the query for the ids of `rows`, if there are any. */
const queryIds = async (
  rows: readonly Row[],
  query: (ids: readonly number[]) => { execute(): Promise<readonly Row[]> },
): Promise<readonly Row[]> => (rows.length === 0 ? [] : query(rows.map(({ id }) => id)).execute());

const hasNoOpenDelivery = sql<SqlBool>`not exists (
  select 1 from delivery where delivery.submission_id = submission.id
    and delivery.state in ('queued', 'delivering'))`;

/** Deletes submissions permanently, with the rows that refer to them. A trigger records their files for deletion. */
export async function removeSubmissions(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom("submission").where("id", "in", ids).execute();
}
