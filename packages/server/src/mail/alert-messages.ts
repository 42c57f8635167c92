/** The messages about alerts: which of them there are, and their bytes. */
import { composedMessageId } from "../domain/delivery/delivery.ts";
import type { AlertNews } from "../domain/alerts/alert.ts";
import { alert, type Alert } from "./alert.tsx";
import { compose } from "./compose.ts";
import type { Zone } from "./dates.ts";
import type { SignMessage } from "./dkim.ts";
import { messageIdOf } from "./envelope.ts";

/** An account has neither a language nor a time zone. */
const ZONE: Zone = { language: "en", timezone: "UTC" };

export interface AlertMessagesParts {
  readonly fromAddress: string;
  readonly sign: SignMessage;
  /** The origin of links. */
  readonly publicUrl: () => string;
}

/**
 * Returns a function that makes one message to one person about several alerts of a kind; it gives `undefined` if
 * there is none about them.
 */
export function createAlertMessages({ fromAddress, sign, publicUrl }: AlertMessagesParts) {
  return async (
    news: readonly AlertNews[],
    { to, uid, date }: { readonly to: string; readonly uid: string; readonly date: number },
  ): Promise<Uint8Array | undefined> => {
    const [first, ...others] = news.flatMap((one) => alertOf(one) ?? []);
    const [about] = news;
    if (first === undefined || about === undefined) return undefined;
    const messageId = messageIdOf(composedMessageId("alert", uid), fromAddress);
    const page = others.length === 0 ? pageOf(about) : "/dashboard";
    const mail = alert({
      alerts: [first, ...others],
      zone: ZONE,
      envelope: { fromAddress, to: [to], cc: [], messageId, date },
      openUrl: `${publicUrl()}${page}`,
    });
    return sign(await compose(mail));
  };
}

/** Of what is over, only that a webhook works again is worth a mail. */
function alertOf({ detail, since, resolved_at }: AlertNews): Alert | undefined {
  if (resolved_at !== null) {
    if (detail.kind !== "webhook_failing") return undefined;
    const { webhook, form } = detail;
    return { kind: "webhookWorks", webhook, form, since };
  }
  switch (detail.kind) {
    case "webhook_failing":
    case "webhook_disabled": {
      const kind = detail.kind === "webhook_failing" ? "webhookFails" : "webhookDisabled";
      const { webhook, form, last_error: lastError } = detail;
      return { kind, webhook, form, since, lastError };
    }
    case "deliveries_late":
      return { kind: "deliveriesLate", waiting: detail.waiting, since };
    case "disk_low":
      return { kind: "diskLow", freeBytes: detail.free_bytes };
    case "quota_low":
      return {
        kind: "quotaLow",
        form: detail.form,
        usedBytes: detail.used_bytes,
        maxBytes: detail.max_bytes,
      };
    case "mail_failing":
      return undefined;
  }
}

/** The page of the dashboard that helps. */
function pageOf({ detail, subject_id }: AlertNews): string {
  switch (detail.kind) {
    case "webhook_failing":
    case "webhook_disabled":
      return detail.form === null ? "/dashboard/account" : `/dashboard/webhooks/${subject_id}`;
    case "deliveries_late":
      return "/dashboard/deliveries?state=queued";
    case "disk_low":
    case "quota_low":
    case "mail_failing":
      return "/dashboard";
  }
}
