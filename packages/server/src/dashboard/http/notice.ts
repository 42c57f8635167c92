/** Where a post leads to: return addresses, and notices that a cookie carries over the redirect to the next page. */
import { getCookie, setCookie, deleteCookie } from "hono/cookie";
import type { DashboardContext } from "./env.ts";

const COOKIE = "intray_notice";
const UNDO_COOKIE = "intray_undo";
const PATH = "/dashboard";
const MAX_CHARACTERS = 500;
/** The filters of an inbox are part of the address. */
const MAX_UNDO_CHARACTERS = 2_000;
const MAX_AGE_SECONDS = 60;

/** An act that can be undone. */
export interface Undo {
  /** The name of the act. */
  readonly token: string;
  /** The address of the page that is shown afterward. */
  readonly to: string;
}

/** A token that begins with it and ends with an id undoes the deletion of a project. */
export const DELETED_PROJECT = "deleted-project-";

export type Notice = { readonly sentence: string; readonly undo: Undo | undefined };

/** Redirects to `to`; the next page shows `sentence`, with a button if it can be undone. */
export function redirectWithNotice(
  c: DashboardContext,
  to: string,
  sentence: string,
  undo?: Undo,
): Response {
  const options = { path: PATH, httpOnly: true, sameSite: "Lax", maxAge: MAX_AGE_SECONDS } as const;
  setCookie(c, COOKIE, sentence.slice(0, MAX_CHARACTERS), options);
  const text = undo === undefined ? "" : `${undo.token} ${undo.to}`;
  if (text !== "" && text.length <= MAX_UNDO_CHARACTERS) setCookie(c, UNDO_COOKIE, text, options);
  // Of a notice that no page has shown.
  else if (getCookie(c, UNDO_COOKIE) !== undefined) deleteCookie(c, UNDO_COOKIE, { path: PATH });
  return c.redirect(to, 303);
}

/** Returns the notice for this page and deletes its cookies. */
export function takeNotice(c: DashboardContext): Notice | undefined {
  const sentence = getCookie(c, COOKIE);
  const undo = getCookie(c, UNDO_COOKIE);
  if (undo !== undefined) deleteCookie(c, UNDO_COOKIE, { path: PATH });
  if (sentence === undefined) return undefined;
  deleteCookie(c, COOKIE, { path: PATH });
  return { sentence, undo: undo === undefined ? undefined : undoOf(undo) };
}

/** Other sites can set a cookie, such as one on a neighboring host. They must not choose what the button does. */
const UNDO = /^([A-Za-z0-9_-]{16,64}) (\S+)$/;

function undoOf(text: string): Undo | undefined {
  const [, token, to] = UNDO.exec(text) ?? [];
  if (token === undefined || to === undefined || returnAddress(to, "") === "") return undefined;
  return { token, to };
}

/** Returns `requested` if it is an address of the dashboard, else `fallback`; prevents open redirects. */
export const returnAddress = (requested: string | undefined, fallback: string): string =>
  requested !== undefined &&
  /^\/dashboard(?:[/?]|$)/.test(requested) &&
  !/[\\\p{Cc}]/u.test(requested)
    ? requested
    : fallback;
