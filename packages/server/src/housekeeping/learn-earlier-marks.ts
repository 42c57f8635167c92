/** Has the spam classifiers learn what users marked in 0.1.0. */
import type { Job, JobParts } from "./job.ts";

const EVERY_MS = 3_600_000;
const LIMIT = 25;

export function learnEarlierMarks({ store }: Pick<JobParts, "store">): Job {
  return {
    name: "learn earlier marks",
    everyMs: EVERY_MS,
    limit: LIMIT,
    async run(limit) {
      if (!(await store.reads.hasEarlierMarks({}))) return "done";
      return (await store.writes.learnEarlierMarks({ limit })) ? "more" : "done";
    },
  };
}
