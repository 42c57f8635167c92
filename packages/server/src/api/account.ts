/** The account resource: where its alerts are sent. */
import type { Hono } from "hono";
import type { Account } from "@intray/sdk/schemas";
import { zAccountSettings } from "@intray/sdk/schemas";
import { invalid } from "../domain/errors.ts";
import { maskSecret, urlProblem } from "../domain/delivery/webhook.ts";
import type { ApiContext, ApiEnv, ApiParts } from "./http/env.ts";
import { parseBody } from "./http/request.ts";
import { needsAccountKey } from "./http/scope.ts";

export function accountRoutes(
  app: Hono<ApiEnv>,
  { store, clock, ids, webhookUrlProblem }: ApiParts,
): void {
  app.use("/account/*", needsAccountKey);
  const scope = (c: ApiContext) => ({ account_id: c.get("caller").account_id });

  async function accountRecord(c: ApiContext): Promise<Account> {
    const { account_id } = scope(c);
    const [account, webhook] = await Promise.all([
      store.reads.findAccount({ id: account_id }),
      store.reads.findAlertWebhook({ account_id }),
    ]);
    if (account === undefined) throw new Error(`Account ${account_id} has a key but no row.`);
    return {
      id: account.id,
      name: account.name,
      alert_url: webhook?.url ?? null,
      alert_url_enabled: webhook?.enabled ?? false,
      alert_secret: webhook === undefined ? null : maskSecret(webhook.secret_hint),
    };
  }

  app.get("/account", async (c) => c.json(await accountRecord(c)));

  app.patch("/account", async (c) => {
    const { alert_url: url } = await parseBody(c, zAccountSettings, "account");
    if (url !== undefined) {
      const problem = url === null ? undefined : (urlProblem(url) ?? webhookUrlProblem(url));
      if (problem !== undefined) throw invalid("alert_url", problem);
      const now = clock.now();
      const made = { uid: ids.uid(now), signing_secret: ids.signingSecret() };
      await store.writes.setAlertUrl({ ...scope(c), url, ...made, now });
    }
    return c.json(await accountRecord(c));
  });

  app.get("/account/alert_secret", async (c) => {
    const secret = await store.reads.revealAlertSecret(scope(c));
    return c.json({ signing_secret: secret ?? null });
  });
}
