/** Saves what somebody has changed on a page of a form's settings. */
import type { Form, FormSettings } from "@intray/sdk/schemas";
import type { AppError } from "../../domain/errors.ts";
import { errorOf } from "../http/api-client.ts";
import type { Posted } from "../http/body.ts";
import type { DashboardContext } from "../http/env.ts";
import { type OwnChanges, ownChanges } from "../http/own-changes.ts";
import { findVersion } from "./find-form.ts";

interface Saving<T> extends OwnChanges<T> {
  /** As it was before. */
  readonly form: Form;
  /** Why the changes were rejected. */
  readonly error?: AppError | undefined;
}

/** Nothing is saved if there are conflicts. @param settings See {@link ownChanges}. */
export async function saveForm<T extends FormSettings>(
  c: DashboardContext,
  posted: Posted,
  settings: {
    readonly typed: T;
    readonly stored: (form: Form) => { readonly [K in keyof T]: unknown };
  },
): Promise<Saving<T>> {
  const { form, header } = await findVersion(c);
  const own = ownChanges(posted, { typed: settings.typed, stored: settings.stored(form) });
  if (own.conflicts.length > 0) return { form, ...own };
  const error = errorOf(
    await c.get("api").PATCH("/api/v1/forms/{form_id}", {
      params: { path: { form_id: String(form.id) }, header },
      body: { form: own.changes as FormSettings },
    }),
  );
  // Somebody else has changed it after it was compared.
  return error?.code === "precondition_failed"
    ? saveForm(c, posted, settings)
    : { form, ...own, error };
}
