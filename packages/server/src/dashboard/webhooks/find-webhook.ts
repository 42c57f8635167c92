/** Finds the webhook that a request names. */
import type { FormWebhook } from "@intray/sdk/schemas";
import { dataOf } from "../http/api-client.ts";
import type { DashboardContext } from "../http/env.ts";

/** @throws AppError `not_found`, also for a webhook of another account. */
export async function findWebhook(c: DashboardContext): Promise<FormWebhook> {
  const path = { id: Number(c.req.param("id")) };
  return dataOf(await c.get("api").GET("/api/v1/form_webhooks/{id}", { params: { path } }));
}

export const webhookPath = ({ id }: Pick<FormWebhook, "id">): string => `/dashboard/webhooks/${id}`;
