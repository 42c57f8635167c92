/** Holds keys to their scope. The operations of openapi.yaml say which scope they need. */
import type { Hono } from "hono";
import { AppError } from "../../domain/errors.ts";
import type { ApiEnv } from "./env.ts";
import { operationsUnder } from "./operation-routes.ts";

/**
 * Rejects requests of keys with the scope `read` for operations that need `write`. Call after the caller is known
 * and before the routes are registered.
 */
export function requireKeyScopes(app: Hono<ApiEnv>, base: "/api/v1"): void {
  for (const { method, path, scope } of operationsUnder(base)) {
    if (scope !== "write") continue;
    app.on(method, path, async (c, next) => {
      const { scope: own, key_name } = c.get("caller");
      if (own === "read") throw readOnlyKey(key_name, `${c.req.method} ${c.req.path}`);
      await next();
    });
  }
}

const readOnlyKey = (name: string, request: string) =>
  new AppError(
    "read_only_key",
    `The API key "${name}" has the scope read, and ${request} needs the scope write. Use a key with the scope write.`,
  );
