/**
 * Sequences that assign ids. A copy of the rows alone, as logical replication makes it, leaves them where they
 * began; then new rows would collide with old ones, or appear below them in lists.
 */
import { sql } from "kysely";
import type { Db } from "./schema.ts";

export interface LaggingSequence {
  readonly table: string;
  readonly sequence: string;
  readonly newest_id: number;
  /** The last id that the sequence has assigned; 0 if none. */
  readonly last_id: number;
}

/** The sequences that are behind the ids in their tables; none in a database that only Intray has written. */
export async function laggingSequences(db: Db): Promise<readonly LaggingSequence[]> {
  const { rows: all } = await sql<{ table: string; column: string; sequence: string }>`
    select relname as table, attname as column,
      pg_get_serial_sequence(quote_ident(relname), attname) as sequence
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where attidentity <> '' and relnamespace = 'public'::regnamespace order by relname`.execute(db);
  const each = all.map(
    ({ table, column, sequence }) => sql`
      select ${table} as table, ${sequence} as sequence,
        last_value - (not is_called)::integer as last_id,
        (select max(${sql.ref(column)}) from ${sql.table(table)}) as newest_id
      from ${sql.raw(sequence)}`,
  );
  const { rows } = await sql<LaggingSequence>`
    select * from (${sql.join(each, sql` union all `)}) as known
    where newest_id > last_id`.execute(db);
  return rows;
}

/** Moves the sequences on that are behind. Processes that start together do it one after another. */
export async function advanceSequences(db: Db): Promise<void> {
  if ((await laggingSequences(db)).length === 0) return;
  await db.transaction().execute(async (transaction) => {
    await sql`lock table installation in share row exclusive mode`.execute(transaction);
    for (const { sequence, newest_id } of await laggingSequences(transaction)) {
      await sql`select setval(${sequence}, ${newest_id})`.execute(transaction);
    }
  });
}
