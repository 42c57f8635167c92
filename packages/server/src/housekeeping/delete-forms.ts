/** Deletes the records of deleted forms in batches, and finally the forms. */
import type { Job, JobParts } from "./job.ts";

const EVERY_MS = 1_000;
const LIMIT = 200;

export function deleteForms({ store }: JobParts): Job {
  return {
    name: "delete forms",
    everyMs: EVERY_MS,
    limit: LIMIT,
    async run(limit) {
      if ((await store.reads.nextDeletedForm({})) === undefined) return "done";
      return (await store.writes.deleteFormBatch({ limit })) ? "more" : "done";
    },
  };
}
