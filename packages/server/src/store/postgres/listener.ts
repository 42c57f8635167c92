/**
 * The connection that each process keeps open: it holds the advisory lock that proves the process is alive,
 * and receives notifications of other processes. A missed notification only delays work.
 */
import pg from "pg";
import type { Clock } from "../../platform/clock.ts";
import { connectionSettings } from "./database.ts";
import { OWNER_LOCKS } from "./presence.ts";

export const CHANNEL = "intray";
/** Deliveries may be due; forms have changed; there may be events (true of every notification). */
export type Notification = "due" | "forms" | "events";

export interface Listener {
  /** Whether notifications arrive now; otherwise caches must not be used. */
  readonly isListening: boolean;
  /** How far the database's clock is ahead of this machine's, as last measured. */
  readonly clockAheadMs: number;
  close(): Promise<void>;
}

const RECONNECT_MS = 1_000;
const MEASURE_EVERY_MS = 60_000;

/**
 * @param onNotification Also called for every kind of notification after a reconnect, since some were missed.
 * @throws Error if the first connection fails.
 */
export async function openListener({
  url,
  owner,
  clock,
  onNotification,
}: {
  readonly url: string;
  readonly owner: number;
  readonly clock: Clock;
  readonly onNotification: (notification: Notification) => void;
}): Promise<Listener> {
  let client: pg.Client | undefined;
  let isClosing = false;
  let cancelReconnect = () => {};
  let cancelMeasuring = () => {};
  let clockAheadMs = 0;

  async function connect(): Promise<void> {
    const opened = new pg.Client(connectionSettings(url));
    const lost = () => {
      if (client === opened) client = undefined;
      opened.removeAllListeners();
      // A broken connection may report more than one error.
      opened.on("error", () => undefined);
      if (!isClosing) reconnectSoon();
    };
    opened.on("error", () => undefined);
    try {
      await opened.connect();
      await opened.query("select pg_advisory_lock($1, $2)", [OWNER_LOCKS, owner]);
      await opened.query(`listen ${CHANNEL}`);
    } catch (error) {
      await opened.end().catch(() => undefined);
      throw error;
    }
    opened.once("end", lost);
    opened.on("notification", ({ payload }) => {
      if (payload === "due" || payload === "forms" || payload === "events") onNotification(payload);
    });
    clockAheadMs = await measureAhead(opened, clock);
    client = opened;
  }

  function measureSoon(): void {
    cancelMeasuring = clock.after(MEASURE_EVERY_MS, () => {
      const measured = client === undefined ? undefined : measureAhead(client, clock);
      Promise.resolve(measured)
        .then((ahead) => (clockAheadMs = ahead ?? clockAheadMs))
        // The connection is lost; a reconnect measures again.
        .catch(() => undefined)
        .finally(() => !isClosing && measureSoon());
    });
  }

  function reconnectSoon(): void {
    cancelReconnect = clock.after(RECONNECT_MS, () => {
      void connect().then(catchUp, () => {
        if (!isClosing) reconnectSoon();
      });
    });
  }

  const catchUp = () => {
    onNotification("forms");
    onNotification("due");
  };

  await connect();
  measureSoon();
  return {
    get isListening() {
      return client !== undefined;
    },
    get clockAheadMs() {
      return clockAheadMs;
    },
    async close() {
      isClosing = true;
      cancelReconnect();
      cancelMeasuring();
      await client?.end();
    },
  };
}

/** Compares with the middle of the round trip. */
async function measureAhead(client: pg.Client, clock: Clock): Promise<number> {
  const before = clock.now();
  const { rows } = await client.query<{ now: number }>(
    "select extract(epoch from clock_timestamp()) * 1000 as now",
  );
  const after = clock.now();
  return (rows[0]?.now ?? after) - (before + after) / 2;
}
