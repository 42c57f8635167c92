/** How a form's captcha lies in its row: the secret sealed for that row, the rest in plain. */
import { invalid } from "../../domain/errors.ts";
import type { Captcha } from "../../domain/form.ts";
import { systemRandom } from "../../platform/random.ts";
import { type SecretBox, SealError } from "../../platform/secret-box.ts";
import { MASK } from "../../domain/webhook.ts";

/** The column. `secret` is there only in rows from before secrets of captchas were sealed. */
interface CaptchaColumn {
  readonly provider: Captcha["provider"];
  readonly site_key: string | null;
  readonly encrypted: string | null;
  readonly secret?: string | null;
}

const ALTCHA_SECRET_BYTES = 32;

/**
 * The column for what is wanted. A secret that is left out or is the mask stays what it was, unopened;
 * ALTCHA, which asks nobody, gets one of its own.
 *
 * @param before The column until now.
 * @throws AppError `invalid` when there would be no secret to verify with.
 */
export function encryptCaptcha(
  box: SecretBox,
  form_id: number,
  wanted: Captcha | null,
  before: string | null,
): string | null {
  if (wanted === null) return null;
  const { provider, site_key = null, secret } = wanted;
  const old = before === null ? undefined : parse(before);
  const kept = old?.provider === provider ? old.encrypted : null;
  const column = (encrypted: string) =>
    JSON.stringify({ provider, site_key, encrypted } satisfies CaptchaColumn);
  if (secret != null && secret !== "" && secret !== MASK) {
    return column(box.seal(secret, placeOf(form_id)));
  }
  if (kept !== null) return column(kept);
  if (provider === "altcha") {
    const own = systemRandom(ALTCHA_SECRET_BYTES).toString("base64url");
    return column(box.seal(own, placeOf(form_id)));
  }
  throw invalid(
    "captcha",
    `captcha.secret must be the secret key that ${provider} gave you beside the site key; without it no answer can be verified.`,
  );
}

/** Sealed with the current key, whatever it was before; `undefined` when nothing has to change. */
export function reencryptCaptcha(
  box: SecretBox,
  form_id: number,
  column: string,
): string | undefined {
  const { provider, site_key, encrypted, secret } = parse(column);
  const write = (text: string) =>
    JSON.stringify({
      provider,
      site_key,
      encrypted: box.seal(text, placeOf(form_id)),
    } satisfies CaptchaColumn);
  if (secret != null) return write(secret);
  if (encrypted === null || box.isCurrent(encrypted)) return undefined;
  const text = openOrNull(box, form_id, encrypted);
  return text === null ? undefined : write(text);
}

/** Whether a secret lies there in plain. */
export function isPlainCaptcha(column: string): boolean {
  return parse(column).secret != null;
}

/** With the mask for the secret. */
export function maskedCaptcha(column: string | null): Captcha | null {
  if (column === null) return null;
  const { provider, site_key, encrypted, secret } = parse(column);
  return { provider, site_key, secret: (encrypted ?? secret) == null ? null : MASK };
}

/** With the secret; `null` for one that does not open. */
export function decryptCaptcha(
  box: SecretBox,
  form_id: number,
  column: string | null,
): Captcha | null {
  if (column === null) return null;
  const { provider, site_key, encrypted } = parse(column);
  return {
    provider,
    site_key,
    secret: encrypted === null ? null : openOrNull(box, form_id, encrypted),
  };
}

const parse = (column: string): CaptchaColumn => ({
  encrypted: null,
  ...(JSON.parse(column) as Omit<CaptchaColumn, "encrypted">),
});

const placeOf = (form_id: number) => `form/${form_id}/captcha/secret`;

function openOrNull(box: SecretBox, form_id: number, encrypted: string): string | null {
  try {
    return box.open(encrypted, placeOf(form_id));
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
