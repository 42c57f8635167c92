/** Removes submissions that are past their time: by their form's retention, as spam, or in the trash. */
import { DAY_MS, type Job, type JobParts } from "./job.ts";

const EVERY_MS = 3_600_000;
const LIMIT = 200;

export function removeExpired({ store, clock, spamDays, trashDays }: JobParts): Job {
  /** Where the round stands; `undefined` before the first cell of the next one. */
  let position: { readonly cell: number; readonly after_id: number } | undefined;
  let cells: Awaited<ReturnType<typeof list>> = [];
  const list = () => store.read("expiringGroups", {});

  return {
    name: "remove expired submissions",
    everyMs: EVERY_MS,
    limit: LIMIT,
    async run(limit) {
      if (position === undefined) cells = await list();
      const { cell: at, after_id } = position ?? { cell: 0, after_id: 0 };
      const cell = cells[at];
      position = undefined;
      if (cell === undefined) return "done";
      const now = clock.now();
      const walked = await store.write("removeExpired", {
        group: cell,
        after_id,
        limit,
        spam_before: now - spamDays * DAY_MS,
        trash_before: now - trashDays * DAY_MS,
        now,
      });
      position =
        walked.last_id === undefined
          ? { cell: at + 1, after_id: 0 }
          : { cell: at, after_id: walked.last_id };
      return "more";
    },
  };
}
