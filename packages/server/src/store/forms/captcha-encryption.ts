/** Encodes the captcha column: the secret encrypted (bound to the row), other members as plain JSON. */
import { invalid } from "../../domain/errors.ts";
import type { Captcha } from "../../domain/form.ts";
import { systemRandom } from "../../platform/random.ts";
import { ifDecryptable, type SecretBox } from "../../platform/secret-box.ts";
import { MASK } from "../../domain/delivery/webhook.ts";

interface CaptchaColumn {
  readonly provider: Captcha["provider"];
  readonly site_key: string | null;
  readonly encrypted: string | null;
}

const ALTCHA_SECRET_BYTES = 32;

/**
 * The new value of the column. A secret that is left out or is the mask keeps its stored ciphertext;
 * ALTCHA, which is self-hosted, gets a generated secret. Another provider may be chosen before its keys are there.
 *
 * @param before The current value of the column.
 * @throws AppError `invalid` for a site key without a secret to verify with.
 */
export function encryptCaptcha(
  box: SecretBox,
  form_id: number,
  requested: Captcha | null,
  before: string | null,
): string | null {
  if (requested === null) return null;
  const { provider, site_key = null, secret } = requested;
  const old = before === null ? undefined : parse(before);
  const kept = old?.provider === provider ? old.encrypted : null;
  const column = (encrypted: string | null) =>
    JSON.stringify({ provider, site_key, encrypted } satisfies CaptchaColumn);
  if (secret != null && secret !== "" && secret !== MASK) {
    return column(box.encrypt(secret, locationOf(form_id)));
  }
  if (kept !== null) return column(kept);
  if (provider === "altcha") {
    const own = systemRandom(ALTCHA_SECRET_BYTES).toString("base64url");
    return column(box.encrypt(own, locationOf(form_id)));
  }
  if (!site_key && secret !== MASK) return column(null);
  throw invalid(
    "captcha",
    `captcha.secret must be the secret key that ${provider} issued with the site key; without it no answer can be verified.`,
  );
}

/** The column encrypted with the current key; `undefined` if it is already, or cannot be decrypted. */
export function reencryptCaptcha(
  box: SecretBox,
  form_id: number,
  column: string,
): string | undefined {
  const { encrypted, ...others } = parse(column);
  if (encrypted === null || box.isCurrent(encrypted)) return undefined;
  const text = decryptOrNull(box, form_id, encrypted);
  if (text === null) return undefined;
  return JSON.stringify({ ...others, encrypted: box.encrypt(text, locationOf(form_id)) });
}

export function maskCaptcha(column: string | null): Captcha | null {
  if (column === null) return null;
  const { provider, site_key, encrypted } = parse(column);
  return { provider, site_key, secret: encrypted === null ? null : MASK };
}

/**
 * The captcha with its secret, which is `null` if it cannot be decrypted. No captcha if it still needs its keys, since
 * nobody could solve it.
 */
export function decryptCaptcha(
  box: SecretBox,
  form_id: number,
  column: string | null,
): Captcha | null {
  if (column === null) return null;
  const { provider, site_key, encrypted } = parse(column);
  if (encrypted === null) return null;
  return { provider, site_key, secret: decryptOrNull(box, form_id, encrypted) };
}

const parse = (column: string): CaptchaColumn => JSON.parse(column) as CaptchaColumn;

const locationOf = (form_id: number) => `form/${form_id}/captcha/secret`;

const decryptOrNull = (box: SecretBox, form_id: number, encrypted: string): string | null =>
  ifDecryptable(() => box.decrypt(encrypted, locationOf(form_id))) ?? null;
