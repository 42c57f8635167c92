/** Starts and stops a server. The parts are created in the order in which they can fail. */
import { once } from "node:events";
import type { Server } from "node:http";
import type { AppParts } from "./app.ts";
import { createEventStreams, type EventStreams } from "../api/http/event-streams.ts";
import { offsetClock, type Clock } from "../platform/clock.ts";
import type { Config } from "../config/config.ts";
import { openDataFolder } from "../config/data-folder.ts";
import { type Files, openFiles } from "./files-wiring.ts";
import { prepareFirstStart } from "./first-start.ts";
import { listen } from "./http-server.ts";
import { StartError } from "./start-error.ts";
import { createHousekeeper, type Housekeeper } from "../housekeeping/housekeeper.ts";
import { createJobs } from "../housekeeping/jobs.ts";
import type { Random } from "../platform/random.ts";
import { createIds } from "../domain/ids.ts";
import { clientAddress } from "../intake/client-address.ts";
import type { FormAddressParts } from "../intake/form-address.ts";
import { createRateLimit } from "../platform/rate-limit.ts";
import { readOrCreateKeyFile, readKeyFile } from "../config/key-file.ts";
import { createLeadScorer } from "./leads-wiring.ts";
import type { Scorer } from "../leads/scorer.ts";
import type { Log } from "../platform/log.ts";
import { releaseMemory } from "../platform/memory.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { maxAttempts } from "../outbox/backoff.ts";
import { createOutbox, type Outbox } from "./outbox-wiring.ts";
import { createAltcha } from "../spam/altcha.ts";
import { createExternalRequest } from "../spam/external-request.ts";
import { createClassifiers } from "../spam/classifiers.ts";
import { hasEncryptedSecrets } from "../store/encrypt-at-rest.ts";
import { openStore as openAnyStore } from "../store/open-store.ts";
import { type Store, type StoreOptions } from "../store/store.ts";

/** Limits attempts to sign in: per client, and per e-mail address. */
const SIGN_INS_PER_MINUTE = 10;

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
}

export interface RunningServer {
  /** Contains the actual port. */
  readonly url: string;
  /** Instructions for the owner, only after the first start. */
  readonly welcome: string | undefined;
  /** Reloads the IP geolocation file. */
  readonly reload: () => Promise<void>;
  /** Releases memory. To be called while the server is idle. */
  readonly releaseMemory: () => Promise<void>;
  /** Stops gracefully: answers open requests and waits for deliveries in flight. `atOnce`: aborts them. */
  readonly close: (options?: { readonly atOnce: boolean }) => Promise<void>;
}

/** @throws StartError. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const undo: (() => unknown)[] = [];
  try {
    return await start(options, undo);
  } catch (cause) {
    for (const step of undo.toReversed()) await step();
    throw cause instanceof StartError
      ? cause
      : new StartError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

async function start(
  {
    config,
    clock: machineClock,
    random,
    log,
    onDeath,
    followsDatabase = false,
    openStore = openAnyStore,
  }: ServerOptions,
  undo: (() => unknown)[],
): Promise<RunningServer> {
  let wakeOutbox = () => {};
  const metrics = createMetrics();
  const lock = openDataFolder(config.dataDir, config.database);
  undo.push(() => lock.release());
  const streams = createEventStreams(machineClock);
  const store = await openStore({
    database: config.database,
    encryptionKeys: await keysFor(config, random),
    clock: machineClock,
    log,
    onDeath,
    onDue: () => wakeOutbox(),
    onCommit: metrics.committed,
    onChange: () => streams.notify(),
  });
  undo.push(() => store.close());
  const clock = followsDatabase
    ? offsetClock(machineClock, () => store.clockAheadMs())
    : machineClock;
  const ids = createIds(random);
  const files = await openFiles({ config, store, clock, ids, log });
  undo.push(() => files.close());
  const locations =
    config.geoipFile === undefined
      ? undefined
      : await (
          await import("../geoip/locations.ts")
        ).openLocations({ path: config.geoipFile, clock: machineClock, log });
  undo.push(() => locations?.close());
  const finishFirstStart = await prepareFirstStart({
    store,
    clock,
    ids,
    random,
    dataDir: config.dataDir,
    bootstrapAccountKey: config.bootstrapAccountKey,
    admin: config.admin,
  });

  const classifiers = createClassifiers(
    {
      list: (limit) => store.read("listTrainedAccounts", { limit }),
      read: (account_id, known) => store.read("readTrainedWords", { account_id, known }),
    },
    clock,
    log,
  );
  await classifiers.load();

  let isDraining = false;
  let publicUrl = config.publicUrl ?? "";
  let port = 0;
  const outbox = createOutbox({
    config,
    store,
    clock,
    random,
    ids,
    log,
    metrics,
    publicUrl: () => publicUrl,
    ownPort: () => port,
  });
  const { spamDays, trashDays, logDays } = config;
  const jobs = createJobs({
    store,
    removeDeleted: files.removeDeleted,
    sweepOrphans: files.sweepOrphans,
    clock,
    log,
    spamDays,
    trashDays,
    logDays,
  });
  const housekeeper = createHousekeeper({ jobs, clock, log, postsSoFar: metrics.postsSoFar });
  undo.push(() => housekeeper.stop());
  wakeOutbox = () => outbox.wake();
  metrics.watch(outbox);
  undo.push(() => outbox.stop({ atOnce: true }));
  const scorer = createLeadScorer({ config, store, clock, ids, log, onDue: () => outbox.wake() });
  undo.push(() => scorer.stop());
  const parts: AppParts & FormAddressParts = {
    store,
    storage: files.storage,
    openFiles: files.openFiles,
    discardFiles: files.discardFiles,
    streams,
    ids,
    clock,
    random,
    log,
    limits: config.limits,
    externalServices: {
      altcha: createAltcha(clock),
      request: createExternalRequest(clock),
      log,
      akismetKey: config.akismetKey,
      publicUrl: () => publicUrl,
    },
    classifiers,
    clientAddress: clientAddress(config.trustProxy),
    rateLimit: createRateLimit(config.rateLimit, clock),
    signInRate: createRateLimit(SIGN_INS_PER_MINUTE, clock),
    publicUrl: () => publicUrl,
    maxAttempts: maxAttempts(config.retryScheduleMs),
    locationOf: (ip) => locations?.locationOf(ip) ?? null,
    hasLeadModel: config.leads !== undefined,
    onLead: () => scorer.wake(),
    onDue: () => outbox.wake(),
    onMarked: (accountId) => classifiers.refresh(accountId),
    onAccepted: metrics.accepted,
    onAnswered: metrics.posted,
    isDraining: () => isDraining,
    metrics,
    metricsToken: config.metricsToken,
  };
  const { http, url } = await listen(config, parts);
  undo.push(() => http.close());
  publicUrl = config.publicUrl ?? url;
  port = Number(new URL(url).port);
  await outbox.start();
  housekeeper.start();
  await scorer.start();
  const welcome = await finishFirstStart?.(publicUrl);

  let closing: Promise<void> | undefined;
  return {
    url,
    welcome,
    async reload() {
      await locations?.reload();
    },
    async releaseMemory() {
      store.releaseMemory();
      await releaseMemory();
    },
    close(how = { atOnce: false }) {
      isDraining = true;
      locations?.close();
      if (how.atOnce) void outbox.stop({ atOnce: true });
      closing ??= closeAll({ http, streams, outbox, housekeeper, scorer, files, store, lock });
      return closing;
    },
  };
}

async function keysFor(
  { encryptionKeys, encryptionKeyFile, dataDir, database }: Config,
  random: Random,
): Promise<readonly Uint8Array[]> {
  if (encryptionKeys !== undefined) return encryptionKeys;
  if (encryptionKeyFile !== undefined) return readKeyFile(encryptionKeyFile);
  if (database.kind === "postgres")
    throw new Error("With PostgreSQL the encryption key must be set.");
  return readOrCreateKeyFile({
    dataDir,
    random,
    isNeeded: () => hasEncryptedSecrets(database.file),
  });
}

async function closeAll({
  http,
  streams,
  outbox,
  housekeeper,
  scorer,
  files,
  store,
  lock,
}: {
  readonly http: Server;
  readonly streams: EventStreams;
  readonly outbox: Outbox;
  readonly housekeeper: Housekeeper;
  readonly scorer: Scorer;
  readonly files: Files;
  readonly store: Store;
  readonly lock: { release(): void };
}): Promise<void> {
  const closed = once(http, "close");
  http.close();
  await streams.close();
  http.closeIdleConnections();
  const stopped = [outbox.stop({ atOnce: false }), housekeeper.stop(), scorer.stop()];
  await Promise.all([closed, ...stopped]);
  files.close();
  await store.close();
  lock.release();
}
