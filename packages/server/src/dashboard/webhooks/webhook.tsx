/** `/dashboard/webhooks/<id>`: how one webhook fares, its settings, its secret, its end. */
import type { Hono } from "hono";
import type { FormWebhook } from "@intray/sdk/schemas";
import { type AppError, HTTP_STATUS } from "../../domain/errors.ts";
import { refusal, required } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { Deletion, notDeleted } from "../layout/confirm-deletion.tsx";
import { redirectWith } from "../http/notice.ts";
import { assetUrl } from "../http/assets.ts";
import { showPage } from "../layout/page.tsx";
import { Trouble } from "../layout/error-page.tsx";
import { NewestDeliveries, TestOutcome } from "./deliveries.tsx";
import { disabledReason, HealthBadge, HealthFigures } from "./health.tsx";
import { webhookAddress, webhookOf } from "./webhook-of.ts";
import { preview, previewChoices, type Previewed } from "./preview.tsx";
import { Refire, refireSince } from "./refire.tsx";
import { SecretCard, webhookSecretRoutes } from "./secret.tsx";
import {
  storedWebhook,
  type TypedWebhook,
  typedWebhook,
  webhookChange,
  WebhookSettings,
} from "./settings.tsx";
import { sentTest } from "./trial.ts";

/** Entries of the log that the figures are of. */
const MAX_ENTRIES = 1_000;
const NEWEST = 10;

export function oneWebhookRoutes(routes: Hono<DashboardEnv>, parts: DashboardParts): void {
  const { clock } = parts;
  routes.get("/:id", async (c) => showWebhook(c, parts, { webhook: await webhookOf(c) }));

  routes.post("/:id", async (c) => {
    const webhook = await webhookOf(c);
    const typed = typedWebhook(await readPosted(c));
    const { enabled } = typed;
    const changed = await c.get("api").PATCH("/api/v1/form_webhooks/{id}", {
      params: { path: { id: webhook.id } },
      // Enabling it forgets its failures, so what is enabled is not enabled again.
      body: { ...webhookChange(typed), ...(enabled === webhook.enabled ? {} : { enabled }) },
    });
    const error = refusal(changed);
    if (error !== undefined) return showWebhook(c, parts, { webhook, typed, error });
    return redirectWith(c, webhookAddress(webhook), "The settings are saved.");
  });

  routes.post("/:id/preview", async (c) => {
    const webhook = await webhookOf(c);
    const typed = typedWebhook(await readPosted(c));
    const form_id = String(webhook.form_id);
    const previewed = await preview(c, webhookChange(typed), { ...typed, form_id });
    return showWebhook(c, parts, { webhook, typed, previewed });
  });

  routes.post("/:id/enable", async (c) => {
    const webhook = await webhookOf(c);
    required(
      await c.get("api").PATCH("/api/v1/form_webhooks/{id}", {
        params: { path: { id: webhook.id } },
        body: { enabled: true },
      }),
    );
    return redirectWith(
      c,
      `${webhookAddress(webhook)}#refire`,
      "The webhook is enabled. What it missed can be re-fired below.",
    );
  });

  routes.post("/:id/test", async (c) => {
    const webhook = await webhookOf(c);
    const sent = await c
      .get("api")
      .POST("/api/v1/form_webhooks/{id}/test", { params: { path: { id: webhook.id } } });
    const problem = refusal(sent);
    if (problem !== undefined) return showWebhook(c, parts, { webhook, problem });
    const { message, deliveries } = required(sent);
    return redirectWith(c, `${webhookAddress(webhook)}?test=${deliveries[0]?.id ?? ""}`, message);
  });

  routes.post("/:id/refire", async (c) => {
    const webhook = await webhookOf(c);
    const { since, error } = refireSince(await readPosted(c), clock.now());
    if (error !== undefined) return showWebhook(c, parts, { webhook, refire: error });
    const fired = await c.get("api").POST("/api/v1/form_webhooks/{id}/refire_failed", {
      params: { path: { id: webhook.id } },
      body: { since },
    });
    const refire = refusal(fired);
    if (refire !== undefined) return showWebhook(c, parts, { webhook, refire });
    return redirectWith(c, `${webhookAddress(webhook)}#newest`, required(fired).message);
  });

  routes.post("/:id/delete", async (c) => {
    const webhook = await webhookOf(c);
    const deletion = notDeleted(await readPosted(c), "webhook", webhook.name);
    if (deletion !== undefined) return showWebhook(c, parts, { webhook, deletion });
    required(
      await c
        .get("api")
        .DELETE("/api/v1/form_webhooks/{id}", { params: { path: { id: webhook.id } } }),
    );
    return redirectWith(
      c,
      "/dashboard/webhooks",
      `The webhook ${webhook.name} is deleted. Its log stays with the submissions.`,
    );
  });

  webhookSecretRoutes(routes);
}

interface Shown {
  readonly webhook: FormWebhook;
  /** What was typed over it. */
  readonly typed?: TypedWebhook;
  readonly previewed?: Previewed;
  /** Of the settings. */
  readonly error?: AppError;
  /** Of the whole: a test that could not be sent. */
  readonly problem?: AppError;
  readonly refire?: AppError;
  readonly deletion?: AppError;
}

async function showWebhook(c: DashboardContext, parts: DashboardParts, shown: Shown) {
  const { webhook, typed = storedWebhook(shown.webhook), previewed, error, problem } = shown;
  const { store, clock } = parts;
  const { account_id } = c.get("session");
  const test = await sentTest(c, parts, webhook);
  const now = clock.now();
  const [form, choices, healths, newest, rotation] = await Promise.all([
    c
      .get("api")
      .GET("/api/v1/forms/{form_id}", { params: { path: { form_id: String(webhook.form_id) } } })
      .then(required),
    previewChoices(c, String(webhook.form_id)),
    store.read("webhookHealth", { account_id, ids: [webhook.id], now, limit: MAX_ENTRIES }),
    store.read("newestDeliveries", { account_id, webhook_id: webhook.id, limit: NEWEST }),
    store.read("secretRotation", { account_id, id: webhook.id, now }),
  ]);
  const refused = error ?? problem ?? shown.refire ?? shown.deletion;
  const wrong = previewed?.kind === "refused" ? previewed.error : undefined;
  const to = webhookAddress(webhook);
  return showPage(c, {
    title: webhook.name,
    section: "webhooks",
    scripts: [assetUrl("webhook.js")],
    status: refused === undefined ? (wrong === undefined ? 200 : 422) : HTTP_STATUS[refused.code],
    content: (
      <>
        <div class="head">
          <div>
            <p class="crumbs">
              <a href="/dashboard/webhooks">Webhooks</a> /{" "}
              <a href={`/dashboard/forms/${form.id}`}>{form.name}</a>
            </p>
            <h1>{webhook.name}</h1>
          </div>
          <HealthBadge webhook={webhook} />
          <form method="post" action={`${to}/test`}>
            <button class="main">Send a test</button>
          </form>
        </div>
        <Trouble error={problem} />
        {webhook.enabled ? null : <Disabled webhook={webhook} />}
        {test === undefined ? null : <TestOutcome delivery={test} />}
        {healths.map((health) => (
          <HealthFigures webhook={webhook} health={health} limit={MAX_ENTRIES} />
        ))}
        <NewestDeliveries webhook_id={webhook.id} deliveries={newest} />
        <section class="card" id="settings">
          <h2>Settings</h2>
          <Trouble error={error} />
          <WebhookSettings
            typed={typed}
            action={to}
            button="Save the settings"
            error={error ?? wrong}
            previewed={previewed}
            choices={choices}
          />
        </section>
        <SecretCard webhook={webhook} rotation={rotation} />
        <Refire webhook={webhook} error={shown.refire} />
        <Deletion
          what="webhook"
          name={webhook.name}
          action={`${webhookAddress(webhook)}/delete`}
          button="Delete the webhook"
          error={shown.deletion}
        >
          What waits for it is canceled. Its log stays, and its secret is gone for good.
        </Deletion>
      </>
    ),
  });
}

function Disabled({ webhook }: { readonly webhook: FormWebhook }) {
  return (
    <section class="trouble">
      <form class="row" method="post" action={`${webhookAddress(webhook)}/enable`}>
        <p>{`Nothing is sent to it. ${disabledReason(webhook)}`}</p>
        <button>Enable it</button>
      </form>
    </section>
  );
}
