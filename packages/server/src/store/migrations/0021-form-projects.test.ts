import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FreshDatabase, freshDatabase, isOnPostgres } from "../../../test/database.ts";
import type { Db } from "../engine/schema.ts";
import { migrate } from "../migrate.ts";
import { openPostgres } from "../postgres/database.ts";
import { openSqlite } from "../sqlite/database.ts";

const NAME = "0021-form-projects";

let fresh: FreshDatabase;
let db: Db;
beforeEach(async () => {
  fresh = await freshDatabase({ isEmpty: true });
  db =
    fresh.database.kind === "sqlite"
      ? openSqlite(fresh.database.file, "writer").db
      : (await openPostgres(fresh.database.url, () => undefined)).db;
  await migrate(db);
  await sql`delete from kysely_migration where name = ${NAME}`.execute(db);
  if (isOnPostgres) await sql`drop function form_project_default cascade`.execute(db);
});
afterEach(async () => {
  await db.destroy();
  await fresh.drop();
});

const run = (statement: string) => sql.raw(statement).execute(db);
const addForm = (id: number, account_id: number, project_id: number | null, deleted_at = "null") =>
  run(`insert into form (account_id, uuid, name, timezone, honeypot_field, duplicate_filter,
    allowed_domains, blocked_domains, content_blacklist, lead_scoring, created_at, updated_at,
    project_id, deleted_at) values (${account_id}, '00000000000${id}', 'f', 'UTC', '_gotcha', 1,
    '[]', '[]', '[]', '{}', 1, 1, ${project_id ?? "null"}, ${deleted_at})`);
const projects = async () =>
  (await db.selectFrom("form").select("project_id").orderBy("id").execute()).map(
    ({ project_id }) => project_id,
  );

describe("the migration that gives forms a project", () => {
  it("takes the first of the account, makes one where there is none, and moves no other form", async () => {
    for (const name of ["a", "b"]) {
      await run(`insert into account (name, created_at) values ('${name}', 7)`);
    }
    for (const name of ["First", "Second"]) {
      await run(`insert into project (account_id, name, created_at, updated_at)
        values (1, '${name}', 1, 1)`);
    }
    await addForm(1, 1, null);
    await addForm(2, 1, 2);
    await addForm(3, 2, null);
    await addForm(4, 1, null, "5");

    expect(await migrate(db)).toContain(NAME);

    expect(await projects()).toEqual([1, 2, 3, null]);
    expect(await db.selectFrom("project").selectAll().where("id", "=", 3).execute()).toEqual([
      { id: 3, account_id: 2, name: "My project", created_at: 7, updated_at: 7 },
    ]);
  });

  it.runIf(isOnPostgres)("gives one to forms that the version before writes later", async () => {
    await migrate(db);
    await run("insert into account (name, created_at) values ('a', 1)");

    await addForm(1, 1, null);
    const made = await projects();
    await run("update form set project_id = null");
    await run("delete from project where id = 1");
    const moved = await projects();
    await run("update form set project_id = null, deleted_at = 1");

    expect([made, moved, await projects()]).toEqual([[1], [2], [null]]);
  });
});
