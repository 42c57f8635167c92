/** The notes about a submission on its page. Authors change and delete their own. */
import type { Hono } from "hono";
import type { Note, Submission } from "@intray/sdk/schemas";
import { Timestamp } from "../format/timestamp.tsx";
import { byId, dataOf } from "../http/api-client.ts";
import type { DashboardContext, DashboardEnv } from "../http/env.ts";
import { onceFor } from "../http/request-key.tsx";
import { Card } from "../layout/card.tsx";
import { PostForm, TextArea } from "../layout/fields.tsx";
import { LinkedText, Text } from "../layout/user-text.tsx";
import { type FormProps, saveForm, type ShowAgain, typedIn } from "./save-form.ts";

export function addNoteRoutes(routes: Hono<DashboardEnv>, showAgain: ShowAgain): void {
  const shared = { card: "notes", showAgain };
  routes.post("/:id/notes", (c) =>
    saveForm(c, {
      ...shared,
      form: formOf(undefined),
      async save(posted, { id }) {
        const text = posted.textArea("note");
        const note = { ...byId(id), body: { text }, ...onceFor(posted, text) };
        dataOf(await c.var.api.POST("/api/v1/submissions/{id}/notes", note));
        return "Note added.";
      },
    }),
  );

  routes.post("/:id/notes/:note", (c) => {
    const note = Number(c.req.param("note"));
    return saveForm(c, {
      ...shared,
      form: formOf(note),
      async save(posted) {
        const body = { text: posted.textArea("note") };
        dataOf(await c.var.api.PATCH("/api/v1/notes/{id}", { ...byId(note), body }));
        return "Note changed.";
      },
    });
  });

  routes.post("/:id/notes/:note/delete", (c) =>
    saveForm(c, {
      ...shared,
      form: "",
      async save() {
        dataOf(await c.var.api.DELETE("/api/v1/notes/{id}", byId(c.req.param("note"))));
        return "Note deleted.";
      },
    }),
  );
}

const formOf = (note: number | undefined) => (note === undefined ? "note" : `note-${note}`);

export async function findNotes(c: DashboardContext, { id }: Submission): Promise<readonly Note[]> {
  return dataOf(await c.var.api.GET("/api/v1/submissions/{id}/notes", byId(id))).notes;
}

type NotesProps = FormProps & { readonly notes: readonly Note[] };

export function SubmissionNotes({ submission: { id }, notes, query, unsaved }: NotesProps) {
  const path = `/dashboard/submissions/${id}/notes`;
  const typed = typedIn(unsaved, formOf(undefined));
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
              {note.is_own ? <Own note={note} {...{ path, query, unsaved }} /> : null}
            </li>
          ))}
        </ol>
      )}
      <PostForm
        action={`${path}${query}`}
        error={typed?.error}
        button="Add note"
        look="other"
        isOnce
        isUnsaved={typed !== undefined}
      >
        <TextArea
          name="note"
          member="text"
          label="New note"
          shortcut="n"
          hint="Only people of this account can read it."
          rows={3}
          value={typed?.posted.textArea("note") ?? ""}
        />
      </PostForm>
    </Card>
  );
}

interface OwnProps extends Omit<FormProps, "submission"> {
  readonly note: Note;
  /** Of all notes. */
  readonly path: string;
}

function Own({ note: { id, text }, path, query, unsaved }: OwnProps) {
  const form = formOf(id);
  const typed = typedIn(unsaved, form);
  return (
    <details open={typed !== undefined}>
      <summary class="small">Edit</summary>
      <PostForm
        action={`${path}/${id}${query}`}
        error={typed?.error}
        button="Save"
        look="other"
        isUnsaved={typed !== undefined}
        more={
          <button class="danger" formaction={`${path}/${id}/delete${query}`}>
            Delete
          </button>
        }
      >
        <TextArea
          name="note"
          member="text"
          id={form}
          label="Note"
          rows={3}
          value={typed?.posted.textArea("note") ?? text}
        />
      </PostForm>
    </details>
  );
}
