/**
 * Replays real deliveries of a webhook: the bytes that the server stored, signed with the webhook's
 * secret.
 */
import type { Intray } from "@intray/sdk";
import type { Clock } from "../clock.ts";
import type { EventFeed } from "../live/event-feed.ts";
import { SeenIds } from "../live/seen-ids.ts";
import { ignoreNotFound } from "../errors/sdk-problem.ts";
import { signedHeaders } from "../webhooks/signed-headers.ts";
import type { LocalDelivery } from "./local-delivery.ts";

export interface ReplayedOptions {
  readonly client: Intray;
  readonly feed: EventFeed;
  readonly webhook: number;
  readonly clock: Clock;
  readonly onConnected: () => void;
}

/** Each delivery once, regardless of the number of its attempts. */
export async function* replayedDeliveries(options: ReplayedOptions): AsyncGenerator<LocalDelivery> {
  const { client, feed, webhook, onConnected } = options;
  const seen = new SeenIds();
  const floor = await newestEntry(client, webhook);
  for await (const item of feed.items()) {
    if (item.kind === "event") {
      const { type, data } = item.event;
      const isOurs = type === "delivery.updated" && data["webhook_id"] === webhook;
      if (!isOurs || data.id === undefined || seen.has(data.id)) continue;
      const delivery = await replay(options, data.id, idOrNull(data["submission_id"]));
      if (delivery === undefined || !seen.add(data.id)) continue;
      yield delivery;
      continue;
    }
    for (const [id, submissionId] of (await entriesAbove(options, floor)).toReversed()) {
      if (seen.has(id)) continue;
      const delivery = await replay(options, id, submissionId);
      if (delivery === undefined || !seen.add(id)) continue;
      yield delivery;
    }
    if (item.kind === "connected") onConnected();
  }
}

async function newestEntry(client: Intray, webhook: number): Promise<number> {
  const { webhook_logs } = await client.webhookLogs.list({ webhook_id: webhook, per_page: 1 });
  return webhook_logs[0]?.id ?? 0;
}

/** Newest first. */
async function entriesAbove(
  { client, feed, webhook }: ReplayedOptions,
  floor: number,
): Promise<(readonly [id: number, submissionId: number | null])[]> {
  const found: (readonly [number, number | null])[] = [];
  const entries = client.webhookLogs.list({ webhook_id: webhook }, feed.callOptions);
  for await (const { id, submission_id } of entries) {
    if (id <= floor) break;
    found.push([id, submission_id]);
  }
  return found;
}

/** `undefined` if nothing has been sent yet; another event follows after the first attempt. */
async function replay(
  { client, feed, webhook, clock }: ReplayedOptions,
  id: number,
  submissionId: number | null,
): Promise<LocalDelivery | undefined> {
  const sent = await ignoreNotFound(client.webhookLogs.body(id, feed.callOptions));
  if (sent === undefined) return undefined;
  // fetched for each delivery, since it may have been replaced
  const { signing_secret } = await client.webhooks.signingSecret(webhook, feed.callOptions);
  const signed = await signedHeaders({
    body: sent.bytes,
    secret: signing_secret,
    messageId: submissionId === null ? `msg_test_${id}` : `msg_${submissionId}_${webhook}`,
    nowMs: clock.now(),
  });
  return {
    submissionId,
    logId: id,
    contentType: sent.contentType ?? "application/octet-stream",
    body: sent.bytes,
    headers: [...signed, ["X-Service-Delivery", String(id)]],
  };
}

function idOrNull(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
