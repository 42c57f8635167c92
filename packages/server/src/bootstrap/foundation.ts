/** Opens what every other part of a server stands on: the data folder, the keys, the database and the files. */
import { createEventStreams, type EventStreams } from "../api/http/event-streams.ts";
import type { Config } from "../config/config.ts";
import { openDataFolder } from "../config/data-folder.ts";
import { readOrCreateKeyFile } from "../config/key-file.ts";
import { type Installation, installationOf } from "../domain/delivery/hops.ts";
import { createIds, type Ids } from "../domain/ids.ts";
import type { Outage } from "../domain/outage.ts";
import type { Locations } from "../geoip/locations.ts";
import { createMetrics, type Metrics } from "../metrics/metrics.ts";
import { type Clock, followClock } from "../platform/clock.ts";
import { type ClockWatch, createClockWatch } from "../platform/clock-watch.ts";
import type { Log } from "../platform/log.ts";
import type { Random } from "../platform/random.ts";
import { hasEncryptedSecrets } from "../store/encrypt-at-rest.ts";
import { openStore as openAnyStore } from "../store/open-store.ts";
import { quietDuringOutages, watchOutages } from "../store/outage-watch.ts";
import type { Store, StoreOptions } from "../store/store.ts";
import { type Files, openFiles } from "./files-wiring.ts";

export interface ServerOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Called when a thread of the store has failed. The process must exit, since durability is lost. */
  readonly onDeath: (error: Error) => void;
  /** Uses the time of PostgreSQL, so that several machines agree on it. */
  readonly followsDatabase?: boolean;
  /** Lets tests wrap the store. */
  readonly openStore?: (options: StoreOptions) => Promise<Store>;
  /** Lets tests save webhooks with internal URLs. Their deliveries are blocked as ever. */
  readonly webhookUrlProblem?: ((url: string) => string | undefined) | undefined;
}

/** How to close what a start has opened, in the order of opening. */
export type ClosingSteps = (() => unknown)[];

export interface Foundation {
  /** The time of PostgreSQL, if the server follows it; otherwise of this machine. */
  readonly clock: Clock;
  readonly machineClock: Clock;
  readonly clockWatch: ClockWatch;
  /** Where the server is reached; known once it listens. */
  readonly address: { publicUrl: string; port: number };
  /** The lock of the data folder. */
  readonly lock: { release(): void };
  readonly encryptionKeys: readonly Uint8Array[];
  readonly installation: Installation;
  readonly ids: Ids;
  readonly metrics: Metrics;
  readonly streams: EventStreams;
  readonly store: Store;
  readonly outage: () => Outage | undefined;
  /** Leaves out errors that are only the effect of an outage. */
  readonly quietLog: Log;
  readonly files: Files;
  readonly locations: Locations | undefined;
  /** `wake` is called when another process has queued a delivery; set once the outbox is open. */
  readonly due: { wake: () => void };
}

/** @param sendable The kinds of destinations that this server sends to. */
export async function openFoundation(
  {
    config,
    clock: machineClock,
    random,
    log,
    onDeath,
    followsDatabase = false,
    openStore = openAnyStore,
  }: ServerOptions,
  sendable: StoreOptions["sendable"],
  undo: ClosingSteps,
): Promise<Foundation> {
  const due = { wake: () => {} };
  const metrics = createMetrics(config.database.kind);
  const lock = openDataFolder(config.dataDir, config.database);
  undo.push(() => lock.release());
  const streams = createEventStreams(machineClock);
  const quietLog = quietDuringOutages(log);
  const encryptionKeys = await keysFor(config, random);
  const opened = await openStore({
    database: config.database,
    encryptionKeys,
    sendable,
    clock: machineClock,
    log: quietLog,
    onDeath,
    onDue: () => due.wake(),
    onCommit: metrics.committed,
    onChange: () => streams.notify(),
  });
  undo.push(() => opened.close());
  const { store, outage } = watchOutages(opened, machineClock, log);
  const clock = followsDatabase
    ? followClock(machineClock, () => store.databaseTime())
    : machineClock;
  const ids = createIds(random);
  const files = await openFiles({ config, store, clock, ids, log });
  undo.push(() => files.close());
  const locations = await openLocationsOf(config, machineClock, log);
  undo.push(() => locations?.close());
  return {
    clock,
    machineClock,
    clockWatch: createClockWatch(clock, quietLog),
    address: { publicUrl: config.publicUrl ?? "", port: 0 },
    lock,
    encryptionKeys,
    installation: installationOf(encryptionKeys),
    ids,
    metrics,
    streams,
    store,
    outage,
    quietLog,
    files,
    locations,
    due,
  };
}

/**
 * The encryption keys from the settings, from a file, or from a file that is created now. The first key encrypts,
 * all of them decrypt.
 *
 * @throws Error with a sentence for the operator.
 */
async function keysFor(
  { encryptionKeys, dataDir, database }: Config,
  random: Random,
): Promise<readonly Uint8Array[]> {
  if (encryptionKeys !== undefined) return encryptionKeys;
  if (database.kind === "postgres")
    throw new Error("With PostgreSQL the encryption key must be set.");
  return readOrCreateKeyFile({
    dataDir,
    random,
    isNeeded: () => hasEncryptedSecrets(database.file),
  });
}

/** Loads the reader of IP geolocation only if the settings name a file. */
async function openLocationsOf({ geoipFile: path }: Config, clock: Clock, log: Log) {
  if (path === undefined) return undefined;
  const { openLocations } = await import("../geoip/locations.ts");
  return openLocations({ path, clock, log });
}
