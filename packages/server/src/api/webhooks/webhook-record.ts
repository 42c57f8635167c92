/** Converts webhooks between the API and the store. Secrets and header values are masked in responses. */
import type { FormWebhook, FormWebhookSettings } from "@intray/sdk/schemas";
import { invalid } from "../../domain/errors.ts";
import { compileFilter } from "../../domain/routing/filter.ts";
import type { WebhookRecord } from "../../store/webhooks/webhooks.ts";
import { addressProblem } from "../../domain/delivery/destination.ts";
import {
  headersProblem,
  MASK,
  MASKED_SECRET,
  maskSecret,
  secretProblem,
  WEBHOOK_SETTINGS,
  type WebhookSettings,
} from "../../domain/delivery/webhook.ts";
import { isoTime, isoTimeOrNull } from "../../platform/iso-time.ts";

const DISABLED_REASONS = ["by_hand", "gone", "failing"] as const;

export const webhookRecord = ({
  headerNames,
  secret_hint,
  version: _,
  ...webhook
}: WebhookRecord): FormWebhook => ({
  ...webhook,
  disabled_reason: DISABLED_REASONS.find((one) => one === webhook.disabled_reason) ?? null,
  headers: headerNames.map((name) => ({ name, value: MASK })),
  signing_secret: maskSecret(secret_hint),
  last_failure_at: isoTimeOrNull(webhook.last_failure_at),
  created_at: isoTime(webhook.created_at),
  updated_at: isoTime(webhook.updated_at),
});

/**
 * Returns the settings that a request contains.
 *
 * @throws AppError `invalid` naming the member and the problem.
 */
export function webhookSettings(given: FormWebhookSettings): Partial<WebhookSettings> {
  const { url, headers, signature_header } = given;
  compileFilter(given.filter ?? {}, "filter");
  const badUrl = url === undefined ? undefined : addressProblem(url);
  if (badUrl !== undefined) throw invalid("url", badUrl);
  const badHeader = headersProblem(headers ?? []);
  if (badHeader !== undefined) throw invalid("headers", badHeader);
  const badName = signature_header && headersProblem([{ name: signature_header, value: "" }]);
  if (badName) throw invalid("signature_header", badName);
  const settings = Object.entries(given).filter(
    ([name, value]) => Object.hasOwn(WEBHOOK_SETTINGS, name) && value !== undefined,
  );
  return Object.fromEntries(settings);
}

/**
 * Returns the signing secret that a request sets; `undefined` if it has none, or the mask of a stored one.
 *
 * @throws AppError `invalid`.
 */
export function ownSecret({ signing_secret: secret }: FormWebhookSettings): string | undefined {
  if (!secret || secret.startsWith(MASKED_SECRET)) return undefined;
  const problem = secretProblem(secret);
  if (problem === undefined) return secret;
  throw invalid("signing_secret", problem);
}
