/** Cancels e-mails that wait for a relay which is not set up, once they are as old as the last attempt of others. */
import type { Job, JobParts } from "./job.ts";

const MINUTES_10_MS = 600_000;

export const cancelUnsendable = ({
  store,
  clockWatch,
}: Pick<JobParts, "store" | "clockWatch">): Job => ({
  name: "cancel unsendable deliveries",
  everyMs: MINUTES_10_MS,
  limit: 500,
  async run(limit) {
    const now = clockWatch.deletionTime();
    if (now === undefined) return "paused";
    const canceled = await store.writes.cancelUnsendable({ now, limit });
    return canceled === limit ? "more" : "done";
  },
});
