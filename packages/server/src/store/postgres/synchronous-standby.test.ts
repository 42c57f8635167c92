// Commits that wait for a standby: what the primary alone has is not answered, although it can be read there.
import pg from "pg";
import { useShared } from "../../../../../test/harness/use.ts";
import { startCluster } from "../../../../../test/harness/postgres.ts";
import { FIRST_START, FIXTURE_BOX, newSubmission } from "../../../test/fixture.ts";
import { openTestStore } from "../../../test/store/test-store.ts";
import { requestKey } from "../../domain/account/idempotency-key.ts";
import { runOnce } from "../idempotency/idempotency-keys.ts";
import { openIntakePool, openPostgres, type OpenPostgres } from "./database.ts";
import { createIntake } from "./intake.ts";

const NOW = 1_000_000;

let admin: pg.Client;
/** Two processes. */
let pools: readonly pg.Pool[];
let opened: OpenPostgres;
const cluster = useShared(startCluster);
beforeAll(async () => {
  const store = await openTestStore({ kind: "postgres", url: cluster.url });
  await store.writes.firstStart(FIRST_START);
  await store.close();
  admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  pools = [1, 2].map(() => openIntakePool(cluster.url, () => undefined));
  opened = await openPostgres(cluster.url, () => undefined);
});
afterEach(attachStandby);
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await opened.db.destroy();
  await admin.end();
});

/** From now on commits wait, until {@link attachStandby}. */
async function loseStandby(): Promise<void> {
  await admin.query("alter system set synchronous_standby_names = 'away'");
  await admin.query("select pg_reload_conf()");
  const isRead = "select 1 where current_setting('synchronous_standby_names') = 'away'";
  await vi.waitUntil(async () => (await admin.query(isRead)).rows.length === 1);
  // The checkpointer makes all sessions wait, and reads its settings before a checkpoint.
  await admin.query("checkpoint");
}
async function attachStandby(): Promise<void> {
  await admin.query("alter system reset synchronous_standby_names");
  await admin.query("select pg_reload_conf()");
}
async function waiting(): Promise<readonly number[]> {
  const { rows } = await admin.query<{ pid: number }>(
    "select pid from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'intray'",
  );
  return rows.map(({ pid }) => pid);
}
/** Waits for sessions other than `before`, and returns these. */
const untilWaiting = (count: number, before: readonly number[] = []) =>
  vi.waitUntil(async () => {
    const pids = (await waiting()).filter((pid) => !before.includes(pid));
    return pids.length >= count ? pids : undefined;
  });
/** Ends a commit that waits: its rows can be read from now on. */
async function cut(pids: readonly number[]): Promise<void> {
  for (const pid of pids) await admin.query("select pg_terminate_backend($1)", [pid]);
}

it.each([undefined, "ab".repeat(32)])(
  "answers a post after a lost connection when the standby has it (key %s)",
  async (key_hash) => {
    const [intake, other] = pools.map((pool) => createIntake(pool));
    const post = () => newSubmission(1, key_hash === undefined ? {} : { key_hash });
    await intake?.accept(newSubmission(0));
    await loseStandby();
    const accepting = intake?.accept(post());
    const first = await untilWaiting(1);

    await cut(first);
    const settling = await untilWaiting(1, first);
    const repeating = key_hash === undefined ? undefined : other?.accept(post());
    if (repeating !== undefined) await untilWaiting(1, [...first, ...settling]);

    await attachStandby();
    const accepted = await accepting;
    expect(accepted).toMatchObject({ isRepeat: false });
    expect(await (repeating ?? accepting)).toMatchObject({ id: accepted?.id });
  },
);

it("answers a repeated request when the standby has the result of the first", async () => {
  const key = { ...requestKey({ scope: "account 1", key: "k", content: "c" }), now: NOW };
  const once = () =>
    opened.db
      .transaction()
      .execute((db) => runOnce(db, key, () => Promise.resolve({ id: 7 }), FIXTURE_BOX));
  await loseStandby();
  const lost = once().catch(() => "lost");
  const first = await untilWaiting(1);

  await cut(first);
  expect(await lost).toBe("lost");
  const repeating = once();
  await untilWaiting(1, first);

  await attachStandby();
  expect(await repeating).toEqual({ result: { id: 7 }, isRepeat: true });
});
