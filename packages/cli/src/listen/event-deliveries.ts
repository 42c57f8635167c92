/** Turns the server's events into deliveries on this machine: rendered previews, or replays of real ones. */
import type { FormWebhookInput, Intray } from "@intray/sdk";
import { systemClock } from "../clock.ts";
import type { Environment } from "../config/environment.ts";
import type { EventFeed } from "../live/event-feed.ts";
import { newSubmissions } from "../live/new-submissions.ts";
import { membersOf } from "../flags/member-flags.ts";
import { webhookFlags } from "../records/webhooks.ts";
import { findWebhookSecrets } from "../webhooks/webhook-secrets.ts";
import type { ListenFlags } from "./listen-flags.ts";
import type { LocalDelivery } from "./local-delivery.ts";
import { localSecret, type LocalSecret, type SecretPlace } from "./local-secret.ts";
import { renderedDeliveries } from "./rendered-deliveries.ts";
import { replayedDeliveries } from "./replayed-deliveries.ts";

export interface EventDeliveriesOptions {
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
export async function eventDeliveries(
  options: EventDeliveriesOptions,
): Promise<AsyncIterable<LocalDelivery>> {
  const { client, feed, flags, onConnected } = options;
  const { webhook } = flags;
  if (webhook === undefined) return rendered(options);
  return replayedDeliveries({ client, feed, webhook, clock: systemClock, onConnected });
}

async function rendered(options: EventDeliveriesOptions): Promise<AsyncIterable<LocalDelivery>> {
  const { client, feed, flags, form, environment, onConnected } = options;
  const [given] = await findWebhookSecrets(flags["secret-file"] ?? [], environment);
  const own = given === undefined ? await localSecret({ ...options.secretPlace, form }) : undefined;
  if (own !== undefined) options.onSecret(own);
  const secret = given ?? own?.secret ?? "";
  const { "template-file": template } = flags;
  const format = flags.format ?? (template === undefined ? "json" : "custom");
  const settings = await membersOf<FormWebhookInput>(webhookFlags, {
    format,
    "content-type": flags["content-type"],
    "template-file": template,
  });
  // `unread` includes spam, and new submissions are unread
  const query = {
    ...(form !== undefined && { form_id: form }),
    ...(flags.spam && { unread: true }),
  };
  const isResumed = flags["last-event-id"] !== undefined;
  const submissions = newSubmissions({ client, feed, query, onConnected, isResumed });
  const { callOptions } = feed;
  return renderedDeliveries({
    client,
    submissions,
    callOptions,
    settings,
    secret,
    clock: systemClock,
  });
}
