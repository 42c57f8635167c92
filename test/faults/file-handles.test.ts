// A server that may open 64 files, and 200 connections: none is left for files that are read late.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { startRelay } from "../../packages/server/test/mail/relay.ts";
import { serveOnLoopback } from "../harness/loopback.ts";
import { openFolder } from "../harness/folder.ts";
import { useEach } from "../harness/use.ts";
import { KEY } from "../harness/server-program.ts";
import { SERVER } from "../harness/bundled.ts";

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

const folder = useEach(openFolder);

it.skipIf(process.platform === "win32")(
  "answers every connection that it can open, and works fully afterwards",
  async () => {
    let received = 0;
    const receiver = await serveOnLoopback(
      (_, outgoing) => void outgoing.end(String((received += 1))),
    );
    const relay = await startRelay();
    // By a name, whose look-up takes a handle, as does that of the relay.
    const hook = `http://localhost:${receiver.port}/`;
    const { server, url, logged } = await startLimited({
      INTRAY_SMTP_URL: relay.url.replace("127.0.0.1", "localhost"),
      INTRAY_MAIL_FROM: "forms@intray.test",
      INTRAY_MAIL_RATE: "off",
      INTRAY_MAIL_CONFIRM: "false",
    });
    const recipient = JSON.stringify({ notification_emails: "ada@example.org" });
    expect((await ask(url, "PATCH", "/api/v1/forms/1", JSON_TYPE, recipient)).status).toBe(200);
    const webhook = JSON.stringify({ form_id: 1, name: "R", url: hook });
    expect((await ask(url, "POST", "/api/v1/form_webhooks", JSON_TYPE, webhook)).status).toBe(201);

    const { agents, held } = await openAll(url);

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
    expect([page.status, ...others]).toEqual([200, 200, 200, 200, 200, 200]);
    // The parser of templates is not loaded yet.
    expect(preview).toMatchObject({ status: 503, retryAfter: "5" });
    expect(upload).toMatchObject({
      status: 503,
      retryAfter: "5",
      body: expect.stringContaining("too many open files"),
    });

    // Deliveries without a handle wait: an unknown name or a failed connection is not counted as an attempt.
    await vi.waitUntil(async () => (await deliveriesOf(url, one)).every(isTried));
    const tried = await deliveriesOf(url, one);
    expect(tried).toHaveLength(2 * (held.length + 1));
    expect(tried.some(isPutBack)).toBe(true);
    expect(tried.filter((each) => !isPutBack(each) && each.state !== "succeeded")).toEqual([]);

    for (const agent of agents) agent.destroy();
    await vi.waitUntil(
      async () => (await ask(url, "POST", "/f/1.json", MULTIPART, FILE)).status === 200,
    );
    expect(await ask(url, "POST", "/f/1.json", URLENCODED, "n=last")).toMatchObject({
      status: 200,
    });
    await vi.waitUntil(() => received > 0 && relay.messages.length > 0);
    const problems = logged()
      .split("\n")
      .filter((line) => line !== "" && !line.includes("A delivery could not be attempted."));
    expect(problems).toEqual([]);

    server.kill();
    await once(server, "exit");
    await relay.stop();
    receiver.close();
  },
);

it.skipIf(process.platform === "win32").each([0, 1, 3, 5])(
  "with %i handles left, answers 503 for what is first used then, and works once there are more",
  async (left) => {
    const { server, url } = await startLimited({});
    const { agents, held } = await openAll(url);
    for (const agent of held.slice(0, left)) agent.destroy();
    const agent = held.at(-1);
    const read = (path: string, by?: Agent) => ask(url, "GET", path, JSON_TYPE, "", by);

    const list = await read("/api/v1/forms", agent);
    const page = await read("/dashboard/sign-in", agent);
    const posted = await ask(url, "POST", "/f/1.json", URLENCODED, "n=1", agent);
    for (const each of agents) each.destroy();

    expect(list).toMatchObject({
      status: 503,
      retryAfter: "5",
      body: expect.stringContaining("too many open files"),
    });
    expect([page.status, posted.status]).toEqual([503, 200]);
    // The server may still close new connections.
    await vi.waitUntil(() =>
      read("/api/v1/forms").then(
        ({ status }) => status === 200,
        () => false,
      ),
    );
    expect((await read("/dashboard/sign-in")).status).toBe(200);
    server.kill();
    expect(await once(server, "exit")).toEqual([0, null]);
  },
);

/** A server that may open 64 files. */
async function startLimited(env: Readonly<Record<string, string>>) {
  const server = spawn("sh", ["-c", `ulimit -n 64; exec "${process.execPath}" "${SERVER}"`], {
    env: {
      ...process.env,
      INTRAY_PORT: "0",
      INTRAY_DATA_DIR: folder.path,
      INTRAY_BOOTSTRAP_ACCOUNT_KEY: KEY,
      INTRAY_RATE_LIMIT: "off",
      INTRAY_WEBHOOK_ALLOW: "127.0.0.1",
      INTRAY_LOG_LEVEL: "error",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let logged = "";
  server.stderr.setEncoding("utf8").on("data", (chunk: string) => (logged += chunk));
  const [listening] = (await once(createInterface({ input: server.stdout }), "line")) as [string];
  const url = listening.replace("intray listening on ", "");
  return { server, url, logged: () => logged };
}

/** Connections beyond the limit are closed; the others stay open. */
async function openAll(url: string) {
  const agents = Array.from({ length: CONNECTIONS }, () => oneConnection());
  const opened = await Promise.allSettled(
    agents.map(async (agent) => (await ask(url, "GET", "/healthz", {}, "", agent), agent)),
  );
  const held = opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(held.length).toBeGreaterThan(3);
  expect(held.length).toBeLessThan(64);
  return { agents, held };
}

interface Delivery {
  readonly state: string;
  readonly next_attempt_at: string | null;
  readonly created_at: string;
  readonly attempts: readonly unknown[];
}

async function deliveriesOf(url: string, agent?: Agent): Promise<readonly Delivery[]> {
  const path = "/api/v1/deliveries?per_page=100";
  const { body } = await ask(url, "GET", path, JSON_TYPE, "", agent);
  const { deliveries } = JSON.parse(body) as { readonly deliveries: readonly Delivery[] };
  return deliveries;
}

/** It was claimed, and queued again without an attempt. */
const isPutBack = ({ state, next_attempt_at, created_at, attempts }: Delivery): boolean =>
  state === "queued" && attempts.length === 0 && (next_attempt_at ?? "") > created_at;

const isTried = (delivery: Delivery): boolean =>
  isPutBack(delivery) || (delivery.attempts.length > 0 && delivery.state !== "delivering");

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
