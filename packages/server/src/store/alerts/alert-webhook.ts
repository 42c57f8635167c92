/** The webhook that gets the alerts of an account. It is none of the webhooks of forms. */
import type { SecretBox } from "../../platform/secret-box.ts";
import { lockRow } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";
import {
  decryptSecretColumns,
  decryptUrl,
  encryptUrl,
  onlySecret,
} from "../webhooks/webhook-encryption.ts";
import { allWebhooks, asWebhook } from "../webhooks/webhook-rows.ts";

export interface AlertWebhook {
  readonly id: number;
  readonly url: string;
  readonly enabled: boolean;
  /** The last four characters of the signing secret. */
  readonly secret_hint: string;
}

type OfAccount = { readonly account_id: number };

/** `undefined` if the account has none. */
export async function findAlertWebhook(
  db: Db,
  scope: OfAccount,
  box: SecretBox,
): Promise<AlertWebhook | undefined> {
  const row = await ofAccount(db, scope)
    .select(["id", "url", "secret_url", "enabled", "secret_hint"])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { id, enabled, secret_hint } = row;
  return { id, url: decryptUrl(box, row), enabled: enabled === 1, secret_hint };
}

/** The signing secret; `undefined` if the account has no webhook for alerts. */
export async function revealAlertSecret(
  db: Db,
  scope: OfAccount,
  box: SecretBox,
): Promise<string | undefined> {
  const row = await ofAccount(db, scope).selectAll().executeTakeFirst();
  return row && decryptSecretColumns(box, asWebhook(row)).signing_secret;
}

interface SetAlertUrlArgs extends OfAccount {
  readonly url: string | null;
  readonly uid: string;
  /** Of a new webhook; an existing one keeps its own. */
  readonly signing_secret: string;
  readonly now: number;
}

/**
 * Sets or changes the URL that alerts are sent to; `null` removes it, and its signing secret with it. Setting it
 * enables it again if the server has disabled it.
 */
export async function setAlertUrl(
  db: Db,
  { account_id, url, uid, signing_secret, now }: SetAlertUrlArgs,
  box: SecretBox,
): Promise<void> {
  await lockRow(db, "account", account_id);
  const before = await findAlertWebhook(db, { account_id }, box);
  if (url === null) {
    if (before !== undefined) await db.deleteFrom("webhook").where("id", "=", before.id).execute();
    return;
  }
  const id = before?.id ?? (await insertAlertWebhook(db, { account_id, uid, now }));
  await db
    .updateTable("webhook")
    .set({
      ...encryptUrl(box, id, url),
      ...(before === undefined ? onlySecret(box, id, signing_secret) : {}),
      enabled: 1,
      disabled_reason: null,
      failure_count: 0,
      failing_since: null,
      updated_at: now,
    })
    .where("id", "=", id)
    .execute();
}

/** What is secret is encrypted with the row's id, which is known only after the insert. */
async function insertAlertWebhook(
  db: Db,
  { account_id, uid, now }: Pick<SetAlertUrlArgs, "account_id" | "uid" | "now">,
): Promise<number> {
  const { id } = await db
    .insertInto("webhook")
    .values({
      kind: "webhook",
      purpose: "account",
      account_id,
      name: "Alerts",
      url: "-",
      headers: "[]",
      trigger_when_spam: 0,
      takes_submissions: 0,
      enabled: 1,
      signing_secret: "-",
      created_at: now,
      updated_at: now,
      uid,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const ofAccount = (db: Db, { account_id }: OfAccount) =>
  allWebhooks(db).where("account_id", "=", account_id).where("purpose", "=", "account");
