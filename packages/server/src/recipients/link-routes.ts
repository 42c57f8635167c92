/**
 * `/mail/confirm/<token>`, `/mail/unsubscribe/<token>` and `/mail/subscribe/<token>`: the links in e-mails. GET
 * changes nothing, since programs that check mails open every link in them; the page has a button that posts. Mail
 * programs unsubscribe with one click by the same POST (RFC 8058). A person who has unsubscribed is sent the third link by
 * `POST /mail/resubscribe/<token>`, with the token of the second: the form's owner can read that one in the log.
 */
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { languageOf } from "../intake/language.ts";
import type { Clock } from "../platform/clock.ts";
import type { Language } from "../platform/language.ts";
import type { RateLimit } from "../platform/rate-limit.ts";
import type { Store } from "../store/store.ts";
import type { Confirmations } from "./confirmations.ts";
import {
  askedPage,
  cannotAskPage,
  confirmedPage,
  confirmPage,
  expiredLinkPage,
  subscribedPage,
  subscribePage,
  subscriptionPage,
  tooOftenPage,
  unknownLinkPage,
} from "./link-pages.tsx";

export interface LinkParts {
  readonly store: Pick<Store, "reads" | "writes">;
  readonly clock: Clock;
  readonly clientAddress: (incoming: HttpBindings["incoming"]) => string | null;
  /** Counts the requests of one address to the links of all e-mails. */
  readonly linkRate: RateLimit;
  /** The origin of links; known once the server listens. */
  readonly publicUrl: () => string;
  readonly sendSubscribeLink: Confirmations["sendSubscribeLink"];
}

type LinkContext = Context<{ Bindings: HttpBindings }>;

/** As many characters as the links that the server makes have, and some more. */
const TOKEN = /^[\w-]{16,64}$/;

/** Nobody may show the pages in a frame, where a visitor can be made to press their buttons. */
const HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
  // The address of the page is a secret.
  "Referrer-Policy": "no-referrer",
};

export function linkRoutes({
  store,
  clock,
  clientAddress,
  linkRate,
  publicUrl,
  sendSubscribeLink,
}: LinkParts): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>();
  const tokenOf = (c: LinkContext) => {
    const token = c.req.param("token") ?? "";
    return TOKEN.test(token) ? token : undefined;
  };
  const unknown = async (c: LinkContext) => {
    const language = languageFor(c, null);
    return answer(c, 404, language, await unknownLinkPage(language));
  };

  routes.use("/mail/:link/:token", async (c, next) => {
    const verdict = linkRate.count("mail link", clientAddress(c.env.incoming));
    if (verdict.kind === "within") return next();
    const language = languageFor(c, null);
    c.header("Retry-After", String(verdict.retryAfterS));
    return answer(c, 429, language, await tooOftenPage(language));
  });

  const confirmationOf = async (c: LinkContext) => {
    const token = tokenOf(c);
    const link = token === undefined ? undefined : { token, now: clock.now() };
    const found = link === undefined ? undefined : await store.reads.findConfirmation(link);
    if (link === undefined || found === undefined) return undefined;
    return { link, found, language: languageFor(c, null) };
  };

  routes.get("/mail/confirm/:token", async (c) => {
    const one = await confirmationOf(c);
    if (one === undefined) return unknown(c);
    const { found, language } = one;
    if (found.state === "expired") return answer(c, 410, language, await expiredLinkPage(language));
    const page =
      found.state === "confirmed"
        ? confirmedPage(language, found.address)
        : confirmPage(language, found.address, new URL(publicUrl()).host);
    return answer(c, 200, language, await page);
  });

  routes.post("/mail/confirm/:token", async (c) => {
    const one = await confirmationOf(c);
    if (one === undefined) return unknown(c);
    const { link, found, language } = one;
    if (found.state === "expired") return answer(c, 410, language, await expiredLinkPage(language));
    if (!(await store.writes.confirmAddress(link))) return unknown(c);
    return answer(c, 200, language, await confirmedPage(language, found.address));
  });

  const subscriptionOf = async (c: LinkContext) => {
    const token = tokenOf(c);
    const found = token === undefined ? undefined : await store.reads.findSubscription({ token });
    if (token === undefined || found === undefined) return undefined;
    return { token, found, language: languageFor(c, found.language) };
  };
  const resubscribeAction = (token: string) => `/mail/resubscribe/${token}`;

  routes.get("/mail/unsubscribe/:token", async (c) => {
    const one = await subscriptionOf(c);
    if (one === undefined) return unknown(c);
    const { token, found, language } = one;
    const page = await subscriptionPage(language, found, resubscribeAction(token));
    return answer(c, 200, language, page);
  });

  routes.post("/mail/unsubscribe/:token", async (c) => {
    const one = await subscriptionOf(c);
    if (one === undefined) return unknown(c);
    const { token, found, language } = one;
    await store.writes.unsubscribe({ token, now: clock.now() });
    const ended = { ...found, is_subscribed: false };
    const page = await subscriptionPage(language, ended, resubscribeAction(token));
    return answer(c, 200, language, page);
  });

  // After a reload of the page that the button above opens.
  routes.get("/mail/resubscribe/:token", async (c) => {
    const token = tokenOf(c);
    if (token === undefined) return unknown(c);
    return c.redirect(`/mail/unsubscribe/${token}`, 303);
  });

  routes.post("/mail/resubscribe/:token", async (c) => {
    const one = await subscriptionOf(c);
    if (one === undefined) return unknown(c);
    const { token, found, language } = one;
    if (found.is_subscribed) return answer(c, 200, language, await subscribedPage(language, found));
    const sent = await sendSubscribeLink(token);
    return sent === "queued"
      ? answer(c, 200, language, await askedPage(language, found.address))
      : answer(c, 409, language, await cannotAskPage(language, found.address));
  });

  const subscribeLinkOf = async (c: LinkContext) => {
    const token = tokenOf(c);
    const link = token === undefined ? undefined : { token, now: clock.now() };
    const found = link === undefined ? undefined : await store.reads.findSubscribeLink(link);
    if (link === undefined || found === undefined) return undefined;
    return { link, found, language: languageFor(c, found.language) };
  };

  routes.get("/mail/subscribe/:token", async (c) => {
    const one = await subscribeLinkOf(c);
    if (one === undefined) return unknown(c);
    return answer(c, 200, one.language, await subscribePage(one.language, one.found));
  });

  routes.post("/mail/subscribe/:token", async (c) => {
    const one = await subscribeLinkOf(c);
    if (one === undefined || !(await store.writes.subscribeAgain(one.link))) return unknown(c);
    return answer(c, 200, one.language, await subscribedPage(one.language, one.found));
  });
  return routes;
}

/** The visitor's language; that of the form if the browser names none. */
function languageFor(c: LinkContext, ofForm: Language | null): Language {
  const accepted = c.req.header("accept-language") ?? "";
  return /[a-z]/i.test(accepted) ? languageOf(accepted) : (ofForm ?? "en");
}

function answer(
  c: LinkContext,
  status: 200 | 404 | 409 | 410 | 429,
  language: Language,
  page: string,
): Response {
  for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
  c.header("Content-Language", language);
  return c.html(page, status);
}
