/**
 * Replays real deliveries of a webhook: the bytes that the server stored, signed with the webhook's
 * secret.
 */
import type { Intray, WebhookLog } from "@intray/sdk";
import type { Clock } from "../clock.ts";
import type { EventFeed, FeedItem } from "../live/event-feed.ts";
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
  const { webhook_logs: before } = await client.webhookLogs.list({ webhook_id: webhook });
  // only an attempt from now on, which is an event, replays one of these
  const old = new Set(before.map(keyOf));
  // several may share a millisecond
  const since = new Date(Date.parse(before[0]?.created_at ?? "1970-01-01") - 1).toISOString();
  for await (const item of feed.items()) {
    for (const entry of await entriesOf(options, item, since)) {
      const key = keyOf(entry);
      if (seen.has(key) || (item.kind !== "event" && old.has(key))) continue;
      const delivery = await replay(options, entry);
      if (delivery === undefined || !seen.add(key)) continue;
      yield delivery;
    }
    if (item.kind === "connected") onConnected();
  }
}

/** After a reset, a restored server may give an id that was seen to another delivery. */
const keyOf = ({ id, created_at }: WebhookLog) => `${id} ${created_at}`;

/** The deliveries that an item of the feed may be about, oldest first. */
async function entriesOf(
  options: ReplayedOptions,
  item: FeedItem,
  since: string,
): Promise<readonly WebhookLog[]> {
  if (item.kind !== "event") return (await entriesAfter(options, since)).toReversed();
  const { type, data } = item.event;
  const isOurs = type === "delivery.updated" && data["webhook_id"] === options.webhook;
  if (!isOurs || data.id === undefined) return [];
  const entry = await entryOf(options, data.id);
  return entry === undefined ? [] : [entry];
}

/** Newest first. */
async function entriesAfter(
  { client, feed, webhook }: ReplayedOptions,
  since: string,
): Promise<readonly WebhookLog[]> {
  const found: WebhookLog[] = [];
  const query = { webhook_id: webhook, created_after: since };
  for await (const entry of client.webhookLogs.list(query, feed.callOptions)) found.push(entry);
  return found;
}

/** `undefined` if nothing has been sent yet; another event follows after the first attempt. */
async function replay(
  { client, feed, webhook, clock }: ReplayedOptions,
  { id, submission_id: submissionId, message_id }: WebhookLog,
): Promise<LocalDelivery | undefined> {
  const sent = await ignoreNotFound(client.webhookLogs.body(id, feed.callOptions));
  if (sent === undefined) return undefined;
  // fetched for each delivery, since it may have been replaced
  const messageId =
    message_id ??
    // a server that does not tell it makes it from the ids
    (submissionId === null ? `msg_test_${id}` : `msg_${submissionId}_${webhook}`);
  const { signing_secret } = await client.webhooks.signingSecret(webhook, feed.callOptions);
  const signed = await signedHeaders({
    body: sent.bytes,
    secret: signing_secret,
    messageId,
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

/** One of the newest entries of the log; `undefined` if it was deleted. */
async function entryOf(
  { client, feed, webhook }: ReplayedOptions,
  id: number,
): Promise<WebhookLog | undefined> {
  const newest = client.webhookLogs.list({ webhook_id: webhook, per_page: 10 }, feed.callOptions);
  for await (const entry of newest) {
    if (entry.id <= id) return entry.id === id ? entry : undefined;
  }
  return undefined;
}
