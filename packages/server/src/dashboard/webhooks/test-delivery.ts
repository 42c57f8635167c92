/** Waits a few seconds for the outcome of a test delivery. */
import type { FormWebhook } from "@intray/sdk/schemas";
import type { DeliveryRecord } from "../../store/deliveries/delivery-log.ts";
import { plusMs } from "../../platform/clock.ts";
import type { DashboardContext, DashboardParts } from "../http/env.ts";

/** Most receivers respond sooner; the page's script waits longer. */
const MAX_WAIT_MS = 3_000;
const POLL_INTERVAL_MS = 100;

/**
 * Returns the test delivery that the request's URL names, finished or not; `undefined` if it names none
 * or one of another webhook.
 */
export async function findTestDelivery(
  c: DashboardContext,
  { store, clock }: DashboardParts,
  webhook: FormWebhook,
): Promise<DeliveryRecord | undefined> {
  const id = c.req.query("test") ?? "";
  if (!/^[1-9][0-9]{0,14}$/.test(id)) return undefined;
  const until = plusMs(clock.monotonic(), MAX_WAIT_MS);
  for (;;) {
    const [delivery] = await store.read("getDeliveries", { ids: [Number(id)] });
    if (delivery?.destination_id !== webhook.id || delivery.trigger !== "test") return undefined;
    if (delivery.finished_at !== null || clock.monotonic() >= until) return delivery;
    await new Promise<void>((resolve) => clock.after(POLL_INTERVAL_MS, resolve));
  }
}
