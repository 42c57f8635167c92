/** The notes about submissions. Only account keys and the dashboard read and write them. */
import type { Hono } from "hono";
import { zNoteInput } from "@intray/sdk/schemas";
import { noteInApi } from "../../domain/submission/note.ts";
import { authorOf } from "../http/caller.ts";
import type { ApiContext, ApiEnv, ApiParts } from "../http/env.ts";
import { writeOnce } from "../http/idempotency.ts";
import { isMasked } from "../http/masks.ts";
import { parseBody, pathId } from "../http/request.ts";

export function noteRoutes(app: Hono<ApiEnv>, parts: ApiParts): void {
  const { store, clock } = parts;

  app.get("/submissions/:id/notes", async (c) => {
    const caller = c.get("caller");
    const { account_id } = caller;
    const notes = await store.reads.listNotes({ account_id, submission_id: pathId(c) });
    return c.json({
      notes: notes.map((note) => noteInApi(note, authorOf(caller), isMasked(caller))),
    });
  });

  app.post("/submissions/:id/notes", async (c) => {
    const caller = c.get("caller");
    const { text } = await parseBody(c, zNoteInput, "note");
    const { result } = await writeOnce(c, parts, store.writes.createNote, {
      account_id: caller.account_id,
      submission_id: pathId(c),
      text,
      author: authorOf(caller),
      author_name: caller.key_name,
      now: clock.now(),
    });
    return c.json(noteInApi(result, authorOf(caller)), 201);
  });

  const own = (c: ApiContext) => {
    const caller = c.get("caller");
    const { account_id } = caller;
    return { id: pathId(c), account_id, author: authorOf(caller), now: clock.now() };
  };

  app.patch("/notes/:id", async (c) => {
    const which = own(c);
    const { text } = await parseBody(c, zNoteInput, "note");
    const note = await store.writes.updateNote({ ...which, text });
    return c.json(noteInApi(note, which.author));
  });

  app.delete("/notes/:id", async (c) => {
    const which = own(c);
    return c.json(noteInApi(await store.writes.deleteNote(which), which.author));
  });
}
