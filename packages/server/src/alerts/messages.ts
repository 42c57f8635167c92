/** What people are told about an alert: to whom, and with which bytes. */
import { hash } from "node:crypto";
import type { AlertDetail, AlertKind, AlertResolution } from "../domain/alerts/alert.ts";
import { shownAlert } from "../domain/alerts/alert-record.ts";
import type { Ids } from "../domain/ids.ts";
import type { AlertWebhook } from "../store/alerts/alert-webhook.ts";
import type { AlertDelivery } from "../store/alerts/record-alerts.ts";

/** An alert that is raised or over now. */
export interface News {
  readonly kind: AlertKind;
  readonly subject_id: number;
  readonly detail: AlertDetail;
  readonly since: number;
  readonly raised_at: number;
  readonly resolved_at: number | null;
  readonly resolution: AlertResolution | null;
}

/** Whether anybody is told. That e-mails fail is only shown, since most alerts are e-mails. */
export const isTold = ({ kind, resolution }: Pick<News, "kind" | "resolution">): boolean =>
  kind !== "mail_failing" && resolution !== "withdrawn";

/** The message to the webhook for alerts; none about itself. */
export function toAlertWebhook(
  news: News,
  webhook: AlertWebhook | undefined,
  { ids, now }: { readonly ids: Pick<Ids, "uid">; readonly now: number },
): readonly AlertDelivery[] {
  if (webhook === undefined || isAbout(news, webhook)) return [];
  const alert = shownAlert(news);
  const type = news.resolved_at === null ? "alert.raised" : "alert.resolved";
  const body = Buffer.from(JSON.stringify({ type, text: escaped(alert.message), alert }));
  return [
    {
      destination_id: webhook.id,
      uid: ids.uid(now),
      body: { content_type: "application/json", body, sha256: hash("sha256", body, "buffer") },
    },
  ];
}

const isAbout = ({ kind, subject_id }: News, { id }: AlertWebhook): boolean =>
  (kind === "webhook_failing" || kind === "webhook_disabled") && subject_id === id;

/** For chats that read `text` as markup, so that no name can add a link or mention people. */
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
