/** The start of a database with a key: the key is checked, and what is not sealed with it is sealed. */
import { existsSync } from "node:fs";
import type { Selectable } from "kysely";
import { type SecretBox, SealError } from "../platform/secret-box.ts";
import type { WebhookHeader } from "../domain/webhook.ts";
import { openSqlite } from "./sqlite/database.ts";
import { isPlainCaptcha, reencryptCaptcha } from "./forms/captcha-encryption.ts";
import { lockTable } from "./engine/dialect.ts";
import type { Db, WebhookTable } from "./engine/schema.ts";
import {
  decryptHeaders,
  decryptSecretColumns,
  SECRET_COLUMNS,
  encryptedHeaders,
  encryptHeaders,
  encryptSecret,
  type SecretColumn,
  type SecretTexts,
} from "./webhooks/webhook-encryption.ts";

const CANARY = "intray";
const CANARY_PLACE = "encryption_canary/1/encrypted";

type SecretsRow = Pick<Selectable<WebhookTable>, "id" | "headers" | SecretColumn>;

/**
 * Seals the secrets of a database from before there was a key, and seals anew what an older key had
 * sealed. All of it, with the canary, in one transaction: a crash leaves the one state or the other.
 *
 * @returns Whether plain secrets were there.
 * @throws Error when the keys given do not open this database; nothing was changed.
 */
export async function sealAtRest(db: Db, box: SecretBox): Promise<{ readonly wasPlain: boolean }> {
  return db.transaction().execute(async (trx) => {
    await lockTable(trx, "encryption_canary");
    const canary = await trx.selectFrom("encryption_canary").select("encrypted").executeTakeFirst();
    if (canary !== undefined) requireKey(canary.encrypted, box);
    const rows = await trx
      .selectFrom("webhook")
      .select(["id", "headers", ...SECRET_COLUMNS])
      .execute();
    for (const row of rows) {
      const sealed = canary === undefined ? sealPlain(row, box) : sealAnew(row, box);
      if (sealed === undefined) continue;
      await trx.updateTable("webhook").set(sealed).where("id", "=", row.id).execute();
    }
    if (canary === undefined || !box.isCurrent(canary.encrypted)) {
      const encrypted = box.seal(CANARY, CANARY_PLACE);
      await trx
        .insertInto("encryption_canary")
        .values({ id: 1, encrypted })
        .onConflict((conflict) => conflict.column("id").doUpdateSet({ encrypted }))
        .execute();
    }
    const hadPlainCaptcha = await sealCaptchas(trx, box);
    return { wasPlain: (canary === undefined && rows.length > 0) || hadPlainCaptcha };
  });
}

/** Those in plain are from before captchas were sealed. @returns Whether there was one. */
async function sealCaptchas(db: Db, box: SecretBox): Promise<boolean> {
  const rows = await db
    .selectFrom("form")
    .select(["id", "captcha"])
    .where("captcha", "is not", null)
    .execute();
  let wasPlain = false;
  for (const { id, captcha } of rows) {
    if (captcha === null) continue;
    wasPlain ||= isPlainCaptcha(captcha);
    const sealed = reencryptCaptcha(box, id, captcha);
    if (sealed === undefined) continue;
    await db.updateTable("form").set({ captcha: sealed }).where("id", "=", id).execute();
  }
  return wasPlain;
}

/** Whether the SQLite file `file` holds secrets that only its key opens. */
export async function hasSealed(file: string): Promise<boolean> {
  if (!existsSync(file)) return false;
  const { db } = openSqlite(file, "reader");
  try {
    const tables = await db.introspection.getTables();
    if (!tables.some(({ name }) => name === "encryption_canary")) return false;
    const canary = await db.selectFrom("encryption_canary").select("id").executeTakeFirst();
    return canary !== undefined;
  } finally {
    await db.destroy();
  }
}

/** @throws Error when no key of the box opens the canary. */
export function requireKey(sealed: string, box: SecretBox): void {
  try {
    box.open(sealed, CANARY_PLACE);
  } catch (cause) {
    if (!(cause instanceof SealError)) throw cause;
    throw new Error(
      `The secrets in the database were sealed with another key than the one given (${cause.message}) Put the right key back, in front or behind a comma: INTRAY_ENCRYPTION_KEY, or the key file. Nothing was changed.`,
      { cause },
    );
  }
}

function sealPlain(row: SecretsRow, box: SecretBox): Omit<SecretsRow, "id"> {
  const headers = JSON.parse(row.headers) as WebhookHeader[];
  return {
    ...sealColumns(row.id, row, box),
    headers: encryptHeaders(box, row.id, headers, "[]"),
  };
}

/** `undefined` when nothing has to change, or when it does not open: then it stays as it is. */
function sealAnew(row: SecretsRow, box: SecretBox): Omit<SecretsRow, "id"> | undefined {
  const texts = [
    ...SECRET_COLUMNS.map((column) => row[column]),
    ...encryptedHeaders(row.headers).map(({ encrypted }) => encrypted),
  ];
  if (texts.every((text) => text === null || box.isCurrent(text))) return undefined;
  try {
    const headers = decryptHeaders(box, row.id, row.headers);
    return {
      ...sealColumns(row.id, decryptSecretColumns(box, row), box),
      headers: encryptHeaders(box, row.id, headers, "[]"),
    };
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}

function sealColumns(id: number, plain: SecretTexts, box: SecretBox): SecretTexts {
  const orNull = (column: SecretColumn, text: string | null) =>
    text === null ? null : encryptSecret(box, id, column, text);
  return {
    signing_secret: encryptSecret(box, id, "signing_secret", plain.signing_secret),
    next_signing_secret: orNull("next_signing_secret", plain.next_signing_secret),
    previous_signing_secret: orNull("previous_signing_secret", plain.previous_signing_secret),
  };
}
