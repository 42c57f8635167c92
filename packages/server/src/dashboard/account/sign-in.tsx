/** Who comes in: by address and password, or once by a link; and out again. */
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
/** Of all addresses that one client tries, and of all clients that try one address. */
const SIGN_IN_RATE_KEY = "sign-in";

export function signInRoutes(parts: DashboardParts): Hono<DashboardEnv> {
  const { store, random, publicUrl, clock } = parts;
  const routes = new Hono<DashboardEnv>();
  /** Takes as long as a real one, for addresses that nobody has. */
  let dummyHash: Promise<string> | undefined;

  routes.get("/sign-in", (c) => showSignIn(c, { next: returnAddress(c.req.query("next"), HOME) }));

  routes.post("/sign-in", async (c) => {
    const posted = await readPosted(c);
    const email = posted.text("email").trim();
    const next = returnAddress(posted.text("next"), HOME);
    const refused = rateLimitError(c, parts, email);
    if (refused !== undefined) return showSignIn(c, { email, next, error: refused });
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
        "That address and password do not belong together. A forgotten password is replaced by intray-server reset-password.",
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
    const who = { account_id: login.account_id, email: email.toLowerCase() };
    await recordAudit(c, parts, who, { action: "session.begun" });
    setSessionCookie(c, token, publicUrl());
    return c.redirect(next, 303);
  });

  // Looked at, a link stays good: programs that fetch links ahead would use it up.
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
      : "That is no e-mail address: it is written like ada@example.org.";
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
    return redirectWithNotice(c, HOME, `You sign in as ${email} from now on.`);
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

/** Counts a try, of the client and then of the address; both are given up on for the rest of a minute. */
function rateLimitError(
  c: DashboardContext,
  { signInRate, clientAddress }: DashboardParts,
  email: string,
): AppError | undefined {
  const isWithin =
    signInRate.count(SIGN_IN_RATE_KEY, clientAddress(c.env.incoming)).kind === "within" &&
    // What is no address is nobody's, and is not remembered.
    (!isEmail(email) ||
      signInRate.count(`${SIGN_IN_RATE_KEY} ${email.toLowerCase()}`, null).kind === "within");
  return isWithin ? undefined : tooManyAttempts();
}

const tooManyAttempts = () =>
  new AppError("rate_limited", "Those were too many tries. Wait a minute, then try again.", {
    headers: { "Retry-After": "60" },
  });

const expiredLink = () =>
  new AppError(
    "not_found",
    "This link was used already, or is too old. Sign in with your password, or make another link with intray-server sign-in-link.",
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
        <p>Choose how you sign in from now on. The link you came by works only once.</p>
        <ErrorMessage error={error} />
        <form class="fields" method="post" action="/dashboard/welcome">
          <Credentials email={email} isNew />
          <div>
            <button class="main">Go on</button>
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
        {...(isNew && { hint: "Ten characters or more." })}
        autocomplete={isNew ? "new-password" : "current-password"}
      />
    </>
  );
}
