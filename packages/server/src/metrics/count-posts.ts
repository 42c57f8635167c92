/**
 * Counts requests. What a post adds to are plain numbers, which the library is handed when somebody
 * asks: a post takes tens of microseconds, and is not to pay for objects.
 */
import { Counter, type Registry } from "prom-client";
import { createTally } from "./tally.ts";

export interface PostCounts {
  /** A post was stored. */
  readonly accepted: (isSpam: boolean) => void;
  /** The address of a form was asked, and answered so many milliseconds later. */
  readonly posted: (method: string | undefined, status: number, ms: number) => void;
  /** Any other address was asked. `route` is its pattern, never the address itself. */
  readonly requested: (route: string, status: number) => void;
  /** How many posts were stored. */
  readonly postsSoFar: () => number;
  /** What the registry does not tell itself. */
  readonly text: () => string;
}

const BOUNDS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const FORM_ROUTE = "/f/:form";
/** Above every status of HTTP. */
const STATUSES = 600;
const FIRST_REFUSAL = 400;

export function countPosts(registry: Registry): PostCounts {
  const seconds = createTally({
    name: "intray_intake_seconds",
    help: "From the head of a post to its answer, for posts that were accepted.",
    bounds: BOUNDS_S,
  });
  const answers = new Float64Array(STATUSES);
  let ham = 0;
  let spam = 0;
  registry.registerMetric(
    new Counter({
      name: "intray_submissions_accepted_total",
      help: "Posts that were stored, by what they were taken for.",
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
    help: "Requests that were answered, by the pattern of their address and the status.",
    labelNames: ["route", "status"],
    registers: [registry],
    collect() {
      answers.forEach((count, status) => {
        if (count > 0) this.inc({ route: FORM_ROUTE, status }, count);
      });
      answers.fill(0);
    },
  });
  return {
    accepted: (isSpam) => {
      if (isSpam) spam += 1;
      else ham += 1;
    },
    posted: (method, status, ms) => {
      answers[status] = (answers[status] ?? 0) + 1;
      if (method === "POST" && status < FIRST_REFUSAL) seconds.observe(ms / 1_000);
    },
    requested: (route, status) => requests.inc({ route, status }),
    postsSoFar: () => ham + spam,
    text: () => seconds.text(),
  };
}
