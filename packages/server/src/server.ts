/** Joins everything, in the order in which it can fail; what `main` runs and what tests start. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { type AppParts, createApp } from "./app.ts";
import { aheadOf, type Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import { openDataFolder } from "./data-folder.ts";
import { type Files, openFiles } from "./files-wiring.ts";
import { prepareFirstStart } from "./first-start.ts";
import { createIds, type Random } from "./ids.ts";
import { formAddress, type FormAddressParts, isFormAddress } from "./intake/form-address.ts";
import { ownKeys, readKeyFile } from "./key-file.ts";
import type { Log } from "./log.ts";
import { createMetrics } from "./metrics/metrics.ts";
import { mostAttempts } from "./outbox/backoff.ts";
import { createOutbox, type Outbox } from "./outbox-wiring.ts";
import { hasSealed } from "./store/seal-at-rest.ts";
import { openStore as openAnyStore, type Store, type StoreOptions } from "./store/store.ts";

export interface ServerOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** The store died: nothing can be promised any more. */
  readonly onDeath: (error: Error) => void;
  /** Takes the time from PostgreSQL, where several machines have to agree on it. */
  readonly followsDatabase?: boolean;
  /** Tests stand before the store with it. */
  readonly openStore?: (options: StoreOptions) => Promise<Store>;
}

export interface RunningServer {
  /** With the port that was bound. */
  readonly url: string;
  /** What to tell the owner after the very first start. */
  readonly welcome: string | undefined;
  /** Ends gracefully: answers what came in, waits for deliveries under way, closes the files. */
  readonly close: (options?: { readonly atOnce: boolean }) => Promise<void>;
}

/** Why a server does not start; the message is for the person who started it. */
export class StartError extends Error {
  override readonly name = "StartError";
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
  const store = await openStore({
    database: config.database,
    encryptionKeys: await keysFor(config, random),
    clock: machineClock,
    log,
    onDeath,
    onDue: () => wakeOutbox(),
    onCommit: metrics.committed,
  });
  undo.push(() => store.close());
  const clock = followsDatabase ? aheadOf(machineClock, () => store.clockAheadMs()) : machineClock;
  const ids = createIds(random);
  const files = await openFiles({ config, store, clock, ids, log });
  undo.push(() => files.close());
  const tell = await prepareFirstStart({
    store,
    clock,
    ids,
    random,
    dataDir: config.dataDir,
    bootstrapAccountKey: config.bootstrapAccountKey,
  });

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
  wakeOutbox = () => outbox.wake();
  metrics.watch(outbox);
  undo.push(() => outbox.stop({ atOnce: true }));
  const parts: AppParts & FormAddressParts = {
    store,
    storage: files.storage,
    openFiles: files.openFiles,
    discardFiles: files.discardFiles,
    ids,
    clock,
    random,
    log,
    limits: config.limits,
    publicUrl: () => publicUrl,
    mostAttempts: mostAttempts(config.retryScheduleMs),
    onDue: () => outbox.wake(),
    onAccepted: metrics.accepted,
    onAnswered: metrics.posted,
    isDraining: () => isDraining,
    metrics,
    metricsToken: config.metricsToken,
  };
  const posts = formAddress(parts);
  const everythingElse = getRequestListener(createApp(parts).fetch);
  const http = createServer((incoming, outgoing) => {
    if (isFormAddress(incoming)) posts(incoming, outgoing);
    else void everythingElse(incoming, outgoing);
  }).listen(config.port, config.host);
  const url = await listening(http, config);
  undo.push(() => http.close());
  publicUrl = config.publicUrl ?? url;
  port = Number(new URL(url).port);
  await outbox.start();
  const welcome = await tell?.(publicUrl);

  let closing: Promise<void> | undefined;
  return {
    url,
    welcome,
    close(how = { atOnce: false }) {
      isDraining = true;
      if (how.atOnce) void outbox.stop({ atOnce: true });
      closing ??= closeAll({ http, outbox, files, store, lock });
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
  if (database.kind === "postgres") throw new Error("PostgreSQL has no key of its own.");
  return ownKeys({ dataDir, random, isNeeded: () => hasSealed(database.file) });
}

async function listening(http: Server, { host, port }: Config): Promise<string> {
  const problem = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    http.once("listening", () => resolve(undefined));
    http.once("error", resolve);
  });
  if (problem !== undefined) {
    throw new StartError(
      problem.code === "EADDRINUSE"
        ? `Port ${port} on ${host} is in use. Stop what uses it, or choose another with INTRAY_PORT (0 takes any free one).`
        : `The server cannot listen on ${host}:${port} (${problem.message}). Check INTRAY_HOST and INTRAY_PORT.`,
      { cause: problem },
    );
  }
  const address = http.address();
  if (address === null || typeof address === "string") throw new StartError("No TCP address.");
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return `http://${name}:${address.port}`;
}

async function closeAll({
  http,
  outbox,
  files,
  store,
  lock,
}: {
  readonly http: Server;
  readonly outbox: Outbox;
  readonly files: Files;
  readonly store: Store;
  readonly lock: { release(): void };
}): Promise<void> {
  const closed = once(http, "close");
  http.close();
  http.closeIdleConnections();
  await Promise.all([closed, outbox.stop({ atOnce: false })]);
  await files.close();
  await store.close();
  lock.release();
}
