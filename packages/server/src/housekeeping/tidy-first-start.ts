/** Deletes the instructions of the first start after a sign-in or a week. */
import type { Job, JobParts } from "./job.ts";

const HOUR_MS = 3_600_000;

export const tidyFirstStart = (parts: Pick<JobParts, "tidyFirstStart" | "clockWatch">): Job => ({
  name: "tidy first start",
  everyMs: HOUR_MS,
  limit: 1,
  async run() {
    if (parts.clockWatch.deletionTime() === undefined) return "paused";
    await parts.tidyFirstStart();
    return "done";
  },
});
