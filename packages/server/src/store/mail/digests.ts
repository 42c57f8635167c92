/** The table digest: when the next digest of a form is due, and from which submission on. */
import type { Selectable } from "kysely";
import { type FormSettings, parseSettings } from "../../domain/form.ts";
import { idsText, isAmong } from "../engine/dialect.ts";
import { idsOf } from "../engine/paging.ts";
import type { Db, Schema } from "../engine/schema.ts";
import { readIdOrder } from "../engine/id-order.ts";
import type { DestinationsChange } from "./recipients.ts";

type Schedule = Pick<
  FormSettings,
  "timezone" | "notification_schedule" | "notification_hour" | "notification_weekday"
>;

/** A row of `digest`, with the settings of its form that decide when digests are due. */
export interface DueDigest extends Readonly<Selectable<Schema["digest"]>> {
  readonly account_id: number;
  readonly schedule: Schedule;
}

/**
 * Starts, changes or ends the digests of forms. Call it in the transaction that changes the settings, with the
 * forms locked. Digests start with the submissions from now on. A change of the schedule or the time zone takes
 * effect at once, and the next digest still lists everything since the last one; so does the last digest, which
 * is due at once when notifications are sent immediately from now on. A digest whose mails are being queued goes on.
 */
export async function changeDigests(
  db: Db,
  { forms, now }: Pick<DestinationsChange, "forms" | "now">,
): Promise<void> {
  const changed = forms.filter(({ before, after }) => !isSameSchedule(before, after));
  const { true: ended = [], false: planned = [] } = Object.groupBy(changed, ({ after }) =>
    after.notification_schedule === "off" ? "true" : "false",
  );
  if (ended.length > 0) {
    await db
      .deleteFrom("digest")
      .where(isAmong(db, "form_id", idsText(db, idsOf(ended))))
      .execute();
  }
  if (planned.length === 0) return;
  const change = { planned_at: now, due_at: null };
  const updated = await db
    .updateTable("digest")
    .set((row) => ({ ...change, version: row("version", "+", 1) }))
    .where(isAmong(db, "form_id", idsText(db, idsOf(planned))))
    .returning("form_id")
    .execute();
  const known = new Set(updated.map(({ form_id }) => form_id));
  const begun = planned.filter(
    ({ id, after }) => !known.has(id) && after.notification_schedule !== "immediately",
  );
  if (begun.length === 0) return;
  // On PostgreSQL a post that is not committed yet may have a lower id. It was planned by the settings before.
  const { newest_submission } = await readIdOrder(db);
  await db
    .insertInto("digest")
    .values(
      begun.map(({ id }) => ({
        ...change,
        form_id: id,
        after_id: newest_submission,
        after_at: now,
      })),
    )
    .execute();
}

const isSameSchedule = (before: Schedule, after: Schedule): boolean =>
  before.notification_schedule === after.notification_schedule &&
  before.notification_hour === after.notification_hour &&
  before.notification_weekday === after.notification_weekday &&
  before.timezone === after.timezone;

/**
 * Digests of which something is to be done, those due first: they are due, have to be planned, or were planned
 * at a later time than now, because the clock was set back.
 */
export async function dueDigests(
  db: Db,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<readonly DueDigest[]> {
  const rows = await db
    .selectFrom("digest")
    .innerJoin("form", "form.id", "digest.form_id")
    .selectAll("digest")
    .select(["form.account_id", "form.settings"])
    .where((is) =>
      is.or([
        is("digest.due_at", "is", null),
        is("digest.due_at", "<=", now),
        is("digest.planned_at", ">", now),
        is("digest.sending_until", "is not", null),
      ]),
    )
    .where("form.deleted_at", "is", null)
    .orderBy("digest.due_at")
    .orderBy("digest.form_id")
    .limit(limit)
    .execute();
  return rows.map(({ settings, ...row }) => {
    const { timezone, notification_schedule, notification_hour, notification_weekday } =
      parseSettings(settings);
    return {
      ...row,
      schedule: { timezone, notification_schedule, notification_hour, notification_weekday },
    };
  });
}

type ReadDigest = Pick<DueDigest, "form_id" | "version">;

type DigestChange = Partial<Omit<DueDigest, "form_id" | "account_id" | "version" | "schedule">>;

/**
 * Changes a digest, or ends the digests of the form, if nothing has changed it since it was read.
 *
 * @param change `undefined` ends them.
 * @returns Whether it did.
 */
export async function changeDigest(
  db: Db,
  { form_id, version }: ReadDigest,
  change: DigestChange | undefined,
): Promise<boolean> {
  if (change === undefined) {
    const { numDeletedRows } = await db
      .deleteFrom("digest")
      .where("form_id", "=", form_id)
      .where("version", "=", version)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }
  const { numUpdatedRows } = await db
    .updateTable("digest")
    .set({ ...change, version: version + 1 })
    .where("form_id", "=", form_id)
    .where("version", "=", version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Sets when the next digest is due without sending one; `null` ends the digests of the form. */
export async function planDigest(
  db: Db,
  {
    digest,
    due_at,
    now,
  }: { readonly digest: ReadDigest; readonly due_at: number | null; readonly now: number },
): Promise<void> {
  await changeDigest(db, digest, due_at === null ? undefined : { due_at, planned_at: now });
}
