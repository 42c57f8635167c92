/** `/dashboard/events`: the API's stream of events for whoever is signed in. */
import { Hono } from "hono";
import { dataOf } from "./api-client.ts";
import type { DashboardEnv } from "./env.ts";

const HEADERS = {
  "Content-Type": "text/event-stream",
  // As the API's own: proxies are to pass it on as it comes, and a stopping server not to wait for it.
  "X-Accel-Buffering": "no",
  Connection: "close",
};

/** Ends with the session, at its next event or within a heartbeat. */
export function eventRoutes(): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();
  routes.get("/", async (c) => {
    // Nobody would read a stream that is begun for a HEAD, nor end it.
    if (c.req.method === "HEAD") return c.body(null, 200, HEADERS);
    const form_id = c.req.query("form_id") ?? "";
    const lastId = c.req.header("last-event-id");
    const answer = await c.get("api").GET("/api/v1/events", {
      parseAs: "stream",
      params: {
        ...(form_id === "" ? {} : { query: { form_id } }),
        ...(lastId === undefined ? {} : { header: { "Last-Event-ID": lastId } }),
      },
    });
    // Its content is null for an answer without one, which this never is.
    return c.body(dataOf(answer) ?? "", 200, HEADERS);
  });
  return routes;
}
