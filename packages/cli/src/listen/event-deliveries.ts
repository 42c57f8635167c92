/** Webhooks of what the server's events tell of: rendered here and signed, or replayed. */
import type { Intray } from "@intray/sdk";
import { systemClock } from "../clock.ts";
import type { Environment } from "../config/environment.ts";
import type { EventFeed } from "../live/event-feed.ts";
import { newSubmissions } from "../live/new-submissions.ts";
import { toWebhookInput } from "../flags/webhook-flags.ts";
import { findWebhookSecrets } from "../webhooks/webhook-secrets.ts";
import type { ListenFlags } from "./listen-flags.ts";
import type { LocalDelivery } from "./local-delivery.ts";
import { makeLocalSecret } from "./local-secret.ts";
import { renderedDeliveries } from "./rendered-deliveries.ts";
import { replayedDeliveries } from "./replayed-deliveries.ts";

export interface EventDeliveriesOptions {
  readonly client: Intray;
  readonly feed: EventFeed;
  readonly flags: ListenFlags;
  /** Of the flag, the environment, the project or the profile; none with `--webhook`. */
  readonly form: string | undefined;
  readonly environment: Environment;
  readonly onConnected: () => void;
  /** Called with a secret that was made for this run alone. */
  readonly onSecret: (secret: string) => void;
}

/** One by one, as they come. @throws Failure 66 for a secret or a template that cannot be read. */
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
  const secret = given ?? makeLocalSecret();
  if (given === undefined) options.onSecret(secret);
  const { "template-file": template, "content-type": type } = flags;
  const format = flags.format ?? (template === undefined ? "json" : "custom");
  const settings = await toWebhookInput({
    format,
    ...(type !== undefined && { "content-type": type }),
    ...(template !== undefined && { "template-file": template }),
  });
  // Unread ranges over spam and ham alike, and what has just come is unread.
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
