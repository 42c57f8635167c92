/** Find, list, create, change and delete the webhooks of forms. */
import { invalid } from "../../domain/errors.ts";
import { webhookNotFound } from "../../domain/not-found.ts";
import { type ExpectedVersions, requireVersion, versionOf } from "../../domain/record-version.ts";
import { kindOfAddress, originOf } from "../../domain/delivery/destination.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import {
  MASK,
  parseWebhookSettings,
  secretHint,
  WEBHOOK_DEFAULTS,
  WEBHOOK_SETTINGS,
  type WebhookHeader,
  type WebhookSettings,
  webhookSettingsColumn,
} from "../../domain/delivery/webhook.ts";
import { idsText, isAmong, lockRow } from "../engine/dialect.ts";
import type { AccountScope, ListPage } from "../engine/paging.ts";
import { idsOf, pageById, ROW_COUNT } from "../engine/paging.ts";
import { requireHistory } from "../engine/history.ts";
import type { Db } from "../engine/schema.ts";
import { ofForms } from "../forms/live-forms.ts";
import { requireOwnForm } from "../forms/form-names.ts";
import { inFoundOrder, type SearchablePage, searchRows } from "../forms/name-search.ts";
import {
  decryptHeaders,
  decryptUrl,
  encryptedHeaders,
  encryptHeaders,
  encryptSecret,
  encryptUrl,
  onlySecret,
} from "./webhook-encryption.ts";
import type { FormWebhookRow } from "./webhook-rows.ts";
import { allWebhooks, asFormWebhook, asWebhook, formWebhooks } from "./webhook-rows.ts";

/** A row of `webhook` with its URL, and without its secrets, which webhook-secrets.ts decrypts. */
export interface WebhookRecord extends Omit<WebhookSettings, "headers"> {
  readonly id: number;
  /** Part of the message ids of its deliveries. */
  readonly uid: string | null;
  readonly form_id: number;
  readonly disabled_reason: string | null;
  readonly headerNames: readonly string[];
  /** The last four characters of the signing secret. */
  readonly secret_hint: string;
  readonly failure_count: number;
  readonly last_failure_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
  /** Of its settings with the ciphertext of its headers, see {@link versionOf}. */
  readonly version: string;
}

export type WebhookScope = { readonly account_id: number; readonly id: number };

interface ChangedWebhook extends WebhookScope {
  /** For any other version the change is rejected with `precondition_failed`. */
  readonly expected?: ExpectedVersions | undefined;
}

/** A secret is encrypted with its row's id, which is known only after the insert; until then this is stored. */
const SECRET_PLACEHOLDER = "-";

/** `undefined` if the account has no such webhook. */
export async function findWebhook(
  db: Db,
  scope: WebhookScope,
  box: SecretBox,
): Promise<WebhookRecord | undefined> {
  const row = await findWebhookRow(db, scope);
  return row === undefined ? undefined : toWebhookRecord(row, box);
}

/** The whole row; `undefined` if the account has no such webhook. */
export async function findWebhookRow(
  db: Db,
  { account_id, id }: WebhookScope,
): Promise<FormWebhookRow | undefined> {
  const row = await formWebhooks(db)
    .selectAll()
    .where("id", "=", id)
    .where("account_id", "=", account_id)
    .executeTakeFirst();
  return row === undefined ? undefined : asFormWebhook(row);
}

type WebhooksPage = SearchablePage & {
  /** Whether a search compares whole URLs; otherwise only their origins. */
  readonly seesUrls: boolean;
};

/**
 * Webhooks of one form or of all, oldest first; with a query those whose name or URL contains it, in any letter case, or
 * whose id or form's id it is, best first.
 */
export async function listWebhooks(
  db: Db,
  { query, seesUrls, ...page }: WebhooksPage,
  box: SecretBox,
): Promise<ListPage<WebhookRecord & { readonly rank?: number }>> {
  await requireHistory(db, "webhook", page);
  const all = formWebhooks(db)
    .where("account_id", "=", page.account_id)
    .where(ofForms("form_id", page));
  if (query !== undefined) {
    const found = await searchRows({ ...page, query }, async (after, limit) => {
      const next = all
        .select(["id", "name", "form_id", "url", "secret_url"])
        .where("id", ">", after);
      const rows = await next.orderBy("id").limit(limit).execute();
      return rows.map((row) => ({ ...row, url: seesUrls ? decryptUrl(box, row) : row.url }));
    });
    const rows = await all
      .selectAll()
      .where(isAmong(db, "id", idsText(db, idsOf(found.matches))))
      .execute();
    const records = rows.map((row) => toWebhookRecord(asFormWebhook(row), box));
    return { records: inFoundOrder(found, records), count: found.count };
  }
  const found = await pageById(all.selectAll(), page).execute();
  const { n: count } = await all.select(ROW_COUNT).executeTakeFirstOrThrow();
  return { records: found.map((row) => toWebhookRecord(asFormWebhook(row), box)), count };
}

/** The webhooks of each of the forms, oldest first. */
export async function webhooksOfForms(
  db: Db,
  formIds: readonly number[],
  box: SecretBox,
): Promise<ReadonlyMap<number, readonly WebhookRecord[]>> {
  const rows = await formWebhooks(db)
    .selectAll()
    .where(isAmong(db, "form_id", idsText(db, formIds)))
    .orderBy("id")
    .execute();
  const records = rows.map((row) => toWebhookRecord(asFormWebhook(row), box));
  return Map.groupBy(records, ({ form_id }) => form_id);
}

/** Id and name of the oldest webhooks of an account, for a choice. */
export async function listWebhookNames(
  db: Db,
  { account_id, limit, ...scope }: AccountScope & { readonly limit: number },
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  const all = formWebhooks(db)
    .where("account_id", "=", account_id)
    .where(ofForms("form_id", scope));
  return all.select(["id", "name"]).orderBy("id").limit(limit).execute();
}

interface CreateWebhookArgs {
  readonly account_id: number;
  readonly form_id: number;
  readonly uid: string;
  readonly settings: Partial<WebhookSettings> & { readonly url: string };
  readonly signing_secret: string;
  readonly now: number;
}

/** @throws AppError `not_found` if the account has no such form. */
export async function createWebhook(
  db: Db,
  { account_id, form_id, uid, settings, signing_secret, now }: CreateWebhookArgs,
  box: SecretBox,
): Promise<WebhookRecord> {
  await requireOwnForm(db, { account_id, form_id });
  const { headers, ...requested } = { ...WEBHOOK_DEFAULTS, ...settings };
  const { id } = await db
    .insertInto("webhook")
    .values({
      ...columns(requested),
      url: SECRET_PLACEHOLDER,
      kind: kindOfAddress(settings.url),
      account_id,
      form_id,
      uid,
      headers: "[]",
      signing_secret: SECRET_PLACEHOLDER,
      secret_hint: secretHint(signing_secret),
      created_at: now,
      updated_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const row = await db
    .updateTable("webhook")
    .set({
      ...encryptUrl(box, id, settings.url),
      headers: encryptHeaders(box, id, headers, "[]"),
      signing_secret: encryptSecret(box, id, "signing_secret", signing_secret),
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toWebhookRecord(asFormWebhook(row), box);
}

export interface WebhookCopy extends Omit<CreateWebhookArgs, "settings"> {
  /** Of the webhook to copy. */
  readonly id: number;
}

/** Creates a webhook with the settings and headers of another, and a signing secret of its own. */
export async function copyWebhook(
  db: Db,
  { id, ...copy }: WebhookCopy,
  box: SecretBox,
): Promise<WebhookRecord> {
  const row = await findWebhookRow(db, { account_id: copy.account_id, id });
  if (row === undefined) throw webhookNotFound(id);
  const headers = decryptHeaders(box, id, row.headers);
  return createWebhook(db, { ...copy, settings: { ...toWebhookRecord(row, box), headers } }, box);
}

/**
 * Changes the members that `settings` names, and replaces all secrets if a new one is given. Enabling a disabled
 * webhook clears the reason why it was disabled and its failures; a value of `enabled` that is the current one leaves
 * them.
 */
export async function updateWebhook(
  db: Db,
  {
    settings,
    signing_secret,
    expected,
    now,
    ...scope
  }: ChangedWebhook & {
    readonly settings: Partial<WebhookSettings>;
    readonly signing_secret?: string | undefined;
    readonly now: number;
  },
  box: SecretBox,
): Promise<WebhookRecord> {
  const before = await existing(db, scope, box);
  requireVersion({ version: before.version, names: MEMBERS }, expected);
  requireFreshHeaders(before, settings);
  const { headers, ...requested } = settings;
  const row = await db
    .updateTable("webhook")
    .set({
      ...columns({ ...before, ...requested }),
      ...(settings.url === undefined || settings.url === before.url
        ? {}
        : encryptUrl(box, scope.id, settings.url)),
      ...(headers === undefined ? {} : { headers: await encryptOver(db, scope.id, headers, box) }),
      ...(signing_secret === undefined ? {} : onlySecret(box, scope.id, signing_secret)),
      ...(settings.enabled === undefined || settings.enabled === before.enabled
        ? {}
        : {
            disabled_reason: settings.enabled ? null : "by_hand",
            ...(settings.enabled ? { failure_count: 0, failing_since: null } : {}),
          }),
      updated_at: now,
    })
    .where("id", "=", scope.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toWebhookRecord(asFormWebhook(row), box);
}

/**
 * The values of headers are not shown to people who may change the URL, so they must not be sent to a server of their
 * choice either.
 */
function requireFreshHeaders(
  { url: from, headerNames }: Pick<WebhookRecord, "url" | "headerNames">,
  { url: to = from, headers }: Partial<WebhookSettings>,
): void {
  if (headerNames.length === 0 || originOf(to) === originOf(from)) return;
  if (headers?.every(({ value }) => value !== MASK) === true) return;
  throw invalid(
    "headers",
    `The URL leads to another server, ${originOf(to)}, which does not get the stored values of the headers ${headerNames.join(", ")}. Enter their values again, or remove the headers.`,
  );
}

/** Its delivery log stays; queued deliveries are canceled when they are due. */
export async function deleteWebhook(
  db: Db,
  { expected, ...scope }: ChangedWebhook,
  box: SecretBox,
): Promise<WebhookRecord> {
  const before = await existing(db, scope, box);
  requireVersion({ version: before.version, names: MEMBERS }, expected);
  await db.deleteFrom("webhook").where("id", "=", scope.id).execute();
  return before;
}

async function existing(db: Db, scope: WebhookScope, box: SecretBox): Promise<WebhookRecord> {
  await lockRow(db, "webhook", scope.id);
  const found = await findWebhook(db, scope, box);
  if (found === undefined) throw webhookNotFound(scope.id);
  return found;
}

/** The new value of the column `headers`; masked headers keep their stored ciphertext. */
async function encryptOver(db: Db, id: number, headers: readonly WebhookHeader[], box: SecretBox) {
  const before = await allWebhooks(db).selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return encryptHeaders(box, id, headers, asWebhook(before).headers);
}

function toWebhookRecord(row: FormWebhookRow, box: SecretBox): WebhookRecord {
  const record = {
    id: row.id,
    uid: row.uid,
    form_id: row.form_id,
    name: row.name,
    url: decryptUrl(box, row),
    ...parseWebhookSettings(row.settings),
    headerNames: encryptedHeaders(row.headers).map(({ name }) => name),
    trigger_when_spam: row.trigger_when_spam === 1,
    enabled: row.enabled === 1,
    disabled_reason: row.disabled_reason,
    secret_hint: row.secret_hint,
    failure_count: row.failure_count,
    last_failure_at: row.last_failure_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
  const members = MEMBERS.map((name) => [name, name === "headers" ? row.headers : record[name]]);
  return { ...record, version: versionOf(Object.fromEntries(members)) };
}

const MEMBERS = Object.keys(WEBHOOK_SETTINGS) as (keyof WebhookSettings)[];

const columns = (settings: Omit<WebhookSettings, "headers" | "url">) =>
  ({
    name: settings.name,
    settings: webhookSettingsColumn(settings),
    trigger_when_spam: settings.trigger_when_spam ? 1 : 0,
    enabled: settings.enabled ? 1 : 0,
  }) as const;
