/** Serializes submissions to JSON on the reader thread; the buffer is transferred to the caller, not copied. */
import type { SerializeOptions } from "../../domain/submission/submission-text.ts";
import { changesWithoutCommit, submissionText } from "../../domain/submission/submission-text.ts";
import type { Include } from "../../domain/submission/include.ts";
import { submissionVersion } from "../../domain/submission/submission-version.ts";
import type { Db } from "../engine/schema.ts";
import { submissionRows } from "./submission-rows.ts";
import { rowInScope, type SubmissionScope } from "./submissions.ts";
import { replyInApi } from "../../domain/mail/written-reply.ts";
import { noteInApi } from "../../domain/submission/note.ts";
import { idsText } from "../engine/dialect.ts";
import { repliesTo } from "../mail/written-replies.ts";
import { notesAbout } from "./notes.ts";

export type SerializedSubmissions = Awaited<ReturnType<typeof serializeSubmissions>>;

interface SerializedSubmission {
  /** JSON. */
  readonly text: string;
  readonly version: string;
}

export type SerializeRequest = SerializeOptions & { readonly include?: Include | undefined };

/** Free bytes before and after the array. */
const MARGIN_BYTES = 1_024;

/** Serializes the records of `ids`, in that order; an id without a record is left out. */
export async function serializeSubmissions(
  db: Db,
  { ids, include, ...shown }: { readonly ids: readonly number[] } & SerializeRequest,
) {
  const rows = await submissionRows(db, { ids });
  const last = rows.at(-1);
  const options = { ...shown, masksPeople: include?.masksPeople };
  const withIncluded = await includer(db, ids, include);
  return {
    /** A JSON array in a buffer of its own, with {@link MARGIN_BYTES} free on either side for the rest of a response. */
    bytes: arrayOf(rows.map((row) => withIncluded(row.id, submissionText(row, options)))),
    /** Only a commit can change the records: none of them shows a lease or deferral that expires. */
    changesOnlyByCommit: !rows.some((row) => changesWithoutCommit(row, shown.now)),
    /** The last of the records. */
    last: last && { id: last.id, uid: last.uid, created_at: last.created_at },
  };
}

/** Serializes one record; `undefined` if there is none in scope. */
export async function serializeSubmission(
  db: Db,
  { publicUrl, filesUrl, now, include, ...scope }: SubmissionScope & SerializeRequest,
): Promise<SerializedSubmission | undefined> {
  const row = await rowInScope(db, scope);
  if (row === undefined) return undefined;
  const withIncluded = await includer(db, [row.id], include);
  const text = withIncluded(
    row.id,
    submissionText(row, { publicUrl, filesUrl, now, masksPeople: include?.masksPeople }),
  );
  return { text, version: submissionVersion(row).version };
}

/** Reused for every page, and larger than most: writing here costs a tenth of a Buffer for each text. */
const scratch = Buffer.allocUnsafeSlow(512 * 1_024);
const MAX_BYTES_PER_CHARACTER = 3;

function arrayOf(texts: readonly string[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const [n, text] of texts.entries()) {
    const maxBytes = text.length * MAX_BYTES_PER_CHARACTER + 2;
    if (at + maxBytes > scratch.length) {
      parts.push(new Uint8Array(scratch.subarray(0, at)));
      at = 0;
    }
    at += scratch.write(n === 0 ? "[" : ",", at);
    if (maxBytes <= scratch.length) at += scratch.write(text, at);
    else {
      parts.push(new Uint8Array(scratch.subarray(0, at)), Buffer.from(text));
      at = 0;
    }
  }
  at += scratch.write(texts.length === 0 ? "[]" : "]", at);
  return join([...parts, scratch.subarray(0, at)]);
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((bytes, part) => bytes + part.length, 0);
  const whole = new Uint8Array(new ArrayBuffer(length + 2 * MARGIN_BYTES), MARGIN_BYTES, length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Returns a function that adds the members to the JSON of the submission with this id. */
async function includer(
  db: Db,
  ids: readonly number[],
  { notesFor, replies = false, masksPeople }: Include = {},
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
          notes?.get(id)?.map((note) => noteInApi(note, viewer, masksPeople)),
        ),
      sent &&
        member(
          "replies",
          sent.get(id)?.map((reply) => replyInApi(reply, masksPeople)),
        ),
    ];
    return `${json.slice(0, -1)}${parts.join("")}}`;
  };
}

const bySubmission = (row: { readonly submission_id: number }) => row.submission_id;

const member = (name: string, records: readonly object[] = []) =>
  `,"${name}":${JSON.stringify(records)}`;
