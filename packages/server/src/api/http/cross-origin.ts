/** Which answers a page of another site may read: four reads, never with credentials of the browser. */
import type { Hono } from "hono";
import type { ApiEnv } from "./env.ts";

const READABLE = [
  "/submissions",
  "/submissions/:id",
  "/forms/:form_id",
  "/forms/:form_id/submissions",
];

/** To be called before authentication: a browser asks for leave without a key. */
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
  // Without the headers above the browser refuses by itself.
  app.options("*", (c) => c.body(null, 204));
}
