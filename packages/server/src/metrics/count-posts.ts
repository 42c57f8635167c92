/**
 * Counts requests. Posts are counted in plain numbers, which are passed to the Prometheus library only when
 * the metrics are read: a post takes tens of microseconds, so allocations would be noticeable.
 */
import { Counter, type Registry } from "prom-client";
import { createFastHistogram } from "./fast-histogram.ts";

export interface PostCounts {
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

export function countPosts(registry: Registry): PostCounts {
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
