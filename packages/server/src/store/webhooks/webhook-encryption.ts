/** Encrypts and decrypts a webhook's secrets. Each ciphertext is bound to its row, and to its column or header. */
import { originOf } from "../../domain/delivery/destination.ts";
import { invalid } from "../../domain/errors.ts";
import { ifDecryptable, type SecretBox } from "../../platform/secret-box.ts";
import { MASK, secretHint, type WebhookHeader } from "../../domain/delivery/webhook.ts";
import type { WebhookRow } from "./webhook-rows.ts";

export const SECRET_COLUMNS = [
  "signing_secret",
  "next_signing_secret",
  "previous_signing_secret",
  "secret_url",
] as const;
export type SecretColumn = (typeof SECRET_COLUMNS)[number];

export type SecretTexts = Pick<WebhookRow, SecretColumn>;

type EncryptedHeader = { readonly name: string; readonly encrypted: string };

export const encryptSecret = (
  box: SecretBox,
  webhook_id: number,
  column: SecretColumn,
  text: string,
): string => box.encrypt(text, secretLocation(webhook_id, column));

/** The columns of a webhook that has this secret only: no staged and no previous one. */
export const onlySecret = (box: SecretBox, webhook_id: number, text: string) => ({
  signing_secret: encryptSecret(box, webhook_id, "signing_secret", text),
  secret_hint: secretHint(text),
  next_signing_secret: null,
  previous_signing_secret: null,
  previous_until: null,
});

/** @throws DecryptionError. */
export const decryptSecretColumns = (
  box: SecretBox,
  row: SecretTexts & { readonly id: number },
): SecretTexts =>
  mapColumns(row, (column, text) => box.decrypt(text, secretLocation(row.id, column)));

export const encryptSecretColumns = (box: SecretBox, id: number, plain: SecretTexts): SecretTexts =>
  mapColumns(plain, (column, text) => encryptSecret(box, id, column, text));

function mapColumns(
  texts: SecretTexts,
  change: (column: SecretColumn, text: string) => string,
): SecretTexts {
  const orNull = (column: SecretColumn) => {
    const text = texts[column];
    return text === null ? null : change(column, text);
  };
  return {
    signing_secret: change("signing_secret", texts.signing_secret),
    next_signing_secret: orNull("next_signing_secret"),
    previous_signing_secret: orNull("previous_signing_secret"),
    secret_url: orNull("secret_url"),
  };
}

type UrlColumns = Pick<WebhookRow, "url" | "secret_url">;

/** The columns of a URL, whose path and query are often a secret: its origin, and all of it encrypted. */
export const encryptUrl = (box: SecretBox, webhook_id: number, url: string): UrlColumns => ({
  url: originOf(url) ?? MASK,
  secret_url: encryptSecret(box, webhook_id, "secret_url", url),
});

/** The URL of a webhook; its origin and {@link MASK} if no key decrypts it. */
export function decryptUrl(
  box: SecretBox,
  { id, url, secret_url }: UrlColumns & { readonly id: number },
): string {
  if (secret_url === null) return url;
  const location = secretLocation(id, "secret_url");
  return ifDecryptable(() => box.decrypt(secret_url, location)) ?? `${url}/${MASK}`;
}

/** The column `headers`, parsed. */
export const encryptedHeaders = (column: string): readonly EncryptedHeader[] =>
  JSON.parse(column) as EncryptedHeader[];

/** @throws DecryptionError. */
export const decryptHeaders = (
  box: SecretBox,
  webhook_id: number,
  column: string,
): readonly WebhookHeader[] =>
  encryptedHeaders(column).map(({ name, encrypted }) => ({
    name,
    value: box.decrypt(encrypted, headerLocation(webhook_id, name)),
  }));

/**
 * Encrypts headers into the column `headers`. A value that is the mask keeps its stored ciphertext.
 *
 * @param before The current value of the column.
 * @throws AppError `invalid` for a masked header that has no stored value.
 */
export function encryptHeaders(
  box: SecretBox,
  webhook_id: number,
  requested: readonly WebhookHeader[],
  before: string,
): string {
  const old = new Map(
    encryptedHeaders(before).map((one) => [one.name.toLowerCase(), one.encrypted]),
  );
  const headers = requested.map(({ name, value }): EncryptedHeader => {
    if (value !== MASK)
      return { name, encrypted: box.encrypt(value, headerLocation(webhook_id, name)) };
    const kept = old.get(name.toLowerCase());
    if (kept !== undefined) return { name, encrypted: kept };
    throw invalid(
      "headers",
      `The header ${name} has no stored value, so "${MASK}" cannot be sent for it. Send its value.`,
    );
  });
  return JSON.stringify(headers);
}

const secretLocation = (webhook_id: number, column: SecretColumn): string =>
  `webhook/${webhook_id}/${column}`;

/** Lower case, since the header names of a webhook are unique regardless of case. */
const headerLocation = (webhook_id: number, name: string): string =>
  `webhook/${webhook_id}/headers/${name.toLowerCase()}`;
