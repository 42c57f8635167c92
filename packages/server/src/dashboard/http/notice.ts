/** One-time notices: a cookie carries a sentence over a redirect to the next page. */
import { getCookie, setCookie, deleteCookie } from "hono/cookie";
import type { DashboardContext } from "./env.ts";

const COOKIE = "intray_notice";
const PATH = "/dashboard";
const MAX_CHARACTERS = 500;

/** Redirects to `to`; the next page shows `sentence`. */
export function redirectWithNotice(c: DashboardContext, to: string, sentence: string): Response {
  setCookie(c, COOKIE, sentence.slice(0, MAX_CHARACTERS), {
    path: PATH,
    httpOnly: true,
    sameSite: "Lax",
    maxAge: 60,
  });
  return c.redirect(to, 303);
}

/** Returns the notice for this page and deletes its cookie. */
export function takeNotice(c: DashboardContext): string | undefined {
  const sentence = getCookie(c, COOKIE);
  if (sentence === undefined) return undefined;
  deleteCookie(c, COOKIE, { path: PATH });
  return sentence;
}
