/** Signing in by e-mail and password or by a one-time link, and signing out. */
import { Hono } from "hono";
import { AppError } from "../../domain/errors.ts";
import { hashPassword, isPassword, passwordProblem } from "../../platform/password.ts";
import { isEmail } from "../../domain/submission.ts";
import { recordAudit, recordWrongPassword } from "./record-audit.ts";
import { returnAddress } from "../http/return-address.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { TextField } from "../layout/fields.tsx";
import { redirectWithNotice } from "../http/notice.ts";
import { showCard } from "../layout/page.tsx";
import { hashToken } from "../../domain/sign-in-link.ts";
import {
  setSessionCookie,
  newSession,
  requireSession,
  clearSessionCookie,
  sessionToken,
} from "../http/session.ts";
import { ErrorMessage } from "../layout/error-page.tsx";

const HOME = "/dashboard";
/** The rate limit counts attempts per client, and per e-mail address over all clients. */
const SIGN_IN_RATE_KEY = "sign-in";

export function signInRoutes(parts: DashboardParts): Hono<DashboardEnv> {
  const { store, random, publicUrl, clock } = parts;
  const routes = new Hono<DashboardEnv>();
  /** Compared for unknown addresses, so that the response time does not reveal which ones exist. */
  let dummyHash: Promise<string> | undefined;

  routes.get("/sign-in", (c) => showSignIn(c, { next: returnAddress(c.req.query("next"), HOME) }));

  routes.post("/sign-in", async (c) => {
    const posted = await readPosted(c);
    const email = posted.text("email").trim();
    const next = returnAddress(posted.text("next"), HOME);
    const limited = rateLimitError(c, parts, email);
    if (limited !== undefined) return showSignIn(c, { email, next, error: limited });
    const login = await store.read("findLogin", { email });
    dummyHash ??= hashPassword("", random);
    const isRight = await isPassword(
      posted.text("password"),
      login?.password_hash ?? (await dummyHash),
    );
    if (login !== undefined && !isRight) recordWrongPassword(c, parts, login.account_id, email);
    if (login === undefined || !isRight) {
      const error = new AppError(
        "unauthenticated",
        "Wrong e-mail or password. To reset a forgotten password, run intray-server reset-password.",
      );
      return showSignIn(c, { email, next, error });
    }
    const { token, session } = newSession(c, parts);
    const replaced = sessionToken(c);
    await store.write("beginSession", {
      ...session,
      account_id: login.account_id,
      login_id: login.id,
      replaced_hash: replaced === undefined ? undefined : hashToken(replaced),
    });
    const actor = { account_id: login.account_id, email: email.toLowerCase() };
    await recordAudit(c, parts, actor, { action: "session.begun" });
    setSessionCookie(c, token, publicUrl());
    return c.redirect(next, 303);
  });

  // GET does not use up the link, since mail scanners and previews open links.
  routes.get("/link/:token", async (c) => {
    const token_hash = hashToken(c.req.param("token"));
    if (!(await store.read("isSignInLink", { token_hash, now: clock.now() }))) throw expiredLink();
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
    const link_hash = hashToken(c.req.param("token"));
    const replaced = sessionToken(c);
    const replaced_hash = replaced === undefined ? undefined : hashToken(replaced);
    if (!(await store.write("redeemSignInLink", { link_hash, session, replaced_hash }))) {
      throw expiredLink();
    }
    const { token_hash, now } = session;
    const begun = await store.read("findSession", { token_hash, now });
    if (begun !== undefined) {
      await recordAudit(c, parts, begun, { action: "session.begun", detail: "by a link" });
    }
    setSessionCookie(c, token, publicUrl());
    return c.redirect(HOME, 303);
  });

  routes.use("/welcome", requireSession(parts));
  routes.get("/welcome", async (c) =>
    c.get("session").login_id === null ? showWelcome(c, {}) : c.redirect(HOME, 303),
  );
  routes.post("/welcome", async (c) => {
    const { id: session_id, account_id } = c.get("session");
    const posted = await readPosted(c);
    const email = posted.text("email").trim();
    const password = posted.text("password");
    const problem = isEmail(email)
      ? passwordProblem(password)
      : "Enter a valid e-mail address, such as ada@example.org.";
    if (problem !== undefined) {
      return showWelcome(c, { email, error: new AppError("invalid", problem) });
    }
    const login = { email, password_hash: await hashPassword(password, random) };
    try {
      await store.write("createLoginForSession", {
        session_id,
        account_id,
        login,
        now: clock.now(),
      });
    } catch (error) {
      if (error instanceof AppError) return showWelcome(c, { email, error });
      throw error;
    }
    await recordAudit(c, parts, { account_id, email }, { action: "password.chosen" });
    return redirectWithNotice(c, HOME, `From now on, sign in as ${email}.`);
  });

  routes.use("/sign-out", requireSession(parts));
  routes.post("/sign-out", async (c) => {
    await store.write("endSession", { id: c.get("session").id });
    await recordAudit(c, parts, c.get("session"), { action: "session.ended" });
    clearSessionCookie(c, publicUrl());
    return redirectWithNotice(c, "/dashboard/sign-in", "You are signed out.");
  });
  return routes;
}

/** Counts an attempt for the client and for the address; returns an error if one is over its limit. */
function rateLimitError(
  c: DashboardContext,
  { signInRate, clientAddress }: DashboardParts,
  email: string,
): AppError | undefined {
  const isWithin =
    signInRate.count(SIGN_IN_RATE_KEY, clientAddress(c.env.incoming)).kind === "within" &&
    // Invalid addresses have no login and are not counted.
    (!isEmail(email) ||
      signInRate.count(`${SIGN_IN_RATE_KEY} ${email.toLowerCase()}`, null).kind === "within");
  return isWithin ? undefined : tooManyAttempts();
}

const tooManyAttempts = () =>
  new AppError("rate_limited", "Too many attempts. Wait a minute, then try again.", {
    headers: { "Retry-After": "60" },
  });

const expiredLink = () =>
  new AppError(
    "not_found",
    "This link was already used or has expired. Sign in with your password, or create a new link with intray-server sign-in-link.",
  );

interface Typed {
  readonly email?: string;
  readonly error?: AppError;
}

function showSignIn(
  c: DashboardContext,
  { email, next, error }: Typed & { readonly next: string },
) {
  for (const [name, value] of Object.entries(error?.headers ?? {})) c.header(name, value);
  return showCard(c, {
    title: "Sign in",
    status: error === undefined ? 200 : error.code === "rate_limited" ? 429 : 401,
    content: (
      <>
        <h1>Sign in to Intray</h1>
        <ErrorMessage error={error} />
        <form class="fields" method="post" action="/dashboard/sign-in">
          <input type="hidden" name="next" value={next} />
          <Credentials email={email} />
          <div>
            <button class="main">Sign in</button>
          </div>
        </form>
      </>
    ),
  });
}

function showWelcome(c: DashboardContext, { email, error }: Typed) {
  return showCard(c, {
    title: "Welcome",
    status: error === undefined ? 200 : 422,
    content: (
      <>
        <h1>Welcome</h1>
        <p>Choose your e-mail and password for signing in. The link worked only this once.</p>
        <ErrorMessage error={error} />
        <form class="fields" method="post" action="/dashboard/welcome">
          <Credentials email={email} isNew />
          <div>
            <button class="main">Continue</button>
          </div>
        </form>
      </>
    ),
  });
}

function Credentials({
  email,
  isNew = false,
}: {
  readonly email: string | undefined;
  readonly isNew?: boolean;
}) {
  return (
    <>
      <TextField
        name="email"
        label="E-mail"
        type="email"
        value={email ?? ""}
        required
        autocomplete="username"
      />
      <TextField
        name="password"
        label="Password"
        type="password"
        required
        {...(isNew && { hint: "At least 10 characters." })}
        autocomplete={isNew ? "new-password" : "current-password"}
      />
    </>
  );
}
