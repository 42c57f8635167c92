/** The notes about submissions. A change of them is an event of the submission. */
import { AppError } from "../../domain/errors.ts";
import { noteNotFound, submissionNotFound } from "../../domain/not-found.ts";
import type { NoteAuthor, NoteRecord } from "../../domain/submission/note.ts";
import { isWrittenBy, MAX_NOTES } from "../../domain/submission/note.ts";
import { compileOnce } from "../engine/compiled.ts";
import { isAmong, lockRow } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";
import { recordSubmissionUpdated } from "../events/record-events.ts";
import { formOfSubmission } from "./submissions.ts";

const COLUMNS = [
  "id",
  "submission_id",
  "text",
  "author_kind",
  "author_id",
  "author_name",
  "created_at",
  "updated_at",
] as const;

type Scope = { readonly account_id: number; readonly submission_id: number };

/** The oldest first. @throws AppError `not_found` for a submission that is not the account's. */
export async function listNotes(db: Db, scope: Scope): Promise<readonly NoteRecord[]> {
  if ((await formOfSubmission(db, scope)) === undefined) {
    throw submissionNotFound(scope.submission_id);
  }
  return db
    .selectFrom("submission_note")
    .select(COLUMNS)
    .where("account_id", "=", scope.account_id)
    .where("submission_id", "=", scope.submission_id)
    .orderBy("id")
    .execute();
}

/** The notes about several submissions, the oldest first. `ids` is an `idsText`. */
export const notesAbout = compileOnce((db, p: { readonly ids: string }) =>
  db
    .selectFrom("submission_note")
    .select(COLUMNS)
    .where(isAmong(db, "submission_id", p.ids))
    .orderBy("submission_id")
    .orderBy("id"),
);

interface CreateNoteArgs extends Scope {
  readonly text: string;
  readonly author: NoteAuthor;
  readonly author_name: string;
  readonly now: number;
}

/** @throws AppError `not_found`; `conflict` if the submission has too many notes. */
export async function createNote(
  db: Db,
  { account_id, submission_id, text, author, author_name, now }: CreateNoteArgs,
): Promise<NoteRecord> {
  await lockRow(db, "submission", submission_id);
  const form_id = await formOfSubmission(db, { account_id, submission_id });
  if (form_id === undefined) throw submissionNotFound(submission_id);
  const { n } = await db
    .selectFrom("submission_note")
    .select((count) => count.fn.countAll<number>().as("n"))
    .where("account_id", "=", account_id)
    .where("submission_id", "=", submission_id)
    .executeTakeFirstOrThrow();
  if (n >= MAX_NOTES) {
    throw new AppError(
      "conflict",
      `The submission ${submission_id} has ${MAX_NOTES} notes, the most that one may have. Delete one first.`,
    );
  }
  const note = await db
    .insertInto("submission_note")
    .values({
      account_id,
      submission_id,
      text,
      author_kind: author.kind,
      author_id: author.id,
      author_name,
      created_at: now,
      updated_at: now,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  await recordSubmissionUpdated(db, { account_id, form_id, id: submission_id, now });
  return note;
}

interface OwnNote {
  readonly id: number;
  readonly account_id: number;
  readonly author: NoteAuthor;
  readonly now: number;
}

/** @throws AppError `not_found`; `forbidden` if somebody else wrote it. */
export const updateNote = (db: Db, { text, ...own }: OwnNote & { readonly text: string }) =>
  changeOwn(db, own, () =>
    db
      .updateTable("submission_note")
      .set({ text, updated_at: own.now })
      .where("id", "=", own.id)
      .returning(COLUMNS)
      .executeTakeFirst(),
  );

/** Returns the deleted note. @throws AppError `not_found`; `forbidden` if somebody else wrote it. */
export const deleteNote = (db: Db, own: OwnNote) =>
  changeOwn(db, own, () =>
    db.deleteFrom("submission_note").where("id", "=", own.id).returning(COLUMNS).executeTakeFirst(),
  );

async function changeOwn(
  db: Db,
  { id, account_id, author, now }: OwnNote,
  change: () => Promise<NoteRecord | undefined>,
): Promise<NoteRecord> {
  const before = await db
    .selectFrom("submission_note")
    .select(["author_kind", "author_id"])
    .where("id", "=", id)
    .where("account_id", "=", account_id)
    .executeTakeFirst();
  if (before === undefined) throw noteNotFound(id);
  if (!isWrittenBy(before, author)) {
    throw new AppError("forbidden", "Only its author can change or delete a note.");
  }
  const note = await change();
  if (note === undefined) throw noteNotFound(id);
  const { submission_id } = note;
  const form_id = await formOfSubmission(db, { account_id, submission_id });
  if (form_id !== undefined) {
    await recordSubmissionUpdated(db, { account_id, form_id, id: submission_id, now });
  }
  return note;
}
