/** The signing secrets of a webhook: reveal, replace, rotate, and decrypt them for deliveries. */
import type { Selectable } from "kysely";
import { AppError } from "../../domain/errors.ts";
import { webhookNotFound } from "../../domain/not-found.ts";
import { ifDecryptable, type SecretBox } from "../../platform/secret-box.ts";
import type { SendingWebhook } from "../../domain/delivery/destination.ts";
import { secretHint, type SendingSecrets } from "../../domain/delivery/webhook.ts";
import type { Db, Schema } from "../engine/schema.ts";
import {
  decryptHeaders,
  decryptSecretColumns,
  encryptSecret,
  onlySecret,
} from "./webhook-encryption.ts";
import { asWebhook, type WebhookRow } from "./webhook-rows.ts";
import { findWebhookRow, type WebhookScope } from "./webhooks.ts";

export interface SigningSecrets {
  readonly signing_secret: string;
  readonly next_signing_secret: string | null;
}

type NewSecret = WebhookScope & { readonly signing_secret: string; readonly now: number };

/** After an activation the previous secret signs in addition to the new one for this long. */
const PREVIOUS_SIGNS_FOR_MS = 24 * 3_600 * 1_000;

/** @throws AppError `not_found`. */
export async function revealSecrets(
  db: Db,
  scope: WebhookScope,
  box: SecretBox,
): Promise<SigningSecrets> {
  const { signing_secret, next_signing_secret } = decryptSecretColumns(box, await rowOf(db, scope));
  return { signing_secret, next_signing_secret };
}

/** The state of a secret rotation; decrypts nothing. @throws AppError `not_found`. */
export async function secretRotation(
  db: Db,
  { now, ...scope }: WebhookScope & { readonly now: number },
): Promise<{
  readonly isStaged: boolean;
  /** Until when the previous secret signs as well; `null` if it does not. */
  readonly previousUntil: number | null;
}> {
  const { next_signing_secret, previous_until } = await rowOf(db, scope);
  return {
    isStaged: next_signing_secret !== null,
    previousUntil: previous_until !== null && previous_until > now ? previous_until : null,
  };
}

export function sendingWebhook(row: Selectable<Schema["webhook"]>, box: SecretBox): SendingWebhook {
  const webhook = asWebhook(row);
  return {
    kind: webhook.kind,
    id: row.id,
    uid: row.uid,
    address: row.url,
    stored_address: row.secret_url ?? row.url,
    enabled: row.enabled === 1,
    disabled_reason: row.disabled_reason,
    format: webhook.format,
    content_type: webhook.content_type,
    template: webhook.template,
    signature_header: webhook.signature_header,
    secrets: sendingSecrets(webhook, box),
  };
}

/** Replaces all secrets: only the new one signs every later attempt, retries of older deliveries included. */
export async function replaceSecret(
  db: Db,
  { signing_secret, now, ...scope }: NewSecret,
  box: SecretBox,
): Promise<SigningSecrets> {
  await rowOf(db, scope);
  await change(db, scope.id, { ...onlySecret(box, scope.id, signing_secret), updated_at: now });
  return { signing_secret, next_signing_secret: null };
}

/** Stages the next secret, replacing one that was staged before. The current secret keeps signing. */
export async function stageSecret(
  db: Db,
  { signing_secret: next_signing_secret, now, ...scope }: NewSecret,
  box: SecretBox,
): Promise<SigningSecrets> {
  const { signing_secret } = decryptSecretColumns(box, await rowOf(db, scope));
  await change(db, scope.id, {
    next_signing_secret: encryptSecret(box, scope.id, "next_signing_secret", next_signing_secret),
    updated_at: now,
  });
  return { signing_secret, next_signing_secret };
}

/**
 * Makes the staged secret the current one.
 *
 * @throws AppError `conflict` if none is staged.
 */
export async function activateSecret(
  db: Db,
  { now, ...scope }: WebhookScope & { readonly now: number },
  box: SecretBox,
): Promise<SigningSecrets> {
  const before = decryptSecretColumns(box, await rowOf(db, scope));
  const signing_secret = before.next_signing_secret;
  if (signing_secret === null) {
    throw new AppError(
      "conflict",
      `The webhook ${scope.id} has no next secret to activate. Send {"stage": true} first, and give that secret to the receiver.`,
    );
  }
  const previous = before.signing_secret;
  await change(db, scope.id, {
    signing_secret: encryptSecret(box, scope.id, "signing_secret", signing_secret),
    secret_hint: secretHint(signing_secret),
    next_signing_secret: null,
    previous_signing_secret: encryptSecret(box, scope.id, "previous_signing_secret", previous),
    previous_until: now + PREVIOUS_SIGNS_FOR_MS,
    updated_at: now,
  });
  return { signing_secret, next_signing_secret: null };
}

function sendingSecrets(row: WebhookRow, box: SecretBox): SendingSecrets | undefined {
  return ifDecryptable(() => {
    const { signing_secret, previous_signing_secret, secret_url } = decryptSecretColumns(box, row);
    return {
      url: secret_url ?? row.url,
      headers: decryptHeaders(box, row.id, row.headers),
      signing_secret,
      previous:
        previous_signing_secret === null || row.previous_until === null
          ? undefined
          : { signing_secret: previous_signing_secret, until: row.previous_until },
    };
  });
}

async function change(db: Db, id: number, columns: Partial<Selectable<Schema["webhook"]>>) {
  await db.updateTable("webhook").set(columns).where("id", "=", id).execute();
}

async function rowOf(db: Db, scope: WebhookScope): Promise<WebhookRow> {
  const row = await findWebhookRow(db, scope);
  if (row === undefined) throw webhookNotFound(scope.id);
  return row;
}
