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
  readonly sealed: string | null;
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
export function sealCaptcha(
  box: SecretBox,
  form_id: number,
  wanted: Captcha | null,
  before: string | null,
): string | null {
  if (wanted === null) return null;
  const { provider, site_key = null, secret } = wanted;
  const old = before === null ? undefined : parse(before);
  const kept = old?.provider === provider ? old.sealed : null;
  const column = (sealed: string) =>
    JSON.stringify({ provider, site_key, sealed } satisfies CaptchaColumn);
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
export function resealCaptcha(box: SecretBox, form_id: number, column: string): string | undefined {
  const { provider, site_key, sealed, secret } = parse(column);
  const write = (text: string) =>
    JSON.stringify({
      provider,
      site_key,
      sealed: box.seal(text, placeOf(form_id)),
    } satisfies CaptchaColumn);
  if (secret != null) return write(secret);
  if (sealed === null || box.isCurrent(sealed)) return undefined;
  const text = openOrNull(box, form_id, sealed);
  return text === null ? undefined : write(text);
}

/** Whether a secret lies there in plain. */
export function isPlainCaptcha(column: string): boolean {
  return parse(column).secret != null;
}

/** With the mask for the secret. */
export function maskedCaptcha(column: string | null): Captcha | null {
  if (column === null) return null;
  const { provider, site_key, sealed, secret } = parse(column);
  return { provider, site_key, secret: (sealed ?? secret) == null ? null : MASK };
}

/** With the secret; `null` for one that does not open. */
export function openCaptcha(
  box: SecretBox,
  form_id: number,
  column: string | null,
): Captcha | null {
  if (column === null) return null;
  const { provider, site_key, sealed } = parse(column);
  return {
    provider,
    site_key,
    secret: sealed === null ? null : openOrNull(box, form_id, sealed),
  };
}

const parse = (column: string): CaptchaColumn => ({
  sealed: null,
  ...(JSON.parse(column) as Omit<CaptchaColumn, "sealed">),
});

const placeOf = (form_id: number) => `form/${form_id}/captcha/secret`;

function openOrNull(box: SecretBox, form_id: number, sealed: string): string | null {
  try {
    return box.open(sealed, placeOf(form_id));
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
