/** A form as the API shows it, and what a change of one means. */
import type { Form } from "@intray/sdk/schemas";
import type { FormChange } from "../form.ts";
import type { FormRecord } from "../store/forms.ts";
import { MASK } from "../webhook.ts";
import { isoTime } from "./time.ts";
import { webhookRecord } from "./webhook-record.ts";

export function formRecord({ form_webhooks, captcha, ...form }: FormRecord): Form {
  return {
    ...form,
    allowed_domains: [...form.allowed_domains],
    blocked_domains: [...form.blocked_domains],
    content_blacklist: [...form.content_blacklist],
    spam_checks: { ...form.spam_checks },
    captcha:
      captcha === null
        ? null
        : {
            provider: captcha.provider,
            site_key: captcha.site_key ?? null,
            secret: captcha.secret == null ? null : MASK,
          },
    form_webhooks: form_webhooks.map(webhookRecord),
    created_at: isoTime(form.created_at),
    updated_at: isoTime(form.updated_at),
  };
}

/** A captcha secret that is the mask stays what it was. */
export function unmasked(settings: FormChange, before: FormRecord | undefined): FormChange {
  const { captcha } = settings;
  if (captcha?.secret !== MASK) return settings;
  return { ...settings, captcha: { ...captcha, secret: before?.captcha?.secret ?? null } };
}
