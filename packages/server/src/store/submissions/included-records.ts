/** Reads the notes and replies that a request includes in submissions: one query for each kind, for a whole page. */
import { replyInApi } from "../../domain/mail/written-reply.ts";
import type { Include } from "../../domain/submission/include.ts";
import { noteInApi } from "../../domain/submission/note.ts";
import { idsText } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";
import { repliesTo } from "../mail/written-replies.ts";
import { notesAbout } from "./notes.ts";

/** Returns a function that adds the members to the JSON of the submission with this id. */
export async function includer(
  db: Db,
  ids: readonly number[],
  { notesFor, replies = false }: Include = {},
): Promise<(id: number, json: string) => string> {
  if (notesFor === undefined && !replies) return (_id, json) => json;
  const given = { ids: idsText(db, ids) };
  const notes = notesFor && Map.groupBy(await notesAbout(db, given), bySubmission);
  const sent = replies ? Map.groupBy(await repliesTo(db, given), bySubmission) : undefined;
  return (id, json) => {
    const viewer = notesFor;
    const parts = [
      viewer &&
        member(
          "notes",
          notes?.get(id)?.map((note) => noteInApi(note, viewer)),
        ),
      sent && member("replies", sent.get(id)?.map(replyInApi)),
    ];
    return `${json.slice(0, -1)}${parts.join("")}}`;
  };
}

const bySubmission = (row: { readonly submission_id: number }) => row.submission_id;

const member = (name: string, records: readonly object[] = []) =>
  `,"${name}":${JSON.stringify(records)}`;
