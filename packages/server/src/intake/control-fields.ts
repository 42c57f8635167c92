/** Fields that speak to Intray and are no data. Every other field, `_` in front or not, is data. */
import type { Pair } from "./fields.ts";

export interface ControlFields {
  /** What the honeypot held; `null` when it was not sent. */
  readonly honeypot: string | null;
  /** Where the page asks to go on to; `null` when it does not. */
  readonly redirect: string | null;
  /** The page the form stands on, as the page itself says. */
  readonly sourceUrl: string | null;
}

const REDIRECT = new Set(["_redirect", "_next"]);
const CAPTCHA_ANSWERS = new Set([
  "g-recaptcha-response",
  "h-captcha-response",
  "cf-turnstile-response",
  "altcha",
]);

/** Takes the control fields out of `pairs`. Of a repeated one the first that holds something counts. */
export function takeControlFields(
  pairs: readonly Pair[],
  honeypotField: string,
): { readonly control: ControlFields; readonly data: readonly Pair[] } {
  let honeypot: string | null = null;
  let redirect: string | null = null;
  let sourceUrl: string | null = null;
  const data = pairs.filter(([name, value]) => {
    if (name === honeypotField) honeypot = honeypot === null || honeypot === "" ? value : honeypot;
    else if (REDIRECT.has(name)) redirect ??= value === "" ? null : value;
    else if (name === "_source_url") sourceUrl ??= value === "" ? null : value;
    else return !CAPTCHA_ANSWERS.has(name);
    return false;
  });
  return { control: { honeypot, redirect, sourceUrl }, data };
}
