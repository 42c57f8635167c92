/** The files of a submission, for the mail about it. */
import type { Db } from "../engine/schema.ts";

/** In the order of the post. */
export async function submissionFiles(
  db: Db,
  { submission_id }: { readonly submission_id: number },
) {
  return db
    .selectFrom("attachment")
    .select(["name", "content_type", "file_size", "storage_key"])
    .where("submission_id", "=", submission_id)
    .orderBy("id")
    .execute();
}
