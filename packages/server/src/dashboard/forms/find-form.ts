/** Reads the form that the address of a page names. */
import type { Form } from "@intray/sdk/schemas";
import { dataOf } from "../http/api-client.ts";
import type { DashboardContext } from "../http/env.ts";

/** @throws AppError `not_found`. */
export async function findForm(c: DashboardContext): Promise<Form> {
  const form_id = c.req.param("form_id") ?? "";
  return dataOf(
    await c.get("api").GET("/api/v1/forms/{form_id}", { params: { path: { form_id } } }),
  );
}
