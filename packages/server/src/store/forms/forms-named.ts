/** Finds the forms that a search names. */
import { fold } from "../../domain/folded-text.ts";
import type { Db } from "../engine/schema.ts";

/**
 * The ids of the account's forms with this name, in any letter case, or this id or uuid; if there is none, of those
 * whose name contains it.
 */
export async function formsNamed(
  db: Db,
  { account_id, name }: { readonly account_id: number; readonly name: string },
): Promise<readonly number[]> {
  const forms = await db
    .selectFrom("form")
    .select(["id", "name", "uuid"])
    .where("account_id", "=", account_id)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
  const wanted = fold(name);
  const exact = forms.filter(
    (form) => fold(form.name) === wanted || form.uuid === wanted || String(form.id) === wanted,
  );
  const found = exact.length > 0 ? exact : forms.filter((form) => fold(form.name).includes(wanted));
  return found.map(({ id }) => id);
}
