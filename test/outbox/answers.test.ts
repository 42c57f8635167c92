// Automatic answers by several processes, of which some are killed: two on PostgreSQL, one on SQLite.
import { request } from "undici";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useEach } from "../harness/use.ts";
import type { Program } from "../../demo/program.ts";
import { freshDatabase, isOnPostgres, settingsFor } from "../../packages/server/test/database.ts";
import { startRelay } from "../../packages/server/test/mail/relay.ts";
import type { Db } from "../../packages/server/src/store/engine/schema.ts";
import { startServerProgram } from "../harness/server-program.ts";
import { openBeside } from "../../packages/server/test/database-dump.ts";
import { apiOf } from "../harness/api.ts";

const KEY = "answers-test-key-answers-test-key-answers-test-key";
const PROCESSES = isOnPostgres ? 2 : 1;
const PATIENCE = { interval: 50 };

let db: Db;
let servers: Program[];
let urls: string[];
let uuid: string;
const fresh = useEach(freshDatabase);
const relay = useEach(startRelay);
beforeEach(async () => {
  await start();
  db = await openBeside(fresh.database);
  const api = apiOf(urls[0] ?? "", KEY);
  ({ uuid } = await api<{ uuid: string }>("POST", "/forms", { name: "Answers", autoreply: true }));
});
afterEach(async () => {
  await stop("SIGKILL");
  await db.destroy();
});

async function start(): Promise<void> {
  servers = [];
  urls = [];
  for (let n = 0; n < PROCESSES; n += 1) {
    const server = startServerProgram({
      ...settingsFor(fresh),
      INTRAY_BOOTSTRAP_ACCOUNT_KEY: KEY,
      INTRAY_RATE_LIMIT: "off",
      INTRAY_SMTP_URL: relay.url,
      INTRAY_MAIL_FROM: "forms@intray.test",
      INTRAY_RETRY_SCHEDULE: Array(15).fill("1s").join(","),
    });
    servers.push(server);
    urls.push(await server.url());
  }
}
const stop = (signal: NodeJS.Signals) => Promise.all(servers.map((server) => server.stop(signal)));

async function post(n: number): Promise<void> {
  const email = n % 2 === 0 ? "grace@example.org" : "Grace@Example.org";
  const { statusCode, body } = await request(`${urls[n % urls.length]}/f/${uuid}.json`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ email, message: `This is message ${n}.` }).toString(),
  });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`post ${n}: ${statusCode} ${text}`);
}
const results = async () => {
  const rows = await db.selectFrom("delivery").select(["state", "reason"]).orderBy("id").execute();
  return rows.map(({ state, reason }) => reason ?? state);
};
const allEnded = () =>
  vi.waitFor(async () => {
    const all = await results();
    expect(all.filter((one) => one === "queued" || one === "delivering")).toEqual([]);
    return all;
  }, PATIENCE);

it("gives an address one answer, whichever process takes its posts", async () => {
  await Promise.all(Array.from({ length: 40 }, (_, n) => post(n)));

  const all = await allEnded();

  expect(all.filter((one) => one === "succeeded")).toHaveLength(1);
  expect(all.filter((one) => one === "answered_recently")).toHaveLength(39);
  expect(relay.messages).toHaveLength(1);
});

it("gives one answer after a kill between the decision and the mail", async () => {
  relay.behavior.isSilent = true;
  await post(0);
  await vi.waitFor(async () => {
    expect(await db.selectFrom("delivery_body").select("webhook_id").execute()).toHaveLength(1);
    expect(relay.connections()).toBeGreaterThan(0);
  }, PATIENCE);

  await stop("SIGKILL");
  relay.behavior.isSilent = false;
  await start();
  await post(1);

  expect(await allEnded()).toEqual(["succeeded", "answered_recently"]);
  expect(relay.messages).toHaveLength(1);
});
