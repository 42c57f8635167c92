/** What people know a form by, where its project is not said by the page. */
import type { Submission } from "@intray/sdk/schemas";
import type { DashboardContext, DashboardParts } from "../http/env.ts";

/** Reads it with the project, if the account has several. @param otherwise For a form that was deleted meanwhile. */
export async function readFormLabel(
  c: DashboardContext,
  { store }: Pick<DashboardParts, "store">,
  form_id: number,
  otherwise: string,
): Promise<string> {
  const { account_id } = c.var.session;
  const [form] = await store.reads.listFormNames({ account_id, ids: [form_id] });
  return form?.name ?? otherwise;
}

/** Of the form of a submission. A page lists at most 500 forms. */
export const labelOf = (
  forms: readonly { readonly id: number; readonly name: string }[],
  { form_id, form }: Pick<Submission, "form_id" | "form">,
): string => forms.find(({ id }) => id === form_id)?.name ?? form.name;
