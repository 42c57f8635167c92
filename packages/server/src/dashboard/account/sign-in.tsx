/** Signing in by e-mail and password or by a one-time link, and signing out. */
import { Hono } from "hono";
import { AppError, HTTP_STATUS } from "../../domain/errors.ts";
import { hashPassword, isOutdated } from "../../platform/password.ts";
import { passwordProblem } from "../../platform/password-strength.ts";
import { isEmail } from "../../domain/submission/submission.ts";
import { recordAct, recordRejectedSignIn } from "./record-audit.ts";
import { returnAddress, redirectWithNotice } from "../http/notice.ts";
import { readPosted, type Posted } from "../http/body.ts";
import { rememberBrowser } from "../http/known-browser.ts";
import { inTurn } from "../http/password-turns.ts";
import { attemptsOf, checkPassword } from "./password-attempt.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { showCard } from "../layout/page.tsx";
import { hashToken, newToken } from "../../domain/account/sign-in-link.ts";
import {
  setSessionCookie,
  newSession,
  requireSession,
  clearSessionCookie,
  sessionToken,
} from "../http/session.ts";
import { PostForm, TextField } from "../layout/fields.tsx";

const HOME = "/dashboard";
const PASSWORD_HINT = "At least 10 characters, and not a common password.";

export function createSignInPages(parts: DashboardParts): Hono<DashboardEnv> {
  const { store, random, publicUrl, clock, passwordTurns, sessionMaxMs } = parts;
  const routes = new Hono<DashboardEnv>();
  /** Compared for unknown addresses, so that the response time does not reveal which ones exist. */
  let dummyHash: Promise<string> | undefined;

  routes.get("/sign-in", async (c) => {
    const next = returnAddress(c.req.query("next"), HOME);
    return showSignIn(c, { next, isUnused: !(await store.reads.hasLogin({})) });
  });

  routes.post("/sign-in", async (c) => {
    const posted = await readPosted(c);
    const email = posted.text("email").trim();
    const next = returnAddress(posted.text("next"), HOME);
    const kept = readKept(posted);
    const login = await store.reads.findLogin({ email });
    dummyHash ??= hashPassword(newToken(random), random);
    const hash = login?.password_hash ?? (await dummyHash);
    const attempts = attemptsOf(c, parts, email, login);
    let isRight = false;
    try {
      isRight = await checkPassword(parts, attempts, { password: posted.text("password"), hash });
    } catch (error) {
      if (error instanceof AppError) return showSignIn(c, { email, next, kept, error });
      throw error;
    }
    if (login === undefined || !isRight) {
      recordRejectedSignIn(c, parts, login && { account_id: login.account_id, email });
      const error = new AppError(
        "unauthenticated",
        "Wrong e-mail or password. To reset a forgotten password, run intray-server reset-password.",
      );
      return showSignIn(c, { email, next, kept, error });
    }
    /** The hash, made anew if it is a cheaper one of an earlier version: only now is the password known. */
    const renewed = async () => {
      if (!isOutdated(hash)) return hash;
      const make = () => hashPassword(posted.text("password"), random);
      const password_hash = await inTurn(passwordTurns, attempts.by, make);
      await store.writes.renewPasswordHash({ login_id: login.id, before: hash, password_hash });
      return password_hash;
    };
    const { token, session } = newSession(c, parts);
    const replaced = sessionToken(c);
    await store.writes.beginSession({
      ...session,
      account_id: login.account_id,
      login_id: login.id,
      replacedHash: replaced === undefined ? undefined : hashToken(replaced),
    });
    const actor = { account_id: login.account_id, email: email.toLowerCase() };
    await recordAct(c, parts, actor, { action: "session.begun" });
    await parts.onSignIn();
    setSessionCookie(c, token, publicUrl());
    rememberBrowser(c, { ...login, password_hash: await renewed() }, parts);
    return kept === undefined ? c.redirect(next, 303) : showKept(c, { next, kept, email });
  });

  // GET does not use up the link, since mail scanners and previews open links.
  routes.get("/link/:token", async (c) => {
    const token_hash = hashToken(c.req.param("token"));
    if (!(await store.reads.isSignInLink({ token_hash, now: clock.now() }))) throw expiredLink();
    return showCard(c, {
      title: "Sign in",
      content: (
        <>
          <h1>Sign in</h1>
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
    const replaced = sessionToken(c);
    const replacedHash = replaced === undefined ? undefined : hashToken(replaced);
    if (!(await store.writes.redeemSignInLink({ linkHash, session, replacedHash }))) {
      throw expiredLink();
    }
    const { token_hash, now } = session;
    const begun = await store.reads.findSession({ token_hash, now, maxMs: sessionMaxMs });
    if (begun !== undefined) {
      await recordAct(c, parts, begun, { action: "session.begun", detail: "by a link" });
    }
    await parts.onSignIn();
    setSessionCookie(c, token, publicUrl());
    await rememberLogin(c, begun?.email ?? null);
    return c.redirect(HOME, 303);
  });

  routes.use("/welcome", requireSession(parts, showInterrupted));
  routes.get("/welcome", async (c) =>
    c.var.session.hasPassword
      ? c.redirect(HOME, 303)
      : showWelcome(c, { invited: c.var.session.email }),
  );
  routes.post("/welcome", async (c) => {
    const { id: sessionId, account_id, login_id, email: invited } = c.var.session;
    const posted = await readPosted(c);
    const email = invited ?? posted.text("email").trim();
    const password = posted.text("password");
    const problem = isEmail(email)
      ? await passwordProblem(password, email)
      : "Enter a valid e-mail address, such as ada@example.org.";
    if (problem !== undefined) {
      return showWelcome(c, { email, invited, error: new AppError("invalid", problem) });
    }
    try {
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
    } catch (error) {
      if (error instanceof AppError) return showWelcome(c, { email, invited, error });
      throw error;
    }
    await recordAct(c, parts, { account_id, email }, { action: "password.chosen" });
    await rememberLogin(c, email);
    return redirectWithNotice(c, HOME, `From now on, sign in as ${email}.`);
  });

  routes.use("/sign-out", requireSession(parts, showInterrupted));
  routes.post("/sign-out", async (c) => {
    await store.writes.endSession({ id: c.var.session.id });
    await recordAct(c, parts, c.var.session, { action: "session.ended" });
    clearSessionCookie(c, publicUrl());
    return redirectWithNotice(c, "/dashboard/sign-in", "You are signed out.");
  });
  return routes;

  async function rememberLogin(c: DashboardContext, email: string | null): Promise<void> {
    const login = email === null ? undefined : await store.reads.findLogin({ email });
    if (login !== undefined) rememberBrowser(c, login, parts);
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
  return showCard(c, {
    title: "Welcome",
    status: error === undefined ? 200 : error.code === "overloaded" ? 503 : 422,
    content: (
      <>
        <h1>Welcome</h1>
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

/** A longer body would not fit into the next request together with its own encoding. */
const MAX_KEPT_CHARACTERS = 300_000;

/** Where to go after signing in, and what to do there. */
interface AfterSignIn {
  /** An address of the dashboard. */
  readonly next: string;
  /** The URL-encoded body that was posted to `next`; `undefined` if `next` is only opened. */
  readonly kept?: string | undefined;
  /** True if something was posted that is not kept: it is too long, has a password, or is signing out. */
  readonly isDropped?: boolean;
}

/** Reads the body that the sign-in page has kept; `undefined` if it has none. */
const readKept = (posted: Posted): string | undefined =>
  posted.texts("kept")[0]?.slice(0, MAX_KEPT_CHARACTERS);

interface Shown extends AfterSignIn {
  readonly email?: string;
  /** Nobody has a login yet. */
  readonly isUnused?: boolean;
  readonly error?: AppError;
}

function showSignIn(
  c: DashboardContext,
  { email, next, kept, isDropped = false, isUnused = false, error }: Shown,
): Response | Promise<Response> {
  for (const [name, value] of Object.entries(error?.headers ?? {})) c.header(name, value);
  const isInterrupted = kept !== undefined || isDropped;
  return showCard(c, {
    title: "Sign in",
    status: error === undefined ? (isInterrupted ? 401 : 200) : HTTP_STATUS[error.code],
    content: (
      <>
        <h1>Sign in to Intray</h1>
        {isInterrupted ? (
          <p class="notice" role="status">
            {isDropped
              ? "Your session has ended, so nothing was changed. Sign in and try again."
              : "Your session has ended. Sign in, and what you asked for will be done. What you typed is kept."}
          </p>
        ) : null}
        {isUnused ? <FirstSignIn /> : null}
        <PostForm
          action="/dashboard/sign-in"
          error={error}
          button="Sign in"
          values={{ next, ...(kept === undefined ? {} : { kept }) }}
        >
          <Credentials email={email} />
        </PostForm>
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
export async function showInterrupted(c: DashboardContext): Promise<Response> {
  const { pathname, search } = new URL(c.req.url);
  const body = await c.req.text();
  const names = [...new URLSearchParams(body).keys()];
  const isKept =
    body.length <= MAX_KEPT_CHARACTERS &&
    !pathname.endsWith("/sign-out") &&
    !names.some((name) => name.includes("password"));
  return showSignIn(
    c,
    isKept ? { next: pathname + search, kept: body } : { next: "/dashboard", isDropped: true },
  );
}

/** Posts what was kept to where it was meant for: the script immediately, otherwise a button. */
function showKept(
  c: DashboardContext,
  { next, kept, email }: { readonly next: string; readonly kept: string; readonly email: string },
): Response | Promise<Response> {
  return showCard(c, {
    title: "Signed in",
    content: (
      <>
        <h1>Signed in</h1>
        <p>{`You are signed in as ${email}. What you asked for before has not been done yet.`}</p>
        <form class="row" method="post" action={next} data-post-at-once="">
          {[...new URLSearchParams(kept)].map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <button class="main">Continue</button>
          <a class="button" href="/dashboard">
            Cancel
          </a>
        </form>
      </>
    ),
  });
}

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
      <TextField
        name="password"
        label="Password"
        type="password"
        required
        {...(passwordHint !== undefined && { hint: passwordHint })}
        autocomplete={passwordHint === undefined ? "current-password" : "new-password"}
      />
    </>
  );
}
