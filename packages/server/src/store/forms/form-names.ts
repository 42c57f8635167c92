/** Finds the form that a request names. Most reads call it first, so it is a single compiled query. */
import { compiledOnce } from "../engine/compiled.ts";
import type { FormRef } from "../../domain/form.ts";
import { formNotFound } from "../../domain/not-found.ts";
import type { Db } from "../engine/schema.ts";

export interface NamedForm {
  readonly id: number;
  readonly name: string;
}

const byUuid = compiledOnce((db, p: { readonly account_id: number; readonly uuid: string }) =>
  db
    .selectFrom("form")
    .select(["id", "name"])
    .where("uuid", "=", p.uuid)
    .where("account_id", "=", p.account_id)
    .where("deleted_at", "is", null),
);

const byId = compiledOnce((db, p: { readonly account_id: number; readonly id: number }) =>
  db
    .selectFrom("form")
    .select(["id", "name"])
    .where("id", "=", p.id)
    .where("account_id", "=", p.account_id)
    .where("deleted_at", "is", null),
);

/** `undefined` if the account has no such form. A uuid may consist of digits only, so it is tried first. */
export async function findFormName(
  db: Db,
  { account_id, ref }: { readonly account_id: number; readonly ref: FormRef },
): Promise<NamedForm | undefined> {
  const { uuid, id } = ref;
  const [form] = uuid === undefined ? [] : await byUuid(db, { account_id, uuid });
  if (form !== undefined || id === undefined) return form;
  const [numbered] = await byId(db, { account_id, id });
  return numbered;
}

/** @throws AppError `not_found` if the account has no form of this id. */
export async function requireForm(
  db: Db,
  { account_id, form_id }: { readonly account_id: number; readonly form_id: number },
): Promise<void> {
  const [form] = await byId(db, { account_id, id: form_id });
  if (form === undefined) throw formNotFound(form_id);
}
