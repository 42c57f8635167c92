/** Fields that speak to Intray and are no data. Every other field, `_` in front or not, is data. */
import type { Pair } from "./fields.ts";

export interface ControlFields {
  /** What the honeypot held; `null` when it was not sent. */
  readonly honeypot: string | null;
  /** Where the page asks to go on to; `null` when it does not. */
  readonly redirect: string | null;
  /** The page the form stands on, as the page itself says. */
  readonly sourceUrl: string | null;
  /** When the page was opened, as the page itself says. */
  readonly started: string | null;
  /** What a captcha on the page gave the browser; the first that holds something. */
  readonly captcha: string | null;
}

const REDIRECT = new Set(["_redirect", "_next"]);
const CAPTCHA_ANSWERS = new Set([
  "g-recaptcha-response",
  "h-captcha-response",
  "cf-turnstile-response",
  "altcha",
]);

/** Takes the control fields out of `pairs`. Of a repeated one the first that holds something counts. */
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
