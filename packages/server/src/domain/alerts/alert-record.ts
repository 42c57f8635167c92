/** An alert as the API and the webhook for alerts show it. */
import type { Alert } from "@intray/sdk/schemas";
import { isoTime, isoTimeOrNull } from "../../platform/iso-time.ts";
import type { AlertDetail, AlertKind, AlertNews } from "./alert.ts";
import { fileSize } from "../../platform/text/file-size.ts";
import { visible } from "../../platform/text/safe-text.ts";
import { truncateAt } from "../../platform/text/truncation.ts";

/** Everything but the id, which an alert has once it is stored. */
export type ShownAlert = Omit<Alert, "id">;

export function showAlert({
  kind,
  subject_id,
  detail,
  since,
  raised_at,
  resolved_at,
  resolution,
}: AlertNews): ShownAlert {
  const isAboutWebhook = kind === "webhook_failing" || kind === "webhook_disabled";
  return {
    kind,
    message: alertText({ detail, resolution }),
    webhook_id: isAboutWebhook ? subject_id : null,
    form_id: "form" in detail && !isAboutWebhook && subject_id !== 0 ? subject_id : null,
    webhook: "webhook" in detail ? detail.webhook : null,
    form: "form" in detail ? detail.form : null,
    last_error: "last_error" in detail ? detail.last_error : null,
    since: isoTime(since),
    raised_at: isoTime(raised_at),
    resolved_at: isoTimeOrNull(resolved_at),
    resolution,
  };
}

const MAX_NAME_CHARACTERS = 100;
const MAX_ERROR_CHARACTERS = 500;

const TITLES: Readonly<Record<AlertKind, string>> = {
  webhook_failing: "Webhook fails",
  webhook_disabled: "Webhook disabled",
  deliveries_late: "Deliveries are late",
  disk_low: "The disk is almost full",
  quota_low: "The space for files is almost full",
  mail_failing: "E-mails cannot be sent",
  form_silent: "No submissions",
  key_expires: "API key expires",
  key_expires_soon: "API key expires soon",
};

/** The subject of an e-mail about the alert: a few words, and the name of its webhook or form. */
export function alertTitle({ kind, detail, resolution }: AlertNews): string {
  const title =
    kind === "webhook_failing" && resolution === "recovered" ? "Webhook works again" : TITLES[kind];
  const webhookOrKey =
    "webhook" in detail ? detail.webhook : "key" in detail ? detail.key : undefined;
  const name = detail.kind === "form_silent" ? detail.form : webhookOrKey;
  return name === undefined ? title : `${title}: ${plain(name, MAX_NAME_CHARACTERS)}`;
}

/** One to three sentences in English. Names in it have no control characters, and are not escaped. */
export const alertText = ({ detail, resolution }: Pick<AlertNews, "detail" | "resolution">) =>
  resolution === "recovered" ? resolvedText(detail) : raisedText(detail);

function raisedText(detail: AlertDetail): string {
  switch (detail.kind) {
    case "webhook_failing":
      return `${webhookOf(detail)} has failed for 15 minutes. Its deliveries are repeated, and nothing is lost.${lastError(detail)}`;
    case "webhook_disabled":
      return `${webhookOf(detail)} is disabled: it failed for five days, or its receiver answered 410 Gone. ${
        detail.form === null
          ? "Alerts are not sent to it. Enter its URL again when its receiver works."
          : "New submissions are stored, but not sent to it. Enable it when its receiver works."
      }${lastError(detail)}`;
    case "deliveries_late":
      return `Deliveries are late: ${detail.waiting} are due, one for more than 10 minutes.`;
    case "disk_low":
      return `The server's disk is nearly full: ${fileSize(detail.free_bytes)} are free. When it is full, posts are rejected.`;
    case "quota_low":
      return `The files of ${detail.form === null ? "the account" : `the form ${quote(detail.form)}`} take ${fileSize(detail.used_bytes)} of ${fileSize(detail.max_bytes)}. At the quota, posts with files are rejected.`;
    case "mail_failing":
      return `E-mails cannot be sent: the relay does not take them.${lastError(detail)}`;
    case "form_silent":
      return silenceText(detail);
    case "key_expires":
    case "key_expires_soon":
      return `The API key ${quote(detail.key)} expires at ${isoTime(detail.expires_at)}, and its requests fail from then on. Rotate it on the page of API keys, and give the new one to the program that uses it.`;
  }
}

function resolvedText(detail: AlertDetail): string {
  switch (detail.kind) {
    case "webhook_failing":
      return `${webhookOf(detail)} works again.`;
    case "webhook_disabled":
      return `${webhookOf(detail)} is no longer disabled.`;
    case "deliveries_late":
      return "Deliveries are on time again.";
    case "disk_low":
      return "The server's disk has enough space again.";
    case "quota_low":
      return `The files of ${detail.form === null ? "the account" : `the form ${quote(detail.form)}`} are well below their quota again.`;
    case "mail_failing":
      return "E-mails are sent again.";
    case "form_silent":
      return `Submissions of the form ${quote(detail.form)} arrive again.`;
    case "key_expires":
    case "key_expires_soon":
      return `The API key ${quote(detail.key)} expires later.`;
  }
}

type SilenceTextArgs = Extract<AlertDetail, { readonly kind: "form_silent" }>;

function silenceText({ form, per_day, silent_days, probability }: SilenceTextArgs): string {
  const pause =
    silent_days < 2 ? `${Math.round(24 * silent_days)} hours` : `${Math.floor(silent_days)} days`;
  const once = Math.min(1_000_000, Number((1 / probability).toPrecision(2)));
  return `No submissions of the form ${quote(form)} arrive: usually ${usualRate(per_day)}, none for ${pause}. By its rhythm of the last 12 weeks, one pause in ${once.toLocaleString("en")} is that long. Try the page that posts to it.`;
}

/** How many submissions usually arrive, in words. */
export const usualRate = (perDay: number): string =>
  perDay >= 1 ? `${Math.round(perDay)} a day` : `${Math.max(1, Math.round(7 * perDay))} a week`;

type WebhookOfArgs = { readonly webhook: string; readonly form: string | null };

const webhookOf = ({ webhook, form }: WebhookOfArgs): string =>
  form === null
    ? "The webhook for alerts"
    : `The webhook ${quote(webhook)} of the form ${quote(form)}`;

const lastError = ({ last_error }: { readonly last_error: string | null }): string =>
  last_error === null ? "" : ` Last error: ${plain(last_error, MAX_ERROR_CHARACTERS)}`;

const quote = (name: string): string => `“${plain(name, MAX_NAME_CHARACTERS)}”`;

/** On one line, since a line break in a name could imitate another sentence of the message. */
const plain = (text: string, max: number) => shorten(visible(text), max).replaceAll(/\s+/g, " ");

const shorten = (text: string, max: number): string =>
  text.length <= max ? text : `${truncateAt(text, max - 1)}…`;
