/** What people know a form by, where its project is not said by the page. */
import type { Form, Submission } from "@intray/sdk/schemas";
import { MAX_FORM_CHOICES } from "../../domain/form.ts";
import type { DashboardContext, DashboardParts } from "../http/env.ts";

/** Reads it with the project, if the account has several. @param otherwise For a form that was deleted meanwhile. */
export async function readFormLabel(
  c: DashboardContext,
  { store }: Pick<DashboardParts, "store">,
  form_id: number,
  otherwise: string,
): Promise<string> {
  const { account_id, member_id } = c.var.session;
  const [form] = await store.reads.listFormNames({ account_id, member_id, ids: [form_id] });
  return form?.name ?? otherwise;
}

type NamedForm = Pick<Form, "id" | "name">;

/** The forms of a choice, and those of the `ids` on a page that are not among them. */
export async function withFormsOf(
  c: DashboardContext,
  { store }: Pick<DashboardParts, "store">,
  forms: readonly NamedForm[],
  ids: readonly (number | null)[],
): Promise<readonly NamedForm[]> {
  const { account_id, member_id } = c.var.session;
  const known = new Set<number | null>([null, ...forms.map(({ id }) => id)]);
  const missing = [...new Set(ids)].flatMap((id) => (id === null || known.has(id) ? [] : [id]));
  return [...forms, ...(await store.reads.listFormNames({ account_id, member_id, ids: missing }))];
}

/** The hint of a choice that has not all forms. @param others How to reach the others. */
export const choiceHint = (
  forms: readonly unknown[],
  others = "For another one, start from its page.",
): { readonly hint?: string } =>
  forms.length < MAX_FORM_CHOICES ? {} : { hint: `The forms that were posted to last. ${others}` };

/** Of the form of a submission. */
export const labelOf = (
  forms: readonly NamedForm[],
  { form_id, form }: Pick<Submission, "form_id" | "form">,
): string => forms.find(({ id }) => id === form_id)?.name ?? form.name;
