/** Checks the database: its version, its migrations, its clock and its data. */
import { sql } from "kysely";
import { type Clock, msBetween } from "../../platform/clock.ts";
import { type NewestTimes, newestTimes } from "../../store/engine/checks.ts";
import { type MigrationNames, migrationsOf } from "../../store/migrate.ts";
import { databaseHosts } from "../../store/postgres/database-hosts.ts";
import { WAITS_FOR_STANDBY } from "../../store/postgres/choose-primary.ts";
import { isTransactionPooler, POOLER_PROBLEM } from "../../store/postgres/pooler.ts";
import type { CommandContext } from "../command.ts";
import type { Opened } from "../../store/open-store.ts";
import { withAnyDatabase } from "../open-database.ts";
import { type CheckResult, failed, ok, skipped, warning } from "./finding.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

interface DatabaseFacts {
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
export const databaseFacts = ({ config, clock }: CommandContext): Promise<DatabaseFacts> =>
  withAnyDatabase(config, "reader", async (opened) => {
    const migrations = await migrationsOf(opened.db);
    const isCurrent = migrations.pending.length + migrations.unknown.length === 0;
    return {
      name: await nameOf(opened, config.database),
      migrations,
      isPooled: opened.kind === "postgres" && (await isTransactionPooler(opened.pool)),
      aheadMs: opened.kind === "postgres" ? await readAheadMs(opened, clock) : undefined,
      waitsForStandby: await readWaitsForStandby(opened, config.database),
      newest: isCurrent ? await newestTimes(opened.db, {}) : undefined,
    };
  });

export function checkDatabase({
  name,
  migrations,
  isPooled,
  waitsForStandby,
}: DatabaseFacts): CheckResult {
  if (isPooled) return { state: "failed", ...POOLER_PROBLEM };
  const { pending, unknown } = migrations;
  if (unknown.length > 0) {
    return failed(
      `${name} was migrated by a newer version of Intray (${unknown.join(", ")}).`,
      "Install that version, or restore the backup from before the upgrade.",
    );
  }
  if (pending.length > 0) {
    return warning(
      `${name} has the schema of an earlier version.`,
      "Back up the database; the next start of this version migrates it.",
    );
  }
  if (waitsForStandby === false) {
    return warning(
      `Commits on ${name} do not wait for a standby: what was answered is lost with the primary.`,
      "Set synchronous_standby_names on the primary.",
    );
  }
  return ok(`${name} has the schema of this version.`);
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

async function readAheadMs({ db }: Opened, clock: Clock): Promise<number> {
  const before = clock.monotonic();
  const { rows } = await sql<{ now: number }>`
    select extract(epoch from clock_timestamp()) * 1000 as now`.execute(db);
  // The reading is from the middle of the round trip.
  const now = clock.now() - msBetween(before, clock.monotonic()) / 2;
  return Number(rows[0]?.now) - now;
}

/** As in `intray doctor`: signatures with a timestamp are rejected beyond five minutes. */
const MAX_SKEW_MS = 60_000;

/**
 * Compares this machine's clock with that of the database, and with the newest rows.
 *
 * @param facts `undefined` if the database cannot be read.
 */
export function checkClock(
  facts: Pick<DatabaseFacts, "aheadMs" | "newest"> | undefined,
  clock: Pick<Clock, "now">,
): CheckResult {
  if (facts === undefined) return skipped("The database cannot be read.");
  const { aheadMs, newest } = facts;
  if (aheadMs !== undefined && Math.abs(aheadMs) > MAX_SKEW_MS) {
    return warning(
      `The database's clock is ${seconds(aheadMs)} ${aheadMs > 0 ? "ahead of" : "behind"} this machine's.`,
      "Set both by NTP. The server takes its times from the database.",
    );
  }
  const sinceRowMs = clock.now() + (aheadMs ?? 0) - (newest?.rowAt ?? 0);
  if (sinceRowMs < -MAX_SKEW_MS) {
    return warning(
      `The newest row is ${seconds(sinceRowMs)} ahead of the clock, so the clock is wrong, or was.`,
      "Set the clock by NTP. Until it has passed that time, nothing is deleted by age.",
    );
  }
  return ok(
    aheadMs === undefined
      ? "This machine's clock is not behind the newest row."
      : "This machine's clock agrees with the database's.",
  );
}

const seconds = (ms: number): string => `${Math.round(Math.abs(ms) / 1_000)} s`;

const HINT = "Run intray-server verify for details. Restore a backup if data is damaged.";

/**
 * Runs `verify --quick` in a process of its own, since SQLite reads for as long as it needs and a thread could
 * not be stopped meanwhile.
 *
 * @param facts `undefined` if the database cannot be read.
 */
export async function checkData(
  { program }: Pick<CommandContext, "program">,
  facts: DatabaseFacts | undefined,
  signal: AbortSignal,
): Promise<CheckResult> {
  if (facts === undefined) return skipped("The database cannot be read.");
  if (facts.newest === undefined) return skipped("The database has the schema of another version.");
  const [node = "", ...words] = program;
  const child = spawn(node, [...words, "verify", "--quick"], {
    stdio: ["ignore", "pipe", "pipe"],
    signal,
    killSignal: "SIGKILL",
  });
  const [[code], found, said] = await Promise.all([
    once(child, "close") as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  if (code === 0) return ok("intray-server verify --quick found no problem.");
  const problems = linesOf(found);
  const [first = linesOf(said).at(-1) ?? "verify failed"] = problems;
  const more = problems.length > 1 ? ` ${problems.length - 1} more problems were found.` : "";
  return failed(`${first}.${more}`.replace("..", "."), HINT);
}

const linesOf = (output: string) => output.split("\n").filter((line) => line !== "");
