/** The Prometheus metrics of a server. docs/contribute/decisions/operations.md#metrics lists each one. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import type { ClockWatch } from "../platform/clock-watch.ts";
import { type OutboxStats, measureOutbox } from "./measure-outbox.ts";
import { ERROR_CODES } from "../domain/delivery/delivery.ts";

export interface Metrics extends Omit<PostCounts, "text">, WorkCounts {
  /** Adds the gauges of this outbox. */
  readonly watch: (outbox: OutboxStats) => void;
  /** Adds the gauge of the file quotas. */
  readonly watchQuota: (highestShare: () => number) => void;
  /** Adds the metrics of the clock. */
  readonly watchClock: (clock: Pick<ClockWatch, "state">) => void;
  /** All metrics in the Prometheus text format. */
  readonly text: () => Promise<string>;
}

/** The media type of {@link Metrics.text}. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** Interval of sampling the event loop's lag. At the library's 10 ms it would use most CPU time of an idle server. */
const LAG_SAMPLE_MS = 50;

export function createMetrics(): Metrics {
  // Not the global registry, since tests start several servers in one process.
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_SAMPLE_MS });
  const { text: textOfPosts, ...posts } = countPosts(registry);
  return {
    ...posts,
    ...countWork(registry),
    watch: (outbox) => measureOutbox(registry, outbox),
    watchQuota: (highestShare) => measureQuota(registry, highestShare),
    watchClock: (clock) => measureClock(registry, clock),
    text: async () => `${withValidNan(await registry.metrics())}\n${textOfPosts()}`,
  };
}

/** The library writes Nan, but the format requires NaN. */
const withValidNan = (text: string) => text.replaceAll(" Nan\n", " NaN\n");

interface PostCounts {
  /** Call when a post was stored. */
  readonly accepted: (isSpam: boolean) => void;
  /** Call when a request to a form was answered, after `ms` milliseconds. */
  readonly posted: (method: string | undefined, status: number, ms: number) => void;
  /** Call when any other request was answered. `route` is the pattern of the path, never the path itself. */
  readonly requested: (route: string, status: number) => void;
  /** The number of stored posts. */
  readonly postsSoFar: () => number;
  /** The metrics that are not in the registry, in the Prometheus text format. */
  readonly text: () => string;
}

const BOUNDS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const FORM_ROUTE = "/f/:form";
/** Larger than every HTTP status. */
const MAX_STATUS = 600;
const FIRST_ERROR_STATUS = 400;

function countPosts(registry: Registry): PostCounts {
  const seconds = createFastHistogram({
    name: "intray_intake_seconds",
    help: "Time from the head of an accepted post to its response.",
    bounds: BOUNDS_S,
  });
  const responses = new Float64Array(MAX_STATUS);
  let ham = 0;
  let spam = 0;
  registry.registerMetric(
    new Counter({
      name: "intray_submissions_accepted_total",
      help: "Stored posts by verdict.",
      labelNames: ["verdict"],
      registers: [],
      collect() {
        this.reset();
        this.inc({ verdict: "ham" }, ham);
        this.inc({ verdict: "spam" }, spam);
      },
    }),
  );
  const requests = new Counter({
    name: "intray_http_requests_total",
    help: "Responses by the pattern of the request's path and by status.",
    labelNames: ["route", "status"],
    registers: [registry],
    collect() {
      responses.forEach((count, status) => {
        if (count > 0) this.inc({ route: FORM_ROUTE, status }, count);
      });
      responses.fill(0);
    },
  });
  return {
    accepted: (isSpam) => {
      if (isSpam) spam += 1;
      else ham += 1;
    },
    posted: (method, status, ms) => {
      responses[status] = (responses[status] ?? 0) + 1;
      if (method === "POST" && status < FIRST_ERROR_STATUS) seconds.observe(ms / 1_000);
    },
    requested: (route, status) => requests.inc({ route, status }),
    postsSoFar: () => ham + spam,
    text: () => seconds.text(),
  };
}

interface WorkCounts {
  /** Call after a transaction with this number of writes was committed. */
  readonly committed: (writes: number, ms: number) => void;
  /** Call when the outcome of an attempt was recorded. */
  readonly attempted: (attempt: Attempted) => void;
  /** Call when this number of attempts lost their worker. */
  readonly lost: (attempts: number) => void;
}

interface Attempted {
  readonly outcome: "succeeded" | "failed" | "blocked" | "aborted" | "worker_lost" | "stale";
  readonly error_code: string | null;
  readonly duration_ms: number;
}

const COMMIT_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
const COMMIT_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** The deadline of an attempt is 15 s. */
const DELIVERY_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 20];

function countWork(registry: Registry): WorkCounts {
  const registers = [registry];
  const sizes = new Histogram({
    name: "intray_commit_batch_size",
    help: "Writes per transaction.",
    buckets: COMMIT_SIZES,
    registers,
  });
  const seconds = new Histogram({
    name: "intray_commit_seconds",
    help: "Duration of a transaction, including the sync to disk.",
    buckets: COMMIT_S,
    registers,
  });
  const attempts = new Counter({
    name: "intray_delivery_attempts_total",
    help: "Delivery attempts by outcome.",
    labelNames: ["outcome", "error_code"],
    registers,
  });
  const durations = new Histogram({
    name: "intray_delivery_seconds",
    help: "Duration of attempts that succeeded or failed.",
    buckets: DELIVERY_S,
    registers,
  });
  // Series start at zero: a rate would miss the event that creates a series.
  attempts.inc({ outcome: "succeeded", error_code: "" }, 0);
  for (const error_code of ERROR_CODES) {
    attempts.inc({ outcome: OUTCOMES[error_code] ?? "failed", error_code }, 0);
  }
  return {
    committed: (writes, ms) => {
      sizes.observe(writes);
      seconds.observe(ms / 1_000);
    },
    attempted: ({ outcome, error_code, duration_ms }) => {
      attempts.inc({ outcome, error_code: error_code ?? "" });
      const wasSent = outcome === "succeeded" || outcome === "failed";
      if (wasSent && error_code !== "render_failed") durations.observe(duration_ms / 1_000);
    },
    lost: (count) => attempts.inc({ outcome: "worker_lost", error_code: "worker_lost" }, count),
  };
}

/** The outcomes of error codes whose outcome is not `failed`. */
const OUTCOMES: Readonly<Record<string, Attempted["outcome"]>> = {
  blocked_address: "blocked",
  worker_lost: "worker_lost",
};

function measureClock(registry: Registry, clock: Pick<ClockWatch, "state">): void {
  registry.registerMetric(
    new Gauge({
      name: "intray_deleting_paused",
      help: "1 while nothing is deleted by age, because the clock was set or is in doubt.",
      registers: [],
      collect() {
        this.set(clock.state().pause === undefined ? 0 : 1);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: "intray_newest_row_ahead_seconds",
      help: "How far the newest submission is dated in the future.",
      registers: [],
      collect() {
        this.set(clock.state().newestAheadMs / 1_000);
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: "intray_clock_steps_total",
      help: "Steps of the clock by more than a minute, suspensions of the machine included.",
      registers: [],
      collect() {
        this.reset();
        this.inc(clock.state().steps);
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: "intray_deliveries_pulled_in_total",
      help: "Deliveries that were due later than their schedule allows.",
      registers: [],
      collect() {
        this.reset();
        this.inc(clock.state().pulledIn);
      },
    }),
  );
}

/** @param highestShare The highest share of a file quota in use. */
function measureQuota(registry: Registry, highestShare: () => number): void {
  registry.registerMetric(
    new Gauge({
      name: "intray_file_quota_used_ratio",
      help: "The highest share of a form's or an account's file quota in use, of those that this process has stored files for.",
      registers: [],
      collect() {
        this.set(highestShare());
      },
    }),
  );
}

interface FastHistogram {
  /** Takes about 7 ns without allocations; the library's histogram takes 150 ns and allocates objects. */
  observe(value: number): void;
  /** Returns the Prometheus text format, with a final line break. */
  text(): string;
}

/** @param bounds The upper bounds of the buckets, ascending. */
export function createFastHistogram({
  name,
  help,
  bounds,
}: {
  readonly name: string;
  readonly help: string;
  readonly bounds: readonly number[];
}): FastHistogram {
  const ends = Float64Array.from([...bounds, Infinity]);
  const counts = new Float64Array(ends.length);
  let sum = 0;
  return {
    observe(value) {
      let bucket = 0;
      while (value > (ends[bucket] ?? value)) bucket += 1;
      counts[bucket] = (counts[bucket] ?? 0) + 1;
      sum += value;
    },
    text() {
      let total = 0;
      const buckets = Array.from(counts, (count, n) => {
        total += count;
        return `${name}_bucket{le="${bounds[n] ?? "+Inf"}"} ${total}`;
      });
      const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...buckets];
      return `${[...lines, `${name}_sum ${sum}`, `${name}_count ${total}`].join("\n")}\n`;
    },
  };
}
