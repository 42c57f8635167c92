/** Finds attachments: one for download, and those of a submission. */
import type { Selectable } from "kysely";
import { ofLiveForm } from "../forms/live-forms.ts";
import type { Db, Schema } from "../engine/schema.ts";

const COLUMNS = ["id", "name", "content_type", "file_size", "sha256", "storage_key"] as const;
export type FileRecord = Pick<Selectable<Schema["attachment"]>, (typeof COLUMNS)[number]>;

/** An attachment in the scope of an API key; `undefined` if there is none. */
export async function findAttachment(
  db: Db,
  {
    id,
    account_id,
    form_id,
  }: { readonly id: number; readonly account_id: number; readonly form_id?: number | undefined },
): Promise<FileRecord | undefined> {
  let query = db
    .selectFrom("attachment")
    .select(COLUMNS)
    .where("id", "=", id)
    .where("account_id", "=", account_id)
    .where(ofLiveForm("form_id"));
  if (form_id !== undefined) query = query.where("form_id", "=", form_id);
  return query.executeTakeFirst();
}

/** A file by its public link; `undefined` if there is none, or if it was stored before `since`. */
export const findPublicAttachment = async (
  db: Db,
  { public_token, since }: { readonly public_token: string; readonly since: number },
): Promise<FileRecord | undefined> =>
  db
    .selectFrom("attachment")
    .select(COLUMNS)
    .where("public_token", "=", public_token)
    .where("created_at", ">", since)
    .where(ofLiveForm("form_id"))
    .executeTakeFirst();

/** The files of a submission for the mail about it, in the order of the post. */
export const submissionFiles = async (
  db: Db,
  { submission_id }: { readonly submission_id: number },
) =>
  db
    .selectFrom("attachment")
    .select(["name", "content_type", "file_size", "storage_key"])
    .where("submission_id", "=", submission_id)
    .orderBy("id")
    .execute();
