/** A note that somebody of the account wrote about a submission. */
import type { Note } from "@intray/sdk/schemas";
import { MASK } from "../delivery/webhook.ts";
import { isoTime } from "../../platform/iso-time.ts";

/** Notes of one submission. */
export const MAX_NOTES = 200;

/** Who wrote it: somebody who is signed in, or a program with an API key. Only the author may change it. */
export interface NoteAuthor {
  readonly kind: "user" | "key";
  /** Of the login or the key; `null` for a user who has chosen no sign-in address yet. */
  readonly id: number | null;
}

export interface NoteRecord {
  readonly id: number;
  readonly submission_id: number;
  readonly text: string;
  readonly author_kind: NoteAuthor["kind"];
  readonly author_id: number | null;
  /** As the author was called when the note was written. */
  readonly author_name: string;
  readonly created_at: number;
  /** Of the last change; that of its creation if there was none. */
  readonly updated_at: number;
}

export const isWrittenBy = (
  { author_kind, author_id }: Pick<NoteRecord, "author_kind" | "author_id">,
  { kind, id }: NoteAuthor,
): boolean => author_kind === kind && author_id === id;

/** The note in the API, as `viewer` sees it. */
export const noteInApi = (note: NoteRecord, viewer: NoteAuthor, masksPeople = false): Note => ({
  id: note.id,
  submission_id: note.submission_id,
  text: note.text,
  author: masksPeople && note.author_kind === "user" ? MASK : note.author_name,
  author_kind: note.author_kind,
  is_own: isWrittenBy(note, viewer),
  created_at: isoTime(note.created_at),
  updated_at: isoTime(note.updated_at),
});
