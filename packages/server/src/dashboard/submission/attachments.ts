/** `/dashboard/attachments/<id>`: downloads an attachment; `?inline=yes` displays images. */
import { Hono } from "hono";
import { dataOf } from "../http/api-client.ts";
import type { DashboardContext, DashboardEnv } from "../http/env.ts";
import { proxyFile } from "../http/proxy-file.ts";

export function attachmentRoutes(): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();
  routes.get("/:id", async (c) => {
    const file = await c.get("api").GET("/api/v1/attachments/{id}", {
      params: { path: { id: Number(c.req.param("id")) } },
      headers: rangeHeaders(c),
      parseAs: "stream",
    });
    // 416: the range is outside of the file, and the response has no body.
    if (file.response.status === 416) return proxyFile(c, file.response, null);
    return proxyFile(c, file.response, dataOf(file));
  });
  return routes;
}

/** Forwards range requests, with which browsers resume downloads. */
function rangeHeaders(c: DashboardContext): Record<string, string> {
  return Object.fromEntries(
    ["range", "if-range"].flatMap((name) => {
      const value = c.req.header(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
