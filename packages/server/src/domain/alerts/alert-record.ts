/** An alert as the API and the webhook for alerts show it. */
import type { Alert } from "@intray/sdk/schemas";
import { isoTime, isoTimeOrNull } from "../../platform/iso-time.ts";
import type { AlertDetail, AlertNews } from "./alert.ts";
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
    message: alertText(detail, resolution === "recovered" ? "resolved" : "raised"),
    webhook_id: isAboutWebhook ? subject_id : null,
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

/** One or two sentences in English. Names in it have no control characters, and are not escaped. */
function alertText(detail: AlertDetail, state: "raised" | "resolved"): string {
  return state === "raised" ? raisedText(detail) : resolvedText(detail);
}

function raisedText(detail: AlertDetail): string {
  switch (detail.kind) {
    case "webhook_failing":
      return `${webhookOf(detail)} has failed for 15 minutes. Its deliveries are repeated.${lastError(detail)}`;
    case "webhook_disabled":
      return `${webhookOf(detail)} is disabled: it failed for five days, or its receiver answered 410 Gone. ${detail.form === null ? "Alerts" : "New submissions"} are not sent to it.${lastError(detail)}`;
    case "deliveries_late":
      return `Deliveries are late: ${detail.waiting} are due, one for more than 10 minutes.`;
    case "disk_low":
      return `The server's disk is nearly full: ${fileSize(detail.free_bytes)} are free.`;
    case "quota_low":
      return `The files of ${detail.form === null ? "the account" : `the form ${quote(detail.form)}`} take ${fileSize(detail.used_bytes)} of ${fileSize(detail.max_bytes)}. At the quota, posts with files are rejected.`;
    case "mail_failing":
      return `E-mails cannot be sent: the relay does not take them.${lastError(detail)}`;
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
  }
}

function webhookOf({
  webhook,
  form,
}: {
  readonly webhook: string;
  readonly form: string | null;
}): string {
  return form === null
    ? "The webhook for alerts"
    : `The webhook ${quote(webhook)} of the form ${quote(form)}`;
}

const lastError = ({ last_error }: { readonly last_error: string | null }): string =>
  last_error === null ? "" : ` Last error: ${plain(last_error, MAX_ERROR_CHARACTERS)}`;

const quote = (name: string): string => `“${plain(name, MAX_NAME_CHARACTERS)}”`;

/** On one line, since a line break in a name could imitate another sentence of the message. */
const plain = (text: string, max: number): string =>
  shorten(visible(text), max).replaceAll(/\s+/g, " ");

const shorten = (text: string, max: number): string =>
  text.length <= max ? text : `${truncateAt(text, max - 1)}…`;
