/** The notes and replies that a request includes in its submissions. */
import type { NoteAuthor } from "./note.ts";

/** By default none. Part of the key of a cached page, since notes are shown as their viewer sees them. */
export interface Include {
  /** Who reads the notes; without it there are none. */
  readonly notesFor?: NoteAuthor;
  readonly replies?: boolean;
  /** Whether names and addresses of people of the account are masked. */
  readonly masksPeople?: boolean;
}

export const INCLUDED = ["notes", "replies"] as const;
