/** Checks passwords and codes, with growing delays after wrong ones. */
import {
  addressSubject,
  browserSubject,
  networkSubject,
  type SignInSubject,
} from "../../domain/account/sign-in-delay.ts";
import { AppError } from "../../domain/errors.ts";
import { isEmail } from "../../domain/submission/submission.ts";
import { networkOf } from "../../platform/rate-limit.ts";
import { plural } from "../format/quantities.ts";
import type { DashboardContext, DashboardParts } from "../http/env.ts";
import { type BrowserOwner, knownBrowser } from "../http/known-browser.ts";
import { inTurn, type PasswordTurns } from "../http/password-turns.ts";

/** Whom the attempts of this request count for. */
type Attempts = { readonly by: keyof PasswordTurns; readonly subjects: readonly SignInSubject[] };

/** @param login The login of the typed address, if there is one. */
export function attemptsOf(
  c: DashboardContext,
  { clientAddress }: Pick<DashboardParts, "clientAddress">,
  email: string,
  login: BrowserOwner | undefined,
): Attempts {
  const nonce = login === undefined ? undefined : knownBrowser(c, login);
  if (login !== undefined && nonce !== undefined) {
    return { by: "known", subjects: [browserSubject(login.id, nonce)] };
  }
  const network = networkSubject(networkOf(clientAddress(c.env.incoming)));
  // Text that is no address has no login, and is not counted.
  return {
    by: "strangers",
    subjects: isEmail(email) ? [network, addressSubject(email)] : [network],
  };
}

/**
 * Whether what was typed is right. A wrong attempt delays the next attempt.
 *
 * @throws AppError `rate_limited` if the attempt comes too early, `overloaded` if too many are waiting.
 */
export async function checkAttempt(
  { store, clock, passwordTurns }: Pick<DashboardParts, "store" | "clock" | "passwordTurns">,
  { by, subjects }: Attempts,
  check: () => Promise<boolean>,
): Promise<boolean> {
  const counted = () => ({ subjects, now: clock.now() });
  // Read first: an attempt that comes too early takes no turn and writes nothing.
  requireNoWait(by, await store.reads.signInWait(counted()));
  const isRight = await inTurn(passwordTurns, by, async () => {
    requireNoWait(by, await store.writes.reserveSignIn(counted()));
    return check();
  });
  if (isRight) {
    const [subject] = subjects;
    if (by === "known" && subject !== undefined) await store.writes.clearSignInCount({ subject });
    else await store.writes.refundSignIn(counted());
  }
  return isRight;
}

/** @throws AppError `rate_limited` unless `waitMs` is over. */
export function requireNoWait(by: keyof PasswordTurns, waitMs: number): void {
  if (waitMs <= 0) return;
  const seconds = Math.ceil(waitMs / 1_000);
  const minutes = Math.ceil(seconds / 60);
  const wait = seconds < 100 ? plural(seconds, "second") : plural(minutes, "minute");
  throw new AppError(
    "rate_limited",
    by === "known"
      ? `Too many wrong attempts. Try again in ${wait}.`
      : `Too many attempts to sign in from your network or with this e-mail address. Try again in ${wait}. A browser that has signed in before does not have to wait; a link of intray-server sign-in-link works at once.`,
    { headers: { "Retry-After": String(seconds) } },
  );
}
