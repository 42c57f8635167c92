/** At start: checks the encryption key, and encrypts what is in plain text or encrypted with an older key. */
import { DecryptionError, ifDecryptable, type SecretBox } from "../platform/secret-box.ts";
import { reencryptCaptcha } from "./forms/captcha-encryption.ts";
import { reencryptTotpSecrets } from "./accounts/second-factors.ts";
import { lockTable } from "./engine/dialect.ts";
import type { Db } from "./engine/schema.ts";
import { reencryptResults } from "./idempotency/idempotency-keys.ts";
import {
  decryptHeaders,
  decryptSecretColumns,
  SECRET_COLUMNS,
  encryptedHeaders,
  encryptHeaders,
  encryptSecretColumns,
  encryptUrl,
  type SecretColumn,
} from "./webhooks/webhook-encryption.ts";
import { allWebhooks, asWebhook, type WebhookRow } from "./webhooks/webhook-rows.ts";

const CANARY = "intray";
const CANARY_PLACE = "encryption_canary/1/encrypted";

type SecretsRow = Pick<WebhookRow, "id" | "url" | "headers" | SecretColumn>;

/**
 * Encrypts URLs that an earlier version stored in plain text, and re-encrypts secrets that an older key encrypted. One
 * transaction changes all secrets and the canary, so a crash leaves the old or the new state.
 *
 * @throws Error if the given keys do not decrypt this database; nothing is changed then.
 */
export async function encryptAtRest(db: Db, box: SecretBox): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockTable(trx, "encryption_canary");
    const canary = await trx.selectFrom("encryption_canary").select("encrypted").executeTakeFirst();
    if (canary !== undefined) requireKey(canary.encrypted, box);
    for (const row of (await allWebhooks(trx).selectAll().execute()).map(asWebhook)) {
      const encrypted = reencrypt(row, box);
      if (encrypted === undefined) continue;
      await trx.updateTable("webhook").set(encrypted).where("id", "=", row.id).execute();
    }
    if (canary === undefined || !box.isCurrent(canary.encrypted)) {
      const encrypted = box.encrypt(CANARY, CANARY_PLACE);
      await trx
        .insertInto("encryption_canary")
        .values({ id: 1, encrypted })
        .onConflict((conflict) => conflict.column("id").doUpdateSet({ encrypted }))
        .execute();
    }
    await encryptCaptchas(trx, box);
    await reencryptTotpSecrets(trx, box);
    await reencryptResults(trx, box);
  });
}

async function encryptCaptchas(db: Db, box: SecretBox): Promise<void> {
  const rows = await db
    .selectFrom("form")
    .select(["id", "captcha"])
    .where("captcha", "is not", null)
    .execute();
  for (const { id, captcha } of rows) {
    const encrypted = captcha === null ? undefined : reencryptCaptcha(box, id, captcha);
    if (encrypted === undefined) continue;
    await db.updateTable("form").set({ captcha: encrypted }).where("id", "=", id).execute();
  }
}

/** @throws Error if no key of the box decrypts the canary. */
export function requireKey(encrypted: string, box: SecretBox): void {
  try {
    box.decrypt(encrypted, CANARY_PLACE);
  } catch (cause) {
    if (!(cause instanceof DecryptionError)) throw cause;
    throw new Error(
      `The secrets in the database were encrypted with another key than the given one (${cause.message}) Add the right key to INTRAY_ENCRYPTION_KEY or to the key file; separate several keys by commas. Nothing was changed.`,
      { cause },
    );
  }
}

/** Returns `undefined` if nothing has to change, or if the row cannot be decrypted: it stays as it is. */
function reencrypt(row: SecretsRow, box: SecretBox): Omit<SecretsRow, "id"> | undefined {
  const texts = [
    ...SECRET_COLUMNS.map((column) => row[column]),
    ...encryptedHeaders(row.headers).map(({ encrypted }) => encrypted),
  ];
  if (row.secret_url !== null && texts.every((text) => text === null || box.isCurrent(text)))
    return undefined;
  return ifDecryptable(() => {
    const headers = decryptHeaders(box, row.id, row.headers);
    const plain = decryptSecretColumns(box, row);
    return {
      ...encryptSecretColumns(box, row.id, plain),
      ...encryptUrl(box, row.id, plain.secret_url ?? row.url),
      headers: encryptHeaders(box, row.id, headers, "[]"),
    };
  });
}
