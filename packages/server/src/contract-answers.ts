/** What the contract says of an address and no handler does: planned operations, and other methods. */
import type { Hono } from "hono";
import type { Env } from "hono/types";
import { operations } from "@intray/sdk/operations";
import { AppError } from "./errors.ts";

/** Operations under `base`, with Hono's paths relative to it. */
function under(base: string) {
  return operations
    .filter(({ path }) => path.startsWith(`${base}/`) && (base !== "" || !path.startsWith("/api/")))
    .map((operation) => ({
      ...operation,
      path: operation.path.slice(base.length).replaceAll(/\{(\w+)\}/g, ":$1"),
    }));
}

/** Planned operations are answered 501. To be called first, so that no `:id` takes their paths. */
export function answerPlanned<E extends Env>(app: Hono<E>, base: "" | "/api/v1"): void {
  for (const { id, method, path, isPlanned } of under(base)) {
    if (!isPlanned) continue;
    app.on(method, path, () => {
      throw new AppError(
        "not_implemented",
        `${id} is planned and not there yet. /api/v1/openapi.json says what is.`,
      );
    });
  }
}

/** An address that is there, asked in a way that is not: 405 with `Allow`. To be called last. */
export function answerOtherMethods<E extends Env>(app: Hono<E>, base: "" | "/api/v1"): void {
  for (const [path, some] of Map.groupBy(under(base), (operation) => operation.path)) {
    const allowed = some.map((operation) => operation.method).join(", ");
    app.all(path, (c) => {
      throw new AppError(
        "method_not_allowed",
        `${c.req.path} takes ${allowed}, not ${c.req.method}.`,
        {
          headers: { Allow: allowed },
        },
      );
    });
  }
}
