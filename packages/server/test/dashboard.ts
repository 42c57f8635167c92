/** A test server with a user signed in to its dashboard, and a client like a browser without script. */
import { scryptSync } from "node:crypto";
import { useShared } from "../../../test/harness/use.ts";
import { startApiServer } from "./api-server.ts";
import { unescapeHtml } from "./shown-form.ts";
import type { Clock } from "../src/platform/clock.ts";

export const EMAIL = "ada@example.org";
export const PASSWORD = "correct horse battery";
/** With the lowest cost, so that signing in takes no time. */
export const PASSWORD_HASH = `scrypt$2$1$1$c2FsdA$${scryptSync(PASSWORD, "salt", 32, { N: 2, r: 1, p: 1 }).toString("base64url")}`;
export const OTHER_EMAIL = "eve@example.org";

export interface Page {
  readonly status: number;
  readonly headers: Headers;
  /** Where a redirect leads. */
  readonly location: string | null;
  readonly text: string;
  /** The visible text, on one line. */
  readonly words: string;
}

export type Visitor = ReturnType<typeof visitorOf>;
type Fields = Readonly<Record<string, string | readonly string[]>>;
type SentHeaders = Readonly<Record<string, string>>;

export type DashboardServer = Awaited<ReturnType<typeof startDashboard>>;

export async function startDashboard(
  settings: Readonly<Record<string, string>> = {},
  clock?: Clock,
  parts: Parameters<typeof startApiServer>[2] = {},
) {
  const server = await startApiServer(settings, clock, parts);
  const password_hash = PASSWORD_HASH;
  await server.insert("login", { email: EMAIL, password_hash });
  await server.insert("login", { account_id: 2, email: OTHER_EMAIL, password_hash });
  const visitor = () => visitorOf(server.url);
  const signedIn = async (email = EMAIL) => {
    const one = visitor();
    await one.signIn(email);
    return one;
  };
  return {
    ...server,
    /** A signed-in user of account 1. */
    ada: await signedIn(),
    /** Returns a client without cookies. */
    visitor,
    /** Returns another browser of {@link ada}. */
    signedIn,
    /** Returns a signed-in user of account 2. */
    otherAccount: () => signedIn(OTHER_EMAIL),
  };
}

/** As {@link startDashboard}, for all tests of the file or the `describe` that calls it. */
export const useDashboard = (...options: Parameters<typeof startDashboard>): DashboardServer =>
  useShared(() => startDashboard(...options));

/** The header `Cookie` of a visitor, for requests that {@link Visitor} does not make. */
export const cookieOf = ({ cookies }: Pick<Visitor, "cookies">): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

function visitorOf(url: string) {
  const cookies = new Map<string, string>();
  const request = async (path: string, init: RequestInit, headers: SentHeaders): Promise<Page> => {
    const answer = await fetch(`${url}/dashboard${path.replace(/^\/dashboard/, "")}`, {
      ...init,
      redirect: "manual",
      headers: { cookie: cookieOf({ cookies }), ...headers },
    });
    const { status, headers: received } = answer;
    for (const line of received.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await answer.text();
    const location = received.get("location");
    return { status, headers: received, location, text, words: textOf(text) };
  };
  const get = (path: string, headers: SentHeaders = {}) => request(path, {}, headers);
  const post = (path: string, fields: Fields = {}, headers: SentHeaders = {}) => {
    const body = new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) =>
        (typeof value === "string" ? [value] : value).map((one) => [name, one]),
      ),
    );
    return request(path, { method: "POST", body }, { origin: url, ...headers });
  };
  return {
    cookies,
    /** @param path Under `/dashboard`, or with it, as links have it. Redirects are not followed. */
    get,
    post,
    /** Posts and follows the redirect. @throws Error if the response is not a redirect. */
    async submit(path: string, fields?: Fields) {
      const answer = await post(path, fields);
      if (answer.location === null) throw new Error(`${answer.status}: ${answer.words}`);
      return get(answer.location);
    },
    signIn: (email = EMAIL, password = PASSWORD) => post("/sign-in", { email, password }),
  };
}

/** Returns the value of the first input with this name on a page; empty if there is none. */
export const inputOn = ({ text }: Page, name: string): string =>
  linkOn({ text }, new RegExp(`name="${name}" value="([^"]*)"`));

/** The address that a pattern finds on a page, as a browser reads it; empty if there is none. */
export const linkOn = ({ text }: Pick<Page, "text">, pattern: RegExp): string =>
  unescapeHtml(pattern.exec(text)?.[1] ?? "");

/** The ids of the submissions or deliveries that a page lists, in its order. */
export const idsOn = ({ text }: Page, kind: "submission" | "delivery"): readonly number[] =>
  [...text.matchAll(new RegExp(`<li id="${kind}-(\\d+)"`, "g"))].map(([, id]) => Number(id));

/** Matches a page with this status, which has `part` in its words. */
export const says = (status: number, part: string): object => ({
  status,
  words: expect.stringContaining(part),
});

/** Returns the visible text of a page, on one line. */
const textOf = (html: string): string =>
  unescapeHtml(html.replace(/<(script|style|head)\b.*?<\/\1>/gs, " ").replace(/<[^>]*>/g, " "))
    .replace(/\s+/g, " ")
    .trim();
