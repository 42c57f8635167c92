/** The table project: find, list, create, change and delete projects. */
import type { Selectable } from "kysely";
import { AppError, invalid } from "../../domain/errors.ts";
import { noSuchProject, nothingToRestore, projectNotFound } from "../../domain/not-found.ts";
import { type ExpectedVersions, requireVersion, versioned } from "../../domain/record-version.ts";
import { idsText, isAmong, lockName, lockRow } from "../engine/dialect.ts";
import { idsOf, type ListPage, pageById, ROW_COUNT } from "../engine/paging.ts";
import type { Db, Schema } from "../engine/schema.ts";
import { requireHistory } from "../engine/history.ts";
import { isGranted } from "./live-forms.ts";
import { renewPeople } from "../mail/recipients.ts";
import { inFoundOrder, type SearchablePage, searchProjects } from "./name-search.ts";

export type ProjectRecord = Selectable<Schema["project"]>;

type Scope = { readonly account_id: number; readonly id: number };

interface ChangedProject extends Scope {
  /** For any other version the change is rejected with `precondition_failed`. */
  readonly expected?: ExpectedVersions | undefined;
}

export const projectVersion = ({ name }: Pick<ProjectRecord, "name">) => versioned({ name });

/** `undefined` if the account has no such project. */
export const findProject = async (
  db: Db,
  { account_id, id }: Scope,
): Promise<ProjectRecord | undefined> =>
  db
    .selectFrom("project")
    .selectAll()
    .where("id", "=", id)
    .where("account_id", "=", account_id)
    .executeTakeFirst();

/** Projects of the account, oldest first; with a query those that {@link searchProjects} finds, best first. */
export async function listProjects(
  db: Db,
  { query, ...page }: SearchablePage,
): Promise<ListPage<ProjectRecord & { readonly rank?: number }>> {
  await requireHistory(db, "project", page);
  const { member_id, project_id } = page;
  const all = db
    .selectFrom("project")
    .where("account_id", "=", page.account_id)
    .$if(member_id !== undefined, (some) => some.where(isGranted("id", member_id ?? 0)))
    .$if(project_id !== undefined, (one) => one.where("id", "=", project_id ?? 0));
  if (query !== undefined) {
    const found = await searchProjects(all, { ...page, query });
    const ids = idsText(db, idsOf(found.matches));
    const rows = await all
      .selectAll()
      .where(isAmong(db, "project.id", ids))
      .execute();
    return { records: inFoundOrder(found, rows), count: found.count };
  }
  const records = await pageById(all.selectAll(), page).execute();
  const { n: count } = await all.select(ROW_COUNT).executeTakeFirstOrThrow();
  return { records, count };
}

export const createProject = async (
  db: Db,
  {
    account_id,
    name,
    now,
  }: { readonly account_id: number; readonly name: string; readonly now: number },
): Promise<ProjectRecord> =>
  db
    .insertInto("project")
    .values({ account_id, name, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();

export async function updateProject(
  db: Db,
  {
    name,
    expected,
    now,
    ...scope
  }: ChangedProject & { readonly name: string | undefined; readonly now: number },
): Promise<ProjectRecord> {
  const before = await existing(db, scope);
  requireVersion(projectVersion(before), expected);
  if (name === undefined) return before;
  return db
    .updateTable("project")
    .set({ name, updated_at: now })
    .where("id", "=", scope.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** After this time a deleted project cannot be restored any more. */
const RESTORABLE_MS = 7 * 86_400_000;

/**
 * Moves its forms to another project.
 *
 * @param move_to `undefined` = the first of the others.
 * @throws AppError `not_found`; `conflict` for the last project of the account; `invalid` if there is no such other.
 */
export async function deleteProject(
  db: Db,
  {
    expected,
    move_to,
    now,
    ...scope
  }: ChangedProject & { readonly move_to?: number | undefined; readonly now: number },
): Promise<ProjectRecord> {
  await lockProjects(db, scope);
  const before = await existing(db, scope);
  requireVersion(projectVersion(before), expected);
  const other = await firstProject(db, { account_id: scope.account_id, except: scope.id });
  if (other === undefined) {
    throw new AppError(
      "conflict",
      `"${before.name}" is the last project, and every form has one. Create another project first.`,
    );
  }
  const moved_to = move_to ?? other.id;
  const isThere = (await findProject(db, { ...scope, id: moved_to })) !== undefined;
  if (!isThere || moved_to === scope.id) throw noSuchProject(moved_to, "move_to");
  const moved = await db
    .updateTable("form")
    .set({ project_id: moved_to })
    .where("project_id", "=", scope.id)
    .returning("id")
    .execute();
  await db
    .deleteFrom("deleted_project")
    .where("account_id", "=", scope.account_id)
    .where("deleted_at", "<=", now - RESTORABLE_MS)
    .execute();
  const { updated_at: _, ...project } = before;
  await db
    .insertInto("deleted_project")
    .values({ ...project, moved_to, forms: JSON.stringify(idsOf(moved)), deleted_at: now })
    .execute();
  await db.deleteFrom("project").where("id", "=", scope.id).execute();
  await renewPeople(db, { account_id: scope.account_id, now });
  return before;
}

/**
 * Puts a deleted project back with its id, and into it the forms that are still where they went. Those that were moved
 * or deleted since stay as they are.
 *
 * @throws AppError `not_found` if it is not deleted, or cannot be restored any more.
 */
export async function restoreProject(
  db: Db,
  { now, ...scope }: Scope & { readonly now: number },
): Promise<ProjectRecord> {
  await lockProjects(db, scope);
  const deleted = await db
    .deleteFrom("deleted_project")
    .where("id", "=", scope.id)
    .where("account_id", "=", scope.account_id)
    .where("deleted_at", ">", now - RESTORABLE_MS)
    .returningAll()
    .executeTakeFirst();
  if (deleted === undefined) throw nothingToRestore(scope.id);
  const { moved_to, forms, deleted_at: _, ...project } = deleted;
  const restored = await db
    .insertInto("project")
    .values({ ...project, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .updateTable("form")
    .set({ project_id: project.id })
    .where("project_id", "=", moved_to)
    .where(isAmong(db, "form.id", idsText(db, JSON.parse(forms) as number[])))
    .execute();
  await renewPeople(db, { account_id: scope.account_id, now });
  return restored;
}

/** Locks the set of the account's projects until the transaction ends: none is deleted meanwhile. */
async function lockProjects(db: Db, { account_id }: Pick<Scope, "account_id">): Promise<void> {
  await lockName(db, `projects of account ${account_id}`);
}

/** The account's oldest project; `undefined` if it has no other than `except`. */
const firstProject = async (
  db: Db,
  { account_id, except = 0 }: { readonly account_id: number; readonly except?: number },
): Promise<ProjectRecord | undefined> =>
  db
    .selectFrom("project")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("id", "!=", except)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();

/**
 * Returns the project that a form is put into: the requested one, or the account's first for `null`. It is
 * not deleted before the transaction ends.
 *
 * @throws AppError `invalid` if the account has no such project.
 */
export async function projectForForm(
  db: Db,
  { account_id, project_id }: { readonly account_id: number; readonly project_id: number | null },
): Promise<ProjectRecord> {
  await lockProjects(db, { account_id });
  const found =
    project_id === null
      ? await firstProject(db, { account_id })
      : await findProject(db, { account_id, id: project_id });
  if (found !== undefined) return found;
  if (project_id !== null) throw noSuchProject(project_id);
  throw invalid("project_id", "The account has no project. Create one first.");
}

async function existing(db: Db, scope: Scope): Promise<ProjectRecord> {
  await lockRow(db, "project", scope.id);
  const found = await findProject(db, scope);
  if (found === undefined) throw projectNotFound(scope.id);
  return found;
}
