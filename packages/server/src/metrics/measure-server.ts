/** Gauges and counters that are read each time the metrics are read. */
import { Counter, Gauge, type Registry } from "prom-client";
import { type Clock, msBetween, plusMs } from "../platform/clock.ts";
import type { ClockWatch } from "../platform/clock-watch.ts";
import { withinTime } from "../platform/bounds.ts";

type ByLabel = Readonly<Record<string, number>>;

export interface MeasuredServer {
  readonly clock: Pick<Clock, "after" | "monotonic">;
  readonly clockWatch: Pick<ClockWatch, "state">;
  /** Deliveries leased by this process. */
  leased(): number;
  /** The number of origins whose circuit is open in this process. */
  openCircuits(): number;
  /** How long the longest overdue delivery has been due, in milliseconds; 0 if none is due. */
  oldestDueMs(): Promise<number>;
  /** Queued deliveries by the kind of their destination, and open alerts by their kind. */
  openWork(): Promise<{ readonly pending: ByLabel; readonly alerts: ByLabel }>;
  /** By what is on the disk: `data`, or `files` of posts. */
  freeBytes(): Promise<ByLabel>;
  /** When the last backup was made, in milliseconds since the epoch; `undefined` if none is recorded. */
  lastBackupAt(): number | undefined;
  highestShare(): number;
}

type Value = number | undefined | ByLabel;

/** Shorter than Prometheus waits for all metrics: those of the process are needed most while the database hangs. */
const READ_WITHIN_MS = 2_000;

export function measureServer(registry: Registry, server: MeasuredServer): void {
  const openWork = reuseResult(() => server.openWork(), server.clock);
  const clockState = () => server.clockWatch.state();

  /** @param label The name of the label, if `read` returns a number for each of its values. */
  function gauge(name: string, help: string, read: () => Value | Promise<Value>, label?: string) {
    const metric = new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      async collect() {
        const limit = { clock: server.clock, ms: READ_WITHIN_MS };
        const value = await withinTime(read, limit).catch(() => undefined);
        // Without a value the metric is absent.
        if (label === undefined) this.remove();
        else this.reset();
        if (typeof value === "number") this.set(value);
        else for (const of in value) metric.set({ [label ?? ""]: of }, value[of] ?? 0);
      },
    });
  }
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });

  gauge("intray_deliveries_leased", "Deliveries leased by this process.", () => server.leased());
  gauge(
    "intray_delivery_circuits_open",
    "Origins of webhooks that hang or refuse connections: this process sends them one probe at a time.",
    () => server.openCircuits(),
  );
  gauge(
    "intray_delivery_oldest_due_seconds",
    "How long the longest overdue delivery has been due, except deliveries of webhooks at capacity. Absent while the database does not respond.",
    async () => (await server.oldestDueMs()) / 1_000,
  );
  gauge(
    "intray_deliveries_pending",
    "Queued deliveries of all processes. Absent while the database does not respond.",
    async () => (await openWork()).pending,
    "kind",
  );
  gauge(
    "intray_alerts_open",
    "Open alerts of all accounts. Absent while the database does not respond.",
    async () => (await openWork()).alerts,
    "kind",
  );
  gauge(
    "intray_disk_free_bytes",
    "Bytes that may still be written to the disk of the data folder, and to that of uploaded files.",
    () => server.freeBytes(),
    "disk",
  );
  gauge(
    "intray_last_backup_timestamp_seconds",
    "When intray-server backup last copied this database. Absent if no backup is recorded.",
    () => {
      const at = server.lastBackupAt();
      return at === undefined ? undefined : at / 1_000;
    },
  );
  gauge(
    "intray_file_quota_used_ratio",
    "The highest share of a form's or an account's file quota in use, of those that this process has stored files for.",
    () => server.highestShare(),
  );
  gauge(
    "intray_deleting_paused",
    "1 while nothing is deleted by age, because the clock was set or is in doubt.",
    () => (clockState().pause === undefined ? 0 : 1),
  );
  gauge(
    "intray_newest_row_ahead_seconds",
    "How far the newest submission is dated in the future.",
    () => clockState().newestAheadMs / 1_000,
  );
  counter(
    "intray_clock_steps_total",
    "Steps of the clock by more than a minute, suspensions of the machine included.",
    () => clockState().steps,
  );
  counter(
    "intray_deliveries_pulled_in_total",
    "Deliveries that were due later than their schedule allows.",
    () => clockState().pulledIn,
  );
}

/** Counting takes at most 2 % of one connection, however many rows there are, and however often the metrics are read. */
const REUSED_TIMES = 50;

/** Returns the result of a run until {@link REUSED_TIMES} its duration has passed. Calls that overlap share one run. */
function reuseResult<T>(run: () => Promise<T>, clock: Pick<Clock, "monotonic">): () => Promise<T> {
  let last: Promise<T> | undefined;
  let runAgainAt = clock.monotonic();
  async function timed(): Promise<T> {
    const startedAt = clock.monotonic();
    const result = await run();
    const endedAt = clock.monotonic();
    runAgainAt = plusMs(endedAt, REUSED_TIMES * msBetween(startedAt, endedAt));
    return result;
  }
  return () => {
    const startedAt = clock.monotonic();
    if (last !== undefined && startedAt < runAgainAt) return last;
    runAgainAt = plusMs(startedAt, Infinity);
    last = timed().catch((error: unknown) => {
      runAgainAt = startedAt;
      throw error;
    });
    return last;
  };
}
