/** The account resource: where its alerts are sent, who needs a second factor, and whether the spam filter uses the prior. */
import type { Hono } from "hono";
import type { Account, Domain } from "@intray/sdk/schemas";
import { zAccountSettings, zListAlertsQuery, zListDomainsQuery } from "@intray/sdk/schemas";
import { invalid } from "../domain/errors.ts";
import { parseTime } from "../domain/parse-time.ts";
import { maskSecret, urlProblem } from "../domain/delivery/webhook.ts";
import { isPartial } from "../store/engine/paging.ts";
import { scopeOf } from "./http/caller.ts";
import type { ApiContext, ApiEnv, ApiParts } from "./http/env.ts";
import { maskAlert, maskWebhook } from "./http/masks.ts";
import { parseBody, parseQuery } from "./http/request.ts";
import { namedScope } from "./http/scope.ts";
import { showAlert } from "../domain/alerts/alert-record.ts";
import { isoTime, isoTimeOrNull } from "../platform/iso-time.ts";
import { cutPage, pageOf } from "./http/pagination.ts";

export function accountRoutes(
  app: Hono<ApiEnv>,
  { store, clock, ids, webhookUrlProblem, onMarked }: ApiParts,
): void {
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
      alert_url: webhook === undefined ? null : maskWebhook(webhook, c.get("caller")).url,
      alert_url_enabled: webhook?.enabled ?? false,
      alert_secret: webhook === undefined ? null : maskSecret(webhook.secret_hint),
      second_factor_role: account.factor_role,
      second_factor_from: isoTimeOrNull(account.factor_from),
      spam_prior: account.spam_prior === 1,
    };
  }

  app.get("/account", async (c) => c.json(await accountRecord(c)));

  app.patch("/account", async (c) => {
    const settings = await parseBody(c, zAccountSettings, "account");
    const { alert_url: url, second_factor_role: role, second_factor_from: from } = settings;
    if (role === undefined && from !== undefined) {
      throw invalid("second_factor_from", "Send it with second_factor_role, which it belongs to.");
    }
    const factor_from =
      (from == null ? undefined : parseTime("second_factor_from", from)) ?? clock.now();
    if (url !== undefined) {
      const problem = url === null ? undefined : (urlProblem(url) ?? webhookUrlProblem(url));
      if (problem !== undefined) throw invalid("alert_url", problem);
      const now = clock.now();
      const made = { uid: ids.uid(now), signing_secret: ids.signingSecret() };
      await store.writes.setAlertUrl({ ...scope(c), url, ...made, now });
    }
    if (role !== undefined) {
      const rule = { factor_role: role, factor_from: role === null ? null : factor_from };
      await store.writes.setFactorRule({ ...scope(c), ...rule });
    }
    if (settings.spam_prior !== undefined) {
      const spam_prior = settings.spam_prior ? 1 : 0;
      await store.writes.setSpamPrior({ ...scope(c), spam_prior, now: clock.now() });
      await onMarked(scope(c).account_id);
    }
    return c.json(await accountRecord(c));
  });

  app.get("/account/alert_secret", async (c) => {
    const secret = await store.reads.revealAlertSecret(scope(c));
    return c.json({ signing_secret: secret ?? null });
  });
}

/** As openapi.yaml says. */
const RESOLVED = 50;

export function alertRoutes(app: Hono<ApiEnv>, { store }: Pick<ApiParts, "store">): void {
  app.get("/alerts", async (c) => {
    const query = parseQuery(c, zListAlertsQuery);
    const caller = c.get("caller");
    const { scope } = await namedScope({ store }, caller, query);
    const seesAccount = !isPartial(scopeOf(caller));
    const found = await store.reads.listAlerts({ ...scope, resolved: RESOLVED, seesAccount });
    const alerts = found.map((alert) => ({ id: alert.id, ...showAlert(maskAlert(alert, caller)) }));
    return c.json({ alerts });
  });
}

/** The domains resource: the hosts under which this server is reached, which are settings of the server. */
export function domainRoutes(app: Hono<ApiEnv>, { store, domains }: ApiParts): void {
  app.get("/domains", async (c) => {
    const { account_id } = c.get("caller");
    const query = parseQuery(c, zListDomainsQuery);
    const account = await store.reads.findAccount({ id: account_id });
    const created_at = account?.created_at ?? 0;
    const found = domains
      .map((name, position) => ({ id: position + 1, name, created_at }))
      .filter(({ name }) => name.includes(query.query?.toLowerCase() ?? ""));
    const boundTo = { list: "domains", account_id, searched: query.query };
    const { after_id = 0, limit, offset } = pageOf(query, boundTo);
    const rest = found.filter(({ id }) => id > after_id).slice(offset, offset + limit);
    const { records, meta } = cutPage(query, boundTo, { records: rest, count: found.length });
    return c.json({ domains: records.map(domainRecord), meta });
  });
}

function domainRecord(of: {
  readonly id: number;
  readonly name: string;
  readonly created_at: number;
}): Domain {
  const created = isoTime(of.created_at);
  return { id: of.id, name: of.name, created_at: created, updated_at: created };
}
