/** CORS: pages of other sites may read four resources, with an API key and never with cookies. */
import type { Hono } from "hono";
import type { ApiEnv } from "./env.ts";

const READABLE = [
  "/submissions",
  "/submissions/:id",
  "/forms/:form_id",
  "/forms/:form_id/submissions",
];

/** Call before authentication is registered: a preflight request has no key. */
export function allowCrossOrigin(app: Hono<ApiEnv>): void {
  for (const path of READABLE) {
    app.options(path, (c) =>
      c.body(null, 204, {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Methods": "GET",
        "Access-Control-Allow-Headers": "Authorization",
        "Access-Control-Max-Age": "86400",
      }),
    );
    app.get(path, async (c, next) => {
      c.header("Access-Control-Allow-Origin", "*");
      await next();
    });
  }
  // Without the headers above the browser blocks the request.
  app.options("*", (c) => c.body(null, 204));
}
