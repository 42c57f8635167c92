/** A test delivery, and the few seconds that a page waits for what comes of it. */
import type { FormWebhook } from "@intray/sdk/schemas";
import type { DeliveryRecord } from "../../store/deliveries/delivery-log.ts";
import type { DashboardContext, DashboardParts } from "../http/env.ts";

/** A receiver that works answers sooner; one that does not is waited for by the log. */
const MAX_WAIT_MS = 3_000;
const POLL_INTERVAL_MS = 100;

/** The test that the page's address names, settled or not; `undefined` when there is none. */
export async function findTestDelivery(
  c: DashboardContext,
  { store, clock }: DashboardParts,
  webhook: FormWebhook,
): Promise<DeliveryRecord | undefined> {
  const named = c.req.query("test") ?? "";
  if (!/^[1-9][0-9]{0,14}$/.test(named)) return undefined;
  const until = clock.now() + MAX_WAIT_MS;
  for (;;) {
    const [delivery] = await store.read("getDeliveries", { ids: [Number(named)] });
    if (delivery?.webhook_id !== webhook.id || delivery.trigger !== "test") return undefined;
    if (delivery.finished_at !== null || clock.now() >= until) return delivery;
    await new Promise<void>((resolve) => clock.after(POLL_INTERVAL_MS, resolve));
  }
}
