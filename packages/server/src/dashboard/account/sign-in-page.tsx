/** The sign-in page, and what it keeps of a form that was posted after the session had ended. */
import { type AppError, HTTP_STATUS } from "../../domain/errors.ts";
import type { Posted } from "../http/body.ts";
import type { DashboardContext } from "../http/env.ts";
import { ErrorMessage } from "../layout/error-page.tsx";
import { TextField } from "../layout/fields.tsx";
import { showCard } from "../layout/page.tsx";

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
export const readKept = (posted: Posted): string | undefined =>
  posted.texts("kept")[0]?.slice(0, MAX_KEPT_CHARACTERS);

interface Shown extends AfterSignIn {
  readonly email?: string;
  readonly error?: AppError;
}

export function showSignIn(
  c: DashboardContext,
  { email, next, kept, isDropped = false, error }: Shown,
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
        <ErrorMessage error={error} />
        <form class="fields" method="post" action="/dashboard/sign-in">
          <input type="hidden" name="next" value={next} />
          {kept === undefined ? null : <input type="hidden" name="kept" value={kept} />}
          <Credentials email={email} />
          <div>
            <button class="main">Sign in</button>
          </div>
        </form>
      </>
    ),
  });
}

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
export function showKept(
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

export function Credentials({
  email,
  passwordHint,
}: {
  readonly email: string | undefined;
  /** Set where a new password is chosen. */
  readonly passwordHint?: string;
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
        {...(passwordHint !== undefined && { hint: passwordHint })}
        autocomplete={passwordHint === undefined ? "current-password" : "new-password"}
      />
    </>
  );
}
