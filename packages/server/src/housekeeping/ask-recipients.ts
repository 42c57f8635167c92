/** Asks recipients of e-mails to confirm their addresses, if that was not possible when they were added. */
import type { Job, JobParts } from "./job.ts";

const MINUTES_10_MS = 600_000;

export const askRecipients = (parts: Pick<JobParts, "askRecipients">): Job => ({
  name: "ask recipients",
  everyMs: MINUTES_10_MS,
  limit: 50,
  run: (limit) => parts.askRecipients(limit),
});
