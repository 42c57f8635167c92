/** Turns the server's events into deliveries on this machine: rendered previews, or replays of real ones. */
import type { FormWebhookInput, Intray, WebhookLog } from "@intray/sdk";
import type { Environment } from "../config/environment.ts";
import type { EventFeed, FeedItem } from "../live/event-feed.ts";
import { followSubmissions, SeenIds } from "../live/new-submissions.ts";
import { membersOf } from "../flags/member-flags.ts";
import { webhookFlags } from "../records/webhooks.ts";
import { findWebhookSecrets, signHeaders } from "../webhooks/signing.ts";
import type { ListenFlags } from "./listen-flags.ts";
import type { LocalDelivery } from "./targets.ts";
import { readLocalSecret, type LocalSecret, type SecretPlace } from "./local-secret.ts";
import { ignoreNotFound } from "../errors/sdk-problem.ts";

interface EventDeliveriesOptions {
  readonly client: Intray;
  readonly feed: EventFeed;
  readonly flags: ListenFlags;
  /** From the flag, the environment, the project or the profile; `undefined` with `--webhook`. */
  readonly form: string | undefined;
  readonly environment: Environment;
  readonly onConnected: () => void;
  readonly secretPlace: Omit<SecretPlace, "form">;
  /** Called with the secret of this machine, unless another one is given. */
  readonly onSecret: (secret: LocalSecret) => void;
}

/** Deliveries as they arrive. Throws Failure 66 for a secret or template that cannot be read. */
export function followDeliveries(options: EventDeliveriesOptions): AsyncIterable<LocalDelivery> {
  const { webhook } = options.flags;
  return webhook === undefined
    ? renderDeliveries(options)
    : replayDeliveries({ ...options, webhook });
}

/** One delivery per submission, in order. Skips submissions that were deleted in the meantime. */
async function* renderDeliveries(options: EventDeliveriesOptions): AsyncGenerator<LocalDelivery> {
  const { client, feed, flags, form, onConnected } = options;
  const secret = await findSecret(options);
  const { "template-file": template } = flags;
  const settings = await membersOf<FormWebhookInput>(webhookFlags, {
    format: flags.format ?? (template === undefined ? "json" : "custom"),
    "content-type": flags["content-type"],
    "template-file": template,
  });
  // `unread` includes spam, and new submissions are unread
  const query = {
    ...(form !== undefined && { form_id: form }),
    ...(flags.spam && { unread: true }),
  };
  const isResumed = flags["last-event-id"] !== undefined;
  const submissions = followSubmissions({ client, feed, query, onConnected, isResumed });
  for await (const { id, uid, form_id } of submissions) {
    const form_webhook = { ...settings, form_id };
    const preview = await ignoreNotFound(
      client.webhooks.preview({ form_webhook, submission_id: id }, feed.callOptions),
    );
    if (preview === undefined) continue;
    const body = Buffer.from(preview.body, "utf8");
    const messageId = `msg_${id}_local${uid === undefined ? "" : `_${uid}`}`;
    const signed = await signHeaders({ body, secret, messageId });
    yield {
      submissionId: id,
      logId: null,
      contentType: preview.content_type,
      body,
      headers: [...signed, ["X-Service-Attempt", "1"], ["X-Service-Trigger", "intake"]],
    };
  }
}

async function findSecret(options: EventDeliveriesOptions): Promise<string> {
  const { flags, environment, secretPlace, form, onSecret } = options;
  const [given] = await findWebhookSecrets(flags["secret-file"] ?? [], environment);
  if (given !== undefined) return given;
  const own = await readLocalSecret({ ...secretPlace, form });
  onSecret(own);
  return own.secret;
}

type ReplayOptions = EventDeliveriesOptions & { readonly webhook: number };

/** Each delivery once, regardless of the number of its attempts. */
async function* replayDeliveries(options: ReplayOptions): AsyncGenerator<LocalDelivery> {
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
  options: ReplayOptions,
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
  { client, feed, webhook }: ReplayOptions,
  since: string,
): Promise<readonly WebhookLog[]> {
  const query = { webhook_id: webhook, created_after: since };
  return Array.fromAsync(client.webhookLogs.list(query, feed.callOptions));
}

/** `undefined` if nothing has been sent yet; another event follows after the first attempt. */
async function replay(
  { client, feed, webhook }: ReplayOptions,
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
  const signed = await signHeaders({ body: sent.bytes, secret: signing_secret, messageId });
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
  { client, feed, webhook }: ReplayOptions,
  id: number,
): Promise<WebhookLog | undefined> {
  const newest = client.webhookLogs.list({ webhook_id: webhook, per_page: 10 }, feed.callOptions);
  for await (const entry of newest) {
    if (entry.id <= id) return entry.id === id ? entry : undefined;
  }
  return undefined;
}
