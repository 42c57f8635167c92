/**
 * `/dashboard/confirm`: asks a person to prove who they are, by the second factor after the password, and again before
 * secrets are shown, keys or people are made, and much is exported or deleted.
 */
import { Hono, type MiddlewareHandler } from "hono";
import { PROOF_MS } from "../../domain/account/second-factor.ts";
import { factorSubject, passwordSubject } from "../../domain/account/sign-in-delay.ts";
import { hashToken } from "../../domain/account/sign-in-link.ts";
import { AppError, caught, HTTP_STATUS } from "../../domain/errors.ts";
import { isPassword } from "../../platform/password.ts";
import { sessionEnd, type SessionRecord } from "../../store/accounts/sessions.ts";
import { readPosted, type Posted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { knownBrowser, rememberBrowser } from "../http/known-browser.ts";
import { newSession, setSessionCookie } from "../http/session.ts";
import { assetUrl } from "../http/assets.ts";
import { PasswordField, PostForm, TextField } from "../layout/fields.tsx";
import { showCard } from "../layout/page.tsx";
import { type AfterSignIn, afterValues, goOn, keepRequest, readAfter } from "./after-sign-in.tsx";
import { PasskeyForm } from "./passkey-form.tsx";
import type { Passkeys } from "./passkeys.ts";
import { checkAttempt } from "./password-attempt.ts";
import { recordAct } from "./record-audit.ts";
import { SingleSignOnLink } from "./single-sign-on-link.tsx";
import { returnAddress } from "../http/notice.ts";

export const CONFIRM = "/dashboard/confirm";

/** Somebody who proves who they are. */
type Prover = Pick<
  SessionRecord,
  "account_id" | "login_id" | "email" | "hasFactor" | "hasPassword" | "isPending"
>;

export function createConfirmPages(parts: DashboardParts, passkeys: Passkeys): Hono<DashboardEnv> {
  const { store, clock, publicUrl, sessionMaxMs } = parts;
  const routes = new Hono<DashboardEnv>();
  routes.get("/", (c) =>
    showConfirm(c, parts, c.var.session, {
      next: returnAddress(c.req.query("next"), "/dashboard"),
    }),
  );

  routes.post("/passkey", async (c) =>
    c.json(await passkeys.requestOptions(c, c.var.session.login_id ?? 0)),
  );

  routes.post("/", async (c) => {
    const { session } = c.var;
    const posted = await readPosted(c);
    const after = readAfter(posted);
    const factor = await caught(() => proveBy(c, parts, passkeys, posted));
    if (factor instanceof AppError) {
      return showConfirm(c, parts, session, { ...after, error: factor });
    }
    if (factor === undefined) {
      const action = session.hasFactor ? "factor.wrong" : "password.wrong";
      await recordAct(c, parts, session, { action });
      const message = session.hasFactor
        ? "That was not right. Each code is accepted once: wait for the next one, or use another factor."
        : "The password is wrong.";
      const error = new AppError("unauthenticated", message);
      return showConfirm(c, parts, session, { ...after, error });
    }
    // A new cookie: what was sent before the proof is worth nothing afterward.
    const { token } = newSession(c, parts);
    const now = clock.now();
    await store.writes.proveSession({
      id: session.id,
      token_hash: hashToken(token),
      now,
      expires_at: sessionEnd(session.created_at, now, sessionMaxMs),
    });
    setSessionCookie(c, token, publicUrl());
    if (session.isPending) await completeSignIn(c, parts, session, `with a ${factor}`);
    return goOn(c, after, session.email);
  });
  return routes;
}

/** By what the person has proved it; `undefined` if it was wrong. @throws AppError as {@link checkAttempt}. */
async function proveBy(
  c: DashboardContext,
  parts: DashboardParts,
  passkeys: Passkeys,
  posted: Posted,
): Promise<string | undefined> {
  const { store, clock } = parts;
  const { email, hasFactor } = c.var.session;
  const login_id = c.var.session.login_id ?? 0;
  const response = posted.text("response");
  if (hasFactor && response !== "") {
    return (await passkeys.used(login_id, response)) === undefined ? undefined : "passkey";
  }
  const login = await store.reads.findLogin({ email: email ?? "" });
  if (!hasFactor) {
    const hash = login?.password_hash ?? "";
    const attempts = { by: "known", subjects: [passwordSubject(login_id)] } as const;
    const isRight = await checkAttempt(parts, attempts, () =>
      isPassword(posted.text("password"), hash),
    );
    return isRight ? "password" : undefined;
  }
  // Guesses from elsewhere do not delay a browser that has signed in before.
  const nonce = login === undefined ? undefined : knownBrowser(c, login);
  const attempts = { by: "known", subjects: [factorSubject(login_id, nonce)] } as const;
  const code = posted.text("code");
  let kind: string | undefined;
  await checkAttempt(parts, attempts, async () => {
    kind = await store.writes.acceptCode({ login_id, code, now: clock.now() });
    return kind !== undefined;
  });
  return kind;
}

/** After somebody has signed in completely: records it, and knows the browser from now on. */
export async function completeSignIn(
  c: DashboardContext,
  parts: DashboardParts,
  who: Pick<Prover, "account_id" | "email"> & { readonly kind?: "oidc" },
  detail?: string,
): Promise<void> {
  await recordAct(c, parts, who, { action: "session.begun", detail });
  await parts.onSignIn();
  const login =
    who.email === null ? undefined : await parts.store.reads.findLogin({ email: who.email });
  if (login !== undefined) rememberBrowser(c, login, parts);
}

/** The paths before which the person proves who they are again, under `/dashboard`. */
const PROVED =
  /^POST \/(?:account\/(?:alert-secret|second-factor\/.*)|device|forms\/[^/]+\/delete|inbox\/export|keys(?:\/[^/]+\/rotate)?|people(?:\/[^/]+(?:\/(?:invitation|remove))?)?|projects\/[^/]+\/delete|webhooks\/[^/]+\/secret)$/;

/** Whether it deletes submissions for good, and not only asks about it. */
async function isBulkDeletion(c: DashboardContext, path: string): Promise<boolean> {
  if (c.req.method !== "POST" || path !== "/inbox/bulk") return false;
  const posted = await readPosted(c);
  return posted.text("bulk_action") === "delete" && posted.has("confirmed");
}

/** Asks for the proof if the last one is too old; what was asked for is done afterward. */
export const requireProof =
  (parts: DashboardParts): MiddlewareHandler<DashboardEnv> =>
  async (c, next) => {
    const { session } = c.var;
    const path = c.req.path.replace(/^\/dashboard/, "");
    const age = parts.clock.now() - session.proved_at;
    // A clock that was set back makes it lie in the future.
    if (age >= 0 && age < PROOF_MS) return next();
    if (!PROVED.test(`${c.req.method} ${path}`) && !(await isBulkDeletion(c, path))) return next();
    const after = await keepRequest(c);
    return showConfirm(c, parts, session, after ?? { next: "/dashboard" });
  };

export async function showConfirm(
  c: DashboardContext,
  { store, publicUrl }: DashboardParts,
  { login_id, hasFactor, hasPassword, isPending }: Prover,
  { error, ...after }: AfterSignIn & { readonly error?: AppError | undefined },
) {
  const { passkeys, hasApp, recoveryCodes } = await store.reads.listSecondFactors({
    login_id: login_id ?? 0,
  });
  for (const [name, value] of Object.entries(error?.headers ?? {})) c.header(name, value);
  const title = isPending ? "Second factor" : "Confirm that it is you";
  const values = afterValues(after);
  const hasCodes = hasApp || recoveryCodes > 0;
  const { provider } = c.var;
  return showCard(c, {
    title,
    status:
      error !== undefined
        ? HTTP_STATUS[error.code]
        : isPending || c.req.method === "GET"
          ? 200
          : 401,
    scripts: [assetUrl("passkeys.js")],
    content: (
      <>
        <p>
          {isPending
            ? "One step is left. Prove by a second factor that it is you."
            : `You asked for something that needs to be confirmed, at most every 10 minutes.${after.kept === undefined ? "" : " It is done afterward."}`}
        </p>
        {passkeys.length === 0 ? null : (
          <PasskeyForm
            action={CONFIRM}
            options={`${CONFIRM}/passkey`}
            values={values}
            button="Use a passkey"
            publicUrl={publicUrl()}
          />
        )}
        {hasFactor ? (
          <PostForm action={CONFIRM} error={error} button="Confirm" values={values}>
            <TextField
              name="code"
              label={hasApp ? "Code of the authenticator app" : "Recovery code"}
              hint={
                hasApp
                  ? "Six digits. A recovery code is accepted as well."
                  : "It replaces the passkey once."
              }
              required
              autocomplete="one-time-code"
            />
          </PostForm>
        ) : hasPassword && provider?.isOnly !== true ? (
          <PostForm action={CONFIRM} error={error} button="Confirm" values={values}>
            <PasswordField name="password" label="Password" />
          </PostForm>
        ) : provider !== undefined ? null : (
          <p>
            <a href={`/dashboard/sign-in?next=${encodeURIComponent(after.next)}`}>Sign in again</a>
          </p>
        )}
        {isPending || provider === undefined ? null : (
          <SingleSignOnLink {...after} provider={provider} isAgain />
        )}
        {isPending ? (
          <p class="soft">
            Without any of them, whoever runs the server can use{" "}
            <code>intray-server reset-second-factor</code>.
          </p>
        ) : null}
        {hasFactor && !hasCodes ? <p class="soft">There are no recovery codes.</p> : null}
        <form method="post" action="/dashboard/sign-out">
          <button class="plain">Sign out</button>
        </form>
      </>
    ),
  });
}
