/** The Prometheus metrics of a server. docs/contribute/decisions/operations.md#metrics lists each one. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import { ERROR_CODES } from "../domain/delivery/delivery.ts";
import { DESTINATION_KINDS, type DestinationKind } from "../domain/delivery/destination.ts";
import type { ErrorCode } from "../domain/errors.ts";
import { REJECTION_REASON } from "../domain/rejected-post.ts";
import { VERSION } from "../platform/version.ts";
import { type MeasuredServer, measureServer } from "./measure-server.ts";

export interface Metrics extends Omit<PostCounts, "text">, WorkCounts {
  readonly watch: (server: MeasuredServer) => void;
  /** All metrics in the Prometheus text format. */
  readonly text: () => Promise<string>;
}

/** The media type of {@link Metrics.text}. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** Interval of sampling the event loop's lag. At the library's 10 ms it would use most CPU time of an idle server. */
const LAG_SAMPLE_MS = 50;

/** Gauges of the library whose names end as those of counters do; `nodejs_active_resources` has their numbers. */
const MISNAMED = [
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
];

export function createMetrics(database: "sqlite" | "postgres"): Metrics {
  // Not the global registry, since tests start several servers in one process.
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_SAMPLE_MS });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  new Gauge({
    name: "intray_build_info",
    help: "1; what runs is in the labels.",
    labelNames: ["version", "node", "database"],
    registers: [registry],
  }).set({ version: VERSION, node: process.versions.node, database }, 1);
  const { text: textOfPosts, ...posts } = countPosts(registry);
  return {
    ...posts,
    ...countWork(registry),
    watch: (server) => measureServer(registry, server),
    text: async () => `${withValidNan(await registry.metrics())}\n${textOfPosts()}`,
  };
}

/** The library writes Nan, but the format requires NaN. */
const withValidNan = (text: string) => text.replaceAll(" Nan\n", " NaN\n");

type PostCounts = ReturnType<typeof countPosts>;

const BOUNDS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const FORM_ROUTE = "/f/:form";
/** Larger than every HTTP status. */
const MAX_STATUS = 600;
const FIRST_ERROR_STATUS = 400;

function countPosts(registry: Registry) {
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
  const rejections = new Counter({
    name: "intray_posts_rejected_total",
    help: "Posts that were not stored, by reason and by the error code of their response.",
    labelNames: ["reason", "code"],
    registers: [registry],
  });
  // Series start at zero: a rate would miss the event that creates a series.
  for (const [code, reason] of Object.entries(REJECTION_REASON))
    rejections.inc({ reason, code }, 0);
  return {
    rejected: (code: ErrorCode) => rejections.inc({ reason: REJECTION_REASON[code], code }),
    accepted: (isSpam: boolean) => {
      if (isSpam) spam += 1;
      else ham += 1;
    },
    /** Call when a request to a form was answered, after `ms` milliseconds. */
    posted: (method: string | undefined, status: number, ms: number) => {
      responses[status] = (responses[status] ?? 0) + 1;
      if (method === "POST" && status < FIRST_ERROR_STATUS) seconds.observe(ms / 1_000);
    },
    /** Call when any other request was answered. `route` is the pattern of the path, never the path itself. */
    requested: (route: string, status: number) => requests.inc({ route, status }),
    postsSoFar: () => ham + spam,
    /** The metrics that are not in the registry, in the Prometheus text format. */
    text: () => seconds.text(),
  };
}

type WorkCounts = ReturnType<typeof countWork>;

interface Attempted {
  /** Of the destination; `null` if it was deleted meanwhile. */
  readonly kind: DestinationKind | null;
  readonly outcome: "succeeded" | "failed" | "blocked" | "aborted" | "worker_lost" | "stale";
  readonly error_code: string | null;
  readonly duration_ms: number;
  /** Of the delivery after the attempt. `undefined` if another attempt decides it, and for a test. */
  readonly state: string | undefined;
}

const FAILED_STATES = ["exhausted", "blocked"];

const COMMIT_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
const COMMIT_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** The deadline of an attempt is 15 s. */
const DELIVERY_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 20];

function countWork(registry: Registry) {
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
    labelNames: ["kind", "outcome", "error_code"],
    registers,
  });
  const durations = new Histogram({
    name: "intray_delivery_seconds",
    help: "Duration of attempts that succeeded or failed.",
    labelNames: ["kind"],
    buckets: DELIVERY_S,
    registers,
  });
  const failures = new Counter({
    name: "intray_deliveries_failed_total",
    help: "Deliveries that this process has given up, by the state that they ended in.",
    labelNames: ["kind", "state"],
    registers,
  });
  for (const kind of DESTINATION_KINDS) {
    attempts.inc({ kind, outcome: "succeeded", error_code: "" }, 0);
    for (const error_code of ERROR_CODES) {
      if (error_code === WORKER_LOST) continue;
      const outcome = error_code === "blocked_address" ? "blocked" : "failed";
      attempts.inc({ kind, outcome, error_code }, 0);
    }
    for (const state of FAILED_STATES) failures.inc({ kind, state }, 0);
    durations.zero({ kind });
  }
  const lost = (count: number) =>
    attempts.inc({ kind: "", outcome: WORKER_LOST, error_code: WORKER_LOST }, count);
  lost(0);
  return {
    /** Call after a transaction with this number of writes was committed. */
    committed: (writes: number, ms: number) => {
      sizes.observe(writes);
      seconds.observe(ms / 1_000);
    },
    /** Call when the outcome of an attempt was recorded. */
    attempted: ({ outcome, error_code, duration_ms, state = "", ...of }: Attempted) => {
      const kind = of.kind ?? "";
      attempts.inc({ kind, outcome, error_code: error_code ?? "" });
      if (FAILED_STATES.includes(state)) failures.inc({ kind, state });
      const wasSent = outcome === "succeeded" || outcome === "failed";
      if (wasSent && error_code !== "render_failed")
        durations.observe({ kind }, duration_ms / 1_000);
    },
    /** Call when this number of attempts lost their worker. */
    lost,
  };
}

/** Outcome and error code of an attempt whose process died. The kind of its destination is not known. */
const WORKER_LOST = "worker_lost";

interface CreateFastHistogramArgs {
  readonly name: string;
  readonly help: string;
  readonly bounds: readonly number[];
}

/** @param bounds The upper bounds of the buckets, ascending. */
export function createFastHistogram({ name, help, bounds }: CreateFastHistogramArgs) {
  const ends = Float64Array.from([...bounds, Infinity]);
  const counts = new Float64Array(ends.length);
  let sum = 0;
  return {
    /** Takes about 7 ns without allocations; the library's histogram takes 150 ns and allocates objects. */
    observe(value: number) {
      let bucket = 0;
      while (value > (ends[bucket] ?? value)) bucket += 1;
      counts[bucket] = (counts[bucket] ?? 0) + 1;
      sum += value;
    },
    /** Returns the Prometheus text format, with a final line break. */
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
