/** Opens what every other part of a server uses, after checking everything that can refuse the start. */
import { createEventStreams } from "../api/http/event-streams.ts";
import { folderMarker } from "../attachments/folder-marker.ts";
import { otherStorage } from "../attachments/installation-marker.ts";
import { reachBucket } from "../attachments/s3-bucket.ts";
import { s3Marker } from "../attachments/s3-marker.ts";
import { type AttachmentsConfig, type Config, ConfigError } from "../config/config.ts";
import { openDataFolder } from "../config/data-folder.ts";
import { readOrCreateKeyFile } from "../config/key-file.ts";
import { readDkimKey } from "../config/mail-config.ts";
import { createAddressGuard, isLocalAddress } from "../delivery/address-guard.ts";
import { installationOf } from "../domain/delivery/hops.ts";
import { createIds } from "../domain/ids.ts";
import { codeOf } from "../domain/outage.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { type Clock, followClock, msBetween } from "../platform/clock.ts";
import { createClockWatch } from "../platform/clock-watch.ts";
import type { Log } from "../platform/log.ts";
import type { Random } from "../platform/random.ts";
import { createSecretBox } from "../platform/secret-box.ts";
import { requireKey } from "../store/encrypt-at-rest.ts";
import { refuseNewer } from "../store/migrate.ts";
import type { DatabaseState } from "../store/open-store.ts";
import { inspectDatabase, openStore as openAnyStore } from "../store/open-store.ts";
import { quietDuringOutages, watchOutages } from "../store/outage-watch.ts";
import { databaseHosts } from "../store/postgres/database-hosts.ts";
import { asOutage, isWrongUrl } from "../store/postgres/errors.ts";
import { requireSpaceForCopy } from "../store/sqlite/copy-database.ts";
import type { Store, StoreOptions } from "../store/store.ts";
import { limitConnections } from "./connections.ts";
import { openFiles } from "./files-wiring.ts";
import { nameOf } from "./health.ts";
import { listen, type Listening } from "./http-server.ts";
import { StartError } from "./start-error.ts";

export interface ServerOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Called when a thread of the store has failed. The process must exit, since durability is lost. */
  readonly onDeath: (error: Error) => void;
  /** Ends the wait for a database that cannot be reached yet. */
  readonly stop?: AbortSignal | undefined;
  /** Uses the time of PostgreSQL, so that several machines agree on it. */
  readonly followsDatabase?: boolean;
  /** Lets tests wrap the store. */
  readonly openStore?: (options: StoreOptions) => Promise<Store>;
  /** Lets tests save webhooks with internal URLs. Their deliveries are blocked as ever. */
  readonly webhookUrlProblem?: ((url: string) => string | undefined) | undefined;
}

/** How to close what a start has opened, in the order of opening. */
export type ClosingSteps = (() => unknown)[];

export type Foundation = Awaited<ReturnType<typeof openFoundation>>;

/** @param sendable The kinds of destinations that this server sends to. */
export async function openFoundation(
  options: ServerOptions,
  sendable: StoreOptions["sendable"],
  undo: ClosingSteps,
) {
  const { config, clock: machineClock, log } = options;
  const { openStore = openAnyStore, followsDatabase = false } = options;
  // Called when another process has queued a delivery; set once the outbox is open.
  const due = { wake: () => {} };
  const metrics = createMetrics(config.database.kind);
  const streams = createEventStreams(machineClock);
  const quietLog = quietDuringOutages(log);
  const checked = await checkStart(options, undo);
  const { ids, encryptionKeys } = checked;
  const { publicUrl } = checked.address;
  const opened = await openStore({
    database: config.database,
    encryptionKeys,
    sendable,
    copiesFirst: config.backupBeforeMigrate,
    clock: machineClock,
    log: quietLog,
    onDeath: options.onDeath,
    onDue: () => due.wake(),
    onCommit: metrics.committed,
    onChange: () => streams.notify(),
  });
  undo.push(() => opened.close());
  const { store, outage } = watchOutages(opened, machineClock, log);
  const clock = followsDatabase
    ? followClock(machineClock, () => store.databaseTime())
    : machineClock;
  const files = await openFiles({ config, store, clock, ids, log });
  undo.push(() => files.close());
  return {
    ...checked,
    origins: { publicUrl, filesUrl: config.filesUrl ?? publicUrl },
    /** The time of PostgreSQL, if the server follows it; otherwise of this machine. */
    clock,
    machineClock,
    clockWatch: createClockWatch(clock, quietLog),
    installation: installationOf(encryptionKeys),
    metrics,
    streams,
    store,
    outage,
    /** Leaves out errors that are only the effect of an outage. */
    quietLog,
    files,
    due,
    // Its packages take 16 MB.
    provider: config.oidc && (await import("../oidc/provider.ts")).openProvider(config.oidc, clock),
  };
}

/**
 * Checks everything that can refuse a start, before the database is changed.
 *
 * @param isDry Creates no file and no folder.
 * @throws Error with a sentence for the operator.
 */
export async function checkStart(
  { config, clock, random, log, stop }: ServerOptions,
  undo: ClosingSteps,
  isDry = false,
) {
  const ids = createIds(random);
  const address = { publicUrl: config.publicUrl ?? "", port: 0 };
  const named = await readNamed(config, { clock, log, address });
  undo.push(() => named.locations?.close());
  const lock = openDataFolder(config.dataDir, config.database, isDry);
  undo.push(() => lock.release());
  const hasProxies = config.trustProxy.length > 0;
  const connections = limitConnections({ ...config, hasProxies, clock, ids });
  const listening = await listen(config, { connections, clock, ids, log });
  undo.push(() => listening.close());
  address.publicUrl ||= listening.url;
  address.port = Number(new URL(listening.url).port);
  const database = await reachDatabase({ config, clock, log, stop }, listening);
  refuseNewer(database);
  const encryptionKeys =
    config.encryptionKeys ??
    readOrCreateKeyFile({
      dataDir: config.dataDir,
      random,
      isNeeded: database.canary !== undefined,
      isDry,
    });
  if (database.canary !== undefined) {
    requireKey(database.canary, createSecretBox(encryptionKeys, random));
  }
  await requireOwnFiles(config.attachments, database);
  const { backupBeforeMigrate, database: place } = config;
  const isMigrated = !database.isNew && database.pending.length > 0;
  if (isMigrated) listening.report("migrating the database");
  const isCopied = backupBeforeMigrate && isMigrated;
  if (isCopied && place.kind === "sqlite") requireSpaceForCopy(place.file);
  return { ...named, ids, address, lock, connections, listening, database, encryptionKeys };
}

/**
 * Reads what settings name: files, and the list of addresses for webhooks.
 *
 * @throws ConfigError, since a fault in them is one of the settings.
 */
async function readNamed(
  { webhookAllow, mail, geoipFile: path }: Config,
  { clock, log, address }: Pick<ServerOptions, "clock" | "log"> & { address: { port: number } },
) {
  try {
    return {
      guard: createAddressGuard(
        webhookAllow,
        // Webhooks to this server would cause a loop.
        (receiver) => receiver.port === address.port && isLocalAddress(receiver.address),
      ),
      dkim: mail && readDkimKey(mail),
      // Loads the reader of IP geolocation only if there is a file.
      locations:
        path === undefined
          ? undefined
          : await (await import("../geoip/locations.ts")).openLocations({ path, clock, log }),
    };
  } catch (cause) {
    throw new ConfigError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

const RETRY_MS = 1_000;

/** Waits for a database that cannot be reached yet: containers and machines start in any order. */
async function reachDatabase(
  { config, clock, log, stop }: Pick<ServerOptions, "config" | "clock" | "log" | "stop">,
  listening: Listening,
): Promise<DatabaseState> {
  const { database, databaseWaitSeconds: seconds } = config;
  const startedAt = clock.monotonic();
  const logged = new Set<string>();
  const stopped = new Promise<never>((_, reject) => {
    const message = "The server was stopped while it waited for the database.";
    const end = () => reject(new StartError(message, { exitCode: 0 }));
    if (stop?.aborted === true) end();
    stop?.addEventListener("abort", end, { once: true });
  });
  for (;;) {
    try {
      return await Promise.race([inspectDatabase(database), stopped]);
    } catch (error) {
      if (database.kind === "sqlite" || !(error instanceof Error)) throw error;
      if (isWrongUrl(codeOf(error.cause))) throw new ConfigError(error.message, { cause: error });
      const outage = asOutage(error.cause);
      if (outage === undefined || msBetween(startedAt, clock.monotonic()) >= seconds * 1_000) {
        throw error;
      }
      listening.report(nameOf(outage));
      const hosts = databaseHosts(database.url).map(({ name }) => name);
      if (!logged.has(error.message)) {
        log.warn(
          { err: error, hosts },
          `Waiting up to ${seconds} s (INTRAY_DATABASE_WAIT_SECONDS) for the database at ${hosts.join(", ")}. Until it can be reached, requests are answered with 503.`,
        );
      }
      logged.add(error.message);
    }
    const pause = new Promise<void>((resolve) => void clock.after(RETRY_MS, resolve));
    await Promise.race([pause, stopped]);
  }
}

/** @throws Error if the files are those of another database. */
async function requireOwnFiles(attachments: AttachmentsConfig, { installation }: DatabaseState) {
  // A storage that no server has used yet gets its marker once the database is open.
  if (installation === undefined) return;
  const storage =
    attachments.kind === "disk"
      ? folderMarker(attachments.folder)
      : s3Marker(await reachBucket(attachments));
  const mark = await storage.read();
  if (mark !== installation) throw otherStorage(storage, installation);
}
