/** Signing in by e-mail and password or by a one-time link, and signing out. */
import { Hono } from "hono";
import { AppError, caught, HTTP_STATUS } from "../../domain/errors.ts";
import { hashPassword, isOutdated, isPassword } from "../../platform/password.ts";
import { passwordProblem } from "../../platform/password-strength.ts";
import { isEmail } from "../../domain/submission/submission.ts";
import { recordAct, recordRejectedSignIn } from "./record-audit.ts";
import { returnAddress, redirectWithNotice } from "../http/notice.ts";
import { readPosted } from "../http/body.ts";
import { rememberBrowser } from "../http/known-browser.ts";
import { inTurn } from "../http/password-turns.ts";
import type { Login } from "../../store/accounts/logins.ts";
import { type AfterSignIn, afterValues, goOn, keepRequest, readAfter } from "./after-sign-in.tsx";
import { completeSignIn, showConfirm } from "./confirm-identity.tsx";
import { PasskeyForm } from "./passkey-form.tsx";
import { passkeyProblem, type Passkeys } from "./passkeys.ts";
import { attemptsOf, checkAttempt } from "./password-attempt.ts";
import { addSingleSignOn } from "./single-sign-on.tsx";
import { SingleSignOnLink } from "./single-sign-on-link.tsx";
import { assetUrl } from "../http/assets.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { showCard } from "../layout/page.tsx";
import { hashToken, newToken } from "../../domain/account/sign-in-link.ts";
import {
  setSessionCookie,
  newSession,
  requireSession,
  clearSessionCookie,
} from "../http/session.ts";
import { PasswordField, PostForm, TextField } from "../layout/fields.tsx";
import { ErrorMessage } from "../layout/form-errors.tsx";

const HOME = "/dashboard";
const PASSWORD_HINT = "At least 10 characters, and not a common password.";

export function createSignInPages(parts: DashboardParts, passkeys: Passkeys): Hono<DashboardEnv> {
  const { store, random, publicUrl, clock, passwordTurns, sessionMaxMs } = parts;
  const routes = new Hono<DashboardEnv>();
  /** Compared for unknown addresses, so that the response time does not reveal which ones exist. */
  let dummyHash: Promise<string> | undefined;

  // Passwords and passkeys stay as they are when the provider takes the access of a person.
  routes.on("POST", ["/sign-in", "/sign-in/passkey"], async (c, next) => {
    if (parts.provider?.isOnly !== true) return next();
    const error = new AppError("forbidden", `Sign in with ${parts.provider.name} here.`);
    return showSignIn(c, parts, { ...readAfter(await readPosted(c)), error });
  });

  addSingleSignOn(routes, parts, showSignIn);

  routes.post("/sign-in/passkey/options", async (c) =>
    c.json(await passkeys.requestOptions(c, null)),
  );
  routes.post("/sign-in/passkey", async (c) => {
    const posted = await readPosted(c);
    const after = readAfter(posted);
    const login = await passkeys.used(null, posted.text("response"));
    if (login === undefined) {
      const error = new AppError(
        "unauthenticated",
        "This passkey is not known here, or took too long. Sign in with your password.",
      );
      return showSignIn(c, parts, { ...after, error });
    }
    await beginSession(c, { ...login, id: login.login_id }, { hasProvedFactor: true });
    await completeSignIn(c, parts, login, "with a passkey");
    return goOn(c, after, login.email);
  });

  routes.get("/sign-in", async (c) => {
    const next = returnAddress(c.req.query("next"), HOME);
    return showSignIn(c, parts, { next, isUnused: !(await store.reads.hasLogin({})) });
  });

  routes.post("/sign-in", async (c) => {
    const posted = await readPosted(c);
    const email = posted.text("email").trim();
    const after = readAfter(posted);
    const login = await store.reads.findLogin({ email });
    dummyHash ??= hashPassword(newToken(random), random);
    const hash = login?.password_hash ?? (await dummyHash);
    const attempts = attemptsOf(c, parts, email, login);
    const isRight = await caught(() =>
      checkAttempt(parts, attempts, () => isPassword(posted.text("password"), hash)),
    );
    if (isRight instanceof AppError) {
      return showSignIn(c, parts, { email, ...after, error: isRight });
    }
    if (login === undefined || !isRight) {
      recordRejectedSignIn(c, parts, login && { account_id: login.account_id, email });
      const error = new AppError(
        "unauthenticated",
        "Wrong e-mail or password. To reset a forgotten password, run intray-server reset-password.",
      );
      return showSignIn(c, parts, { email, ...after, error });
    }
    const who = {
      account_id: login.account_id,
      login_id: login.id,
      email: email.toLowerCase(),
      hasFactor: true,
      hasPassword: true,
      isPending: true,
    };
    const { isPending } = await beginSession(c, login);
    // A cheaper one of an earlier version is made anew: only now is the password known.
    if (isOutdated(hash)) {
      const make = () => hashPassword(posted.text("password"), random);
      const password_hash = await inTurn(passwordTurns, attempts.by, make);
      await store.writes.renewPasswordHash({ login_id: login.id, before: hash, password_hash });
    }
    if (isPending) return showConfirm(c, parts, who, after);
    await completeSignIn(c, parts, who);
    return goOn(c, after, email);
  });

  // GET does not use up the link, since mail scanners and previews open links.
  routes.get("/link/:token", async (c) => {
    const token_hash = hashToken(c.req.param("token"));
    if (!(await store.reads.isSignInLink({ token_hash, now: clock.now() }))) throw expiredLink();
    return showCard(c, {
      title: "Sign in",
      content: (
        <>
          <p>This link signs you in once.</p>
          <form method="post">
            <button class="main">Sign in</button>
          </form>
        </>
      ),
    });
  });
  routes.post("/link/:token", async (c) => {
    const { token, session } = newSession(c, parts);
    const linkHash = hashToken(c.req.param("token"));
    if (!(await store.writes.redeemSignInLink({ linkHash, session }))) {
      throw expiredLink();
    }
    const { token_hash, now } = session;
    const begun = await store.reads.findSession({ token_hash, now, maxMs: sessionMaxMs });
    setSessionCookie(c, token, publicUrl());
    if (begun?.isPending === false) await completeSignIn(c, parts, begun, "by a link");
    return c.redirect(HOME, 303);
  });

  routes.use("/welcome", requireSession(parts, showInterrupted(parts)));
  routes.get("/welcome", async (c) =>
    c.var.session.hasPassword
      ? c.redirect(HOME, 303)
      : showWelcome(c, { invited: c.var.session.email }),
  );
  routes.post("/welcome", async (c) => {
    const { id: sessionId, account_id, login_id, email: invited } = c.var.session;
    if (invited !== null && parts.provider?.isOnly === true) return showWelcome(c, { invited });
    const posted = await readPosted(c);
    const email = invited ?? posted.text("email").trim();
    const password = posted.text("password");
    const problem = isEmail(email)
      ? await passwordProblem(password, email)
      : "Enter a valid e-mail address, such as ada@example.org.";
    if (problem !== undefined) {
      return showWelcome(c, { email, invited, error: new AppError("invalid", problem) });
    }
    const accepted = await caught(async () => {
      const password_hash = await inTurn(passwordTurns, "known", () =>
        hashPassword(password, random),
      );
      const now = clock.now();
      await (login_id === null
        ? store.writes.createLoginForSession({
            sessionId,
            account_id,
            login: { email, password_hash },
            now,
          })
        : store.writes.acceptInvitation({ login_id, password_hash, now }));
    });
    if (accepted instanceof AppError) return showWelcome(c, { email, invited, error: accepted });
    await recordAct(c, parts, { account_id, email }, { action: "password.chosen" });
    const login = await store.reads.findLogin({ email });
    if (login !== undefined) rememberBrowser(c, login, parts);
    return redirectWithNotice(c, HOME, `From now on, sign in as ${email}.`);
  });

  routes.use("/sign-out", requireSession(parts, showInterrupted(parts)));
  routes.post("/sign-out", async (c) => {
    await store.writes.endSession({ id: c.var.session.id });
    await recordAct(c, parts, c.var.session, { action: "session.ended" });
    clearSessionCookie(c, publicUrl());
    return redirectWithNotice(c, "/dashboard/sign-in", "You are signed out.");
  });
  return routes;

  /** Begins a session of this browser, in place of the one that it has. */
  async function beginSession(
    c: DashboardContext,
    { account_id, id, password_hash }: Pick<Login, "account_id" | "id"> & Partial<Login>,
    proof: { readonly hasProvedFactor?: boolean } = {},
  ): Promise<{ readonly isPending: boolean }> {
    const { token, session } = newSession(c, parts);
    const begun = { ...session, ...proof, account_id, login_id: id, password_hash };
    const { isPending } = await store.writes.beginSession(begun);
    setSessionCookie(c, token, publicUrl());
    return { isPending };
  }
}

const expiredLink = () =>
  new AppError(
    "not_found",
    "This link was already used or has expired. Sign in with your password, or create a new link with intray-server sign-in-link.",
  );

interface Typed {
  readonly email?: string;
  /** The address of an invitation, which is not chosen. */
  readonly invited: string | null;
  readonly error?: AppError;
}

function showWelcome(c: DashboardContext, { email, invited, error }: Typed) {
  const { provider } = c.var;
  if (invited !== null && provider?.isOnly === true) {
    const text = `You are invited as ${invited}. Sign in with this address to accept.`;
    const link = <SingleSignOnLink provider={provider} next={HOME} />;
    return showCard(c, { title: "Welcome", content: [<p>{text}</p>, link] });
  }
  return showCard(c, {
    title: "Welcome",
    status: error === undefined ? 200 : error.code === "overloaded" ? 503 : 422,
    content: (
      <>
        <p>
          {invited === null
            ? "Choose your e-mail and password for signing in. The link worked only this once."
            : `Choose a password. You will sign in as ${invited}; the link worked only this once.`}
        </p>
        <PostForm action="/dashboard/welcome" error={error} button="Continue">
          <Credentials email={email} isKnown={invited !== null} passwordHint={PASSWORD_HINT} />
        </PostForm>
      </>
    ),
  });
}

interface Shown extends AfterSignIn {
  /** True if something was posted that is not kept, see {@link keepRequest}. */
  readonly isDropped?: boolean;
  readonly email?: string;
  /** Nobody has a login yet. */
  readonly isUnused?: boolean;
  readonly error?: AppError;
}

function showSignIn(
  c: DashboardContext,
  { publicUrl }: Pick<DashboardParts, "publicUrl">,
  { email, isDropped = false, isUnused = false, error, ...after }: Shown,
): Response | Promise<Response> {
  for (const [name, value] of Object.entries(error?.headers ?? {})) c.header(name, value);
  const isInterrupted = after.kept !== undefined || isDropped;
  const values = afterValues(after);
  const { provider } = c.var;
  return showCard(c, {
    title: "Sign in",
    scripts: [assetUrl("passkeys.js")],
    status: error === undefined ? (isInterrupted ? 401 : 200) : HTTP_STATUS[error.code],
    heading: "Sign in to Intray",
    content: (
      <>
        {isInterrupted ? (
          <p class="notice" role="status">
            {isDropped
              ? "Your session has ended, so nothing was changed. Sign in and try again."
              : "Your session has ended. Sign in, and what you asked for will be done. What you typed is kept."}
          </p>
        ) : null}
        {isUnused ? <FirstSignIn /> : null}
        {provider === undefined ? null : <SingleSignOnLink {...after} provider={provider} />}
        {provider?.isOnly === true ? (
          <ErrorMessage error={error} />
        ) : (
          <PostForm action="/dashboard/sign-in" error={error} button="Sign in" values={values}>
            <Credentials email={email} />
          </PostForm>
        )}
        {provider?.isOnly !== true && passkeyProblem(publicUrl()) === undefined ? (
          <PasskeyForm
            action="/dashboard/sign-in/passkey"
            options="/dashboard/sign-in/passkey/options"
            values={values}
            button="Sign in with a passkey"
            publicUrl={publicUrl()}
          />
        ) : null}
      </>
    ),
  });
}

/** For the owner of a new server who has not seen its terminal. */
const FirstSignIn = () => (
  <div class="first-sign-in">
    <p>
      Nobody has signed in here yet. The first sign-in uses a link, which the server wrote to{" "}
      <code>first-start.txt</code> in its data folder. In a container:
    </p>
    <pre>docker compose exec intray cat /data/first-start.txt</pre>
    <p>
      If the file is gone, <code>intray-server sign-in-link</code> makes a new link. Run it where
      the server runs.
    </p>
  </div>
);

/** Answers a form that was posted without a session: keeps what was posted until somebody has signed in. */
export const showInterrupted =
  (parts: Pick<DashboardParts, "publicUrl">) =>
  async (c: DashboardContext): Promise<Response> => {
    const after = await keepRequest(c);
    return showSignIn(c, parts, { next: HOME, ...after, isDropped: after?.kept === undefined });
  };

function Credentials({
  email,
  isKnown = false,
  passwordHint,
}: {
  readonly email: string | undefined;
  /** Only the password is asked for. */
  readonly isKnown?: boolean;
  /** Set where a new password is chosen. */
  readonly passwordHint?: string;
}) {
  return (
    <>
      {isKnown ? null : (
        <TextField
          name="email"
          label="E-mail"
          type="email"
          value={email ?? ""}
          required
          autocomplete="username"
        />
      )}
      <PasswordField
        name="password"
        label="Password"
        {...(passwordHint !== undefined && { hint: passwordHint, isNew: true })}
      />
    </>
  );
}
