// A server on PostgreSQL while the database is read-only, full, out of connections or restarting.
import { chmodSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import pino from "pino";
import { type Loopback, serveOnLoopback } from "../harness/loopback.ts";
import { type RunningServer } from "../../packages/server/src/bootstrap/server.ts";
import { systemClock } from "../../packages/server/src/platform/clock.ts";
import { checkedFetch } from "../contract/document.ts";
import { type Cluster, startCluster } from "../harness/postgres.ts";
import { mountSmallDisk, type SmallDisk } from "./small-disk.ts";
import { startTestServer } from "../../packages/server/test/test-server.ts";
import { openFolder } from "../harness/folder.ts";
import { useShared } from "../harness/use.ts";
import { withKey } from "../harness/api.ts";
import { KEY } from "../harness/server-program.ts";

const lines: { readonly level: number; readonly msg: string; readonly outage?: string }[] = [];
const stored: number[] = [];
const received: string[] = [];
const folder = useShared(openFolder);
let disk: SmallDisk | undefined;
let cluster: Cluster;
let server: RunningServer;
let receiver: Loopback;
beforeAll(async () => {
  disk = mountSmallDisk(24);
  cluster = await startCluster({ isDurable: false });
  await admin("create role intray login");
  // Nothing that was committed is lost when the cluster is killed.
  await admin("alter role intray set synchronous_commit = on");
  if (disk !== undefined) {
    chmodSync(disk.folder, 0o777);
    // The folder has to belong to the user that PostgreSQL runs as.
    const space = join(disk.folder, "space");
    await admin(`copy (select 1) to program 'mkdir ${space}; cat > ${space}.log'`);
    await admin(`create tablespace small location '${space}'`);
  }
  await admin(
    `create database intray owner intray${disk === undefined ? "" : " tablespace small"}`,
  );
  receiver = await serveOnLoopback((incoming, outgoing) => {
    received.push(String(incoming.headers["webhook-id"]));
    incoming.resume().once("end", () => outgoing.end());
  });
  const settings = {
    INTRAY_DATABASE_URL: urlOf("intray", "intray"),
    INTRAY_DATA_DIR: folder.path,
    INTRAY_ATTACHMENTS_DIR: folder.at("attachments"),
    INTRAY_ENCRYPTION_KEY: "7".repeat(64),
    INTRAY_BOOTSTRAP_ACCOUNT_KEY: KEY,
    INTRAY_RATE_LIMIT: "off",
    INTRAY_WEBHOOK_ALLOW: "127.0.0.1",
  };
  server = await startTestServer(settings, {
    clock: { ...systemClock, after: (ms, run) => systemClock.after(ms === 1_000 ? 50 : ms, run) },
    log: pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
  });
  await api("POST", "/form_webhooks", { form_id: 1, name: "R", url: `${receiver.url}/` });
});
afterAll(async () => {
  await server.close({ atOnce: true });
  await cluster.stop();
  receiver.close();
  disk?.remove();
});

function urlOf(user: string, database: string): string {
  const url = new URL(cluster.url);
  url.username = user;
  url.pathname = database;
  return url.href;
}
async function admin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url });
  // Ending every connection ends this one too.
  client.on("error", () => undefined);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
const endConnections = () =>
  admin(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'intray'`);
const ask = (method: string, path: string, init: RequestInit = {}) =>
  checkedFetch(server.url)(method, path, init);
const api = (method: string, path: string, json?: unknown) =>
  ask(method, `/api/v1${path}`, withKey(KEY, json));
let posts = 0;
async function post(text = "") {
  const body = new URLSearchParams({ n: `${(posts += 1)}`, text });
  const answer = await ask("POST", "/f/1.json", { body });
  const { id, error } = answer.json() as { readonly id: number; readonly error: string };
  if (answer.status === 200) stored.push(id);
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), error };
}
const isReady = async () => (await ask("GET", "/readyz")).status === 200;
async function recovers() {
  await vi.waitUntil(async () => (await post()).status === 200);
  await vi.waitUntil(isReady);
  // Every stored post has been delivered.
  await vi.waitUntil(() => new Set(received).size >= stored.length);
}

it("answers 503 while the database is read-only, as after a failover", async () => {
  await post();
  await admin("alter system set default_transaction_read_only = on");
  await admin("select pg_reload_conf()");
  await vi.waitUntil(async () => (await post()).status !== 200);

  expect(await post()).toEqual({
    status: 503,
    retryAfter: "10",
    error:
      "The server's database or disk is read-only at the moment; send this again in 10 seconds.",
  });
  const claim = { consumer: "c", limit: 1, lease_seconds: 60 };
  expect((await api("POST", "/submissions/claim", claim)).status).toBe(503);
  expect((await api("POST", "/forms", { name: "New" })).status).toBe(503);
  expect((await api("GET", "/submissions")).status).toBe(200);
  await vi.waitUntil(async () => !(await isReady()));
  expect((await ask("GET", "/readyz")).json()).toEqual({ status: "read only" });

  await admin("alter system reset default_transaction_read_only");
  await admin("select pg_reload_conf()");
  await recovers();
});

it("answers 503 while it gets no connection", async () => {
  await admin("alter role intray connection limit 0");
  await endConnections();
  await vi.waitUntil(async () => /no more connections/.test((await post()).error ?? ""));

  expect(await post()).toMatchObject({ status: 503, retryAfter: "5" });
  expect((await api("GET", "/submissions")).status).toBe(503);

  await admin("alter role intray connection limit -1");
  await recovers();
});

it("answers 503 while the database is stopped, and works when it is back", async () => {
  await cluster.kill();

  expect((await post()).status).toBe(503);
  expect((await api("PATCH", "/submissions/1", { submission: { read: true } })).status).toBe(503);
  await vi.waitUntil(async () => !(await isReady()));

  await cluster.restart();
  await recovers();
});

it("answers 503 while the disk of the database is full", async ({ skip }) => {
  if (disk === undefined) return skip("this process may not mount a file system");
  const answers = [];
  while (answers.length < 5) {
    const answer = await post(randomBytes(60_000).toString("base64"));
    if (answer.status !== 200) answers.push(answer);
  }

  expect(answers[0]).toEqual({
    status: 503,
    retryAfter: "30",
    error: "The server's disk is full; send this again in 30 seconds.",
  });
  expect((await ask("GET", "/readyz")).json()).toEqual({ status: "disk full" });

  disk.resize(200);
  await recovers();
});

it("has lost no post and repeated none, and logged each outage once", async () => {
  const listed = (await api("GET", "/submissions?per_page=1")).json() as {
    readonly meta: { readonly count: number };
  };
  const logged = lines.filter(({ level }) => level === 50);

  expect(listed.meta.count).toBe(stored.length);
  expect(new Set(received).size).toBe(stored.length);
  expect(received).toHaveLength(stored.length);
  expect(logged.length).toBeLessThanOrEqual(8);
  expect(logged.filter(({ outage }) => outage === undefined)).toEqual([]);
});
