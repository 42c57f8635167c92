/** Separates control fields, which are instructions to Intray, from data. All other fields are data, even with a leading `_`. */
import type { Pair } from "./parse/fields.ts";

export interface ControlFields {
  /** The honeypot's value; `null` if it was not sent. */
  readonly honeypot: string | null;
  /** The page to open after the post; `null` if not sent. */
  readonly redirect: string | null;
  /** The URL of the form's page, as the page reports it. */
  readonly sourceUrl: string | null;
  /** When the page was opened, as the page reports it. */
  readonly started: string | null;
  /** The first non-empty captcha answer. */
  readonly captcha: string | null;
}

const REDIRECT = new Set(["_redirect", "_next"]);
const CAPTCHA_ANSWERS = new Set([
  "g-recaptcha-response",
  "h-captcha-response",
  "cf-turnstile-response",
  "altcha",
]);

/** Splits `pairs` into control fields and data. The first non-empty value of a repeated control field counts. */
export function splitControlFields(
  pairs: readonly Pair[],
  honeypotField: string,
): { readonly control: ControlFields; readonly data: readonly Pair[] } {
  let honeypot: string | null = null;
  let redirect: string | null = null;
  let sourceUrl: string | null = null;
  let started: string | null = null;
  let captcha: string | null = null;
  const data = pairs.filter(([name, value]) => {
    if (name === honeypotField) honeypot = honeypot === null || honeypot === "" ? value : honeypot;
    else if (REDIRECT.has(name)) redirect ??= value === "" ? null : value;
    else if (name === "_source_url") sourceUrl ??= value === "" ? null : value;
    else if (name === "_started") started ??= value === "" ? null : value;
    else if (CAPTCHA_ANSWERS.has(name)) captcha ??= value === "" ? null : value;
    else return true;
    return false;
  });
  return { control: { honeypot, redirect, sourceUrl, started, captcha }, data };
}
