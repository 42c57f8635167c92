/** Compares the clock with the database: the date of the newest submission, and the due times of deliveries. */
import type { Job, JobParts } from "./job.ts";

const EVERY_MS = 60_000;
const LIMIT = 500;

export function checkClock({
  store,
  clockWatch,
  pullInDeliveries,
}: Pick<JobParts, "store" | "clockWatch" | "pullInDeliveries">): Job {
  return {
    name: "check clock",
    everyMs: EVERY_MS,
    limit: LIMIT,
    async run(limit) {
      const { submission_at } = await store.reads.newestTimes({});
      clockWatch.compareNewest(submission_at);
      const { count, hasMore } = await pullInDeliveries(limit);
      if (count > 0) clockWatch.pulledIn(count);
      return hasMore ? "more" : "done";
    },
  };
}
