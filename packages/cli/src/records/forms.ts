/** Forms: the flags of their settings, their columns and members in lists. */
import * as Flags from "@oclif/core/flags";
import type { Form, FormInput } from "@intray/sdk";
import type { Cell, Column } from "../terminal/table.ts";
import type { MemberFlags } from "../flags/member-flags.ts";
import { unionMembers } from "../flags/union-members.ts";

const ORIGIN_SERVICES = unionMembers<NonNullable<Form["origin_service"]>>({
  basin: true,
  formcarry: true,
  formspree: true,
  formsubmit: true,
  getform: true,
  netlify: true,
  staticforms: true,
  web3forms: true,
});

export const formFlags = {
  name: { member: "name", flag: Flags.string({ helpValue: "TEXT", description: "New name." }) },
  project: {
    member: "project_id",
    flag: Flags.integer({
      min: 1,
      helpValue: "ID",
      description: "Id of the form's project. A new form without it is in the first project.",
    }),
  },
  timezone: {
    member: "timezone",
    flag: Flags.string({ helpValue: "ZONE", description: "Time zone, such as Europe/Berlin." }),
  },
  "redirect-url": {
    member: "redirect_url",
    flag: Flags.string({
      helpValue: "URL",
      description: "Page to redirect the browser to after a submission.",
    }),
  },
  "allowed-domain": {
    member: "allowed_domains",
    flag: Flags.string({
      helpValue: "DOMAIN",
      multiple: true,
      multipleNonGreedy: true,
      description: "Accept submissions only from pages of this domain. Repeatable.",
    }),
  },
  "origin-service": {
    member: "origin_service",
    flag: Flags.option({
      options: ORIGIN_SERVICES,
      description: "Form service that the page was moved from; its control fields are read.",
    })(),
  },
  "retention-days": {
    member: "retention_days",
    flag: Flags.integer({
      min: 0,
      helpValue: "DAYS",
      description: "Delete submissions after this number of days; 0 keeps them.",
    }),
  },
} as const satisfies MemberFlags<FormInput>;

/** The fields to print after a form was created or changed. */
export function describeForm(form: Form, origin: string): readonly (readonly [string, Cell])[] {
  return [
    ["id", form.id],
    ["uuid", form.uuid],
    ["name", form.name],
    ["action", `${origin}/f/${form.uuid}`],
  ];
}

export const formColumns: readonly Column<Form>[] = [
  { name: "id", value: ({ id }) => id },
  { name: "uuid", value: ({ uuid }) => uuid },
  { name: "name", kind: "text", value: ({ name }) => name },
  { name: "unread", value: ({ unread_count }) => unread_count },
  { name: "inbox", value: ({ inbox_count }) => inbox_count },
  { name: "spam", value: ({ spam_count }) => spam_count },
  { name: "created", kind: "time", value: ({ created_at }) => created_at },
];
export const FORM_MEMBERS = unionMembers<keyof Form>({
  id: true,
  uuid: true,
  name: true,
  project_id: true,
  project_name: true,
  timezone: true,
  redirect_url: true,
  redirect_heading: true,
  redirect_message: true,
  form_view_enabled: true,
  use_ajax: true,
  origin_service: true,
  recaptcha_failed_url: true,
  redirect_button_text: true,
  redirect_button_url: true,
  redirect_button_background_color: true,
  redirect_button_text_color: true,
  contribute_to_spam_training: true,
  opening_marks_read: true,
  queue_consumer: true,
  honeypot_field: true,
  duplicate_filter: true,
  allowed_domains: true,
  blocked_domains: true,
  content_blacklist: true,
  captcha: true,
  spam_checks: true,
  force_recaptcha: true,
  force_hcaptcha: true,
  force_turnstile: true,
  turnstile_site_key: true,
  turnstile_secret: true,
  smtp_email_validation: true,
  whitelist_source_domains: true,
  domain_id: true,
  domain_email: true,
  notification_mail_template_id: true,
  auto_response_mail_template_id: true,
  confirmation_mail_template_id: true,
  retention_days: true,
  retention_includes_unread: true,
  fields: true,
  lead_scoring: true,
  notification_emails: true,
  notification_cc_emails: true,
  notification_bcc_emails: true,
  notification_subject: true,
  notification_from_name: true,
  notification_schedule: true,
  notification_hour: true,
  notification_weekday: true,
  exclude_submitter_from_reply: true,
  notification_attachments: true,
  data_receipt_email: true,
  autoreply: true,
  autoreply_subject: true,
  autoreply_body: true,
  autoreply_from_name: true,
  autoreply_greeting: true,
  autoreply_name: true,
  autoreply_title: true,
  autoreply_email: true,
  custom_template: true,
  use_custom_template: true,
  autoreply_custom_template: true,
  autoreply_use_custom_template: true,
  hide_dashboard_button: true,
  logo: true,
  button_background_color: true,
  button_text_color: true,
  language: true,
  mail_notice: true,
  notification_emails_pending: true,
  notification_cc_emails_pending: true,
  notification_bcc_emails_pending: true,
  inbox_count: true,
  spam_count: true,
  trash_count: true,
  unread_count: true,
  form_webhooks: true,
  created_at: true,
  updated_at: true,
});
