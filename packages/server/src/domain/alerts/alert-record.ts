/** An alert as the API and the webhook for alerts show it. */
import type { Alert } from "@intray/sdk/schemas";
import { isoTime, isoTimeOrNull } from "../../platform/iso-time.ts";
import type { AlertNews } from "./alert.ts";
import { alertText } from "./alert-text.ts";

/** Everything but the id, which an alert has once it is stored. */
export type ShownAlert = Omit<Alert, "id">;

export function shownAlert({
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
