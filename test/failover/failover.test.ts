// The primary of PostgreSQL is killed and its standby promoted, again and again, while two servers take posts
// and deliver them. In turn the old primary comes back although it was replaced, the standby was away before, and
// the primary hangs instead of ending. `npm run long:failover` kills twenty primaries, and ten more hang.
import { type Program, runProgram } from "../../demo/program.ts";
import { settingsFor } from "../../packages/server/test/database.ts";
import { SERVER } from "../harness/bundled.ts";
import { openReceiver, type Receiver } from "../outbox/scene.ts";
import { type DatabasePair, replicationPrograms, startPair } from "./database-pair.ts";
import { type Posting, startPosting } from "./posting.ts";
import { openFolder } from "../harness/folder.ts";
import { useEach } from "../harness/use.ts";
import { api, KEY, startServerProgram } from "../harness/server-program.ts";

// oxlint-disable-next-line no-restricted-properties -- the number of rounds
const FULL = process.env["FAILOVERS"];
const ROUNDS = Number(FULL ?? 2);
const POSTS_BEFORE = FULL === undefined ? 50 : 200;
const KINDS = ["comes back", "standby away", "hangs"] as const;
/** From the promotion to the first accepted post of each server. Durations mean nothing in the suite. */
const LONGEST_MS = FULL === undefined ? Infinity : 15_000;

const bin = replicationPrograms();

const folder = useEach(openFolder);
let pair: DatabasePair;
let receiver: Receiver;
let received: Set<string>;
const programs: Program[] = [];
let posting: Posting | undefined;
beforeEach(async () => {
  if (bin === undefined) return;
  received = new Set();
  pair = await startPair(bin);
  receiver = await openReceiver(({ n }, answer) => {
    if (n !== undefined) received.add(n);
    answer.end("ok");
  });
});
afterEach(async () => {
  await posting?.stop();
  posting = undefined;
  await Promise.all(programs.splice(0).map((program) => program.stop()));
  if (bin === undefined) return;
  receiver.close();
  await pair.stop();
});

it(
  "loses no submission and no delivery when the primary is lost",
  async ({ skip }) => {
    if (bin === undefined) return skip("PostgreSQL with pg_basebackup is not installed");
    const urls = [await serve(), await serve()];
    const doctor = await runProgram([SERVER, "doctor"], settings());
    await makeWebhook(urls[0] ?? "");
    posting = startPosting(urls);
    const { accepted, keyed } = posting;
    const figures: string[] = [];
    let slowestMs = 0;

    for (let round = 1; round <= ROUNDS; round += 1) {
      const before = accepted.size;
      await vi.waitUntil(() => accepted.size >= before + POSTS_BEFORE);
      const kind = KINDS[(round - 1) % KINDS.length];
      if (kind === "standby away") await loseStandbyFirst();
      if (kind === "hangs") pair.freezePrimary();
      else await pair.killPrimary();
      const promotedAt = performance.now();
      await pair.promote();
      const firstOf = (server: number) => posting?.firstAcceptedMs(server, promotedAt);
      await vi.waitUntil(() => urls.every((_, n) => firstOf(n) !== undefined));
      const tookMs = urls.map((_, n) => Math.round(firstOf(n) ?? 0));
      slowestMs = Math.max(slowestMs, ...tookMs);
      if (kind === "comes back") await bringOldBack();
      const how = round < ROUNDS ? await pair.rebuild() : "-";
      figures.push(
        `${round} ${kind}: ${tookMs.join(" and ")} ms, ${accepted.size} accepted, ${how}`,
      );
    }
    await posting.stop();
    if (FULL !== undefined) process.stdout.write(`${figures.join("\n")}\n`);

    await vi.waitUntil(async () => (await open()) === 0);
    const stored = await pair.query<{ readonly id: string; readonly n: string }>(
      "select id, fields::json -> 0 ->> 1 as n from submission",
    );
    expect(doctor.stdout).toMatch(
      /^ok +database +PostgreSQL \S+ .*at 127\.0\.0\.1:\d+,127\.0\.0\.1:\d+\/postgres has/m,
    );
    const idsOf = new Map(stored.map(({ id, n }) => [n, Number(id)]));
    expect(slowestMs).toBeLessThan(LONGEST_MS);
    expect(accepted.size).toBeGreaterThanOrEqual(ROUNDS * POSTS_BEFORE);
    const keyedRows = stored.filter(({ n }) => keyed.has(n));
    expect(new Set(keyedRows.map(({ n }) => n)).size).toBe(keyedRows.length);
    expect([...accepted].filter(([n, id]) => idsOf.get(n) !== id)).toEqual([]);
    expect([...accepted.keys()].filter((n) => !received.has(n))).toEqual([]);
  },
  FULL === undefined ? 120_000 : ROUNDS * 90_000,
);

/**
 * Leaves posts on the primary that were committed there and are visible, but that the standby never gets: the
 * connections that waited for the standby are ended.
 */
async function loseStandbyFirst(): Promise<void> {
  await pair.killStandby();
  await untilWaiting();
  await pair.query(`select pg_terminate_backend(pid) from pg_stat_activity ${WAITING}`);
  await untilWaiting();
}

const WAITING = "where wait_event = 'SyncRep' and application_name = 'intray'";
const untilWaiting = () =>
  vi.waitUntil(
    async () => (await pair.query(`select 1 from pg_stat_activity ${WAITING}`)).length > 0,
  );

/** There are two primaries, and the servers have to connect again. */
async function bringOldBack(): Promise<void> {
  await pair.startOld();
  await pair.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'intray'",
  );
  const before = posting?.accepted.size ?? 0;
  await vi.waitUntil(() => (posting?.accepted.size ?? 0) >= before + POSTS_BEFORE);
}

const settings = () => ({
  ...settingsFor({ url: pair.url, folder: folder.path }),
  INTRAY_BOOTSTRAP_ACCOUNT_KEY: KEY,
  INTRAY_WEBHOOK_ALLOW: "127.0.0.1",
});

/** Starts a server on both databases, and returns its URL. */
async function serve(): Promise<string> {
  const server = startServerProgram(settings());
  programs.push(server);
  return server.url();
}

/** Gives form 1, which the first start has made, a webhook. */
const makeWebhook = (url: string) =>
  api(url, "POST", "/form_webhooks", { form_id: 1, name: "R", url: receiver.url });

/** Deliveries that are queued or in flight. */
async function open(): Promise<number> {
  const [row] = await pair.query<{ readonly n: string }>(
    "select count(*) as n from delivery where state in ('queued', 'delivering')",
  );
  return Number(row?.n);
}
