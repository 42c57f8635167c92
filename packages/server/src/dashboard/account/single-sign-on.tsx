/** `/dashboard/sign-in/single-sign-on`: signing in at the provider, and what comes back from it. */
import type { Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import { newToken } from "../../domain/account/sign-in-link.ts";
import { AppError } from "../../domain/errors.ts";
import { hashPassword } from "../../platform/password.ts";
import { DecryptionError } from "../../platform/secret-box.ts";
import type { Refusal } from "../../store/accounts/provider-logins.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { redirectWithNotice, returnAddress } from "../http/notice.ts";
import { inTurn } from "../http/password-turns.ts";
import { cookieOptions } from "../http/preferences.ts";
import { newSession, setSessionCookie } from "../http/session.ts";
import { completeSignIn } from "./confirm-identity.tsx";
import { startAddress } from "./single-sign-on-link.tsx";
import { attemptsOf, requireNoWait } from "./password-attempt.ts";
import { recordAct, recordRejectedSignIn } from "./record-audit.ts";

const CALLBACK = "/dashboard/sign-in/callback";
const HOME = "/dashboard";
const COOKIE = "intray_sign_on";
/** Names what the cookie is encrypted for. */
const COOKIE_USE = "pending single sign-on";
const PENDING_MS = 600_000;

const PENDING = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  expires_at: z.number(),
});
type Pending = z.infer<typeof PENDING>;

const REFUSALS: Readonly<Record<Refusal, string>> = {
  "no address":
    "It sends no e-mail address. Whoever runs the provider adds the claim email for this program.",
  "unverified address":
    "Somebody has your e-mail address here already, and the provider does not say that it has verified the address. Ask whoever runs the provider to verify it.",
  "address of another":
    "Another person of the provider signs in here with your e-mail address. Ask an owner of the account.",
  removed: "Your access was removed. Ask an owner of the account to invite you again.",
  unknown: "You have no access yet. Ask an owner of the account to invite you.",
  "no group": "None of your groups gives access. Ask whoever runs the provider.",
};

type ShowSignIn = (
  c: DashboardContext,
  parts: DashboardParts,
  shown: { readonly next: string; readonly error: AppError },
) => Response | Promise<Response>;

export function addSingleSignOn(
  routes: Hono<DashboardEnv>,
  parts: DashboardParts,
  showSignIn: ShowSignIn,
): void {
  const { provider, store, clock, random, log, publicUrl, secretBox, passwordTurns } = parts;
  if (provider === undefined) return;
  /** Of a password that nobody knows. */
  let unknownPassword: Promise<string> | undefined;

  routes.get("/sign-in/single-sign-on", async (c) => {
    const next = returnAddress(c.req.query("next"), HOME);
    const isAgain = c.req.query("again") !== undefined;
    const origin = publicUrl();
    // The provider redirects to the public address, where a cookie of another host is missing.
    const isElsewhere = parts.knownHost(c.env.incoming) !== new URL(origin).host;
    if (isElsewhere && c.req.query("moved") === undefined) {
      return c.redirect(`${origin}${startAddress(next, isAgain)}&moved=`, 303);
    }
    try {
      const { url, pending } = await provider.begin(origin + CALLBACK, isAgain);
      const kept: Pending = { ...pending, next, expires_at: clock.now() + PENDING_MS };
      const options = { ...cookieOptions(origin), maxAge: PENDING_MS / 1_000 };
      setCookie(c, COOKIE, secretBox.encrypt(JSON.stringify(kept), COOKIE_USE), options);
      return c.redirect(url, 303);
    } catch (error) {
      return showFailure(c, next, error);
    }
  });

  routes.get("/sign-in/callback", async (c) => {
    const pending = readPending(c);
    const next = pending?.next ?? HOME;
    const { by, subjects } = attemptsOf(c, parts, "", undefined);
    const counted = { subjects, now: clock.now() };
    try {
      // Counts as wrong what nobody has begun here, or was forged; the rest is taken back.
      requireNoWait(by, await store.writes.reserveSignIn(counted));
      const address = await begunSession(c, pending).catch(async (error: unknown) => {
        const isWrong = error instanceof AppError && error.code === "unauthenticated";
        if (!isWrong) await store.writes.refundSignIn(counted);
        throw error;
      });
      await store.writes.refundSignIn(counted);
      return address;
    } catch (error) {
      return showFailure(c, next, error);
    }
  });

  const readPending = (c: DashboardContext): Pending | undefined => {
    try {
      const text = secretBox.decrypt(getCookie(c, COOKIE) ?? "", COOKIE_USE);
      const pending = PENDING.parse(JSON.parse(text));
      return pending.expires_at > clock.now() ? pending : undefined;
    } catch (error) {
      if (error instanceof DecryptionError) return undefined;
      throw error;
    }
  };

  const begunSession = async (c: DashboardContext, pending: Pending | undefined) => {
    const isOwn = pending !== undefined && c.req.query("state") === pending.state;
    const { state } = pending ?? { state: "" };
    if (!isOwn || !(await store.writes.useSignOnState({ state, now: clock.now() }))) {
      throw new AppError(
        "unauthenticated",
        "This sign-in was not begun in this browser, was used already, or is older than 10 minutes. Sign in again.",
      );
    }
    const origin = publicUrl();
    deleteCookie(c, COOKIE, cookieOptions(origin));
    const callback = new URL(`${origin}${CALLBACK}${new URL(c.req.url).search}`);
    const identity = await provider.finish(callback, pending);
    unknownPassword ??= inTurn(passwordTurns, "known", () =>
      hashPassword(newToken(random), random),
    );
    const { token, session } = newSession(c, parts);
    const outcome = await store.writes.signInByProvider({
      identity,
      roles: provider.roles,
      session,
      password_hash: await unknownPassword,
    });
    if (outcome.kind === "refused") {
      recordRejectedSignIn(c, parts, undefined);
      const text = `${provider.name} knows you, but you cannot sign in here. ${REFUSALS[outcome.reason]}`;
      throw new AppError("forbidden", text);
    }
    const { id, account_id, email, change, isPending } = outcome;
    const actor = { account_id, email, kind: "oidc" } as const;
    const subject = { kind: "member", id, name: email } as const;
    if (change === "added") await recordAct(c, parts, actor, { action: "member.joined", subject });
    if (change === "changed") {
      const detail = "role, project_ids";
      await recordAct(c, parts, actor, { action: "member.changed", subject, detail });
    }
    setSessionCookie(c, token, origin);
    // Otherwise the next page asks for the second factor.
    if (!isPending) await completeSignIn(c, parts, actor, "by single sign-on");
    return change === "last owner kept"
      ? redirectWithNotice(
          c,
          pending.next,
          "Your groups no longer make you an owner. You stay one, since the account has no other.",
        )
      : c.redirect(pending.next, 303);
  };

  const showFailure = (c: DashboardContext, next: string, error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    log.warn({ reason: error.message }, "A single sign-on failed.");
    return showSignIn(c, parts, { next, error });
  };
}
