// Where the servers of a soak run: ports, settings, and what can happen to their database, disk and clock.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { freshDatabase, isOnPostgres, settingsFor } from "../../packages/server/test/database.ts";
import { type Cluster, freePort, startCluster } from "../harness/postgres.ts";
import { openWallClock, type WallClock } from "../harness/wall-clock.ts";
import { type Link, openLink } from "./link.ts";
import { mountSmallDisk, type SmallDisk } from "../faults/small-disk.ts";

export interface SiteOptions {
  /** The account's key. */
  readonly key: string;
  readonly diskMegabytes: number;
}

export interface Site {
  readonly folder: string;
  readonly ports: readonly number[];
  readonly execArgv: readonly string[];
  readonly env: Record<string, string>;
  /** The data folder on a small file system; `undefined` where none can be mounted. */
  readonly smallDisk: SmallDisk | undefined;
  /** The PostgreSQL of the servers, which nothing else uses. */
  readonly cluster: Cluster | undefined;
  /** The servers' connections to the database. */
  readonly links: readonly Link[];
  /** The clock of every server. */
  readonly wallClock: WallClock;
  close(): Promise<void>;
}

const MIN_FREE_DISK_BYTES = 1_048_576;
/** Retries once a second, so that every delivery ends soon after the faults. */
const RETRY_SCHEDULE = Array<string>(300).fill("1s").join();

/** @throws Error if PostgreSQL does not start. */
export async function openSite({ key, diskMegabytes }: SiteOptions): Promise<Site> {
  const fresh = await freshDatabase({ isEmpty: true });
  const smallDisk = isOnPostgres ? undefined : mountSmallDisk(diskMegabytes);
  const disk = smallDisk?.folder ?? join(fresh.folder, "disk");
  mkdirSync(disk, { recursive: true });
  const wallClock = openWallClock(fresh.folder);
  const { databaseUrl, cluster, links } = await openDatabase(join(disk, "intray.db"));
  return {
    folder: fresh.folder,
    ports: await Promise.all(Array.from({ length: isOnPostgres ? 2 : 1 }, freePort)),
    execArgv: wallClock.execArgv,
    env: {
      ...settingsFor(fresh),
      INTRAY_DATABASE_URL: databaseUrl,
      INTRAY_DATA_DIR: disk,
      INTRAY_ATTACHMENTS_DIR: join(disk, "attachments"),
      INTRAY_MIN_FREE_DISK: String(MIN_FREE_DISK_BYTES),
      INTRAY_BOOTSTRAP_ACCOUNT_KEY: key,
      INTRAY_LOG_LEVEL: "warn",
      INTRAY_WEBHOOK_ALLOW: "127.0.0.1",
      INTRAY_RETRY_SCHEDULE: RETRY_SCHEDULE,
      ...wallClock.env,
    },
    smallDisk,
    cluster,
    links,
    wallClock,
    async close() {
      for (const link of links) link.close();
      await cluster?.stop();
      smallDisk?.remove();
      await fresh.drop();
    },
  };
}

/** A PostgreSQL of its own, which may crash, behind a link that may be cut; or a SQLite file. */
async function openDatabase(file: string) {
  if (!isOnPostgres) return { databaseUrl: file, cluster: undefined, links: [] };
  const cluster = await startCluster();
  const databaseUrl = new URL(cluster.url);
  const link = await openLink(Number(databaseUrl.port));
  databaseUrl.port = String(link.port);
  return { databaseUrl: databaseUrl.href, cluster, links: [link] };
}
