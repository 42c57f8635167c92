/** The session cookie, and the check that a request is signed in. */
import type { MiddlewareHandler } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { toDoOf } from "../../domain/submission/submission-filter.ts";
import { hashToken, newToken } from "../../domain/account/sign-in-link.ts";
import { type NewSession, SESSION_MS, sessionEnd } from "../../store/accounts/sessions.ts";
import { createApiClient } from "./api-client.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "./env.ts";
import { redirectWithNotice } from "./notice.ts";
import { cookieOptions, readProject } from "./preferences.ts";

/** With TLS a name that browsers accept from this host alone, not from another one of the same domain. */
const cookieOf = (publicUrl: string) => {
  const options = cookieOptions(publicUrl);
  return options.secure
    ? ({ name: "__Host-intray_session", options: { ...options, path: "/" } } as const)
    : ({ name: "intray_session", options } as const);
};

/** How often the last use of a session is written to the database. */
const TOUCH_INTERVAL_MS = 3_600_000;
/** The paths open to somebody who signed in by a link and has not chosen a password yet. */
const PATHS_WITHOUT_LOGIN = new Set(["/dashboard/welcome", "/dashboard/sign-out"]);
/** Those open to somebody who needs a second factor and has none yet. */
const PATHS_WITHOUT_FACTOR = /^\/(?:account\/second-factor|confirm|sign-out|welcome)(?:\/|$)/;
const MAX_USER_AGENT_CHARACTERS = 300;
/** More are a list too long to choose from; the pages of further ones offer to show them. */
const MAX_PROJECTS = 500;

/** Returns the session token of the request's cookie; the session may have ended. */
export function sessionToken(c: DashboardContext, publicUrl: string): string | undefined {
  const token = getCookie(c, cookieOf(publicUrl).name);
  return token === undefined || token === "" ? undefined : token;
}

type NewSessionArgs = Pick<
  DashboardParts,
  "clock" | "random" | "clientAddress" | "sessionMaxMs" | "publicUrl"
>;

/** Creates a session for the client of this request: the record to store, and the cookie's token. */
export function newSession(
  c: DashboardContext,
  { clock, random, clientAddress, sessionMaxMs, publicUrl }: NewSessionArgs,
): { readonly token: string; readonly session: NewSession } {
  const token = newToken(random);
  const now = clock.now();
  const replaced = sessionToken(c, publicUrl());
  return {
    token,
    session: {
      replacedHash: replaced === undefined ? undefined : hashToken(replaced),
      token_hash: hashToken(token),
      ip: clientAddress(c.env.incoming),
      user_agent: c.req.header("user-agent")?.slice(0, MAX_USER_AGENT_CHARACTERS) ?? null,
      now,
      expires_at: sessionEnd(now, now, sessionMaxMs),
    },
  };
}

export function setSessionCookie(c: DashboardContext, token: string, publicUrl: string): void {
  const { name, options } = cookieOf(publicUrl);
  setCookie(c, name, token, { ...options, maxAge: SESSION_MS / 1_000 });
}

export function clearSessionCookie(c: DashboardContext, publicUrl: string): void {
  const { name, options } = cookieOf(publicUrl);
  deleteCookie(c, name, options);
}

/** Whether a browser asks for a page; scripts ask for anything. */
const isNavigation = (c: DashboardContext): boolean =>
  c.req.header("accept")?.includes("text/html") === true;

/**
 * Without a session, redirects to the sign-in page, or shows it with what a form has posted, to be posted again.
 * Redirects to the welcome page without a password. For the handlers after it, sets `session`, `api` and what goes with them.
 *
 * @param showInterrupted Answers a form that was posted without a session.
 */
export function requireSession(
  parts: DashboardParts,
  showInterrupted: (c: DashboardContext) => Promise<Response>,
): MiddlewareHandler<DashboardEnv> {
  const { store, clock, clockWatch, log, publicUrl, sessionMaxMs: maxMs } = parts;
  return async (c, next) => {
    const token = sessionToken(c, publicUrl());
    const find = async () =>
      token === undefined
        ? undefined
        : store.reads.findSession({ token_hash: hashToken(token), now: clock.now(), maxMs });
    const session = await find();
    if (session === undefined) {
      // A clock that is ahead makes sessions look expired; they are valid again once it is right.
      const isClockFine = clockWatch.state().pause === undefined;
      if (token !== undefined && isClockFine) clearSessionCookie(c, publicUrl());
      // A script's request must not show a page, and a page that was only opened has nothing to keep.
      if (c.req.method === "POST" && isNavigation(c)) {
        return showInterrupted(c);
      }
      const { pathname, search } = new URL(c.req.url);
      const query = c.req.method === "GET" ? `?next=${encodeURIComponent(pathname + search)}` : "";
      const to = `/dashboard/sign-in${query}`;
      if (token === undefined || !isNavigation(c)) return c.redirect(to, 303);
      return redirectWithNotice(c, to, "Your session has ended. Sign in to continue.");
    }
    const path = c.req.path.replace(/^\/dashboard/, "");
    if (session.isPending && !/^\/(?:confirm|sign-out)(?:\/|$)/.test(path)) {
      const { pathname, search } = new URL(c.req.url);
      const to = c.req.method === "GET" ? `?next=${encodeURIComponent(pathname + search)}` : "";
      return c.redirect(`/dashboard/confirm${to}`, 303);
    }
    if (
      !session.hasFactor &&
      (session.factorDueAt ?? Infinity) <= clock.now() &&
      !PATHS_WITHOUT_FACTOR.test(path)
    ) {
      return c.redirect("/dashboard/account/second-factor", 303);
    }
    if (!session.hasPassword && !PATHS_WITHOUT_LOGIN.has(c.req.path)) {
      return c.redirect("/dashboard/welcome", 303);
    }
    const now = clock.now();
    // The last use may be in the future: the clock was set back.
    if (token !== undefined && Math.abs(now - session.last_seen_at) >= TOUCH_INTERVAL_MS) {
      setSessionCookie(c, token, publicUrl());
      const expires_at = sessionEnd(session.created_at, now, maxMs);
      store.writes.touchSession({ id: session.id, now, expires_at }).catch((error: unknown) => {
        log.warn({ err: error }, "Could not record the last use of a session.");
      });
    }
    c.set("session", session);
    const { account_id, member_id } = session;
    const whole = { account_id, member_id };
    const id = readProject(c);
    // One that was deleted since, or that the person has no access to, restricts nothing.
    const isOpen =
      id !== undefined &&
      (await store.reads.firstInaccessible({ ...whole, records: "projects", ids: [id] })) ===
        undefined;
    const project = isOpen ? await store.reads.findProject({ account_id, id }) : undefined;
    const scope = { ...whole, project_id: project?.id };
    c.set("project", project);
    c.set("scope", scope);
    c.set("listProjects", async () => {
      const all = { ...whole, query: undefined, limit: MAX_PROJECTS, offset: 0 };
      const { records } = await store.reads.listProjects(all);
      return records.toSorted((a, b) => a.name.localeCompare(b.name, "en"));
    });
    c.set("countToDo", async (form_id) => {
      const of = form_id === undefined ? scope : { ...whole, form_id };
      return toDoOf(await store.reads.countStates({ ...of, now: clock.now() }));
    });
    c.set(
      "api",
      createApiClient(parts.callApi, {
        bindings: c.env,
        signal: c.req.raw.signal,
        session: find,
        project_id: project?.id,
      }),
    );
    await next();
  };
}
