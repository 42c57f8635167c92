/** What people are told about an alert: to whom, and with which bytes. */
import { hash } from "node:crypto";
import type { AlertNews } from "../domain/alerts/alert.ts";
import { showAlert } from "../domain/alerts/alert-record.ts";
import type { Ids } from "../domain/ids.ts";
import type { AccountRecipient, AlertProjects } from "../store/alerts/account-recipients.ts";
import type { AlertWebhook } from "../store/alerts/alert-webhook.ts";
import type { AlertDelivery } from "../store/alerts/record-alerts.ts";

/** Makes the e-mail (RFC 5322) about alerts of one kind to one person; `undefined` if there is none about them. */
export type ComposeAlert = (
  news: readonly AlertNews[],
  message: { readonly to: string; readonly uid: string; readonly date: number },
) => Promise<Uint8Array | undefined>;

/** Whether anybody is told. That e-mails fail is only shown, since most alerts are e-mails. */
export const isTold = ({ kind, resolution }: Pick<AlertNews, "kind" | "resolution">): boolean =>
  kind !== "mail_failing" && resolution !== "withdrawn";

/** The message to the webhook for alerts; none about itself. */
export function toAlertWebhook(
  news: AlertNews,
  webhook: AlertWebhook | undefined,
  { ids, now }: { readonly ids: Pick<Ids, "uid">; readonly now: number },
): readonly AlertDelivery[] {
  if (webhook === undefined || isAbout(news, webhook)) return [];
  const alert = showAlert(news);
  const type = news.resolved_at === null ? "alert.raised" : "alert.resolved";
  const body = Buffer.from(JSON.stringify({ type, text: escape(alert.message), alert }));
  const uid = ids.uid(now);
  return [{ destination_id: webhook.id, uid, body: stored("application/json", body) }];
}

interface ToPeopleArgs {
  readonly projects: AlertProjects;
  readonly compose: ComposeAlert;
  readonly ids: Pick<Ids, "uid">;
  readonly now: number;
}

/**
 * The e-mails to the people of the account: one for all alerts of a kind that are raised, and one for all that are
 * over, since everything that fails for the same cause fails at the same time. Each contains only the alerts that
 * its recipient may see.
 */
export async function toPeople(
  news: readonly AlertNews[],
  recipients: readonly AccountRecipient[],
  { projects, compose, ids, now }: ToPeopleArgs,
): Promise<readonly AlertDelivery[]> {
  const deliveries: AlertDelivery[] = [];
  for (const together of groupsOf(news)) {
    for (const { id, email, project_ids } of recipients) {
      const seen = together.filter(
        (one) => project_ids === null || project_ids.has(projectOf(one, projects) ?? 0),
      );
      if (seen.length === 0) continue;
      const uid = ids.uid(now);
      const body = await compose(seen, { to: email, uid, date: now });
      if (body !== undefined)
        deliveries.push({ destination_id: id, uid, body: stored("message/rfc822", body) });
    }
  }
  return deliveries;
}

/** `undefined` or `null` for an alert about the account, or about what was deleted. */
function projectOf(news: AlertNews, { webhooks, forms }: AlertProjects) {
  const { webhook_id, form_id } = showAlert(news);
  return webhook_id === null ? forms.get(form_id ?? 0) : webhooks.get(webhook_id);
}

const groupsOf = (news: readonly AlertNews[]): readonly (readonly AlertNews[])[] => [
  ...Map.groupBy(
    news,
    ({ kind, resolved_at }) => `${kind} ${resolved_at === null ? "raised" : "over"}`,
  ).values(),
];

const stored = (content_type: string, body: Uint8Array): AlertDelivery["body"] => ({
  content_type,
  body,
  sha256: hash("sha256", body, "buffer"),
});

const isAbout = ({ kind, subject_id }: AlertNews, { id }: AlertWebhook): boolean =>
  (kind === "webhook_failing" || kind === "webhook_disabled") && subject_id === id;

/** For chats that read `text` as markup, so that no name can add a link or mention people. */
const escape = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
