// The least that a post can cost here: a Hono handler that reads the body and answers.
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const app = new Hono();
app.post("/f/:form", async (c) => {
  const body = await c.req.text();
  return c.json({ success: true, id: body.length, redirect_url: null });
});
const http = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, (info: AddressInfo) => {
  process.stdout.write(`bare listening on http://127.0.0.1:${info.port}\n`);
});
process.once("SIGTERM", () => {
  http.close();
  process.exit(0);
});
