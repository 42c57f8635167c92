/** The Prometheus metrics of a server. docs/contribute/decisions/operations.md#metrics lists each one. */
import { collectDefaultMetrics, Registry } from "prom-client";
import { countPosts, type PostCounts } from "./count-posts.ts";
import { countWork, type WorkCounts } from "./count-work.ts";
import type { ClockWatch } from "../platform/clock-watch.ts";
import { measureClock } from "./measure-clock.ts";
import { measureOutbox, type OutboxStats } from "./measure-outbox.ts";
import { measureQuota } from "./measure-quota.ts";

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
