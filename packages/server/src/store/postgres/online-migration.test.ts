// Migrations of a PostgreSQL database that other processes use at the same time.
import { spawn } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import { useEach } from "../../../../../test/harness/use.ts";
import { pino } from "pino";
import { freshDatabase } from "../../../test/database.ts";
import { describeSchema } from "../../../test/describe-schema.ts";
import { type Clock, systemClock } from "../../platform/clock.ts";
import type { Db } from "../engine/schema.ts";
import type { AnyMigration } from "../engine/migration.ts";
import { migrate, migrationsOf } from "../migrate.ts";
import { openPostgres } from "./database.ts";
import { inBatches } from "./online-migration.ts";
import { sql } from "kysely";

const ADD_COLUMN = "9001-add-column";
const ADD_INDEX = "9002-add-index";
const INDEX = { name: "form_by_note", definition: "on form (name, created_at)" };
const addColumn: AnyMigration = {
  up: async (db) => {
    await sql`create table note (text text)`.execute(db);
    await sql`alter table form add column note text`.execute(db);
  },
};

/** Waits between two tries end at once; those of the database have {@link SHORT}. */
const eager: Clock = { ...systemClock, after: (_, run) => systemClock.after(10, run) };
const SHORT = { lockTimeoutMs: 100, connectionCheckMs: 200 };

let db: Db;
let other: pg.Client;
let lines: string[];
let log: ReturnType<typeof pino>;
const fresh = useEach(freshDatabase);
beforeEach(async () => {
  db = (await openPostgres(fresh.url, () => undefined)).db;
  other = new pg.Client({ connectionString: fresh.url, application_name: "report" });
  await other.connect();
  lines = [];
  const write = (line: string) => lines.push((JSON.parse(line) as { readonly msg: string }).msg);
  log = pino({}, { write });
});
afterEach(async () => {
  await other.end();
  await db.destroy();
});

const optionsFor = (further: Record<string, AnyMigration>) => ({
  log,
  clock: eager,
  limits: SHORT,
  further,
});
const logged = (text: string | RegExp) =>
  vi.waitFor(() => expect(lines).toContainEqual(expect.stringMatching(text)));

describe("a migration that needs a lock", () => {
  const options = () => optionsFor({ [ADD_COLUMN]: addColumn });

  it("waits for it, while another process waits for the migration and says so", async () => {
    await other.query("begin");
    await other.query("select count(*) from form");

    const first = migrate(db, options());
    await logged(
      /waits for a lock that another session holds \(process \d+, report, idle in trans/,
    );
    const second = migrate(db, options());
    await logged("Another process migrates the database");
    await other.query("commit");

    expect([await first, await second]).toEqual([[ADD_COLUMN], []]);
    expect(lines).toContain("Applying the migration 9001-add-column.");
    expect(await settingsOf(db)).toEqual([["30s", "0", "10s"]]);
  });

  it("lets the queries of other processes run between two tries", async () => {
    await other.query("begin");
    await other.query("select count(*) from form");
    const migration = migrate(db, options());
    await logged("waits for a lock");

    const old = new pg.Client({ connectionString: fresh.url, statement_timeout: 5_000 });
    await old.connect();
    const { rows } = await old.query("select count(*)::integer as forms from form");
    await old.end();

    expect(rows).toEqual([{ forms: 0 }]);
    await other.query("commit");
    await migration;
  });

  it("ends with the session that holds it, and changes nothing, if it is never released", async () => {
    const before = await describeSchema(db);
    await other.query("begin");
    await other.query("select count(*) from form");

    const limits = { ...SHORT, maxWaitMs: 200 };
    await expect(migrate(db, { ...options(), limits })).rejects.toThrow(
      /another session has held a lock for \d+ s \(process \d+, report.*end that session.*Nothing was changed/,
    );

    expect(await describeSchema(db)).toEqual(before);
    expect((await migrationsOf(db, options().further)).pending).toEqual([ADD_COLUMN]);
    await other.query("rollback");
    expect(await migrate(db, options())).toEqual([ADD_COLUMN]);
  });
});

describe("an index of a migration", () => {
  const options = () => optionsFor({ [ADD_INDEX]: { indexes: [INDEX] } });
  const indexState = async () => {
    const { rows } = await sql<{ indisvalid: boolean }>`select indisvalid from pg_index
      where indexrelid = to_regclass(${INDEX.name})`.execute(db);
    return rows.map(({ indisvalid }) => indisvalid);
  };
  /** The build waits for this transaction, which has written to the table. */
  const openTransaction = async () => {
    await other.query("begin");
    await other.query("lock table form in row exclusive mode");
  };

  it("is built while other processes write, and again after kill -9 in the middle", async () => {
    await openTransaction();
    const child = migrateInChild(fresh.url);
    await vi.waitFor(async () => expect(await indexState()).toEqual([false]));

    const writer = new pg.Client({ connectionString: fresh.url, statement_timeout: 5_000 });
    await writer.connect();
    await writer.query("update form set name = name");
    await writer.end();
    child.kill("SIGKILL");
    await once(child, "exit");
    // Another process may start before PostgreSQL has noticed the end of the first.
    const migration = migrate(db, options());
    await logged("An earlier build of the index form_by_note was interrupted");
    await other.query("commit");

    expect(await migration).toEqual([ADD_INDEX]);
    expect(await indexState()).toEqual([true]);
    expect(lines).toContain("The index form_by_note is built.");
    expect(await settingsOf(db)).toEqual([["30s", "0", "10s"]]);
  });

  it("is removed again if a transaction that is open before it never ends", async () => {
    await openTransaction();

    await expect(
      migrate(db, { ...options(), limits: { ...SHORT, maxWaitMs: 400 } }),
    ).rejects.toThrow(/held a lock .*report.*Nothing was changed/);
    expect(lines).toContainEqual(
      expect.stringMatching(/^Still building the index form_by_note: waiting for writers/),
    );

    await other.query("rollback");
    expect(await migrate(db, options())).toEqual([ADD_INDEX]);
    expect(await indexState()).toEqual([true]);
  });

  it("is in no transaction with other migrations", () => {
    const named = Object.entries({ a: addColumn, b: addColumn, c: { indexes: [] }, d: addColumn });
    const batches = inBatches(named.map(([name, migration]) => ({ name, migration })));

    expect(batches.map((batch) => batch.map(({ name }) => name).join(""))).toEqual([
      "ab",
      "c",
      "d",
    ]);
  });
});

async function settingsOf(of: Db): Promise<string[][]> {
  const { rows } = await sql<Record<string, string>>`
    select current_setting('statement_timeout'), current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(of);
  return rows.map((row) => Object.values(row));
}

function migrateInChild(url: string) {
  const program = `
    import { migrate } from ${JSON.stringify(import.meta.resolve("../migrate.ts"))};
    import { openPostgres } from ${JSON.stringify(import.meta.resolve("./database.ts"))};
    const { db } = await openPostgres(${JSON.stringify(url)}, () => undefined);
    await migrate(db, ${JSON.stringify({ limits: SHORT, further: { [ADD_INDEX]: { indexes: [INDEX] } } })});`;
  return spawn(
    process.execPath,
    ["--conditions=@intray/source", "--input-type=module", "--eval", program],
    { stdio: "inherit" },
  );
}
