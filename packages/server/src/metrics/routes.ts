/** `GET /metrics`, for Prometheus. */
import type { HttpBindings } from "@hono/node-server";
import { Hono, type MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { AppError, unknownHost } from "../domain/errors.ts";
import { accessOf } from "./access.ts";
import { type Metrics, METRICS_TYPE } from "./metrics.ts";

export interface MetricsParts {
  readonly metrics: Pick<Metrics, "text" | "requested">;
  /** The token for reading metrics from other machines. */
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
