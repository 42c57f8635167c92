/** What a server counts about itself. Decision 0070 says what each figure means. */
import { collectDefaultMetrics, Registry } from "prom-client";
import { countPosts, type PostCounts } from "./count-posts.ts";
import { countWork, type WorkCounts } from "./count-work.ts";
import { measureOutbox, type OutboxFigures } from "./measure-outbox.ts";

export interface Metrics extends Omit<PostCounts, "text">, WorkCounts {
  /** From now on the figures of this outbox are told, too. */
  readonly watch: (outbox: OutboxFigures) => void;
  /** All of it in Prometheus' text format. */
  readonly text: () => Promise<string>;
}

/** The media type of {@link Metrics.text}. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** How often the event loop's lag is sampled: at the library's 10 ms that is most of what a server at rest does. */
const LAG_EVERY_MS = 50;

export function createMetrics(): Metrics {
  // Not the library's global one: tests start several servers in one process.
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_EVERY_MS });
  const { text: textOfPosts, ...posts } = countPosts(registry);
  return {
    ...posts,
    ...countWork(registry),
    watch: (outbox) => measureOutbox(registry, outbox),
    text: async () => `${spelled(await registry.metrics())}\n${textOfPosts()}`,
  };
}

/** The library writes Nan, which the format does not know. */
const spelled = (text: string) => text.replaceAll(" Nan\n", " NaN\n");
