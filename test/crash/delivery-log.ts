/** Reads the log of deliveries once every delivery in it has ended. */
import { type Delivery, Intray, type WebhookLog } from "@intray/sdk";
import { KEY } from "../harness/server-program.ts";

/** No lease is older than these two together. */
const LEASE_MS = 60_000;
const SWEEP_MS = 15_000;

const OPEN_STATES = ["queued", "retrying", "delivering"] as const;

/**
 * Every entry of the log, of webhooks or of every kind, once none is open. A lost lease ends within its duration plus
 * one sweep, so at least one delivery ends in that time.
 */
export async function allFinished(url: string, log: "webhookLogs" | "deliveries", form: number) {
  const client = new Intray({ baseUrl: url, apiKey: KEY });
  const list = (state?: (typeof OPEN_STATES)[number]) =>
    client[log].list({ form_id: form, per_page: 100, ...(state !== undefined && { state }) });
  let fewest = Infinity;
  let deadline = 0;
  try {
    for (;;) {
      const pages = await Promise.all(OPEN_STATES.map((state) => list(state)));
      const open = pages.reduce((sum, { meta }) => sum + meta.count, 0);
      if (open === 0) {
        // The states are read one after the other, and a delivery may have changed its own in between.
        const entries = await Array.fromAsync<Delivery | WebhookLog>(list());
        if (!entries.some(({ state }) => OPEN_STATES.some((one) => one === state))) return entries;
      }
      if (open < fewest) {
        fewest = open;
        deadline = performance.now() + LEASE_MS + SWEEP_MS;
      }
      if (performance.now() > deadline) {
        throw new Error(`${open} deliveries are open for too long: ${JSON.stringify(pages)}.`);
      }
      await new Promise((resolve) => void setTimeout(resolve, 200));
    }
  } finally {
    await client.close();
  }
}
