/** Answers 405 for methods that openapi.yaml does not declare for a path. */
import type { Context, Hono } from "hono";
import type { Env } from "hono/types";
import { AppError } from "../../domain/errors.ts";
import { operationsUnder } from "./operation-routes.ts";

/** Answers 405 with `Allow` for other methods on known paths. Call after all routes are registered. */
export function rejectOtherMethods<E extends Env>(app: Hono<E>, base: "" | "/api/v1"): void {
  for (const [path, allowed] of methodsByPath(base)) app.all(path, rejection(allowed));
}

/**
 * The same for paths without parameters, which a route with `:id` would otherwise match. Call before all
 * routes are registered.
 */
export function rejectOtherMethodsOfFixedPaths<E extends Env>(
  app: Hono<E>,
  base: "" | "/api/v1",
): void {
  for (const [path, allowed] of methodsByPath(base)) {
    if (path.includes(":")) continue;
    const others = METHODS.filter((method) => !allowed.some((one) => one === method));
    app.on(others, path, rejection(allowed));
  }
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

function methodsByPath(base: "" | "/api/v1") {
  const grouped = Map.groupBy(operationsUnder(base), ({ path }) => path);
  return [...grouped].map(([path, some]) => [path, some.map(({ method }) => method)] as const);
}

const rejection = (methods: readonly string[]) => (c: Context) => {
  const allowed = methods.join(", ");
  throw new AppError(
    "method_not_allowed",
    `${c.req.path} does not support ${c.req.method}. Use ${allowed}.`,
    { headers: { Allow: allowed } },
  );
};
