/** Renders new submissions as webhooks: the server renders the body, this machine signs it. */
import type { FormWebhookSettings, Intray, Submission } from "@intray/sdk";
import type { Clock } from "../clock.ts";
import type { EventFeed } from "../live/event-feed.ts";
import { ignoreNotFound } from "../errors/sdk-problem.ts";
import { signedHeaders } from "../webhooks/signed-headers.ts";
import type { LocalDelivery } from "./local-delivery.ts";

export interface RenderedOptions {
  readonly client: Intray;
  readonly submissions: AsyncIterable<Submission>;
  readonly callOptions: EventFeed["callOptions"];
  /** Format, and the template of a custom format. */
  readonly settings: FormWebhookSettings;
  readonly secret: string;
  readonly clock: Clock;
}

/** One delivery per submission, in order. Skips submissions that were deleted in the meantime. */
export async function* renderedDeliveries(options: RenderedOptions): AsyncGenerator<LocalDelivery> {
  const { client, submissions, callOptions, settings, secret, clock } = options;
  for await (const { id, uid, form_id } of submissions) {
    const form_webhook = { ...settings, form_id };
    const preview = await ignoreNotFound(
      client.webhooks.preview({ form_webhook, submission_id: id }, callOptions),
    );
    if (preview === undefined) continue;
    const body = Buffer.from(preview.body, "utf8");
    const signed = await signedHeaders({
      body,
      secret,
      messageId: `msg_${id}_local${uid === undefined ? "" : `_${uid}`}`,
      nowMs: clock.now(),
    });
    yield {
      submissionId: id,
      logId: null,
      contentType: preview.content_type,
      body,
      headers: [...signed, ["X-Service-Attempt", "1"], ["X-Service-Trigger", "intake"]],
    };
  }
}
