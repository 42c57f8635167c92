/** Notes about submissions. They need an account key. */
import { type ApiPromise, call } from "./http/request.ts";
import type { Transport } from "./http/transport.ts";
import type { CallOptions } from "./options.ts";
import type { Note, NoteList } from "./schemas.ts";

/** `client.notes`. */
export class Notes {
  readonly #transport: Transport;

  /** Called by the client. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the notes about a submission, the oldest first. */
  list(submissionId: number, options: CallOptions = {}): ApiPromise<NoteList> {
    return call(this.#transport, {
      operation: "listNotes",
      method: "GET",
      path: ["submissions", submissionId, "notes"],
      ...options,
    });
  }

  /** Adds a note to a submission. */
  create(submissionId: number, text: string, options: CallOptions = {}): ApiPromise<Note> {
    return call(this.#transport, {
      operation: "createNote",
      method: "POST",
      path: ["submissions", submissionId, "notes"],
      json: { text },
      ...options,
    });
  }

  /** Changes a note that this key wrote. */
  update(id: number, text: string, options: CallOptions = {}): ApiPromise<Note> {
    return call(this.#transport, {
      operation: "updateNote",
      method: "PATCH",
      path: ["notes", id],
      json: { text },
      ...options,
    });
  }

  /** Deletes a note that this key wrote. */
  delete(id: number, options: CallOptions = {}): ApiPromise<Note> {
    return call(this.#transport, {
      operation: "deleteNote",
      method: "DELETE",
      path: ["notes", id],
      ...options,
    });
  }
}
