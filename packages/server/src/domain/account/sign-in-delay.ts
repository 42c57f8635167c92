/** How long an attempt to sign in has to wait after wrong passwords. */
import { hash } from "node:crypto";

/** Whom attempts are counted for: a browser that has signed in before, or else a network and an address. */
export interface SignInSubject {
  /** SHA-256, since an unknown e-mail address may be a password that was typed into the wrong field. */
  readonly hash: Uint8Array;
  /** Wrong passwords before the first delay. */
  readonly freeAttempts: number;
  readonly maxDelayMs: number;
}

const FIRST_DELAY_MS = 1_000;
/** Without an attempt for this long, wrong passwords are forgotten. */
export const FORGET_AFTER_MS = 3_600_000;

const subject = (name: string, freeAttempts: number, maxDelayMs: number): SignInSubject => ({
  hash: hash("sha256", name, "buffer"),
  freeAttempts,
  maxDelayMs,
});

/** @param id Of the login. @param nonce Of the browser's cookie. */
export const browserSubject = (id: number, nonce: string): SignInSubject =>
  subject(`browser ${id} ${nonce}`, 5, 900_000);

/** @param network Of the client, see `networkOf`. */
export const networkSubject = (network: string): SignInSubject =>
  subject(`network ${network}`, 5, 900_000);

/**
 * All unknown browsers share it, so its delay is short: an attacker with many networks can guess once a minute,
 * and the owner's unknown browser gets a turn as well.
 */
export const addressSubject = (email: string): SignInSubject =>
  subject(`address ${email.toLowerCase()}`, 10, 60_000);

/** The current password of a signed-in user, who changes it. */
export const passwordSubject = (loginId: number): SignInSubject =>
  subject(`password ${loginId}`, 5, 900_000);

/** The second factor of a login. @param nonce Of the cookie of a known browser; all unknown ones share one. */
export const factorSubject = (loginId: number, nonce = ""): SignInSubject =>
  subject(`factor ${loginId} ${nonce}`, 5, 900_000);

export function delayAfter(
  failures: number,
  { freeAttempts, maxDelayMs }: Pick<SignInSubject, "freeAttempts" | "maxDelayMs">,
): number {
  if (failures < freeAttempts) return 0;
  return Math.min(FIRST_DELAY_MS * 2 ** (failures - freeAttempts), maxDelayMs);
}
