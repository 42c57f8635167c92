/** Converts a form to its API representation. */
import type {
  BulkChangedForm,
  FieldRule as ApiFieldRule,
  Form,
  FormView,
} from "@intray/sdk/schemas";
import type { FieldRule } from "../domain/fields/field-rule.ts";
import type { QueueConsumer } from "../domain/submission/queue-consumer.ts";
import { withLeadDefaults } from "../domain/submission/lead.ts";
import type { ChangedForm } from "../store/forms/forms.ts";
import type { FormRecord } from "../store/forms/form-rows.ts";
import { embedHtml, formViewUrl } from "../domain/fields/form-view.ts";
import type { FormViewRecord } from "../store/forms/form-views.ts";
import { isoTime } from "../platform/iso-time.ts";
import { toCompatibleNames } from "./members/compatible-names.ts";
import type { UNSUPPORTED_FORM_MEMBERS } from "./members/unsupported-members.ts";
import { webhookRecord } from "./webhooks/webhook-record.ts";

/** Clients of a compatible API read them. */
const NOT_SUPPORTED = {
  domain_id: null,
  domain_email: null,
  notification_mail_template_id: null,
  auto_response_mail_template_id: null,
  confirmation_mail_template_id: null,
} as const satisfies Record<keyof typeof UNSUPPORTED_FORM_MEMBERS, null>;

/** Serves, and accepts, the retention of a form that keeps its submissions. */
export const KEPT_DAYS = 0;

/** @param mail_notice What to set before this server can send e-mails; `null` if it can. */
export const formRecord = (
  { form_webhooks, captcha, queue_consumer, version: _, ...form }: FormRecord,
  mail_notice: string | null,
): Form => ({
  ...form,
  ...toCompatibleNames({ ...form, captcha }),
  ...NOT_SUPPORTED,
  mail_notice,
  allowed_domains: [...form.allowed_domains],
  blocked_domains: [...form.blocked_domains],
  content_blacklist: [...form.content_blacklist],
  grid_columns: [...form.grid_columns],
  rules: [...form.rules],
  spam_checks: { ...form.spam_checks },
  captcha: captcha === null ? null : { ...captcha },
  retention_days: form.retention_days ?? KEPT_DAYS,
  fields: form.fields.map(apiRule),
  lead_scoring: withLeadDefaults(form.lead_scoring),
  form_webhooks: form_webhooks.map(webhookRecord),
  queue_consumer: queue_consumer === null ? null : consumerRecord(queue_consumer),
  created_at: isoTime(form.created_at),
  updated_at: isoTime(form.updated_at),
});

/** @param names Of the settings that the request names. */
export function bulkChangedForm(
  { before, after, refusal }: ChangedForm,
  names: readonly string[],
  isPreview: boolean,
): BulkChangedForm {
  const [from, to] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const changes = names.map((name) => ({ name, from: from.get(name), to: to.get(name) }));
  return {
    id: before.id,
    name: before.name,
    project_name: before.project_name,
    version: (isPreview ? before : after).version,
    changes: changes.filter((one) => JSON.stringify(one.from) !== JSON.stringify(one.to)),
    refusal: refusal ?? null,
  };
}

const consumerRecord = ({ act, name, at }: QueueConsumer) => ({ act, name, seen_at: isoTime(at) });

const apiRule = ({ options, ...rule }: FieldRule): ApiFieldRule =>
  options === undefined ? rule : { ...rule, options: [...options] };

/** @param origin The server's public origin. */
export const formViewRecord = (
  origin: string,
  { uuid, fields, ...view }: FormViewRecord,
): FormView => ({
  ...view,
  form_id: view.id,
  form_uuid: uuid,
  url: formViewUrl(origin, uuid),
  embed_html: embedHtml(origin, uuid, view.name),
  fields: fields.map(apiRule),
  created_at: isoTime(view.created_at),
  updated_at: isoTime(view.updated_at),
});
