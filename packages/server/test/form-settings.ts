/** Settings of a form with other values than their defaults, some with characters that HTML escapes. */
import type { FormSettings } from "@intray/sdk/schemas";
import type { CompatibleNames } from "../src/api/members/compatible-names.ts";
import type { MAIL_DEFAULTS } from "../src/domain/mail/settings.ts";

type AllSettings = Required<Omit<FormSettings, keyof CompatibleNames | "project_id">>;

/** Every setting of e-mail. A new one does not compile until it is here. */
export const EVERY_MAIL_SETTING = {
  notification_emails: "ada@example.org, bob@example.org",
  notification_cc_emails: "cc@example.org",
  notification_bcc_emails: "dora@xn--mller-kva.example",
  notification_subject: '{{field "name"}} & <b>',
  notification_from_name: "Forms",
  notification_schedule: "weekly",
  notification_attachments: "attached",
  notification_hour: 0,
  notification_weekday: "friday",
  exclude_submitter_from_reply: true,
  data_receipt_email: true,
  autoreply: true,
  autoreply_subject: "We have it",
  autoreply_body: 'Dear {{field "name"}},\nthank you.',
  autoreply_from_name: "Ada",
  autoreply_greeting: "Kind regards",
  autoreply_name: "Ada",
  autoreply_title: "Bakery",
  autoreply_email: "ada@example.org",
  custom_template: "<p>{{form_name}}</p>",
  use_custom_template: true,
  autoreply_custom_template: "<p>{{form_name}}</p>",
  autoreply_use_custom_template: true,
  hide_dashboard_button: true,
  logo: "https://example.org/logo.png?a=1&b=2",
  button_background_color: "#1a7f37",
  button_text_color: "#ffffff",
  language: "de",
} as const satisfies Pick<AllSettings, keyof typeof MAIL_DEFAULTS>;

/** Every setting of a form. A new one does not compile until it is here. */
export const EVERY_FORM_SETTING = {
  name: `"Every" setting & <b>`,
  timezone: "Europe/Berlin",
  silence_alerts: "always",
  redirect_url: "https://example.org/thanks?a=1&b=2",
  redirect_heading: "Thanks",
  redirect_message: "\nOne\ntwo",
  use_ajax: true,
  form_view_enabled: true,
  form_view_introduction: "Write to us.\n<b>We</b> answer.",
  origin_service: "formspree",
  recaptcha_failed_url: "https://example.org/failed",
  redirect_button_text: "Home",
  redirect_button_url: "https://example.org/home",
  redirect_button_background_color: "#000000",
  redirect_button_text_color: "#ffff00",
  contribute_to_spam_training: false,
  opening_marks_read: true,
  fields: [
    { name: "email", type: "email", required: true },
    { name: "size", type: "select", options: ["S", "M"], multiple: true },
  ],
  honeypot_field: "website",
  duplicate_filter: false,
  allowed_domains: ["example.org", "example.net"],
  blocked_domains: ["spam.example"],
  content_blacklist: ["casino"],
  spam_checks: { links: false, akismet: true, mail_domain: true },
  captcha: { provider: "turnstile", site_key: "site", secret: "hush" },
  retention_days: 30,
  retention_includes_unread: true,
  archived: true,
  lead_scoring: {
    enabled: true,
    provider: "http",
    instructions: "Big",
    delivery_wait_seconds: 5,
  },
  ...EVERY_MAIL_SETTING,
} as const satisfies AllSettings;
