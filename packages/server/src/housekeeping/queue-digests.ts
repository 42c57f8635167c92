/** Queues the digests that are due. */
import type { Job, JobParts } from "./job.ts";

const EVERY_MS = 10_000;
/** Digests that are looked at; all of them together are few mails, and the next batch makes the others. */
const LIMIT = 5;

export const queueDigests = (run: NonNullable<JobParts["queueDigests"]>): Job => ({
  name: "queue digests",
  everyMs: EVERY_MS,
  limit: LIMIT,
  run,
});
