/** `GET /metrics`, for Prometheus. */
import type { HttpBindings } from "@hono/node-server";
import { Hono, type MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { AppError, unknownHost } from "../domain/errors.ts";
import { type Metrics, METRICS_TYPE } from "./metrics.ts";
import { hash, timingSafeEqual } from "node:crypto";
import { BlockList, isIPv6 } from "node:net";

export interface MetricsParts {
  readonly metrics: Pick<Metrics, "text" | "requested">;
  readonly metricsToken: string | undefined;
  /** Whether a public URL is set: a proxy may then stand in front that adds no header, so the token is needed. */
  readonly hasPublicUrl: boolean;
  /** `undefined` if the metrics do not answer to the host of the request. */
  readonly knownHost: (incoming: HttpBindings["incoming"]) => string | undefined;
}

export function metricsRoutes({
  metrics,
  metricsToken,
  hasPublicUrl,
  knownHost,
}: MetricsParts): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>();
  routes.get("/metrics", async (c) => {
    const { headers, socket } = c.env.incoming;
    const reader = { headers, remoteAddress: socket.remoteAddress };
    const access = accessOf(reader, { token: metricsToken, needsToken: hasPublicUrl });
    // The token needs no check of the host: a page of another site does not know it.
    if (access === "local" && knownHost(c.env.incoming) === undefined) {
      throw unknownHost(headers.host);
    }
    if (access !== "local" && access !== "by_token") throw errors[access]();
    c.header("Cache-Control", "no-store");
    c.header("Content-Type", METRICS_TYPE);
    return c.body(await metrics.text());
  });
  return routes;
}

const errors = {
  wrong_token: () =>
    new AppError(
      "unauthenticated",
      "The token for the metrics is wrong. Send the value of INTRAY_METRICS_TOKEN as: Authorization: Bearer <token>.",
      { headers: { "WWW-Authenticate": "Bearer" } },
    ),
  needs_token: () =>
    new AppError(
      "unauthenticated",
      "INTRAY_PUBLIC_URL is set, so the metrics need a token. Set INTRAY_METRICS_TOKEN and send it as: Authorization: Bearer <token>.",
      { headers: { "WWW-Authenticate": "Bearer" } },
    ),
  from_elsewhere: () =>
    new AppError(
      "forbidden",
      "The metrics can be read only on this machine and not through a proxy. To read them from elsewhere, set INTRAY_METRICS_TOKEN and send it as: Authorization: Bearer <token>.",
    ),
};

/**
 * Counts every request by the path pattern of the handler that answered it. A request rejected before a
 * handler counts for the pattern that rejected it: `/api/v1/*` for a wrong key, `/*` for an unknown path.
 */
export function countRequests({ metrics }: Pick<MetricsParts, "metrics">): MiddlewareHandler {
  return async (c, next) => {
    await next();
    // routePath still returns the pattern of the handler that answered.
    metrics.requested(routePath(c), c.res.status);
  };
}

/** `by_token` and `local` may read; the others say why not. */
type Access = "by_token" | "local" | "wrong_token" | "needs_token" | "from_elsewhere";

interface Reader {
  readonly remoteAddress: string | undefined;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4"); // also as ::ffff:127.0.0.1
loopback.addAddress("::1", "ipv6");

/** Headers that proxies add. Requests through a proxy on this machine also come from its address. */
const PROXY_HEADERS = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/**
 * Decides who may read the metrics: clients on this machine, and clients with the token.
 *
 * @param rules.token `undefined` = no token is configured, and an `Authorization` header is ignored.
 * @param rules.needsToken Clients on this machine need the token, too.
 */
export function accessOf(
  { remoteAddress, headers }: Reader,
  { token, needsToken }: { readonly token: string | undefined; readonly needsToken: boolean },
): Access {
  const { authorization } = headers;
  if (token !== undefined && typeof authorization === "string") {
    return isSame(authorization, `Bearer ${token}`) ? "by_token" : "wrong_token";
  }
  const isForwarded = PROXY_HEADERS.some((name) => headers[name] !== undefined);
  if (!isLoopback(remoteAddress) || isForwarded) return "from_elsewhere";
  return needsToken ? "needs_token" : "local";
}

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && loopback.check(address, isIPv6(address) ? "ipv6" : "ipv4");

/** Compares hashes in constant time, so that timing reveals nothing about `secret`. */
const isSame = (given: string, secret: string): boolean =>
  timingSafeEqual(sha256(scheme(given)), sha256(secret));

/** The scheme is case-insensitive (RFC 9110, section 11.1). */
const scheme = (text: string) => text.replace(/^bearer +/i, "Bearer ");
const sha256 = (text: string) => hash("sha256", text, "buffer");
