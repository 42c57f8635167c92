/** Rows of the table `webhook` that users make. The table has destinations of every kind. */
import type { Selectable } from "kysely";
import { isMadeByUsers, type UserMadeKind } from "../../domain/delivery/destination.ts";
import { parseWebhookSettings, type StoredWebhookSettings } from "../../domain/delivery/webhook.ts";
import type { Db, Schema } from "../engine/schema.ts";
import { IS_FORM_WEBHOOK, IS_WEBHOOK } from "../destinations/kinds-in-sql.ts";

export type WebhookRow = Omit<Selectable<Schema["webhook"]>, "kind"> &
  StoredWebhookSettings & {
    readonly kind: UserMadeKind;
    readonly headers: string;
    readonly signing_secret: string;
  };

export type FormWebhookRow = WebhookRow & { readonly form_id: number };

/** The webhooks of forms. Every query of the webhooks API begins with it, so that no other destination gets in. */
export const formWebhooks = (db: Db) => db.selectFrom("webhook").where(IS_FORM_WEBHOOK);

export const allWebhooks = (db: Db) => db.selectFrom("webhook").where(IS_WEBHOOK);

/** @throws Error if the row is no webhook, which the queries above and a CHECK exclude. */
export function asWebhook(row: Selectable<Schema["webhook"]>): WebhookRow {
  const { kind, headers, signing_secret } = row;
  if (!isMadeByUsers(kind) || headers === null || signing_secret === null) {
    throw new Error(`The destination ${row.id} is no webhook.`);
  }
  return { ...row, kind, ...parseWebhookSettings(row.settings), headers, signing_secret };
}

/** @throws Error if the row is no webhook of a form, which {@link formWebhooks} excludes. */
export function asFormWebhook(row: Selectable<Schema["webhook"]>): FormWebhookRow {
  const { form_id } = row;
  if (form_id === null) throw new Error(`The destination ${row.id} belongs to no form.`);
  return { ...asWebhook(row), form_id };
}
