/** Starts and stops a server. The parts are created in the order in which they can fail. */
import type { AppParts } from "./app.ts";
import { createEventStreams } from "../api/http/event-streams.ts";
import { type Clock, followClock } from "../platform/clock.ts";
import type { Config } from "../config/config.ts";
import { openDataFolder } from "../config/data-folder.ts";
import { createFileQuota } from "../attachments/file-quota.ts";
import { openLocationsOf } from "./geoip-wiring.ts";
import { openFiles, readFileBytes } from "./files-wiring.ts";
import { firstStartFile } from "./first-start-file.ts";
import { prepareFirstStart } from "./first-start.ts";
import { namedHosts } from "./known-host.ts";
import { keysFor } from "./encryption-keys.ts";
import { listen } from "./http-server.ts";
import { createLoadLimits } from "./load-limits.ts";
import { loadAhead } from "./load-ahead.ts";
import { createHousekeeping } from "./housekeeping-wiring.ts";
import { StartError } from "./start-error.ts";
import { akismetCorrectionsOf, externalServicesOf } from "./spam-wiring.ts";
import { stopServer } from "./stop.ts";
import { createPasswordTurns } from "../dashboard/http/password-turns.ts";
import type { Random } from "../platform/random.ts";
import { installationOf } from "../domain/delivery/hops.ts";
import { createIds } from "../domain/ids.ts";
import { proxiesOf } from "./probe.ts";
import type { FormAddressParts } from "../intake/form-address.ts";
import { createRecipients } from "./recipients-wiring.ts";
import { createPreviews } from "./preview-wiring.ts";
import { createRateLimit } from "../platform/rate-limit.ts";
import { createLeadScorer } from "./leads-wiring.ts";
import { originOf } from "../domain/delivery/destination.ts";
import type { Log } from "../platform/log.ts";
import { createClockWatch } from "../platform/clock-watch.ts";
import { releaseMemory } from "../platform/memory.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { openOutbox, sendableKinds, retriesOf } from "./outbox-wiring.ts";
import { createFieldDrift } from "../domain/fields/field-drift.ts";
import { createClassifiers } from "../spam/classifiers.ts";
import { openStore as openAnyStore } from "../store/open-store.ts";
import { quietDuringOutages, watchOutages } from "../store/outage-watch.ts";
import { type Store, type StoreOptions } from "../store/store.ts";

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

export interface RunningServer {
  /** Contains the actual port. */
  readonly url: string;
  /** Instructions for the owner, only after the first start. */
  readonly welcome: string | undefined;
  /** Reloads the IP geolocation file. */
  readonly reload: () => Promise<void>;
  /** Releases memory and disk. To be called while the server is idle. */
  readonly tidyUp: () => Promise<void>;
  /**
   * Stops gracefully: answers open requests and waits for deliveries in flight. `atOnce` aborts the deliveries,
   * and if the server is stopping already, closes all connections. `reason` is for the log.
   */
  readonly close: (how?: { readonly atOnce?: boolean; readonly reason?: string }) => Promise<void>;
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
    webhookUrlProblem,
  }: ServerOptions,
  undo: (() => unknown)[],
): Promise<RunningServer> {
  loadAhead();
  let wakeOutbox = () => {};
  const metrics = createMetrics();
  const lock = openDataFolder(config.dataDir, config.database);
  undo.push(() => lock.release());
  const streams = createEventStreams(machineClock);
  const quietLog = quietDuringOutages(log);
  const encryptionKeys = await keysFor(config, random);
  const installation = installationOf(encryptionKeys);
  const opened = await openStore({
    database: config.database,
    encryptionKeys,
    sendable: sendableKinds(config),
    clock: machineClock,
    log: quietLog,
    onDeath,
    onDue: () => wakeOutbox(),
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
  const introduction = firstStartFile({
    dataDir: config.dataDir,
    clock,
    log,
    hasSession: () => store.reads.hasSession({}),
  });
  const finishFirstStart = await prepareFirstStart({
    store,
    clock,
    ids,
    random,
    file: introduction,
    bootstrapAccountKey: config.bootstrapAccountKey,
    admin: config.admin,
  });

  const trained: Parameters<typeof createClassifiers>[0] = {
    list: (limit) => store.reads.listTrainedAccounts({ limit }),
    read: (account_id, known) => store.reads.readTrainedModel({ account_id, known }),
  };
  const classifiers = createClassifiers(trained, clock, quietLog);
  await classifiers.load();

  let isDraining = false;
  let publicUrl = config.publicUrl ?? "";
  let port = 0;
  const clockWatch = createClockWatch(clock, quietLog);
  const outbox = await openOutbox({
    config,
    store,
    clock,
    random,
    ids,
    log: quietLog,
    metrics,
    installation,
    clockWatch,
    publicUrl: () => publicUrl,
    readFile: (key) => files.storage.read(key),
    ownPort: () => port,
  });
  const fileQuota = createFileQuota({
    quotas: config.fileQuotas,
    readBytes: readFileBytes(store),
    clock: machineClock,
    log,
  });
  metrics.watchQuota(() => fileQuota.highestShare());
  const { confirmationFor: compose, mailSender: sender } = outbox;
  const mail = createRecipients({ config, store, clock, ids, log: quietLog, compose });
  const housekeeper = createHousekeeping({
    config,
    store,
    files,
    tidyFirstStart: introduction.tidy,
    askRecipients: mail.askRecipients,
    digestRenderer: outbox.digestRenderer,
    clock,
    ids,
    compose: outbox.alertFor,
    clockWatch,
    log: quietLog,
    formsAbove: (share) => fileQuota.formsAbove(share),
    postsSoFar: metrics.postsSoFar,
    leased: () => outbox.leased(),
  });
  undo.push(() => housekeeper.stop());
  wakeOutbox = () => outbox.wake();
  metrics.watch(outbox);
  metrics.watchClock(clockWatch);
  undo.push(() => outbox.stop({ atOnce: true }));
  const onDue = () => outbox.wake();
  const scorer = createLeadScorer({ config, store, clock, ids, log: quietLog, onDue });
  undo.push(() => scorer.stop());
  const limits = createLoadLimits({ config, clock: machineClock, ids, log });
  const externalServices = externalServicesOf(config, { clock, log, publicUrl: () => publicUrl });
  const corrections = akismetCorrectionsOf(store, externalServices);
  undo.push(() => corrections.stop());
  const parts: AppParts & FormAddressParts = {
    store,
    outage,
    storage: files.storage,
    openFiles: files.openFiles,
    discardFiles: files.discardFiles,
    streams,
    ids,
    clock,
    clockWatch,
    random,
    log,
    limits: config.limits,
    ...limits,
    ...mail,
    ...createPreviews({ config, clock, ids, sender, publicUrl: () => publicUrl }),
    fileQuota,
    fileQuotaBytes: config.fileQuotas.accountBytes,
    externalServices,
    prepareCorrections: (marks) => corrections.prepare(marks),
    classifiers,
    fieldDrift: createFieldDrift(),
    installation,
    ...proxiesOf(config, encryptionKeys),
    rateLimit: createRateLimit(config.rateLimit, clock),
    passwordTurns: createPasswordTurns(),
    onSignIn: introduction.remove,
    sessionMaxMs: config.sessionMaxDays * 86_400_000,
    publicUrl: () => publicUrl,
    domains: namedHosts(config),
    ...retriesOf(config),
    locationOf: (ip) => locations?.locationOf(ip) ?? null,
    hasLeadModel: config.leads !== undefined,
    onLead: () => scorer.wake(),
    circuitOf: ({ id, url }) => outbox.circuits.holding({ id, origin: originOf(url) }),
    webhookUrlProblem: webhookUrlProblem ?? outbox.webhookUrlProblem,
    onDue,
    onSendNow: () => outbox.probeNow(),
    onMarked: (accountId) => classifiers.refresh(accountId),
    onAccepted: metrics.accepted,
    onAnswered: metrics.posted,
    isDraining: () => isDraining,
    metrics,
    metricsToken: config.metricsToken,
    hasPublicUrl: config.publicUrl !== undefined,
    securityContact: config.securityContact,
  };
  const { http, url } = await listen(config, { ...parts, ...limits });
  undo.push(() => http.close());
  publicUrl = config.publicUrl ?? url;
  port = Number(new URL(url).port);
  await outbox.start();
  await housekeeper.start();
  await scorer.start();
  const welcome = await finishFirstStart?.(publicUrl);

  let closing: Promise<void> | undefined;
  return {
    url,
    welcome,
    async reload() {
      await locations?.reload();
    },
    async tidyUp() {
      store.tidyUp();
      await releaseMemory();
    },
    close({ atOnce = false, reason = "it was asked to" } = {}) {
      isDraining = true;
      locations?.close();
      if (atOnce) void outbox.stop({ atOnce });
      if (atOnce && closing !== undefined) http.closeAllConnections();
      closing ??= stopServer(
        {
          http,
          streams,
          outbox,
          housekeeper,
          scorer,
          files,
          store,
          lock,
          clock: machineClock,
          log,
          drainSeconds: config.drainSeconds,
        },
        reason,
      );
      return closing;
    },
  };
}
