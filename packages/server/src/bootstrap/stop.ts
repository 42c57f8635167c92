/** Stops a server gracefully, within a limited time. */
import { once } from "node:events";
import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { promisify } from "node:util";
import type { Config } from "../config/config.ts";
import { type Clock, msBetween } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Background } from "./background.ts";
import type { Foundation } from "./foundation.ts";

export interface StoppingParts
  extends
    Pick<Foundation, "streams" | "files" | "store" | "lock">,
    Pick<Background, "outbox" | "housekeeper" | "scorer" | "rejectedPosts"> {
  readonly http: Server;
  readonly clock: Clock;
  readonly log: Log;
  readonly config: Pick<Config, "drainSeconds" | "trustProxy">;
  /** Aborted when the server is asked to stop at once. */
  readonly hurry: AbortSignal;
}

/**
 * How long a server behind a proxy goes on accepting after it has reported that it stops. Longer than the
 * proxies in examples/deploy check its health, and than they keep idle connections: a request that arrives on a
 * connection while it is closed would be lost.
 */
const NOTICE_MS = 5_000;

/**
 * Gives a proxy time to notice. Then accepts no more connections, waits for open requests and for deliveries in
 * flight, and closes everything.
 *
 * @param reason Why the server stops, for the log.
 */
export async function stopServer(parts: StoppingParts, reason: string): Promise<void> {
  const { http, streams, outbox, housekeeper, scorer, files, store, lock, clock, log } = parts;
  const startedAt = clock.monotonic();
  const secondsSoFar = () => Math.round(msBetween(startedAt, clock.monotonic())) / 1_000;
  log.info({ reason }, `The server is stopping: ${reason}.`);
  const { drainSeconds, trustProxy } = parts.config;
  const drainMs = drainSeconds * 1_000;
  const cancel = clock.after(drainMs, () => void closeConnections(parts));
  const stopped = Promise.all([outbox.stop({ atOnce: false }), housekeeper.stop(), scorer.stop()]);
  // It is awaited below.
  stopped.catch(() => undefined);
  const closed = once(http, "close");
  const noticeMs = trustProxy.length > 0 ? Math.min(NOTICE_MS, drainMs / 3) : 0;
  if (noticeMs > 0) await pause(parts, noticeMs);
  // Closes the port, but unlike `http.close()` no idle connection.
  NetServer.prototype.close.call(http);
  await streams.close();
  if (noticeMs > 0) await Promise.race([closed, pause(parts, noticeMs)]);
  http.close();
  const [connections, deliveries] = [await connectionsOf(http), outbox.leased()];
  if (connections + deliveries > 0) {
    log.info(
      { connections, deliveries },
      `Waiting at most ${drainSeconds} s for open requests (connections: ${connections}) and for deliveries in flight (${deliveries}).`,
    );
  }
  await Promise.all([closed, stopped]);
  cancel();
  await parts.rejectedPosts.stop();
  files.close();
  await store.close();
  lock.release();
  log.info({ seconds: secondsSoFar() }, `The server has stopped, after ${secondsSoFar()} s.`);
}

const pause = ({ clock, hurry }: StoppingParts, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(ms, resolve);
    hurry.addEventListener("abort", () => resolve());
    if (hurry.aborted) resolve();
  });

async function closeConnections({ http, log, config }: StoppingParts): Promise<void> {
  const connections = await connectionsOf(http);
  http.closeAllConnections();
  log.warn(
    { connections },
    `Closed the connections whose requests had not ended within INTRAY_DRAIN_SECONDS (${config.drainSeconds} s): ${connections}.`,
  );
}

const connectionsOf = (http: Server) => promisify(http.getConnections.bind(http))();
