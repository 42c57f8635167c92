/** Counts the deliveries of submissions from before they were counted, so that these have a delivery state. */
import type { Job, JobParts } from "./job.ts";

const EVERY_MS = 3_600_000;
const LIMIT = 500;

export function countEarlierDeliveries({ store }: Pick<JobParts, "store">): Job {
  return {
    name: "count earlier deliveries",
    everyMs: EVERY_MS,
    limit: LIMIT,
    async run(limit) {
      if (!(await store.reads.hasUncountedDeliveries({}))) return "done";
      return (await store.writes.countEarlierDeliveries({ limit })) ? "more" : "done";
    },
  };
}
