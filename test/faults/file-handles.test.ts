// A server that may open 64 files, and 200 connections: none is left for files that are read late.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startShell } from "./limited-server.ts";

const BIN = fileURLToPath(new URL("../../packages/server/bin/intray-server.js", import.meta.url));
const KEY = "itk_acct_of_the_tests_of_few_file_handles";
const CONNECTIONS = 200;

const URLENCODED = { "content-type": "application/x-www-form-urlencoded" };
const JSON_TYPE = { "content-type": "application/json", authorization: `Bearer ${KEY}` };
const MULTIPART = { "content-type": "multipart/form-data; boundary=b" };
const FILE =
  '--b\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\nhello\r\n--b--\r\n';
const TEMPLATE = {
  form_webhook: {
    form_id: 1,
    name: "R",
    url: "http://127.0.0.1:9/",
    format: "custom",
    content_type: "application/json",
    template: '{"form":{{JSONstringify form_name}} }',
  },
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "intray-handles-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.skipIf(process.platform === "win32")(
  "answers every connection that it can open, and works fully afterwards",
  async () => {
    let received = 0;
    const receiver = createServer((_, outgoing) => void outgoing.end(String((received += 1))));
    await once(receiver.listen(0, "127.0.0.1"), "listening");
    const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const server = startShell(`ulimit -n 64; exec "${process.execPath}" "${BIN}"`, {
      INTRAY_PORT: "0",
      INTRAY_DATA_DIR: folder,
      INTRAY_BOOTSTRAP_ACCOUNT_KEY: KEY,
      INTRAY_RATE_LIMIT: "off",
      INTRAY_WEBHOOK_ALLOW: "127.0.0.1",
      INTRAY_LOG_LEVEL: "error",
    });
    const url = await server.url();

    // Connections beyond the limit are closed; the others stay open.
    const agents = Array.from({ length: CONNECTIONS }, () => oneConnection());
    const opened = await Promise.allSettled(
      agents.map(async (agent) => (await ask(url, "GET", "/healthz", {}, "", agent), agent)),
    );
    const held = opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(held.length).toBeGreaterThan(3);
    expect(held.length).toBeLessThan(64);

    const [one] = held;
    const first = await Promise.all(
      held.map((agent, n) =>
        ask(url, "POST", "/f/1.json", URLENCODED, `email=a@example.org&n=${n}`, agent),
      ),
    );
    const page = await ask(url, "POST", "/f/1", { ...URLENCODED, accept: "text/html" }, "n=", one);
    const preview = await ask(
      url,
      "POST",
      "/api/v1/form_webhooks/preview",
      JSON_TYPE,
      JSON.stringify(TEMPLATE),
      one,
    );
    const upload = await ask(url, "POST", "/f/1.json", MULTIPART, FILE, one);
    const others = [];
    for (const path of ["/docs", "/api/v1/openapi.json", "/intray.js", "/metrics", "/readyz"]) {
      others.push((await ask(url, "GET", path, {}, "", one)).status);
    }

    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]));
    expect([page.status, preview.status, ...others]).toEqual([200, 200, 200, 200, 200, 200, 200]);
    expect(upload).toMatchObject({
      status: 503,
      retryAfter: "5",
      body: expect.stringContaining("too many open files"),
    });

    for (const agent of agents) agent.destroy();
    await vi.waitUntil(
      async () => (await ask(url, "POST", "/f/1.json", MULTIPART, FILE)).status === 200,
    );
    const webhook = JSON.stringify({ form_id: 1, name: "R", url: hook });
    await ask(url, "POST", "/api/v1/form_webhooks", JSON_TYPE, webhook);
    expect(await ask(url, "POST", "/f/1.json", URLENCODED, "n=last")).toMatchObject({
      status: 200,
    });
    await vi.waitUntil(() => received === 1);
    expect(server.stderr()).toBe("");

    await server.stop();
    receiver.closeAllConnections();
    receiver.close();
  },
);

const oneConnection = () => new Agent({ keepAlive: true, maxSockets: 1 });

async function ask(
  url: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  agent?: Agent,
) {
  const outgoing = request(`${url}${path}`, {
    method,
    headers: { ...headers, "content-length": Buffer.byteLength(body) },
    ...(agent === undefined ? {} : { agent }),
  });
  outgoing.end(body);
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once("response", resolve);
    outgoing.once("error", reject);
  });
  const incoming = await response;
  return {
    status: incoming.statusCode,
    retryAfter: incoming.headers["retry-after"],
    body: await text(incoming),
  };
}
