/** `/dashboard/webhooks/<id>`: how one webhook fares, its settings, its secret, its end. */
import type { Hono } from "hono";
import type { FormWebhook } from "@intray/sdk/schemas";
import { type AppError, HTTP_STATUS } from "../../domain/errors.ts";
import { errorOf, dataOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { DeletionCard, deletionError } from "../layout/confirm-deletion.tsx";
import { redirectWithNotice } from "../http/notice.ts";
import { assetUrl } from "../http/assets.ts";
import { showPage } from "../layout/page.tsx";
import { ErrorMessage } from "../layout/error-page.tsx";
import { LatestDeliveries, TestOutcome } from "./deliveries.tsx";
import { disabledReason, HealthBadge, HealthStats } from "./health.tsx";
import { webhookPath, findWebhook } from "./find-webhook.ts";
import { preview, previewOptions, type PreviewOutcome } from "./preview.tsx";
import { Refire, refireSince } from "./refire.tsx";
import { SecretCard, webhookSecretRoutes } from "./secret.tsx";
import {
  inputOf,
  type WebhookInput,
  readInput,
  webhookChange,
  WebhookSettings,
} from "./settings.tsx";
import { findTestDelivery } from "./test-delivery.ts";

/** Entries of the log that the figures are of. */
const MAX_ENTRIES = 1_000;
const LATEST_DELIVERIES = 10;

export function oneWebhookRoutes(routes: Hono<DashboardEnv>, parts: DashboardParts): void {
  const { clock } = parts;
  routes.get("/:id", async (c) => showWebhook(c, parts, { webhook: await findWebhook(c) }));

  routes.post("/:id", async (c) => {
    const webhook = await findWebhook(c);
    const typed = readInput(await readPosted(c));
    const { enabled } = typed;
    const changed = await c.get("api").PATCH("/api/v1/form_webhooks/{id}", {
      params: { path: { id: webhook.id } },
      // Enabling it forgets its failures, so what is enabled is not enabled again.
      body: { ...webhookChange(typed), ...(enabled === webhook.enabled ? {} : { enabled }) },
    });
    const error = errorOf(changed);
    if (error !== undefined) return showWebhook(c, parts, { webhook, typed, error });
    return redirectWithNotice(c, webhookPath(webhook), "The settings are saved.");
  });

  routes.post("/:id/preview", async (c) => {
    const webhook = await findWebhook(c);
    const typed = readInput(await readPosted(c));
    const form_id = String(webhook.form_id);
    const previewed = await preview(c, webhookChange(typed), { ...typed, form_id });
    return showWebhook(c, parts, { webhook, typed, previewed });
  });

  routes.post("/:id/enable", async (c) => {
    const webhook = await findWebhook(c);
    dataOf(
      await c.get("api").PATCH("/api/v1/form_webhooks/{id}", {
        params: { path: { id: webhook.id } },
        body: { enabled: true },
      }),
    );
    return redirectWithNotice(
      c,
      `${webhookPath(webhook)}#refire`,
      "The webhook is enabled. What it missed can be re-fired below.",
    );
  });

  routes.post("/:id/test", async (c) => {
    const webhook = await findWebhook(c);
    const sent = await c
      .get("api")
      .POST("/api/v1/form_webhooks/{id}/test", { params: { path: { id: webhook.id } } });
    const problem = errorOf(sent);
    if (problem !== undefined) return showWebhook(c, parts, { webhook, problem });
    const { message, deliveries } = dataOf(sent);
    return redirectWithNotice(
      c,
      `${webhookPath(webhook)}?test=${deliveries[0]?.id ?? ""}`,
      message,
    );
  });

  routes.post("/:id/refire", async (c) => {
    const webhook = await findWebhook(c);
    const { since, error } = refireSince(await readPosted(c), clock.now());
    if (error !== undefined) return showWebhook(c, parts, { webhook, refire: error });
    const fired = await c.get("api").POST("/api/v1/form_webhooks/{id}/refire_failed", {
      params: { path: { id: webhook.id } },
      body: { since },
    });
    const refire = errorOf(fired);
    if (refire !== undefined) return showWebhook(c, parts, { webhook, refire });
    return redirectWithNotice(c, `${webhookPath(webhook)}#newest`, dataOf(fired).message);
  });

  routes.post("/:id/delete", async (c) => {
    const webhook = await findWebhook(c);
    const deletion = deletionError(await readPosted(c), "webhook", webhook.name);
    if (deletion !== undefined) return showWebhook(c, parts, { webhook, deletion });
    dataOf(
      await c
        .get("api")
        .DELETE("/api/v1/form_webhooks/{id}", { params: { path: { id: webhook.id } } }),
    );
    return redirectWithNotice(
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
  readonly typed?: WebhookInput;
  readonly previewed?: PreviewOutcome;
  /** Of the settings. */
  readonly error?: AppError;
  /** Of the whole: a test that could not be sent. */
  readonly problem?: AppError;
  readonly refire?: AppError;
  readonly deletion?: AppError;
}

async function showWebhook(c: DashboardContext, parts: DashboardParts, shown: Shown) {
  const { webhook, typed = inputOf(shown.webhook), previewed, error, problem } = shown;
  const { store, clock } = parts;
  const { account_id } = c.get("session");
  const test = await findTestDelivery(c, parts, webhook);
  const now = clock.now();
  const [form, choices, healths, newest, rotation] = await Promise.all([
    c
      .get("api")
      .GET("/api/v1/forms/{form_id}", { params: { path: { form_id: String(webhook.form_id) } } })
      .then(dataOf),
    previewOptions(c, String(webhook.form_id)),
    store.read("webhookHealth", { account_id, ids: [webhook.id], now, limit: MAX_ENTRIES }),
    store.read("newestDeliveries", {
      account_id,
      webhook_id: webhook.id,
      limit: LATEST_DELIVERIES,
    }),
    store.read("secretRotation", { account_id, id: webhook.id, now }),
  ]);
  const refused = error ?? problem ?? shown.refire ?? shown.deletion;
  const wrong = previewed?.kind === "refused" ? previewed.error : undefined;
  const to = webhookPath(webhook);
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
        <ErrorMessage error={problem} />
        {webhook.enabled ? null : <Disabled webhook={webhook} />}
        {test === undefined ? null : <TestOutcome delivery={test} />}
        {healths.map((health) => (
          <HealthStats webhook={webhook} health={health} limit={MAX_ENTRIES} />
        ))}
        <LatestDeliveries webhook_id={webhook.id} deliveries={newest} />
        <section class="card" id="settings">
          <h2>Settings</h2>
          <ErrorMessage error={error} />
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
        <DeletionCard
          what="webhook"
          name={webhook.name}
          action={`${webhookPath(webhook)}/delete`}
          button="Delete the webhook"
          error={shown.deletion}
        >
          What waits for it is canceled. Its log stays, and its secret is gone for good.
        </DeletionCard>
      </>
    ),
  });
}

function Disabled({ webhook }: { readonly webhook: FormWebhook }) {
  return (
    <section class="trouble">
      <form class="row" method="post" action={`${webhookPath(webhook)}/enable`}>
        <p>{`Nothing is sent to it. ${disabledReason(webhook)}`}</p>
        <button>Enable it</button>
      </form>
    </section>
  );
}
