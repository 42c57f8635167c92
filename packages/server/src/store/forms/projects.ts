/** The table project: find, list, create, change and delete projects. */
import type { Selectable } from "kysely";
import { AppError } from "../../domain/errors.ts";
import { projectNotFound } from "../../domain/not-found.ts";
import { lockRow } from "../engine/dialect.ts";
import { type AccountPage, pageById, ROW_COUNT } from "../engine/paging.ts";
import type { ProjectTable } from "../engine/account-tables.ts";
import { requireHistory } from "../engine/history.ts";
import type { Db } from "../engine/schema.ts";

export type ProjectRecord = Selectable<ProjectTable>;

interface Scope {
  readonly account_id: number;
  readonly id: number;
}

/** `undefined` if the account has no such project. */
export async function findProject(
  db: Db,
  { account_id, id }: Scope,
): Promise<ProjectRecord | undefined> {
  return db
    .selectFrom("project")
    .selectAll()
    .where("id", "=", id)
    .where("account_id", "=", account_id)
    .executeTakeFirst();
}

/** Projects of the account, oldest first. */
export async function listProjects(
  db: Db,
  page: AccountPage,
): Promise<{ readonly records: readonly ProjectRecord[]; readonly count: number }> {
  await requireHistory(db, "project", page);
  const all = db.selectFrom("project").where("account_id", "=", page.account_id);
  const records = await pageById(all.selectAll(), page).execute();
  const { n: count } = await all.select(ROW_COUNT).executeTakeFirstOrThrow();
  return { records, count };
}

export async function createProject(
  db: Db,
  {
    account_id,
    name,
    now,
  }: { readonly account_id: number; readonly name: string; readonly now: number },
): Promise<ProjectRecord> {
  return db
    .insertInto("project")
    .values({ account_id, name, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateProject(
  db: Db,
  { name, now, ...scope }: Scope & { readonly name: string | undefined; readonly now: number },
): Promise<ProjectRecord> {
  const before = await existing(db, scope);
  if (name === undefined) return before;
  return db
    .updateTable("project")
    .set({ name, updated_at: now })
    .where("id", "=", scope.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @throws AppError `not_found`; `conflict` if it has forms and `force` does not detach them. */
export async function deleteProject(
  db: Db,
  { force, ...scope }: Scope & { readonly force: boolean },
): Promise<ProjectRecord> {
  const before = await existing(db, scope);
  if (force) {
    await db
      .updateTable("form")
      .set({ project_id: null })
      .where("project_id", "=", scope.id)
      .execute();
  } else {
    const form = await db
      .selectFrom("form")
      .select("name")
      .where("project_id", "=", scope.id)
      .limit(1)
      .executeTakeFirst();
    if (form !== undefined) {
      throw new AppError(
        "conflict",
        `The project "${before.name}" has forms, "${form.name}" for one. Move them, or add ?force=true to detach them.`,
      );
    }
  }
  await db.deleteFrom("project").where("id", "=", scope.id).execute();
  return before;
}

async function existing(db: Db, scope: Scope): Promise<ProjectRecord> {
  await lockRow(db, "project", scope.id);
  const found = await findProject(db, scope);
  if (found === undefined) throw projectNotFound(scope.id);
  return found;
}
