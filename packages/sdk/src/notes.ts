/** Notes about submissions. They need an account key. */
import type { ApiPromise } from "./http/request.ts";
import type { CallOptions } from "./options.ts";
import { Resource } from "./resource.ts";
import type { Note } from "./schemas.ts";

/** `client.notes`. */
export class Notes extends Resource {
  /** Lists the notes about a submission, the oldest first. */
  readonly list = this.operation("listNotes");

  /** Deletes a note that this key wrote. */
  readonly delete = this.operation("deleteNote");

  /** Adds a note to a submission. */
  create(submissionId: number, text: string, options: CallOptions = {}): ApiPromise<Note> {
    return this.call("createNote", { at: submissionId, json: { text }, ...options });
  }

  /** Changes a note that this key wrote. */
  update(id: number, text: string, options: CallOptions = {}): ApiPromise<Note> {
    return this.call("updateNote", { at: id, json: { text }, ...options });
  }
}
