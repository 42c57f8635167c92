/** Reads the form that the address of a page names. */
import type { Form } from "@intray/sdk/schemas";
import { dataOf, ifUnchanged } from "../http/api-client.ts";
import type { DashboardContext } from "../http/env.ts";

/** @throws AppError `not_found`. */
export async function findForm(c: DashboardContext): Promise<Form> {
  return (await findVersion(c)).form;
}

/** The form, and the header that changes it only in this version. @throws AppError `not_found`. */
export async function findVersion(c: DashboardContext) {
  const form_id = c.req.param("form_id") ?? "";
  const found = await c
    .get("api")
    .GET("/api/v1/forms/{form_id}", { params: { path: { form_id } } });
  return { form: dataOf(found), header: ifUnchanged(found) };
}
