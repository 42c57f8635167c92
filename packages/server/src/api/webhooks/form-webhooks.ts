/** The form_webhooks resource, and their signing secrets. */
import type { Hono } from "hono";
import {
  zFormWebhookSettings,
  zListFormWebhooksQuery,
  zRegenerateSecret,
} from "@intray/sdk/schemas";
import { invalid } from "../../domain/errors.ts";
import { webhookNotFound } from "../../domain/not-found.ts";
import { formatOfUrl } from "../../delivery/payload/formats.ts";
import { kindOfAddress } from "../../domain/delivery/destination.ts";
import { WEBHOOK_DEFAULTS } from "../../domain/delivery/webhook.ts";
import type { WebhookRecord } from "../../store/webhooks/webhooks.ts";
import type { ApiContext, ApiEnv, ApiParts } from "../http/env.ts";
import { writeOnce } from "../http/idempotency.ts";
import { isMasked, maskWebhook } from "../http/masks.ts";
import { cutPage, pageOf } from "../http/pagination.ts";
import { parseBody, parseQuery, pathId, withEmptyAsDefault } from "../http/request.ts";
import { namedScope, requireForm } from "../http/scope.ts";
import { expectedVersions, setVersion } from "../http/versions.ts";
import { READ_ONLY, requireReadOnly } from "../members/read-only-members.ts";
import { ownSecret, webhookRecord, webhookSettings } from "./webhook-record.ts";
import { requireUsableTemplate } from "./webhook-template.ts";

const webhookSchema = withEmptyAsDefault(zFormWebhookSettings, WEBHOOK_DEFAULTS);

/** Its stored payloads and its log are those of one kind of destination. */
function requireSameKind(url: string, before: Pick<WebhookRecord, "id" | "url">): void {
  const [kind, asked] = [kindOfAddress(before.url), kindOfAddress(url)];
  if (kind === asked) return;
  throw invalid(
    "url",
    `The webhook ${before.id} is of the kind ${kind}, and this URL of the kind ${asked}. Create a new webhook instead.`,
  );
}

export function formWebhookRoutes(app: Hono<ApiEnv>, parts: ApiParts): void {
  const { store, clock, ids, webhookUrlProblem } = parts;
  const scope = (c: ApiContext) => ({ account_id: c.get("caller").account_id, id: pathId(c) });
  const answer = (c: ApiContext, webhook: WebhookRecord, status: 200 | 201 = 200) => {
    const caller = c.get("caller");
    // By its version a URL could be guessed.
    if (!isMasked(caller)) setVersion(c, webhook.version);
    return c.json(webhookRecord(maskWebhook(webhook, caller)), status);
  };
  const existing = async (c: ApiContext) => {
    const webhook = await store.reads.findWebhook(scope(c));
    if (webhook === undefined) throw webhookNotFound(pathId(c));
    return webhook;
  };
  /** A webhook cannot move to another form: its log, queue and stored payloads belong to the first one. */
  const requireSameForm = async (
    c: ApiContext,
    form_id: number | string | undefined,
    id: number,
  ) => {
    if (form_id === undefined) return;
    const form = await requireForm(parts, c.get("caller"), String(form_id));
    if (form.id === id) return;
    throw invalid(
      "form_id",
      `A webhook cannot move from its form, ${id}, to another. Create a new webhook for form ${form.id} instead.`,
    );
  };

  const requireAllowedUrl = (url: string) => {
    const problem = webhookUrlProblem(url);
    if (problem !== undefined) throw invalid("url", problem);
  };

  app.get("/form_webhooks", async (c) => {
    const query = parseQuery(c, zListFormWebhooksQuery);
    const caller = c.get("caller");
    const { scope: forms } = await namedScope(parts, caller, query);
    const filter = { ...forms, query: query.query };
    const boundTo = { list: "form_webhooks", ...filter };
    const page = { ...filter, seesUrls: !isMasked(caller), ...pageOf(query, boundTo) };
    const found = await store.reads.listWebhooks(page);
    const { records, meta } = cutPage(query, boundTo, found);
    const form_webhooks = records.map(({ rank: _, ...webhook }) =>
      webhookRecord(maskWebhook(webhook, caller)),
    );
    return c.json({ form_webhooks, meta });
  });

  app.post("/form_webhooks", async (c) => {
    const given = await parseBody(c, webhookSchema, "form_webhook");
    if (given.form_id === undefined)
      throw invalid("form_id", "A webhook needs the form_id of its form.");
    if (given.url === undefined) throw invalid("url", "A webhook needs a url.");
    const form = await requireForm(parts, c.get("caller"), String(given.form_id));
    const asked = webhookSettings(given);
    const settings = { format: formatOfUrl(given.url), ...asked, url: given.url };
    requireAllowedUrl(given.url);
    requireUsableTemplate({ ...WEBHOOK_DEFAULTS, ...settings });
    const { result: webhook } = await writeOnce(c, parts, store.writes.createWebhook, {
      account_id: c.get("caller").account_id,
      form_id: form.id,
      uid: ids.uid(clock.now()),
      settings,
      signing_secret: ownSecret(given) ?? ids.signingSecret(),
      now: clock.now(),
    });
    return answer(c, webhook, 201);
  });

  app.get("/form_webhooks/:id", async (c) => answer(c, await existing(c)));

  const change = async (c: ApiContext) => {
    const before = await existing(c);
    const given = await parseBody(c, webhookSchema, "form_webhook", (members) =>
      requireReadOnly(members, webhookRecord(before), READ_ONLY.webhook),
    );
    await requireSameForm(c, given.form_id, before.form_id);
    const settings = webhookSettings(given);
    requireSameKind(settings.url ?? before.url, before);
    // Other settings of a webhook can be changed after its URL has become forbidden.
    if (settings.url !== undefined && settings.url !== before.url) requireAllowedUrl(settings.url);
    requireUsableTemplate({ ...before, ...settings });
    const signing_secret = ownSecret(given);
    const changed = { settings, signing_secret, expected: expectedVersions(c), now: clock.now() };
    return answer(c, await store.writes.updateWebhook({ ...scope(c), ...changed }));
  };
  app.patch("/form_webhooks/:id", change);
  app.put("/form_webhooks/:id", change);

  app.delete("/form_webhooks/:id", async (c) => {
    const deletion = { ...scope(c), expected: expectedVersions(c) };
    return c.json(webhookRecord(await store.writes.deleteWebhook(deletion)));
  });

  app.get("/form_webhooks/:id/signing_secret", async (c) =>
    c.json(await store.reads.revealSecrets(scope(c))),
  );

  app.post("/form_webhooks/:id/regenerate_secret", async (c) => {
    const { stage = false, activate = false } = await parseBody(c, zRegenerateSecret);
    const at = { ...scope(c), now: clock.now() };
    if (stage && activate) {
      throw invalid(
        "activate",
        "stage and activate cannot be combined. Stage the next secret, configure it in the receiver, and then activate it with a second request.",
      );
    }
    if (activate) return c.json(await store.writes.activateSecret(at));
    const fresh = { ...at, signing_secret: ids.signingSecret() };
    return c.json(await store.writes[stage ? "stageSecret" : "replaceSecret"](fresh));
  });
}
