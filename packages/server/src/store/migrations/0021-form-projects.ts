/** Gives every form a project: the first of its account, which gets one if it has none. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into project (account_id, name, created_at, updated_at)
    select id, 'My project', created_at, created_at from account
    where not exists (select 1 from project where account_id = account.id)`.execute(db);
  await sql`update form
    set project_id = (select min(id) from project where account_id = form.account_id)
    where project_id is null and deleted_at is null`.execute(db);
}
