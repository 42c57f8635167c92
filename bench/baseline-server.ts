// The baseline that benches compare with: Hono handlers that do the minimum. A post reads the body and
// responds, a page is served from memory, and a file is piped to the disk.
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type HttpBindings, serve } from "@hono/node-server";
import { Hono } from "hono";

const folder = mkdtempSync(join(tmpdir(), "intray-bench-baseline-"));
const app = new Hono<{ Bindings: HttpBindings }>();
app.post("/f/:form", async (c) => {
  const body = await c.req.text();
  return c.json({ success: true, id: body.length, redirect_url: null });
});

let page = "";
app.put("/page", async (c) => {
  page = await c.req.text();
  return c.body(null, 204);
});
app.get("/page", (c) => c.body(page, 200, { "Content-Type": "application/json" }));

let files = 0;
app.post("/file", async (c) => {
  const incoming: IncomingMessage = c.env.incoming;
  const path = join(folder, `${(files += 1)}`);
  await pipeline(incoming, createWriteStream(path));
  // After the response: removing the file is not part of the measurement.
  setImmediate(() => void rm(path));
  return c.json({ success: true });
});

const http = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, (info: AddressInfo) => {
  process.stdout.write(`baseline listening on http://127.0.0.1:${info.port}\n`);
});
process.once("SIGTERM", () => {
  http.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
