/** Queues the digests that are due. */
import type { Job, JobParts } from "./job.ts";

const EVERY_MS = 10_000;
/** Each digest may be up to 150 mails, which are rendered on the thread that answers requests. */
const LIMIT = 5;

export const queueDigests = (run: NonNullable<JobParts["queueDigests"]>): Job => ({
  name: "queue digests",
  everyMs: EVERY_MS,
  limit: LIMIT,
  run,
});
