/** Checks that the database can be reached, its version, and its migrations. */
import { sql } from "kysely";
import { type Clock, msBetween } from "../../platform/clock.ts";
import { type NewestTimes, newestTimes } from "../../store/engine/checks.ts";
import { type MigrationNames, migrationsOf } from "../../store/migrate.ts";
import { databaseHosts } from "../../store/postgres/database-hosts.ts";
import { WAITS_FOR_STANDBY } from "../../store/postgres/choose-primary.ts";
import { isTransactionPooler, POOLER_PROBLEM } from "../../store/postgres/pooler.ts";
import type { CommandContext } from "../command.ts";
import { type Opened, withAnyDatabase } from "../open-database.ts";
import type { CheckResult } from "./finding.ts";

export interface DatabaseFacts {
  /** Such as `PostgreSQL 17.2 at db:5432/intray`. Contains no password. */
  readonly name: string;
  readonly migrations: MigrationNames;
  /** Whether a pooler in transaction mode is between. */
  readonly isPooled: boolean;
  /** Milliseconds by which the database's clock is ahead of this machine's; `undefined` on SQLite, which has none. */
  readonly aheadMs: number | undefined;
  /** Whether commits wait for a standby; `undefined` if the settings name one server. */
  readonly waitsForStandby: boolean | undefined;
  /** `undefined` if the schema is that of another version. */
  readonly newest: NewestTimes | undefined;
}

/** @throws Error with a sentence for the operator if the database cannot be reached. */
export function databaseFacts({ config, clock }: CommandContext): Promise<DatabaseFacts> {
  return withAnyDatabase(config, "reader", async (opened) => {
    const migrations = await migrationsOf(opened.db);
    const isCurrent = migrations.pending.length + migrations.unknown.length === 0;
    return {
      name: await nameOf(opened, config.database),
      migrations,
      isPooled: opened.kind === "postgres" && (await isTransactionPooler(opened.pool)),
      aheadMs: opened.kind === "postgres" ? await aheadMs(opened, clock) : undefined,
      waitsForStandby: await readWaitsForStandby(opened, config.database),
      newest: isCurrent ? await newestTimes(opened.db, {}) : undefined,
    };
  });
}

export function checkDatabase({
  name,
  migrations,
  isPooled,
  waitsForStandby,
}: DatabaseFacts): CheckResult {
  if (isPooled) return { state: "failed", ...POOLER_PROBLEM };
  const { pending, unknown } = migrations;
  if (unknown.length > 0) {
    return {
      state: "failed",
      message: `${name} was migrated by a newer version of Intray (${unknown.join(", ")}).`,
      hint: "Install that version, or restore the backup from before the upgrade.",
    };
  }
  if (pending.length > 0) {
    return {
      state: "warning",
      message: `${name} has the schema of an earlier version.`,
      hint: "Back up the database; the next start of this version migrates it.",
    };
  }
  if (waitsForStandby === false) {
    return {
      state: "warning",
      message: `Commits on ${name} do not wait for a standby: what was answered is lost with the primary.`,
      hint: "Set synchronous_standby_names on the primary.",
    };
  }
  return { state: "ok", message: `${name} has the schema of this version.` };
}

async function nameOf(
  { kind, db }: Opened,
  database: CommandContext["config"]["database"],
): Promise<string> {
  if (database.kind === "sqlite" || kind === "sqlite") {
    const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db);
    const file = database.kind === "sqlite" ? database.file : "";
    return `SQLite ${rows[0]?.version} at ${file}`;
  }
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version') as version`.execute(db);
  const hosts = databaseHosts(database.url);
  const names = hosts.map((host) => host.name).join(",");
  const { pathname } = new URL(hosts[0]?.url ?? database.url);
  return `PostgreSQL ${rows[0]?.version} at ${names}${pathname}`;
}

async function readWaitsForStandby(
  { db }: Opened,
  database: CommandContext["config"]["database"],
): Promise<boolean | undefined> {
  if (database.kind === "sqlite" || databaseHosts(database.url).length < 2) return undefined;
  const { rows } = await sql<{ waits: boolean }>`
    select ${sql.raw(WAITS_FOR_STANDBY)} as waits`.execute(db);
  return rows[0]?.waits === true;
}

async function aheadMs({ db }: Opened, clock: Clock): Promise<number> {
  const before = clock.monotonic();
  const { rows } = await sql<{ now: number }>`
    select extract(epoch from clock_timestamp()) * 1000 as now`.execute(db);
  // The reading is from the middle of the round trip.
  const now = clock.now() - msBetween(before, clock.monotonic()) / 2;
  return Number(rows[0]?.now) - now;
}
