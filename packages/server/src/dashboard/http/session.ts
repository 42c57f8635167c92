/** The cookie of a session, and who may see what lies behind it. */
import type { MiddlewareHandler } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { hashToken, newToken } from "../../domain/sign-in-link.ts";
import { type NewSession, SESSION_MS } from "../../store/accounts/sessions.ts";
import { createApi } from "./api-client.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "./env.ts";

const COOKIE = "intray_session";
/** A session that is used is noted as used so often. */
const NOTED_EVERY_MS = 3_600_000;
/** What somebody may do who came by a link and has chosen no password yet. */
const WITHOUT_LOGIN = new Set(["/dashboard/welcome", "/dashboard/sign-out"]);
/** Of a browser's name for itself. */
const MAX_AGENT_CHARACTERS = 300;

/** The session that a request says it has; it may have ended. */
export function tokenOf(c: DashboardContext): string | undefined {
  const token = getCookie(c, COOKIE);
  return token === undefined || token === "" ? undefined : token;
}

/** What is stored of a session that begins with this request, and the cookie's text. */
export function newSession(
  c: DashboardContext,
  { clock, random, clientAddress }: Pick<DashboardParts, "clock" | "random" | "clientAddress">,
): { readonly token: string; readonly session: NewSession } {
  const token = newToken(random);
  return {
    token,
    session: {
      token_hash: hashToken(token),
      ip: clientAddress(c.env.incoming),
      user_agent: c.req.header("user-agent")?.slice(0, MAX_AGENT_CHARACTERS) ?? null,
      now: clock.now(),
    },
  };
}

const cookieOptions = (publicUrl: string) =>
  ({
    path: "/dashboard",
    httpOnly: true,
    sameSite: "Lax",
    secure: publicUrl.startsWith("https:"),
  }) as const;

export function giveCookie(c: DashboardContext, token: string, publicUrl: string): void {
  setCookie(c, COOKIE, token, { ...cookieOptions(publicUrl), maxAge: SESSION_MS / 1_000 });
}

export function takeCookie(c: DashboardContext, publicUrl: string): void {
  deleteCookie(c, COOKIE, cookieOptions(publicUrl));
}

/**
 * Lets nobody further who is not signed in, nor who came by a link and has no password yet. Behind it
 * `session` and `api` are set.
 */
export function requireSession(parts: DashboardParts): MiddlewareHandler<DashboardEnv> {
  const { store, clock, log, publicUrl } = parts;
  return async (c, next) => {
    const token = tokenOf(c);
    const find = async () =>
      token === undefined
        ? undefined
        : store.read("findSession", { token_hash: hashToken(token), now: clock.now() });
    const session = await find();
    if (session === undefined) {
      if (token !== undefined) takeCookie(c, publicUrl());
      const { pathname, search } = new URL(c.req.url);
      const back = c.req.method === "GET" ? `?next=${encodeURIComponent(pathname + search)}` : "";
      return c.redirect(`/dashboard/sign-in${back}`, 303);
    }
    if (session.login_id === null && !WITHOUT_LOGIN.has(c.req.path)) {
      return c.redirect("/dashboard/welcome", 303);
    }
    const now = clock.now();
    if (token !== undefined && now - session.last_seen_at >= NOTED_EVERY_MS) {
      giveCookie(c, token, publicUrl());
      store.write("touchSession", { id: session.id, now }).catch((error: unknown) => {
        log.warn({ err: error }, "The use of a session could not be noted.");
      });
    }
    c.set("session", session);
    c.set("api", createApi(c, parts.askApi, find));
    await next();
  };
}
