/** Every query on the table webhook that is not a delivery's. */
import type { Selectable } from "kysely";
import { AppError } from "../errors.ts";
import {
  WEBHOOK_DEFAULTS,
  type WebhookFormat,
  type WebhookHeader,
  type WebhookSettings,
} from "../webhook.ts";
import { lockRow } from "./dialect.ts";
import type { Db, WebhookTable } from "./schema.ts";

/** A row of `webhook` with its JSON columns parsed. Its secret and header values are whole. */
export interface WebhookRecord extends WebhookSettings {
  readonly id: number;
  readonly form_id: number;
  readonly disabled_reason: string | null;
  readonly signing_secret: string;
  readonly failure_count: number;
  readonly last_failure_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

interface Scope {
  readonly account_id: number;
  readonly id: number;
}

/** `undefined` when the account has no such webhook. */
export async function findWebhook(
  db: Db,
  { account_id, id }: Scope,
): Promise<WebhookRecord | undefined> {
  const row = await db
    .selectFrom("webhook")
    .selectAll()
    .where("id", "=", id)
    .where("account_id", "=", account_id)
    .executeTakeFirst();
  return row === undefined ? undefined : record(row);
}

/** By id, oldest first; of one form or of all. */
export async function listWebhooks(
  db: Db,
  page: {
    readonly account_id: number;
    readonly form_id?: number | undefined;
    readonly limit: number;
    readonly offset: number;
    readonly after_id?: number | undefined;
  },
): Promise<{ readonly records: readonly WebhookRecord[]; readonly count: number }> {
  let all = db.selectFrom("webhook").where("account_id", "=", page.account_id);
  if (page.form_id !== undefined) all = all.where("form_id", "=", page.form_id);
  const found = await all
    .selectAll()
    .where("id", ">", page.after_id ?? 0)
    .orderBy("id")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { n } = await all
    .select((count) => count.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return { records: found.map(record), count: n };
}

/** @throws AppError `invalid` when the account has no such form. */
export async function createWebhook(
  db: Db,
  {
    account_id,
    form_id,
    settings,
    signing_secret,
    now,
  }: {
    readonly account_id: number;
    readonly form_id: number;
    readonly settings: Partial<WebhookSettings> & { readonly url: string };
    readonly signing_secret: string;
    readonly now: number;
  },
): Promise<WebhookRecord> {
  const form = await db
    .selectFrom("form")
    .select("id")
    .where("id", "=", form_id)
    .where("account_id", "=", account_id)
    .executeTakeFirst();
  if (form === undefined)
    throw new AppError("not_found", `There is no form ${form_id} in this account.`);
  const row = await db
    .insertInto("webhook")
    .values({
      ...columns({ ...WEBHOOK_DEFAULTS, ...settings }),
      account_id,
      form_id,
      signing_secret,
      disabled_reason: null,
      last_failure_at: null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return record(row);
}

/**
 * Changes the members that `settings` names. Enabling it forgets why it was disabled; sending back
 * the state that it is in changes nothing about that.
 */
export async function updateWebhook(
  db: Db,
  {
    settings,
    now,
    ...scope
  }: Scope & { readonly settings: Partial<WebhookSettings>; readonly now: number },
): Promise<WebhookRecord> {
  const before = await existing(db, scope);
  const row = await db
    .updateTable("webhook")
    .set({
      ...columns({ ...before, ...settings }),
      ...(settings.enabled === undefined || settings.enabled === before.enabled
        ? {}
        : {
            disabled_reason: settings.enabled ? null : "by_hand",
            ...(settings.enabled ? { failure_count: 0 } : {}),
          }),
      updated_at: now,
    })
    .where("id", "=", scope.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return record(row);
}

/** The new secret signs from the next attempt on, retries of older deliveries included. */
export async function replaceSecret(
  db: Db,
  {
    signing_secret,
    now,
    ...scope
  }: Scope & { readonly signing_secret: string; readonly now: number },
): Promise<WebhookRecord> {
  await existing(db, scope);
  const row = await db
    .updateTable("webhook")
    .set({ signing_secret, updated_at: now })
    .where("id", "=", scope.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return record(row);
}

/** Its log stays; what was still queued is canceled as it comes due. */
export async function deleteWebhook(db: Db, scope: Scope): Promise<WebhookRecord> {
  const before = await existing(db, scope);
  await db.deleteFrom("webhook").where("id", "=", scope.id).execute();
  return before;
}

async function existing(db: Db, scope: Scope): Promise<WebhookRecord> {
  await lockRow(db, "webhook", scope.id);
  const found = await findWebhook(db, scope);
  if (found === undefined) {
    throw new AppError(
      "not_found",
      `There is no webhook ${scope.id} in this account. List the form_webhooks to see which there are.`,
    );
  }
  return found;
}

function record(row: Selectable<WebhookTable>): WebhookRecord {
  return {
    id: row.id,
    form_id: row.form_id,
    name: row.name,
    url: row.url,
    format: row.format as WebhookFormat,
    content_type: row.content_type,
    template: row.template,
    headers: JSON.parse(row.headers) as WebhookHeader[],
    trigger_when_spam: row.trigger_when_spam === 1,
    enabled: row.enabled === 1,
    disabled_reason: row.disabled_reason,
    signing_secret: row.signing_secret,
    failure_count: row.failure_count,
    last_failure_at: row.last_failure_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

function columns(settings: WebhookSettings) {
  return {
    name: settings.name,
    url: settings.url,
    format: settings.format,
    content_type: settings.content_type,
    template: settings.template,
    headers: JSON.stringify(settings.headers),
    trigger_when_spam: settings.trigger_when_spam ? 1 : 0,
    enabled: settings.enabled ? 1 : 0,
  } as const;
}
