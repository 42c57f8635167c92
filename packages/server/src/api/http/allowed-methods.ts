/** What the contract says of an address and no handler does: which methods an address takes. */
import type { Context, Hono } from "hono";
import type { Env } from "hono/types";
import { operations } from "@intray/sdk/operations";
import { AppError } from "../../domain/errors.ts";

/** Operations under `base`, with Hono's paths relative to it. */
function under(base: string) {
  return operations
    .filter(({ path }) => path.startsWith(`${base}/`) && (base !== "" || !path.startsWith("/api/")))
    .map((operation) => ({
      ...operation,
      path: operation.path.slice(base.length).replaceAll(/\{(\w+)\}/g, ":$1"),
    }));
}

/** An address that is there, asked in a way that is not: 405 with `Allow`. To be called last. */
export function answerOtherMethods<E extends Env>(app: Hono<E>, base: "" | "/api/v1"): void {
  for (const [path, allowed] of methodsByPath(base)) app.all(path, refusal(allowed));
}

/** The same for paths that a route with `:id` would take. To be called first. */
export function answerOtherMethodsOfFixedPaths<E extends Env>(
  app: Hono<E>,
  base: "" | "/api/v1",
): void {
  for (const [path, allowed] of methodsByPath(base)) {
    if (path.includes(":")) continue;
    const others = METHODS.filter((method) => !allowed.some((one) => one === method));
    app.on(others, path, refusal(allowed));
  }
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

function methodsByPath(base: "" | "/api/v1") {
  const grouped = Map.groupBy(under(base), ({ path }) => path);
  return [...grouped].map(([path, some]) => [path, some.map(({ method }) => method)] as const);
}

const refusal = (methods: readonly string[]) => (c: Context) => {
  const allowed = methods.join(", ");
  throw new AppError("method_not_allowed", `${c.req.path} takes ${allowed}, not ${c.req.method}.`, {
    headers: { Allow: allowed },
  });
};
