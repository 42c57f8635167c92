/** Takes away what hangs on deleted forms, and in the end the forms themselves. */
import type { Job, JobParts } from "./job.ts";

const EVERY_MS = 1_000;
const LIMIT = 200;

export function deleteForms({ store, storage }: JobParts): Job {
  return {
    name: "delete forms",
    everyMs: EVERY_MS,
    limit: LIMIT,
    async run(limit) {
      if ((await store.read("nextDeletedForm", {})) === undefined) return "done";
      const batch = await store.write("deleteFormBatch", { limit });
      if (batch === undefined) return "done";
      // After the commit: a crash between the two leaves files that nothing names, never a name without its file.
      for (const key of batch.storage_keys) await storage.remove(key);
      return "more";
    },
  };
}
