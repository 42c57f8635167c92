/**
 * The cookie by which a browser that has signed in before is known (OWASP: "Slow Down Online Guessing Attacks with
 * Device Cookies"). It signs nobody in: wrong passwords from elsewhere do not delay its browser.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { getCookie, setCookie } from "hono/cookie";
import type { Random } from "../../platform/random.ts";
import type { DashboardContext } from "./env.ts";
import { cookieOptions } from "./preferences.ts";

/** What the cookie of a login is signed with: a new password or generation makes all of them unknown. */
export interface BrowserOwner {
  readonly id: number;
  readonly password_hash: string;
  readonly browser_generation: number;
}

const NONCE_BYTES = 16;
/** 400 days, the longest that browsers keep a cookie. */
const MAX_AGE_S = 34_560_000;

/** One for each login, so that several users can share a browser. */
const cookieName = ({ id }: BrowserOwner) => `intray_browser_${id}`;

/** Returns the nonce in the cookie of this login; `undefined` if it is missing, forged or outdated. */
export function knownBrowser(c: DashboardContext, owner: BrowserOwner): string | undefined {
  const value = getCookie(c, cookieName(owner)) ?? "";
  const [, nonce, given] = /^([\w-]{22})\.([\w-]{43})$/.exec(value) ?? [];
  if (nonce === undefined || given === undefined) return undefined;
  return timingSafeEqual(Buffer.from(given), Buffer.from(signature(owner, nonce)))
    ? nonce
    : undefined;
}

/** Sets or renews the cookie. Called after the user has proved who they are. */
export function rememberBrowser(
  c: DashboardContext,
  owner: BrowserOwner,
  { random, publicUrl }: { readonly random: Random; readonly publicUrl: () => string },
): void {
  const nonce = knownBrowser(c, owner) ?? random(NONCE_BYTES).toString("base64url");
  setCookie(c, cookieName(owner), `${nonce}.${signature(owner, nonce)}`, {
    ...cookieOptions(publicUrl()),
    maxAge: MAX_AGE_S,
  });
}

/** The password's hash is the key: every process has it, and nobody outside does. */
const signature = ({ id, password_hash, browser_generation }: BrowserOwner, nonce: string) =>
  createHmac("sha256", password_hash)
    .update(`intray known browser ${id} ${browser_generation} ${nonce}`)
    .digest("base64url");
