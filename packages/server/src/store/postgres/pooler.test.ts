import pg from "pg";
import { useShared } from "../../../../../test/harness/use.ts";
import { commandContext } from "../../../test/admin/command-context.ts";
import { freshDatabase, settingsFor } from "../../../test/database.ts";
import { PGBOUNCER, startPgBouncer } from "../../../test/postgres/pgbouncer.ts";
import { type PoolerOptions, startPooler } from "../../../test/postgres/test-pooler.ts";
import { openTestStore } from "../../../test/store/test-store.ts";
import { migrateCommand } from "../../admin/migrate.ts";
import { readConfig } from "../../config/config.ts";
import { connectionSettings, openPostgres } from "./database.ts";
import { isTransactionPooler } from "./pooler.ts";

const fresh = useShared(freshDatabase);

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

async function pooler(options: PoolerOptions): Promise<string> {
  const started = await startPooler(fresh.url, options);
  opened.push(started);
  return started.url;
}

async function bouncer(...settings: readonly string[]): Promise<string> {
  const started = await startPgBouncer(fresh.url, settings);
  opened.push({ close: () => started.stop() });
  return started.url;
}

/** A pool of the product's connections, without the check at its start. */
function poolAt(url: string): pg.Pool {
  const pool = new pg.Pool({ ...connectionSettings(url), max: 10 });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  opened.push({ close: () => pool.end() });
  return pool;
}

const storeAt = (url: string) => openTestStore({ kind: "postgres", url });

const REFUSED =
  /pooler in transaction or statement mode, such as PgBouncer with pool_mode=transaction\. .* Set INTRAY_DATABASE_URL to PostgreSQL itself, or to a pooler in session mode \(pool_mode=session\)/;

const MODES = [1, 2, 3, 10].flatMap((size) =>
  [false, true].map((isRoundRobin) => ({ size, isRoundRobin })),
);

describe("a pooler in transaction mode", () => {
  it.each(MODES)("is recognized, before its sessions are used and after: %j", async (options) => {
    const url = await pooler({ mode: "transaction", ...options });
    const before = await isTransactionPooler(poolAt(url));
    const others = poolAt(url);
    await Promise.all(Array.from({ length: 10 }, () => others.query("select pg_sleep(0.01)")));

    expect([before, await isTransactionPooler(poolAt(url))]).toEqual([true, true]);
  });

  it("is refused by a server and by commands that write", async () => {
    const url = await pooler({ mode: "transaction", size: 5 });
    const { config } = readConfig({ ...settingsFor(fresh), INTRAY_DATABASE_URL: url });

    await expect(storeAt(url)).rejects.toThrow(REFUSED);
    const migrated = migrateCommand.run({ args: [], options: {} }, commandContext(config));
    await expect(migrated).rejects.toThrow(REFUSED);
  });
});

describe("no pooler in transaction mode", () => {
  it("is seen in a server's own connections, however many there are at a time", async () => {
    const pools = Array.from({ length: 5 }, () => poolAt(fresh.url));

    const answers = await Promise.all(
      // Each takes three of the ten connections of its pool.
      Array.from({ length: 3 }, () => pools.map(isTransactionPooler)).flat(),
    );

    expect(answers).toEqual(answers.map(() => false));
  });

  it("is seen while connections are ended from outside", async () => {
    const admin = poolAt(fresh.url);
    const over = new AbortController();
    const ending = (async () => {
      while (!over.signal.aborted) {
        await admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()`,
        );
      }
    })();
    const pool = poolAt(fresh.url);

    const answers: boolean[] = [];
    for (let n = 0; n < 50; n += 1) answers.push(await isTransactionPooler(pool));
    over.abort();
    await ending;

    expect(answers).toEqual(answers.map(() => false));
  });

  it.each(MODES.filter(({ size }) => size > 3))(
    "is seen in a pooler in session mode: %j",
    async (options) => {
      const url = await pooler({ mode: "session", ...options });

      expect(await isTransactionPooler(poolAt(url))).toBe(false);
    },
  );

  it("is seen by one who may open only one connection more", async () => {
    const narrow = poolAt(fresh.url);
    narrow.options.max = 1;
    narrow.options.connectionTimeoutMillis = 100;

    expect(await isTransactionPooler(narrow)).toBe(false);
  });

  it("leaves no connection behind", async () => {
    const pool = poolAt(fresh.url);

    await isTransactionPooler(pool);

    expect(pool.totalCount).toBe(0);
  });
});

describe.skipIf(PGBOUNCER === undefined)("PgBouncer", () => {
  const IGNORE =
    "ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout";

  it.each(["transaction", "statement"])("is refused in %s mode", async (mode) => {
    const url = await bouncer(`pool_mode = ${mode}`, IGNORE);

    await expect(storeAt(url)).rejects.toThrow(REFUSED);
  });

  it.each(["default_pool_size = 1", "default_pool_size = 2", "server_round_robin = 1"])(
    "is recognized in transaction mode with %s",
    async (setting) => {
      const url = await bouncer("pool_mode = transaction", IGNORE, setting);
      const others = poolAt(url);
      await Promise.all(Array.from({ length: 10 }, () => others.query("select pg_sleep(0.01)")));

      expect(await isTransactionPooler(poolAt(url))).toBe(true);
    },
  );

  it("is used in session mode", async () => {
    const store = await storeAt(await bouncer("pool_mode = session", IGNORE));
    opened.push(store);

    expect(await store.reads.ping({})).toBeUndefined();
  });

  it("needs to ignore parameters in session mode, which is said", async () => {
    const url = await bouncer("pool_mode = session");

    await expect(openPostgres(url, () => undefined)).rejects.toThrow(
      /unsupported startup parameter.*PgBouncer needs ignore_startup_parameters=statement_timeout,/,
    );
  });
});
