/** Filters of the inbox that people keep under a name. */
import type { Selectable } from "kysely";
import { AppError } from "../../domain/errors.ts";
import { lockName } from "../engine/dialect.ts";
import type { Db, Schema } from "../engine/schema.ts";

/** Of a person, and those that all people of an account share. */
const MAX_VIEWS = 50;

const COLUMNS = ["id", "name", "query", "login_id"] as const;

export type SavedView = Readonly<Pick<Selectable<Schema["saved_view"]>, (typeof COLUMNS)[number]>>;

interface Person {
  readonly account_id: number;
  readonly login_id: number;
  /** Set for a person with access to some projects, who has no shared views. */
  readonly member_id?: number | undefined;
}

/** A person's own views and the shared ones, by name. */
export const listSavedViews = async (
  db: Db,
  { account_id, login_id, member_id }: Person,
): Promise<readonly SavedView[]> =>
  db
    .selectFrom("saved_view")
    .select(COLUMNS)
    .where("account_id", "=", account_id)
    .where((view) =>
      view.or([
        view("login_id", "=", login_id),
        ...(member_id === undefined ? [view("login_id", "is", null)] : []),
      ]),
    )
    .orderBy("name")
    .orderBy("id")
    .execute();

interface SaveViewArgs extends Person {
  readonly name: string;
  readonly query: string;
  readonly isShared: boolean;
  readonly now: number;
}

/** Replaces the view of this name that has the same owner. @throws AppError `conflict` for too many views. */
export async function saveView(
  db: Db,
  { account_id, login_id, member_id, name, query, isShared, now }: SaveViewArgs,
): Promise<void> {
  // Changes take turns, so that names stay unique.
  await lockName(db, `saved views of account ${account_id}`);
  const owner = isShared && member_id === undefined ? null : login_id;
  const all = await listSavedViews(db, { account_id, login_id, member_id });
  const own = all.filter((view) => view.login_id === owner);
  const same = own.find((view) => view.name === name);
  if (same !== undefined) {
    await db.updateTable("saved_view").set({ query }).where("id", "=", same.id).execute();
    return;
  }
  if (own.length >= MAX_VIEWS) {
    throw new AppError(
      "conflict",
      `There are ${MAX_VIEWS} ${owner === null ? "shared views" : "views of your own"}, the most that are kept. Delete one first.`,
    );
  }
  const view = { account_id, login_id: owner, name, query, created_at: now };
  await db.insertInto("saved_view").values(view).execute();
}

/** Returns the name of the deleted view. @throws AppError `not_found`. */
export async function deleteView(
  db: Db,
  { id, ...person }: Person & { readonly id: number },
): Promise<string> {
  const view = (await listSavedViews(db, person)).find((one) => one.id === id);
  if (view === undefined) {
    throw new AppError("not_found", "There is no such view. It may have been deleted.");
  }
  await db.deleteFrom("saved_view").where("id", "=", id).execute();
  return view.name;
}
