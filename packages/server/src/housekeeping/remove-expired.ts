/** Deletes expired submissions: past the retention of their form, old spam, and old trash. */
import { DAY_MS, type Job, type JobParts } from "./job.ts";

const EVERY_MS = 3_600_000;
const LIMIT = 200;

export function removeExpired({ store, clockWatch, spamDays, trashDays }: JobParts): Job {
  /** Where the next batch continues; `undefined` before the first group. */
  let position: { readonly group: number; readonly after_id: number } | undefined;
  let groups: Awaited<ReturnType<typeof list>> = [];
  const list = () => store.reads.expiringGroups({});

  return {
    name: "remove expired submissions",
    everyMs: EVERY_MS,
    limit: LIMIT,
    async run(limit) {
      if (position === undefined) groups = await list();
      const { group: at, after_id } = position ?? { group: 0, after_id: 0 };
      const group = groups[at];
      const now = clockWatch.deletionTime();
      if (now === undefined) return "paused";
      position = undefined;
      if (group === undefined) return "done";
      const { last_id } = await store.writes.removeExpired({
        group,
        after_id,
        limit,
        spam_before: now - spamDays * DAY_MS,
        trash_before: now - trashDays * DAY_MS,
        now,
      });
      position =
        last_id === undefined ? { group: at + 1, after_id: 0 } : { group: at, after_id: last_id };
      return "more";
    },
  };
}
