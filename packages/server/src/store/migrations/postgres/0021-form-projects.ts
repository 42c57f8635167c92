/**
 * Gives every form a project: the first of its account, which gets one if it has none. The trigger does the
 * same for processes of the version before, which still write forms without a project and delete the last one.
 */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into project (account_id, name, created_at, updated_at)
    select id, 'My project', created_at, created_at from account
    where not exists (select 1 from project where account_id = account.id)`.execute(db);
  await sql`create function form_project_default() returns trigger language plpgsql as $$
    begin
      select min(id) into new.project_id from project where account_id = new.account_id
        and (tg_op = 'INSERT' or id is distinct from old.project_id);
      if new.project_id is null then
        insert into project (account_id, name, created_at, updated_at)
          values (new.account_id, 'My project', new.updated_at, new.updated_at)
          returning id into new.project_id;
      end if;
      return new;
    end $$`.execute(db);
  await sql`create trigger form_project_default before insert or update on form for each row
    when (new.project_id is null and new.deleted_at is null)
    execute function form_project_default()`.execute(db);
  await sql`update form
    set project_id = (select min(id) from project where account_id = form.account_id)
    where project_id is null and deleted_at is null`.execute(db);
}
