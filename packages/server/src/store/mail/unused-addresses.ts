/** Deletes rows of mail_address that nothing needs any more. */
import { sql } from "kysely";
import { forRemoving } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";
import { IS_RECIPIENT, RECIPIENT_KEY } from "./recipient-states.ts";

const DAY_MS = 86_400_000;
/** A row is kept for this long after its last use, so that a recipient who comes back has not to confirm again. */
const KEPT_UNUSED_MS = 30 * DAY_MS;
/** Failures of e-mails to an address count for this long after the first one. */
const KEPT_FAILURES_MS = 90 * DAY_MS;

/** Needed are suppressions, recent failures, recipients, and addresses with which somebody signs in. */
const isUsed = (now: number) => sql<0 | 1>`case when suppressed_at is not null
  or (failure_count > 0 and created_at > ${sql.lit(now - KEPT_FAILURES_MS)})
  or exists (select 1 from webhook where webhook.account_id = mail_address.account_id
    and ${RECIPIENT_KEY} = mail_address.address and ${IS_RECIPIENT})
  or exists (select 1 from login where login.account_id = mail_address.account_id
    and login.email = mail_address.address) then 1 else 0 end`;

/**
 * Looks at the next `limit` rows: deletes those that have not been needed for {@link KEPT_UNUSED_MS}, and remembers
 * which are not needed. Who has unsubscribed from a form is in another table, and stays unsubscribed.
 *
 * @returns The id after which to go on; `undefined` after the last row.
 */
export async function pruneAddresses(
  db: Db,
  {
    after_id,
    now,
    limit,
  }: { readonly after_id: number; readonly now: number; readonly limit: number },
): Promise<number | undefined> {
  const rows = await forRemoving(
    db,
    db
      .selectFrom("mail_address")
      .select(["id", "unused_since"])
      .select(isUsed(now).as("is_used"))
      .where("id", ">", after_id)
      .orderBy("id")
      .limit(limit),
  ).execute();
  const change = async (unused_since: number | null, ids: readonly number[]) => {
    if (ids.length === 0) return;
    await db
      .updateTable("mail_address")
      .set({ unused_since })
      .where("id", "in", [...ids])
      .execute();
  };
  const idsOf = (some: typeof rows) => some.map(({ id }) => id);
  const unused = rows.filter(({ is_used }) => is_used === 0);
  await change(null, idsOf(rows.filter((row) => row.is_used === 1 && row.unused_since !== null)));
  // One from a time when the clock was ahead begins again.
  const isNew = ({ unused_since }: (typeof rows)[number]) =>
    unused_since === null || unused_since > now;
  await change(now, idsOf(unused.filter(isNew)));
  const old = unused.filter(
    (row) => !isNew(row) && (row.unused_since ?? now) <= now - KEPT_UNUSED_MS,
  );
  if (old.length > 0) {
    await db.deleteFrom("mail_address").where("id", "in", idsOf(old)).execute();
  }
  return rows.length < limit ? undefined : rows.at(-1)?.id;
}
