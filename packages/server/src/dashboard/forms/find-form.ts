/** Reads the form that the address of a page names, and saves what somebody has changed on a page of its settings. */
import type { Form, FormSettings } from "@intray/sdk/schemas";
import { dataOf, ifUnchanged, errorOf } from "../http/api-client.ts";
import type { DashboardContext } from "../http/env.ts";
import type { AppError } from "../../domain/errors.ts";
import type { Posted } from "../http/body.ts";
import { type OwnChanges, findOwnChanges } from "../http/own-changes.ts";

/** @throws AppError `not_found`. */
export const findNamedForm = async (c: DashboardContext): Promise<Form> =>
  (await findVersion(c)).form;

/** The form, and the header that changes it only in this version. @throws AppError `not_found`. */
async function findVersion(c: DashboardContext) {
  const form_id = c.req.param("form_id") ?? "";
  const found = await c.var.api.GET("/api/v1/forms/{form_id}", { params: { path: { form_id } } });
  return { form: dataOf(found), header: ifUnchanged(found) };
}

interface Saving<T> extends OwnChanges<T> {
  /** As it was before. */
  readonly form: Form;
  /** Why the changes were rejected. */
  readonly error?: AppError | undefined;
}

/** Nothing is saved if there are conflicts. @param settings See {@link findOwnChanges}. */
export async function saveForm<T extends FormSettings>(
  c: DashboardContext,
  posted: Posted,
  settings: {
    readonly typed: T;
    readonly stored: (form: Form) => { readonly [K in keyof T]: unknown };
  },
): Promise<Saving<T>> {
  const { form, header } = await findVersion(c);
  const own = findOwnChanges(posted, { typed: settings.typed, stored: settings.stored(form) });
  if (own.conflicts.length > 0) return { form, ...own };
  const error = errorOf(
    await c.var.api.PATCH("/api/v1/forms/{form_id}", {
      params: { path: { form_id: String(form.id) }, header },
      body: { form: own.changes as FormSettings },
    }),
  );
  // Somebody else has changed it after it was compared.
  return error?.code === "precondition_failed"
    ? saveForm(c, posted, settings)
    : { form, ...own, error };
}
