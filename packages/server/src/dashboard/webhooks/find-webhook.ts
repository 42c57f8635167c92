/** Finds the webhook that a request names. */
import type { FormWebhook } from "@intray/sdk/schemas";
import { dataOf, ifUnchanged } from "../http/api-client.ts";
import type { DashboardContext } from "../http/env.ts";

/** @throws AppError `not_found`, also for a webhook of another account. */
export const findNamedWebhook = async (c: DashboardContext): Promise<FormWebhook> =>
  (await findVersion(c)).webhook;

/** As {@link findNamedWebhook}, with the header that changes it only in this version. */
export async function findVersion(c: DashboardContext) {
  const path = { id: Number(c.req.param("id")) };
  const found = await c.var.api.GET("/api/v1/form_webhooks/{id}", { params: { path } });
  return { webhook: dataOf(found), header: ifUnchanged(found) };
}

export const webhookPath = ({ id }: Pick<FormWebhook, "id">): string => `/dashboard/webhooks/${id}`;
