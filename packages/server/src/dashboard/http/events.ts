/** `/dashboard/events`: the API's event stream, with the permissions of the session. */
import { Hono } from "hono";
import { dataOf } from "./api-client.ts";
import type { DashboardEnv } from "./env.ts";

const HEADERS = {
  "Content-Type": "text/event-stream",
  // Same as the API's stream: proxies must not buffer it, and a stopping server must not wait for it.
  "X-Accel-Buffering": "no",
  Connection: "close",
};

/** The stream ends after the session does, at the next event or heartbeat. */
export function createEventRoutes(): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();
  routes.get("/", async (c) => {
    // A stream opened for a HEAD request would never be read or closed.
    if (c.req.method === "HEAD") return c.body(null, 200, HEADERS);
    const form_id = c.req.query("form_id") ?? "";
    const lastId = c.req.header("last-event-id");
    const response = await c.var.api.GET("/api/v1/events", {
      parseAs: "stream",
      params: {
        ...(form_id === "" ? {} : { query: { form_id } }),
        ...(lastId === undefined ? {} : { header: { "Last-Event-ID": lastId } }),
      },
    });
    // The data of a stream response is typed as nullable, but a 200 always has a body.
    return c.body(dataOf(response) ?? "", 200, HEADERS);
  });
  return routes;
}
