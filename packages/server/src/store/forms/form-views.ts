/** The forms that have a page, which shows their fields. */
import type { FieldRule } from "../../domain/fields/field-rule.ts";
import { parseSettings } from "../../domain/form.ts";
import { hasMember } from "../engine/dialect.ts";
import { requireHistory } from "../engine/history.ts";
import { type AccountPage, type ListPage, pageById, ROW_COUNT } from "../engine/paging.ts";
import type { Db } from "../engine/schema.ts";
import { ofForms } from "./live-forms.ts";

export interface FormViewRecord {
  /** Of the form. */
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly fields: readonly FieldRule[];
  readonly created_at: number;
  readonly updated_at: number;
}

/** Forms of the account with field rules, oldest first. */
export async function listFormViews(db: Db, page: AccountPage): Promise<ListPage<FormViewRecord>> {
  await requireHistory(db, "form", page);
  const all = db
    .selectFrom("form")
    .where("account_id", "=", page.account_id)
    .where(ofForms("id", page))
    .where(hasMember(db, "settings", "fields"), "=", 1);
  const rows = await pageById(
    all.select(["id", "uuid", "name", "settings", "created_at", "updated_at"]),
    page,
  ).execute();
  const { n: count } = await all.select(ROW_COUNT).executeTakeFirstOrThrow();
  const records = rows.map(({ settings, ...row }) => {
    const { form_view_enabled: enabled, fields } = parseSettings(settings);
    return { ...row, enabled, fields };
  });
  return { records, count };
}
