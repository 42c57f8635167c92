/**
 * `/dashboard/attachments/<id>`: files of submissions, as the API gives them to a key. With
 * `?inline=yes` a picture made of pixels is shown instead of saved.
 */
import { Hono } from "hono";
import { dataOf } from "../http/api-client.ts";
import type { DashboardContext, DashboardEnv } from "../http/env.ts";
import { proxyFile } from "../http/proxy-file.ts";

export function attachmentRoutes(): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();
  routes.get("/:id", async (c) => {
    const asked = await c.get("api").GET("/api/v1/attachments/{id}", {
      params: { path: { id: Number(c.req.param("id")) } },
      headers: conditions(c),
      parseAs: "stream",
    });
    // A part that lies outside of the file is answered without a content.
    if (asked.response.status === 416) return proxyFile(c, asked.response, null);
    return proxyFile(c, asked.response, dataOf(asked));
  });
  return routes;
}

/** A download that was cut goes on where it was. */
function conditions(c: DashboardContext): Record<string, string> {
  return Object.fromEntries(
    ["range", "if-range"].flatMap((name) => {
      const value = c.req.header(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
