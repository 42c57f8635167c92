/** The alerts of an account. */
import type { Hono } from "hono";
import { shownAlert } from "../domain/alerts/alert-record.ts";
import type { ApiEnv, ApiParts } from "./http/env.ts";
import { accountCaller } from "./http/scope.ts";

/** As openapi.yaml says. */
const RESOLVED = 50;

export function alertRoutes(app: Hono<ApiEnv>, { store }: Pick<ApiParts, "store">): void {
  app.get("/alerts", async (c) => {
    const { account_id } = accountCaller(c);
    const alerts = await store.reads.listAlerts({ account_id, resolved: RESOLVED });
    return c.json({ alerts: alerts.map((alert) => ({ id: alert.id, ...shownAlert(alert) })) });
  });
}
