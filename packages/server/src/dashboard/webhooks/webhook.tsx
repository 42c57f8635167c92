/** `/dashboard/webhooks/<id>`: a webhook's health, deliveries, settings, secret and deletion. */
import type { Hono } from "hono";
import type { FormWebhook, Rehearsal } from "@intray/sdk/schemas";
import { type AppError, HTTP_STATUS } from "../../domain/errors.ts";
import { byForm, byId, dataOf, errorOf } from "../http/api-client.ts";
import { type Posted, readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { type Conflict, findOwnChanges, readOriginal } from "../http/own-changes.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { assetUrl } from "../http/assets.ts";
import { Card } from "../layout/card.tsx";
import { DeletionCard, deletionError } from "../layout/confirmation.tsx";
import { readFormLabel } from "../layout/form-label.ts";
import { showPage } from "../layout/page.tsx";
import { CheckedForm } from "../layout/form-errors.tsx";
import { submissionOptions } from "../layout/preview.tsx";
import { LatestDeliveries, Failing, SendWaiting } from "./deliveries.tsx";
import { CircuitOpen, explainDisabled, HealthBadge, HealthStats } from "./health.tsx";
import { DeliveryList } from "../deliveries/delivery-list.tsx";
import { BodyDownload } from "../deliveries/delivery-request.tsx";
import { deliveriesUrl, MAX_ANSWERED } from "../deliveries/filters.tsx";
import { findVersion, findNamedWebhook, webhookPath } from "./find-webhook.ts";
import { previewPayload, type PreviewOutcome } from "./preview.tsx";
import { AFTER_SAVING, findTestDelivery, SaveAndTest, TEST } from "./send-test.tsx";
import { SecretCard, addWebhookSecretRoutes } from "./secret.tsx";
import {
  mergeChanges,
  readTyped,
  showStored,
  storedWebhookSettings,
  type TypedWebhook,
  WebhookSettingInputs,
} from "./settings.tsx";
import { LinkButton } from "../layout/fields.tsx";

/** Deliveries that the statistics cover. */
const MAX_ENTRIES = 1_000;
const LATEST_DELIVERIES = 10;

export function addOneWebhookRoutes(routes: Hono<DashboardEnv>, parts: DashboardParts): void {
  routes.get("/:id", async (c) => showWebhook(c, parts, { webhook: await findNamedWebhook(c) }));

  const save = async (c: DashboardContext, posted: Posted): Promise<Response> => {
    const { webhook, header } = await findVersion(c);
    const typed = readTyped(posted);
    const { changes, conflicts } = findOwnChanges(posted, {
      typed: typed.settings,
      stored: storedWebhookSettings(webhook),
    });
    // With what somebody else has changed meanwhile.
    const merged = mergeChanges(showStored(webhook), typed, changes);
    if (conflicts.length > 0) return showWebhook(c, parts, { webhook, typed: merged, conflicts });
    const { enabled, ...change } = changes;
    const changed = await c.var.api.PATCH("/api/v1/form_webhooks/{id}", {
      params: { path: { id: webhook.id }, header },
      // Setting `enabled` resets the failure count, so it is only sent if it changed.
      body: {
        ...change,
        ...(enabled === undefined || enabled === webhook.enabled ? {} : { enabled }),
      },
    });
    const error = errorOf(changed);
    // Somebody else has changed it after it was compared.
    if (error?.code === "precondition_failed") return save(c, posted);
    if (error !== undefined) return showWebhook(c, parts, { webhook, typed: merged, error });
    const saved = "The settings were saved.";
    if (posted.text(AFTER_SAVING) !== TEST) {
      return redirectWithNotice(c, webhookPath(webhook), saved);
    }
    const sent = await c.var.api.POST("/api/v1/form_webhooks/{id}/test", byId(webhook.id));
    const refused = errorOf(sent);
    if (refused !== undefined) {
      const sentence = `${saved} No test was sent: ${refused.message}`;
      return redirectWithNotice(c, webhookPath(webhook), sentence);
    }
    const { message, deliveries } = dataOf(sent);
    const to = `${webhookPath(webhook)}?test=${deliveries[0]?.id ?? ""}`;
    return redirectWithNotice(c, to, `${saved} ${message}`);
  };
  routes.post("/:id", async (c) => save(c, await readPosted(c)));

  routes.post("/:id/preview", async (c) => {
    const webhook = await findNamedWebhook(c);
    const posted = await readPosted(c);
    const typed = readTyped(posted);
    const form_id = String(webhook.form_id);
    const previewed = await previewPayload(c, typed.settings, { ...typed, form_id });
    return showWebhook(c, parts, { webhook, typed, previewed, original: readOriginal(posted) });
  });

  routes.post("/:id/rehearsal", async (c) => {
    const webhook = await findNamedWebhook(c);
    const posted = await readPosted(c);
    const typed = readTyped(posted);
    const { filter = null, trigger_when_spam, enabled } = { ...webhook, ...typed.settings };
    const answer = await c.var.api.POST("/api/v1/forms/{form_id}/rehearsals", {
      ...byForm(webhook.form_id),
      body: { form_webhook: { id: webhook.id, filter, trigger_when_spam, enabled } },
    });
    const error = errorOf(answer);
    const shown = { webhook, typed, original: readOriginal(posted), rehearsal: answer.data };
    return showWebhook(c, parts, { ...shown, ...(error && { error }) });
  });

  routes.post("/:id/enable", async (c) => {
    const webhook = await findNamedWebhook(c);
    dataOf(
      await c.var.api.PATCH("/api/v1/form_webhooks/{id}", {
        ...byId(webhook.id),
        body: { enabled: true },
      }),
    );
    return redirectWithNotice(
      c,
      `${webhookPath(webhook)}#refire`,
      "The webhook was enabled. What it missed can be sent below.",
    );
  });

  routes.post("/:id/delete", async (c) => {
    const webhook = await findNamedWebhook(c);
    const error = deletionError(await readPosted(c), "webhook", webhook.name);
    if (error !== undefined) return showWebhook(c, parts, { webhook, deletionError: error });
    dataOf(await c.var.api.DELETE("/api/v1/form_webhooks/{id}", byId(webhook.id)));
    return redirectWithNotice(
      c,
      "/dashboard/webhooks",
      `The webhook ${webhook.name} was deleted. Its log entries were kept.`,
    );
  });

  addWebhookSecretRoutes(routes);
}

interface Shown {
  readonly webhook: FormWebhook;
  /** The typed settings, if they were not saved. */
  readonly typed?: TypedWebhook;
  readonly previewed?: PreviewOutcome;
  /** What the typed settings would have done. */
  readonly rehearsal?: Rehearsal | undefined;
  /** What the typed settings are compared with when they are posted again. Default: what is stored. */
  readonly original?: object | undefined;
  /** The typed settings that somebody else has changed. */
  readonly conflicts?: readonly Conflict[];
  /** Why the settings were rejected. */
  readonly error?: AppError;
  /** Why the deletion was rejected. */
  readonly deletionError?: AppError;
}

async function showWebhook(c: DashboardContext, parts: DashboardParts, shown: Shown) {
  const { webhook, typed = showStored(shown.webhook), previewed, error } = shown;
  const { store, clock } = parts;
  const { account_id } = c.var.session;
  const test = await findTestDelivery(c, parts, webhook);
  const now = clock.now();
  const [form, submissions, healths, latest, answers, rotation] = await Promise.all([
    c.var.api.GET("/api/v1/forms/{form_id}", byForm(webhook.form_id)).then(dataOf),
    submissionOptions(c, String(webhook.form_id)),
    store.reads.webhookHealth({ account_id, ids: [webhook.id], now, limit: MAX_ENTRIES }),
    store.reads.newestDeliveries({ account_id, webhook_id: webhook.id, limit: LATEST_DELIVERIES }),
    store.reads.receiverAnswers({ account_id, webhook_id: webhook.id, limit: MAX_ANSWERED }),
    store.reads.secretRotation({ account_id, id: webhook.id, now }),
  ]);
  const rejected = error ?? shown.deletionError;
  const previewError = previewed?.kind === "rejected" ? previewed.error : undefined;
  const previewStatus = previewError === undefined ? 200 : 422;
  const to = webhookPath(webhook);
  const here = test === undefined ? to : `${to}?test=${test.id}`;
  return showPage(c, {
    title: webhook.name,
    section: "webhooks",
    scripts: [assetUrl("preview.js"), assetUrl("webhook.js"), assetUrl("refresh.js")],
    status:
      shown.conflicts !== undefined
        ? HTTP_STATUS.conflict
        : rejected === undefined
          ? previewStatus
          : HTTP_STATUS[rejected.code],
    crumbs: [
      ["Webhooks", "/dashboard/webhooks"],
      [await readFormLabel(c, parts, form.id, form.name), `/dashboard/forms/${form.id}`],
    ],
    beside: (
      <>
        <HealthBadge webhook={webhook} />
        <SaveAndTest isMain />
      </>
    ),
    content: (
      <>
        {webhook.enabled ? null : <Disabled webhook={webhook} />}
        <Failing webhook={webhook} answers={answers} />
        <CircuitOpen circuit={parts.circuitOf(webhook)} />
        <SendWaiting c={c} webhook={webhook} />
        {test === undefined ? null : (
          <Card id="test" title="Test delivery">
            <DeliveryList
              deliveries={[test]}
              page={here}
              request={(delivery) => <BodyDownload delivery={delivery} />}
            />
          </Card>
        )}
        <div class="side-by-side">
          <div class="stacked">
            {healths.map((health) => (
              <HealthStats webhook={webhook} health={health} limit={MAX_ENTRIES} />
            ))}
            <LatestDeliveries page={here} webhook_id={webhook.id} deliveries={latest} />
          </div>
          <Card id="settings" title="Settings">
            <CheckedForm error={error} marked={previewError}>
              <WebhookSettingInputs
                typed={typed}
                action={to}
                button="Save settings"
                original={shown.original ?? storedWebhookSettings(webhook)}
                conflicts={shown.conflicts ?? []}
                isUnsaved={shown.typed !== undefined}
                previewed={previewed}
                rehearsal={shown.rehearsal}
                submissions={submissions}
              />
            </CheckedForm>
          </Card>
        </div>
        <div class="side-by-side three">
          <SecretCard webhook={webhook} rotation={rotation} />
          <Card id="refire" title="Send failed deliveries">
            <p>
              The next page counts what failed, what waits and what was delivered, and sends what
              you select. To send those of some days only, filter the deliveries first.
            </p>
            {webhook.enabled ? (
              <p>
                <LinkButton
                  to={deliveriesUrl({ webhook_id: String(webhook.id) }, "/send")}
                  label="Count them"
                />
              </p>
            ) : (
              <p class="soft">Enable the webhook first.</p>
            )}
          </Card>
          <DeletionCard
            what="webhook"
            name={webhook.name}
            action={`${webhookPath(webhook)}/delete`}
            error={shown.deletionError}
          >
            Queued deliveries are canceled. The log is kept. This cannot be undone.
          </DeletionCard>
        </div>
      </>
    ),
  });
}

const Disabled = ({ webhook }: { readonly webhook: FormWebhook }) => (
  <section class="alert">
    <form class="row" method="post" action={`${webhookPath(webhook)}/enable`}>
      <p>{`This webhook is disabled. ${explainDisabled(webhook)}`}</p>
      <button>Enable webhook</button>
    </form>
  </section>
);
