/** `/metrics`, for Prometheus. */
import type { HttpBindings } from "@hono/node-server";
import { Hono, type MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { AppError } from "../domain/errors.ts";
import { accessOf } from "./access.ts";
import { type Metrics, METRICS_TYPE } from "./metrics.ts";

export interface MetricsParts {
  readonly metrics: Pick<Metrics, "text" | "requested">;
  /** Opens the metrics to others than this machine. */
  readonly metricsToken: string | undefined;
}

export function metricsRoutes({
  metrics,
  metricsToken,
}: MetricsParts): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>();
  routes.get("/metrics", async (c) => {
    const { headers, socket } = c.env.incoming;
    const access = accessOf({ headers, remoteAddress: socket.remoteAddress }, metricsToken);
    if (access !== "granted") throw refusals[access]();
    c.header("Cache-Control", "no-store");
    c.header("Content-Type", METRICS_TYPE);
    return c.body(await metrics.text());
  });
  return routes;
}

const refusals = {
  wrong_token: () =>
    new AppError(
      "unauthenticated",
      "This is not the token of the metrics. Send the one in INTRAY_METRICS_TOKEN as: Authorization: Bearer <token>.",
      { headers: { "WWW-Authenticate": "Bearer" } },
    ),
  from_elsewhere: () =>
    new AppError(
      "forbidden",
      "The metrics are told only to this machine itself, not through a proxy. To read them from elsewhere, set INTRAY_METRICS_TOKEN and send it as: Authorization: Bearer <token>.",
    ),
};

/**
 * Counts every request by the pattern of the handler that answered it. What came to none counts where it
 * was turned away: a wrong key under `/api/v1/*`, an unknown address under `/*`.
 */
export function countRequests({ metrics }: Pick<MetricsParts, "metrics">): MiddlewareHandler {
  return async (c, next) => {
    await next();
    // The router is still where the answer was given.
    metrics.requested(routePath(c), c.res.status);
  };
}
