/** The notes and replies that a request includes in its submissions. */
import { invalid } from "../errors.ts";
import type { NoteAuthor } from "./note.ts";

/** By default none. Part of the key of a cached page, since notes are shown as their viewer sees them. */
export interface Include {
  /** Who reads the notes; without it there are none. */
  readonly notesFor?: NoteAuthor;
  readonly replies?: boolean;
}

/** The members that a request may include. */
export const INCLUDED = ["notes", "replies"] as const;

/** The names in the parameter `include`. @throws AppError `invalid` for one that cannot be included. */
export function includeNames(text: string): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !INCLUDED.some((one) => one === name));
  if (unknown === undefined) return names;
  throw invalid(
    "include",
    `"${unknown.slice(0, 40)}" cannot be included. The parameter include has notes, replies or both, separated by commas.`,
  );
}
