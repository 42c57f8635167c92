/** One sentence that outlives a redirect: what was done, told on the page that comes after. */
import { getCookie, setCookie, deleteCookie } from "hono/cookie";
import type { DashboardContext } from "./env.ts";

const COOKIE = "intray_notice";
const PATH = "/dashboard";
const MAX_CHARACTERS = 500;

/** Sends the browser on, and has the page there say `sentence`. */
export function redirectWithNotice(c: DashboardContext, to: string, sentence: string): Response {
  setCookie(c, COOKIE, sentence.slice(0, MAX_CHARACTERS), {
    path: PATH,
    httpOnly: true,
    sameSite: "Lax",
    maxAge: 60,
  });
  return c.redirect(to, 303);
}

/** What this page is to say; it is said once. */
export function takeNotice(c: DashboardContext): string | undefined {
  const sentence = getCookie(c, COOKIE);
  if (sentence === undefined) return undefined;
  deleteCookie(c, COOKIE, { path: PATH });
  return sentence;
}
