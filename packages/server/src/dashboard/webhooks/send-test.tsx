/** Sends a test of a webhook, which is always of the saved settings, and waits a few seconds for its outcome. */
import type { FormWebhook, Delivery } from "@intray/sdk/schemas";
import { webhookPath } from "./find-webhook.ts";
import { plusMs } from "../../platform/clock.ts";
import type { AppError } from "../../domain/errors.ts";
import { byId, dataOf, errorOf } from "../http/api-client.ts";
import type { DashboardContext, DashboardParts } from "../http/env.ts";

/** Name and value of the button that saves the settings and then sends a test. */
export const AFTER_SAVING = "after_saving";
export const TEST = "test";

const FORM = "send-test";

export function SendTest({ webhook }: { readonly webhook: FormWebhook }) {
  return (
    <form method="post" id={FORM} action={`${webhookPath(webhook)}/test`} data-test="">
      <button class="main">
        Send test
        <SavedOnly />
      </button>
    </form>
  );
}

/** Without script nobody notices that the settings on the page are others. */
export function SavedOnly() {
  return <noscript> with the saved settings</noscript>;
}

/** Shown by the script instead of sending a test, if the settings on the page are not saved. */
export function UnsavedTest() {
  return (
    <div class="alert" id="unsaved-test" role="alert" hidden>
      <p>The settings on this page have unsaved changes.</p>
      <div class="row">
        <button form="webhook-settings" name={AFTER_SAVING} value={TEST}>
          Save and send test
        </button>
        <button form={FORM} data-saved="">
          Send test with the saved settings
        </button>
      </div>
    </div>
  );
}

/** Most receivers respond sooner; the page's script waits longer. */
const MAX_WAIT_MS = 3_000;
const POLL_INTERVAL_MS = 100;

/** Sends one with the saved settings. Returns a sentence about it and the page that shows it, or why none was sent. */
export async function sendTest(
  c: DashboardContext,
  webhook: FormWebhook,
): Promise<{ readonly message: string; readonly to: string } | AppError> {
  const sent = await c.var.api.POST("/api/v1/form_webhooks/{id}/test", byId(webhook.id));
  const error = errorOf(sent);
  if (error !== undefined) return error;
  const { message, deliveries } = dataOf(sent);
  return { message, to: `${webhookPath(webhook)}?test=${deliveries[0]?.id ?? ""}` };
}

/**
 * Returns the test delivery that the request's URL names, finished or not; `undefined` if it names none
 * or one of another webhook.
 */
export async function findTestDelivery(
  c: DashboardContext,
  { clock }: Pick<DashboardParts, "clock">,
  webhook: FormWebhook,
): Promise<Delivery | undefined> {
  const id = c.req.query("test") ?? "";
  if (!/^[1-9][0-9]{0,14}$/.test(id)) return undefined;
  const until = plusMs(clock.monotonic(), MAX_WAIT_MS);
  for (;;) {
    const path = { id: Number(id) };
    const { data: delivery } = await c.var.api.GET("/api/v1/deliveries/{id}", { params: { path } });
    if (delivery?.destination_id !== webhook.id || delivery.trigger !== "test") return undefined;
    if (delivery.finished_at !== null || clock.monotonic() >= until) return delivery;
    await new Promise<void>((resolve) => clock.after(POLL_INTERVAL_MS, resolve));
  }
}
