/** Converts webhooks between the API and the store. Secrets and header values are masked in responses. */
import type { FormWebhook } from "@intray/sdk/schemas";
import { invalid } from "../../domain/errors.ts";
import type { WebhookRecord } from "../../store/webhooks/webhooks.ts";
import { addressProblem } from "../../domain/delivery/destination.ts";
import {
  headersProblem,
  MASK,
  maskSecret,
  type WebhookSettings,
} from "../../domain/delivery/webhook.ts";
import { isoTime, isoTimeOrNull } from "../../platform/iso-time.ts";

const DISABLED_REASONS = ["by_hand", "gone", "failing"] as const;

export function webhookRecord({
  header_names,
  secret_hint,
  version: _,
  ...webhook
}: WebhookRecord): FormWebhook {
  return {
    ...webhook,
    disabled_reason: DISABLED_REASONS.find((one) => one === webhook.disabled_reason) ?? null,
    headers: header_names.map((name) => ({ name, value: MASK })),
    signing_secret: maskSecret(secret_hint),
    last_failure_at: isoTimeOrNull(webhook.last_failure_at),
    created_at: isoTime(webhook.created_at),
    updated_at: isoTime(webhook.updated_at),
  };
}

type Given = { readonly [Name in keyof WebhookSettings]?: WebhookSettings[Name] | undefined };

/**
 * Returns the settings that a request contains.
 *
 * @throws AppError `invalid` naming the member and the problem.
 */
export function webhookSettings(given: Given): Partial<WebhookSettings> {
  const { url, format, headers } = given;
  const badUrl = url === undefined ? undefined : addressProblem(url);
  if (badUrl !== undefined) throw invalid("url", badUrl);
  const badHeader = headersProblem(headers ?? []);
  if (badHeader !== undefined) throw invalid("headers", badHeader);
  return {
    ...(given.name === undefined ? {} : { name: given.name }),
    ...(url === undefined ? {} : { url }),
    ...(format === undefined ? {} : { format }),
    ...(headers === undefined ? {} : { headers }),
    ...(given.content_type === undefined ? {} : { content_type: given.content_type }),
    ...(given.template === undefined ? {} : { template: given.template }),
    ...(given.trigger_when_spam === undefined
      ? {}
      : { trigger_when_spam: given.trigger_when_spam }),
    ...(given.enabled === undefined ? {} : { enabled: given.enabled }),
  };
}
