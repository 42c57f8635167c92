/** Stores submissions of another service: nothing is planned, sent, scored or learned for them. */
import { sql } from "kysely";
import { givenRows, isPostgres } from "../engine/dialect.ts";
import type { Db, Flag } from "../engine/schema.ts";

export interface ImportArgs {
  readonly account_id: number;
  readonly form_id: number;
  readonly imported_from: string;
  readonly read: Flag;
  readonly now: number;
  readonly rows: readonly ImportedRow[];
}

interface ImportedRow {
  readonly uid: string;
  readonly email: string | null;
  readonly fields: string;
  /** 16 bytes in hex; another row with the same in the same form is not stored. */
  readonly key_hash: string;
  readonly submitted_at: number | null;
}

const COLUMNS = {
  id: "bigint",
  uid: "text",
  email: "text",
  fields: "text",
  key_hash: "text",
  submitted_at: "bigint",
} as const;

/** Returns how many rows were stored: the others were imported before. */
export async function importSubmissions(
  db: Db,
  { account_id, form_id, imported_from, read, now, rows }: ImportArgs,
): Promise<{ readonly imported: number }> {
  const newest = await db
    .selectFrom("submission")
    .select("created_at")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  // Filters by date read ids, which must have the same order.
  const created_at = Math.max(now, newest?.created_at ?? 0);
  const ids = isPostgres(db)
    ? await sql<{ ids: readonly number[] }>`
        select array_to_json(allocate_submission_ids(${rows.length})) as ids`.execute(db)
    : undefined;
  const given = rows.map((row, n) => ({ id: ids?.rows[0]?.ids[n] ?? null, ...row }));
  const bytes = isPostgres(db) ? sql`decode(key_hash, 'hex')` : sql`unhex(key_hash)`;
  const stored = await sql<{ id: number }>`
    insert into submission (
      id, uid, email, fields, submitted_at, content_hash, account_id, form_id, imported_from,
      read, spam, created_at, updated_at, deliveries_waiting
    )
    select id, uid, email, fields, submitted_at, ${bytes}, ${account_id}, ${form_id},
      ${imported_from}, ${sql.lit(read)}, 0, ${created_at}, ${created_at}, 0
    from ${givenRows(db, COLUMNS, given)}
    where true
    on conflict (form_id, content_hash) where imported_from is not null do nothing
    returning id`.execute(db);
  const imported = stored.rows.length;
  if (imported > 0) await countNew(db, { account_id, form_id, read, count: imported });
  return { imported };
}

/** Intake counts what it inserts, and so does an import: triggers count what is changed. */
async function countNew(
  db: Db,
  counter: Pick<ImportArgs, "account_id" | "form_id" | "read"> & { readonly count: number },
): Promise<void> {
  const insert = db.insertInto("submission_count").values({ ...counter, spam: 0, trash: 0 });
  const query = isPostgres(db)
    ? insert
    : insert.onConflict((conflict) =>
        conflict
          .columns(["form_id", "read", "spam", "trash"])
          .doUpdateSet({ count: sql<number>`submission_count.count + excluded.count` }),
      );
  await query.execute();
}

export async function countImported(
  db: Db,
  { form_id, keyHashes }: { readonly form_id: number; readonly keyHashes: readonly string[] },
): Promise<number> {
  const hashes = keyHashes.map((hex) => Buffer.from(hex, "hex"));
  const { count } = await db
    .selectFrom("submission")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("form_id", "=", form_id)
    .where("content_hash", "in", hashes)
    .where("imported_from", "is not", null)
    .executeTakeFirstOrThrow();
  return count;
}
