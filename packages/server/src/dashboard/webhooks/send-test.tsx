/** The button that sends a test of a webhook, and the outcome of a test, for which its page waits a few seconds. */
import type { FormWebhook, Delivery } from "@intray/sdk/schemas";
import { plusMs } from "../../platform/clock.ts";
import type { DashboardContext, DashboardParts } from "../http/env.ts";

/** Name and value of the button that saves the settings and then sends a test. */
export const AFTER_SAVING = "after_saving";
export const TEST = "test";

/** A button that saves the settings of the webhook and then sends a test. It may stand outside of their form. */
export const SaveAndTest = ({ isMain = false }: { readonly isMain?: boolean }) => (
  <button
    form="webhook-settings"
    name={AFTER_SAVING}
    value={TEST}
    class={isMain ? "main" : undefined}
  >
    Save and send test
  </button>
);

/** Most receivers respond sooner; the page's script waits longer. */
const MAX_WAIT_MS = 3_000;
const POLL_INTERVAL_MS = 100;

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
