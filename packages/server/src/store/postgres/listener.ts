/**
 * The one connection that a process keeps for itself: it holds the lock that says "alive", and hears
 * what other processes tell. What is told is a hint; nothing is lost when it is missed.
 */
import pg from "pg";
import type { Clock } from "../../platform/clock.ts";
import { connectionSettings } from "./database.ts";
import { OWNER_LOCKS } from "./presence.ts";

export const CHANNEL = "intray";
/** Deliveries may be due; forms have changed; there may be events, as with every hint. */
export type Hint = "due" | "forms" | "events";

export interface Listener {
  /** Others' hints arrive at the moment; else caches must not be trusted. */
  readonly isListening: boolean;
  /** As last measured; the processes' machines may not agree, the database is one. */
  readonly clockAheadMs: number;
  close(): Promise<void>;
}

const RECONNECT_MS = 1_000;
const MEASURE_EVERY_MS = 60_000;

/**
 * @param onHint Also called, with every hint, when the connection is back after a loss: what was told
 *   meanwhile was missed.
 * @throws Error when the first connection fails.
 */
export async function openListener({
  url,
  owner,
  clock,
  onHint,
}: {
  readonly url: string;
  readonly owner: number;
  readonly clock: Clock;
  readonly onHint: (hint: Hint) => void;
}): Promise<Listener> {
  let client: pg.Client | undefined;
  let isClosing = false;
  let forgetTimer = () => {};
  let forgetMeasuring = () => {};
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
      if (payload === "due" || payload === "forms" || payload === "events") onHint(payload);
    });
    clockAheadMs = await measureAhead(opened, clock);
    client = opened;
  }

  function measureSoon(): void {
    forgetMeasuring = clock.after(MEASURE_EVERY_MS, () => {
      const measured = client === undefined ? undefined : measureAhead(client, clock);
      Promise.resolve(measured)
        .then((ahead) => (clockAheadMs = ahead ?? clockAheadMs))
        // The connection is gone; it measures when it is back.
        .catch(() => undefined)
        .finally(() => !isClosing && measureSoon());
    });
  }

  function reconnectSoon(): void {
    forgetTimer = clock.after(RECONNECT_MS, () => {
      void connect().then(catchUp, () => {
        if (!isClosing) reconnectSoon();
      });
    });
  }

  const catchUp = () => {
    onHint("forms");
    onHint("due");
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
      forgetTimer();
      forgetMeasuring();
      await client?.end();
    },
  };
}

/** By half of the way there and back. */
async function measureAhead(client: pg.Client, clock: Clock): Promise<number> {
  const before = clock.now();
  const { rows } = await client.query<{ now: number }>(
    "select extract(epoch from clock_timestamp()) * 1000 as now",
  );
  const after = clock.now();
  return (rows[0]?.now ?? after) - (before + after) / 2;
}
