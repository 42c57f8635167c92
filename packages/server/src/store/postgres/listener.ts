/**
 * The connection that each process keeps open: it holds the advisory lock that proves the process is alive,
 * and receives notifications of other processes. A missed notification only delays work.
 */
import type pg from "pg";
import { type Clock, msBetween, plusMs, type WallReading } from "../../platform/clock.ts";
import { connectionSettings } from "./database.ts";
import { OWNER_LOCKS } from "./presence.ts";
import type { Primary } from "./primary.ts";

export const CHANNEL = "intray";
/** Deliveries may be due; forms have changed; there may be events (true of every notification). */
export type Notification = "due" | "forms" | "events";

export type Listener = Awaited<ReturnType<typeof openListener>>;

/** At once: until it is connected again, others cannot know that this process is alive. */
const FIRST_RECONNECT_MS = 50;
const RECONNECT_MS = 1_000;
/** Precedes the number of a process that has its lock again. */
const RETURNED = "returned ";
/** Precedes the number of the process that sends a text to all others, and the text. */
export const TOLD = "told ";
const MEASURE_EVERY_MS = 60_000;

/**
 * @param onNotification Also called for every kind of notification after a reconnect, since some were missed.
 * @param onTold Called with a text that another process has sent to all.
 * @param onReturned Called when another process has connected again, so that its lock is no longer free.
 * @param onReconnect Called when this process has connected again.
 * @throws Error if the first connection fails.
 */
export async function openListener({
  primary,
  owner,
  clock,
  onNotification,
  onTold,
  onReturned,
  onReconnect,
}: {
  readonly primary: Primary;
  readonly owner: number;
  readonly clock: Clock;
  readonly onNotification: (notification: Notification) => void;
  readonly onTold: (text: string) => void;
  readonly onReturned: (owner: number) => void;
  readonly onReconnect: () => void;
}) {
  let client: pg.Client | undefined;
  let isClosing = false;
  let cancelReconnect = () => {};
  let cancelMeasuring = () => {};
  let databaseTime: WallReading = { wallMs: clock.now(), at: clock.monotonic() };

  async function connect(): Promise<void> {
    const opened = new primary.Client(connectionSettings(primary.url));
    const lost = () => {
      if (client === opened) client = undefined;
      opened.removeAllListeners();
      // A broken connection may report more than one error.
      opened.on("error", () => undefined);
      if (!isClosing) reconnectAfter(FIRST_RECONNECT_MS);
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
    // Closed while it connected: an open connection would keep the process alive.
    if (isClosing) return opened.end();
    opened.once("end", lost);
    opened.on("notification", ({ payload = "" }) => {
      if (payload.startsWith(RETURNED)) onReturned(Number(payload.slice(RETURNED.length)));
      else if (payload.startsWith(TOLD)) {
        const [, sender, ...words] = payload.split(" ");
        if (sender !== String(owner)) onTold(words.join(" "));
      } else if (payload === "due" || payload === "forms" || payload === "events")
        onNotification(payload);
    });
    client = opened;
    databaseTime = await readTime(opened, clock);
  }

  function measureSoon(): void {
    cancelMeasuring = clock.after(MEASURE_EVERY_MS, () => {
      const reading = client === undefined ? undefined : readTime(client, clock);
      Promise.resolve(reading)
        .then((time) => (databaseTime = time ?? databaseTime))
        // The connection is lost; a reconnect measures again.
        .catch(() => undefined)
        .finally(() => !isClosing && measureSoon());
    });
  }

  function reconnectAfter(delayMs: number): void {
    cancelReconnect = clock.after(delayMs, () => {
      void connect().then(
        () => isClosing || catchUp(),
        () => isClosing || reconnectAfter(RECONNECT_MS),
      );
    });
  }

  const catchUp = () => {
    onReconnect();
    // If this fails, the connection is lost again.
    client
      ?.query("select pg_notify($1, $2)", [CHANNEL, `${RETURNED}${owner}`])
      .catch(() => undefined);
    onNotification("forms");
    onNotification("due");
  };

  await connect();
  measureSoon();
  return {
    /** Whether notifications arrive now; otherwise caches must not be used. */
    get isListening() {
      return client !== undefined;
    },
    /** The last reading of the database's clock. */
    get databaseTime() {
      return databaseTime;
    },
    async close() {
      isClosing = true;
      cancelReconnect();
      cancelMeasuring();
      await client?.end();
    },
  };
}

/** Takes the reading for the middle of the round trip. */
async function readTime(client: pg.Client, clock: Clock): Promise<WallReading> {
  const before = clock.monotonic();
  const { rows } = await client.query<{ now: number }>(
    "select extract(epoch from clock_timestamp()) * 1000 as now",
  );
  const tripMs = msBetween(before, clock.monotonic());
  return { wallMs: rows[0]?.now ?? clock.now(), at: plusMs(before, tripMs / 2) };
}
