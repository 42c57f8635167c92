import pg from "pg";
import { useShared } from "../../../../../test/harness/use.ts";
import { commandContext } from "../../../test/admin/command-context.ts";
import { freshDatabase, settingsFor } from "../../../test/database.ts";
import { PGBOUNCER, startPgBouncer } from "../../../test/postgres/pgbouncer.ts";
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

const bouncer = async (...settings: readonly string[]): Promise<string> => {
  const started = await startPgBouncer(fresh.url, settings);
  opened.push({ close: () => started.stop() });
  return started.url;
};

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

  const modes = ["transaction", "statement"];
  it.each(modes)("is refused to a server and to commands that write, in %s mode", async (mode) => {
    const url = await bouncer(`pool_mode = ${mode}`, IGNORE);
    const { config } = readConfig({ ...settingsFor(fresh), INTRAY_DATABASE_URL: url });

    await expect(storeAt(url)).rejects.toThrow(REFUSED);
    const migrated = migrateCommand.run({ args: [], options: {} }, commandContext(config));
    await expect(migrated).rejects.toThrow(REFUSED);
  });

  const SIZES = [1, 2, 3, 10].flatMap((size) => [0, 1].map((turns) => [size, turns] as const));

  it.each(SIZES)(
    "is recognized in transaction mode, unused and used: %i sessions, in turns: %i",
    async (size, turns) => {
      const pool = [`default_pool_size = ${size}`, `server_round_robin = ${turns}`];
      const url = await bouncer("pool_mode = transaction", IGNORE, ...pool);
      const before = await isTransactionPooler(poolAt(url));
      const others = poolAt(url);
      await Promise.all(Array.from({ length: 10 }, () => others.query("select pg_sleep(0.01)")));

      expect([before, await isTransactionPooler(poolAt(url))]).toEqual([true, true]);
    },
  );

  it.each([0, 1])("is not taken for one in session mode, in turns: %i", async (turns) => {
    const url = await bouncer("pool_mode = session", IGNORE, `server_round_robin = ${turns}`);

    expect(await isTransactionPooler(poolAt(url))).toBe(false);
  });

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
