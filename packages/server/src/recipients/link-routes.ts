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
  linkProblemPage,
  subscribedPage,
  subscribePage,
  subscriptionPage,
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

interface Link {
  readonly token: string;
  readonly now: number;
}

interface Linked<Found> {
  readonly link: Link;
  readonly found: Found;
  readonly language: Language;
}

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
  const unknown = async (c: LinkContext) => {
    const language = languageFor(c, null);
    return answer(c, 404, language, await linkProblemPage(language, "unknown"));
  };

  routes.use("/mail/:link/:token", async (c, next) => {
    const verdict = linkRate.count("mail link", clientAddress(c.env.incoming));
    if (verdict.kind === "within") return next();
    const language = languageFor(c, null);
    c.header("Retry-After", String(verdict.retryAfterS));
    return answer(c, 429, language, await linkProblemPage(language, "tooOften"));
  });

  /** Answers requests to the links of a kind, whose token must name something. */
  const on = <Found extends { readonly address: string; readonly language?: Language | null }>(
    request: `${"GET" | "POST"} /mail/${string}`,
    find: (link: Link) => Promise<Found | undefined>,
    respond: (c: LinkContext, one: Linked<Found>) => Promise<Response>,
  ) => {
    const [method = "", path = ""] = request.split(" ");
    routes.on(method, `${path}/:token`, async (c) => {
      const link = { token: c.req.param("token"), now: clock.now() };
      const found = TOKEN.test(link.token) ? await find(link) : undefined;
      if (found === undefined) return unknown(c);
      return respond(c, { link, found, language: languageFor(c, found.language ?? null) });
    });
  };

  const confirmation = (link: Link) => store.reads.findConfirmation(link);
  on("GET /mail/confirm", confirmation, async (c, { found: { state, address }, language }) => {
    if (state === "expired")
      return answer(c, 410, language, await linkProblemPage(language, "expired"));
    const page =
      state === "confirmed"
        ? confirmedPage(language, address)
        : confirmPage(language, address, new URL(publicUrl()).host);
    return answer(c, 200, language, await page);
  });
  on("POST /mail/confirm", confirmation, async (c, { link, found, language }) => {
    if (found.state === "expired")
      return answer(c, 410, language, await linkProblemPage(language, "expired"));
    if (!(await store.writes.confirmAddress(link))) return unknown(c);
    return answer(c, 200, language, await confirmedPage(language, found.address));
  });

  const subscription = ({ token }: Link) => store.reads.findSubscription({ token });
  const resubscribeAction = ({ token }: Link) => `/mail/resubscribe/${token}`;
  on("GET /mail/unsubscribe", subscription, async (c, { link, found, language }) => {
    const page = await subscriptionPage(language, found, resubscribeAction(link));
    return answer(c, 200, language, page);
  });
  on("POST /mail/unsubscribe", subscription, async (c, { link, found, language }) => {
    await store.writes.unsubscribe(link);
    const ended = { ...found, is_subscribed: false };
    const page = await subscriptionPage(language, ended, resubscribeAction(link));
    return answer(c, 200, language, page);
  });

  // After a reload of the page that the button above opens.
  routes.get("/mail/resubscribe/:token", async (c) => {
    const { token } = c.req.param();
    return TOKEN.test(token) ? c.redirect(`/mail/unsubscribe/${token}`, 303) : unknown(c);
  });
  on("POST /mail/resubscribe", subscription, async (c, { link, found, language }) => {
    if (found.is_subscribed) return answer(c, 200, language, await subscribedPage(language, found));
    const sent = await sendSubscribeLink(link.token);
    return sent === "queued"
      ? answer(c, 200, language, await askedPage(language, found.address))
      : answer(c, 409, language, await cannotAskPage(language, found.address));
  });

  const subscribeLink = (link: Link) => store.reads.findSubscribeLink(link);
  on("GET /mail/subscribe", subscribeLink, async (c, { found, language }) =>
    answer(c, 200, language, await subscribePage(language, found)),
  );
  on("POST /mail/subscribe", subscribeLink, async (c, { link, found, language }) => {
    if (!(await store.writes.subscribeAgain(link))) return unknown(c);
    return answer(c, 200, language, await subscribedPage(language, found));
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
