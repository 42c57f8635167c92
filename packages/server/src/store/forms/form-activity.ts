/** What the list of forms says of each beside its record, by one statement. */
import { sql } from "kysely";
import type { Db } from "../engine/schema.ts";

interface FormActivityArgs {
  readonly account_id: number;
  readonly formIds: readonly number[];
  /** Rejected posts are counted from this hour on, in hours since 1970-01-01. */
  readonly fromHour: number;
}

export interface FormActivity {
  readonly id: number;
  /** When the newest submission without spam arrived. */
  readonly last_at: number | null;
  readonly rejected: number;
  /** Webhooks and addresses that submissions are sent to. */
  readonly destinations: number;
  /** Those of them that fail, are disabled or not confirmed. */
  readonly troubled: number;
}

export async function formActivity(
  db: Db,
  { account_id, formIds, fromHour }: FormActivityArgs,
): Promise<readonly FormActivity[]> {
  if (formIds.length === 0) return [];
  const destinations = sql`from webhook where webhook.form_id = form.id
    and purpose = 'submissions' and takes_submissions = 1`;
  return db
    .selectFrom("form")
    .select([
      "id",
      sql<
        number | null
      >`(select coalesce(submitted_at, created_at) from submission where form_id = form.id
        and trash = 0 and spam = 0 order by id desc limit 1)`.as("last_at"),
      sql<number>`cast(coalesce((select sum(count) from rejected_post
        where form_id = form.id and hour >= ${fromHour}), 0) as bigint)`.as("rejected"),
      sql<number>`(select count(*) ${destinations})`.as("destinations"),
      sql<number>`(select count(*) ${destinations}
        and (enabled = 0 or failing_since is not null))`.as("troubled"),
    ])
    .where("account_id", "=", account_id)
    .where("id", "in", [...formIds])
    .execute();
}
