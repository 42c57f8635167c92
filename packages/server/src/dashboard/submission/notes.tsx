/** The notes about a submission on its page. Authors change and delete their own. */
import type { Hono } from "hono";
import type { Note, Submission } from "@intray/sdk/schemas";
import { AppError } from "../../domain/errors.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { byId, dataOf } from "../http/api-client.ts";
import { type Posted, readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv } from "../http/env.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { onceFor, RequestKeyInput } from "../http/request-key.tsx";
import { Card } from "../layout/card.tsx";
import { CheckedForm } from "../layout/form-errors.tsx";
import { draft, TextArea } from "../layout/fields.tsx";
import { LinkedText, Text } from "../layout/user-text.tsx";
import { findSubmission, originQuery } from "./find-submission.ts";

/** What a person typed that could not be saved. */
export interface UnsavedNote {
  /** Of the note that was to be changed; `undefined` for a new one. */
  readonly id: number | undefined;
  readonly text: string;
  readonly error: AppError;
}

/** @param showAgain Shows the page with what was typed. */
export function addNoteRoutes(
  routes: Hono<DashboardEnv>,
  showAgain: (
    c: DashboardContext,
    submission: Submission,
    unsaved: UnsavedNote,
  ) => Promise<Response>,
): void {
  const save = async (
    c: DashboardContext,
    note: number | undefined,
    run: (text: string, posted: Posted, submission: Submission) => Promise<string>,
  ) => {
    const submission = await findSubmission(c);
    const posted = await readPosted(c);
    const text = posted.textArea("note");
    try {
      const notice = await run(text, posted, submission);
      return redirectWithNotice(c, pageOf(c, submission.id), notice);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "invalid") throw error;
      const asTyped = new AppError("invalid", WRONG_TEXT, {
        fields: [{ field: fieldOf(note), code: "invalid", message: WRONG_TEXT }],
      });
      return showAgain(c, submission, { id: note, text, error: asTyped });
    }
  };

  routes.post("/:id/notes", (c) =>
    save(c, undefined, async (text, posted, { id }) => {
      const note = { ...byId(id), body: { text }, ...onceFor(posted, text) };
      dataOf(await c.var.api.POST("/api/v1/submissions/{id}/notes", note));
      return "Note added.";
    }),
  );

  routes.post("/:id/notes/:note", (c) => {
    const note = Number(c.req.param("note"));
    return save(c, note, async (text) => {
      dataOf(await c.var.api.PATCH("/api/v1/notes/{id}", { ...byId(note), body: { text } }));
      return "Note changed.";
    });
  });

  routes.post("/:id/notes/:note/delete", async (c) => {
    const { id } = await findSubmission(c);
    dataOf(await c.var.api.DELETE("/api/v1/notes/{id}", byId(c.req.param("note"))));
    return redirectWithNotice(c, pageOf(c, id), "Note deleted.");
  });
}

const WRONG_TEXT = "A note has 1 to 10,000 characters.";
const fieldOf = (note: number | undefined) => (note === undefined ? "note" : `note-${note}`);
const pageOf = (c: DashboardContext, id: number) =>
  `/dashboard/submissions/${id}${originQuery(c)}#notes`;

export async function findNotes(c: DashboardContext, { id }: Submission): Promise<readonly Note[]> {
  return dataOf(await c.var.api.GET("/api/v1/submissions/{id}/notes", byId(id))).notes;
}

export function SubmissionNotes({
  submission: { id },
  notes,
  query,
  unsaved,
}: {
  readonly submission: Submission;
  readonly notes: readonly Note[];
  /** Query string of the list that the submission was opened from. */
  readonly query: string;
  readonly unsaved: UnsavedNote | undefined;
}) {
  const path = `/dashboard/submissions/${id}/notes`;
  const ofNew = unsaved?.id === undefined ? unsaved : undefined;
  return (
    <Card class="notes" id="notes" title="Notes">
      {notes.length === 0 ? null : (
        <ol class="plain-list">
          {notes.map((note) => (
            <li>
              <p class="small soft">
                <Text of={note.author} />
                {note.author_kind === "key" ? " (API key)" : ""}, <Timestamp at={note.created_at} />
                {note.updated_at === note.created_at ? "" : ", edited"}
              </p>
              <p class="lines">
                <LinkedText of={note.text} />
              </p>
              {note.is_own ? (
                <Own
                  note={note}
                  path={`${path}/${note.id}`}
                  query={query}
                  unsaved={unsaved?.id === note.id ? unsaved : undefined}
                />
              ) : null}
            </li>
          ))}
        </ol>
      )}
      <CheckedForm marked={ofNew?.error}>
        <form method="post" action={`${path}${query}`} {...draft(ofNew !== undefined)}>
          <RequestKeyInput />
          <TextArea
            name="note"
            label="New note"
            shortcut="n"
            hint="Only people of this account can read it."
            rows={3}
            value={ofNew?.text ?? ""}
          />
          <div class="row">
            <button>Add note</button>
          </div>
        </form>
      </CheckedForm>
    </Card>
  );
}

interface OwnProps {
  readonly note: Note;
  readonly path: string;
  readonly query: string;
  readonly unsaved: UnsavedNote | undefined;
}

function Own({ note: { id, text }, path, query, unsaved }: OwnProps) {
  return (
    <details open={unsaved !== undefined}>
      <summary class="small">Edit</summary>
      <CheckedForm marked={unsaved?.error}>
        <form method="post" action={`${path}${query}`} {...draft(unsaved !== undefined)}>
          <TextArea
            name="note"
            id={fieldOf(id)}
            label="Note"
            rows={3}
            value={unsaved?.text ?? text}
            member={fieldOf(id)}
          />
          <div class="row">
            <button>Save</button>
            <button class="danger" formaction={`${path}/delete${query}`}>
              Delete
            </button>
          </div>
        </form>
      </CheckedForm>
    </details>
  );
}
