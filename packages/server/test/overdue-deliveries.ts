/** Inserts overdue deliveries directly into the database. */
import { sql } from "kysely";
import type { Db } from "../src/store/engine/schema.ts";

/** Inserts `rows` submissions of a form, each with an overdue delivery, as after days with a hanging receiver. */
export async function insertOverdueDeliveries(
  db: Db,
  { form_id, rows }: { readonly form_id: number; readonly rows: number },
): Promise<void> {
  const { id: webhook_id } = await db
    .selectFrom("webhook")
    .select("id")
    .where("form_id", "=", form_id)
    .executeTakeFirstOrThrow();
  const hash = sql<Buffer>`(select content_hash from submission limit 1)`;
  await sql`
    insert into submission (account_id, form_id, fields, spam, content_hash, created_at, updated_at)
    with recursive n(i) as (
      select 1 union all select i + 1 from n where i < ${sql.lit(rows)}
    )
    select 1, ${sql.lit(form_id)}, '[["n","old"]]', 0, ${hash}, i, i from n`.execute(db);
  await sql`
    insert into delivery (account_id, form_id, submission_id, webhook_id, webhook_name, url,
      "trigger", state, next_attempt_at, created_at)
    select account_id, form_id, id, ${sql.lit(webhook_id)}, 'Hangs', 'http://127.0.0.1:9/', 'intake',
      'queued', created_at, created_at
    from submission where form_id = ${sql.lit(form_id)} and created_at <= ${sql.lit(rows)}`.execute(
    db,
  );
}
