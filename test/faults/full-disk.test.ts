// A server on SQLite whose disk fills up while posts arrive, and has space again later.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { startReceiver } from "../harness/receiver.ts";
import { systemClock } from "../../packages/server/src/platform/clock.ts";
import { checkedFetch } from "../contract/document.ts";
import { mountSmallDisk, type SmallDisk } from "./small-disk.ts";
import { startTestServer } from "../../packages/server/test/test-server.ts";
import { withKey, postBody } from "../harness/api.ts";
import { KEY } from "../harness/server-program.ts";

const MAX_REJECTED = 40;
/** Of an attempt. */
const DEADLINE_MS = 15_000;
/** Between two tries to store an outcome, and between two looks for deliveries that are due. */
const PAUSE_MS = 1_000;
/** Of an outcome that cannot be stored for another reason. */
const MAX_TRIES = 5;

let disk: SmallDisk | undefined;
beforeEach(() => {
  disk = mountSmallDisk(24);
});
afterEach(() => disk?.remove());

it("answers 503 while the disk is full, and loses and repeats nothing", async ({ skip }) => {
  if (disk === undefined) return skip("this process may not mount a file system");
  const receiver = await startReceiver();
  receiver.isHanging = true;
  const lines: { readonly level: number; readonly msg: string }[] = [];
  const log = pino(
    { level: "info" },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );
  const settings = {
    INTRAY_DATA_DIR: disk.folder,
    INTRAY_ATTACHMENTS_DIR: join(disk.folder, "attachments"),
    INTRAY_BOOTSTRAP_ACCOUNT_KEY: KEY,
    INTRAY_RATE_LIMIT: "off",
    INTRAY_MIN_FREE_DISK: "0",
    INTRAY_WEBHOOK_ALLOW: "127.0.0.1",
  };
  let pauses = 0;
  const server = await startTestServer(settings, {
    // Retries come after 20 ms, not after a second, and no attempt times out, however long the disk takes to fill.
    clock: {
      ...systemClock,
      after(ms, run) {
        if (ms === DEADLINE_MS) return () => undefined;
        if (ms !== PAUSE_MS) return systemClock.after(ms, run);
        pauses += 1;
        return systemClock.after(20, run);
      },
    },
    log,
  });
  const ask = checkedFetch(server.url);
  const api = (method: string, path: string, json?: unknown) =>
    ask(method, `/api/v1${path}`, withKey(KEY, json));
  const stored: number[] = [];
  const rejected: { status: number; retryAfter: string | null; error: string }[] = [];
  const post = async (fields: Record<string, string>) => {
    const answer = await ask("POST", "/f/1.json", { body: new URLSearchParams(fields) });
    const body = answer.json() as { id: number; error: string };
    if (answer.status === 200) stored.push(body.id);
    else {
      const { status, headers } = answer;
      rejected.push({ status, retryAfter: headers.get("retry-after"), error: body.error });
    }
  };
  const countOf = async (state: string) => {
    const found = (await api("GET", `/webhook_logs?state=${state}`)).json() as {
      readonly webhook_logs: readonly unknown[];
    };
    return found.webhook_logs.length;
  };

  // Two deliveries are in flight when the disk fills up.
  const form_id = 1;
  const hook = { form_id, name: "R", url: `${receiver.url}/` };
  const { id: webhook } = (await api("POST", "/form_webhooks", hook)).json() as { id: number };
  await post({ n: "first" });
  await post({ n: "second" });
  await vi.waitUntil(() => receiver.received.length === 2);
  await api("PATCH", `/form_webhooks/${webhook}`, { enabled: false });

  let n = 0;
  const fill = async () => {
    while (rejected.length < MAX_REJECTED)
      await post({ n: `${(n += 1)}`, text: "x".repeat(16_000) });
  };
  await Promise.all([fill(), fill(), fill(), fill()]);

  expect(new Set(rejected.map(({ status }) => status))).toEqual(new Set([503]));
  expect(rejected[0]).toEqual({
    status: 503,
    retryAfter: "30",
    error: "The server's disk is full; send this again in 30 seconds.",
  });
  const ready = await ask("GET", "/readyz");
  expect([ready.status, ready.json()]).toEqual([503, { status: "disk full" }]);
  const file = new File(["y".repeat(2_000_000)], "large.txt");
  const uploaded = await ask("POST", "/f/1.json", { body: postBody({ file }) });
  expect([uploaded.status, uploaded.headers.get("retry-after")]).toEqual([503, "60"]);
  expect(readdirSync(join(disk.folder, "attachments", "unfinished"))).toEqual([]);
  const claim = await api("POST", "/submissions/claim", {
    consumer: "c",
    limit: 100,
    lease_seconds: 60,
  });
  expect([claim.status, (claim.json() as { code: string }).code]).toEqual([503, "overloaded"]);

  // Outcomes are tried more often than those that fail for another reason.
  receiver.release();
  const enough = pauses + 4 * MAX_TRIES;
  await vi.waitUntil(() => pauses > enough);
  expect([await countOf("delivering"), await countOf("succeeded")]).toEqual([2, 0]);

  disk.resize(64);
  await vi.waitUntil(async () => (await countOf("succeeded")) === 2);
  await post({ n: "last" });

  await vi.waitUntil(async () => (await ask("GET", "/readyz")).status === 200);
  const { meta } = (await api("GET", "/submissions?per_page=1")).json() as {
    meta: { count: number };
  };
  expect(meta.count).toBe(stored.length);
  expect(new Set(stored).size).toBe(stored.length);
  expect(receiver.received).toHaveLength(2);
  const problems = lines.filter(({ level }) => level >= 40);
  expect(problems.map(({ msg }) => msg)).toEqual([/^The server's disk is full/]);
  await server.close({ atOnce: true });
  receiver.close();
});
