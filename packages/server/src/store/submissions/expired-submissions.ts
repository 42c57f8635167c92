/** Submissions that are past their time, found and removed a slice of one (form, trash, spam) at a time. */
import { sql, type SqlBool } from "kysely";
import { forRemoving, isPostgres, tryMaintenanceLock } from "../engine/dialect.ts";
import { ofLiveForm } from "../forms/live-forms.ts";
import type { Db, Flag } from "../engine/schema.ts";
import { idRange } from "../engine/id-order.ts";

const DAY_MS = 86_400_000;

/** What one rule applies to: an index holds its ids in their order. */
export interface ExpiringGroup {
  readonly form_id: number;
  readonly spam: Flag;
  readonly trash: Flag;
}

/** Every cell with submissions that may expire one day. */
export async function expiringGroups(
  db: Db,
  _: Record<string, never>,
): Promise<readonly ExpiringGroup[]> {
  return db
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
}

/**
 * Looks at the next `limit` submissions of a cell and removes those that are past their time. One with a
 * delivery queued or under way stays, and by retention one that nobody has read, unless the form says else.
 *
 * @returns The id behind which to go on; `undefined` at the end of the cell.
 */
export async function removeExpired(
  db: Db,
  {
    cell,
    after_id,
    limit,
    spam_before,
    trash_before,
    now,
  }: {
    readonly cell: ExpiringGroup;
    readonly after_id: number;
    readonly limit: number;
    /** What was marked earlier than this, in milliseconds since the epoch, has been there long enough. */
    readonly spam_before: number;
    readonly trash_before: number;
    readonly now: number;
  },
): Promise<{ readonly last_id: number | undefined }> {
  if (!(await tryMaintenanceLock(db, "expiry"))) return { last_id: undefined };
  // As the form says now: a round may take a while.
  const form = await db
    .selectFrom("form")
    .select(["retention_days", "retention_includes_unread"])
    .where("id", "=", cell.form_id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (form === undefined) return { last_id: undefined };
  const { retention_days, retention_includes_unread } = form;
  const retention_before = retention_days === null ? 0 : now - retention_days * DAY_MS;
  const marked_before = Math.max(
    cell.trash === 1 ? trash_before : 0,
    cell.spam === 1 && cell.trash === 0 ? spam_before : 0,
  );
  const { below = 0 } = await idRange(db, {
    created_before: Math.max(retention_before, marked_before),
  });
  const looked = await db
    .selectFrom("submission")
    .select("id")
    .where("form_id", "=", cell.form_id)
    .where("trash", "=", cell.trash)
    .where("spam", "=", cell.spam)
    .where("id", ">", after_id)
    .where("id", "<", below)
    .orderBy("id")
    .limit(limit)
    .execute();
  const byRetention = sql<SqlBool>`created_at < ${retention_before}
    and (read = 1 or ${retention_includes_unread} = 1)`;
  const expired = (ids: readonly number[]) =>
    db
      .selectFrom("submission")
      .select("id")
      .where("id", "in", ids)
      .where("trash", "=", cell.trash)
      .where("spam", "=", cell.spam)
      // Any change counts as the mark, so it is never too early.
      .where((is) => is.or([is("updated_at", "<", marked_before), byRetention]))
      .where(hasNoOpenDelivery);
  const taken = await some(looked, (ids) => forRemoving(db, expired(ids)));
  // Once more, now that nobody can change them or fire them again meanwhile.
  const removable = isPostgres(db) ? await some(taken, expired) : taken;
  await removeSubmissions(
    db,
    removable.map(({ id }) => id),
  );
  return {
    last_id: looked.length === limit ? looked.at(-1)?.id : undefined,
  };
}

interface Row {
  readonly id: number;
}

async function some(
  rows: readonly Row[],
  query: (ids: readonly number[]) => { execute(): Promise<readonly Row[]> },
): Promise<readonly Row[]> {
  return rows.length === 0 ? [] : query(rows.map(({ id }) => id)).execute();
}

const hasNoOpenDelivery = sql<SqlBool>`not exists (
  select 1 from delivery where delivery.submission_id = submission.id
    and delivery.state in ('queued', 'delivering'))`;

/** For good, with all that hangs on them; a trigger notes which files the storage may forget. */
export async function removeSubmissions(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom("submission").where("id", "in", ids).execute();
}
