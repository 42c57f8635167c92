/** Submissions as the API shows them, written where they are read: bytes cross a thread's port for nothing. */
import {
  changesWithoutCommit,
  type SerializeOptions,
  submissionText,
} from "../../domain/submission-text.ts";
import type { Db } from "../engine/schema.ts";
import { submissionRows } from "./submission-rows.ts";
import { rowInScope, type SubmissionScope } from "./submissions.ts";

export interface SerializedSubmissions {
  /** A JSON array, in a buffer that nobody else has; around it is room for what an answer puts there. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Only a commit can change it. */
  readonly isLasting: boolean;
}

/** Bytes that are free before and behind the array. */
const ROOM = 1_024;

/** The records of `ids`, in the order of `ids`; an id without a record is left out. */
export async function serializeSubmissions(
  db: Db,
  { ids, ...shown }: { readonly ids: readonly number[] } & SerializeOptions,
): Promise<SerializedSubmissions> {
  const rows = await submissionRows(db, { ids });
  return {
    bytes: arrayOf(rows.map((row) => submissionText(row, shown))),
    isLasting: !rows.some((row) => changesWithoutCommit(row, shown.now)),
  };
}

/** The record alone; `undefined` when there is none in scope. */
export async function serializeSubmission(
  db: Db,
  { publicUrl, now, ...scope }: SubmissionScope & SerializeOptions,
): Promise<string | undefined> {
  const row = await rowInScope(db, scope);
  return row === undefined ? undefined : submissionText(row, { publicUrl, now });
}

/** Holds most pages: to write into memory that is there costs a tenth of a Buffer of each text. */
const scratch = Buffer.allocUnsafeSlow(512 * 1_024);
const MAX_BYTES_A_CHARACTER = 3;

function arrayOf(texts: readonly string[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const [n, text] of texts.entries()) {
    const most = text.length * MAX_BYTES_A_CHARACTER + 2;
    if (at + most > scratch.length) {
      parts.push(new Uint8Array(scratch.subarray(0, at)));
      at = 0;
    }
    at += scratch.write(n === 0 ? "[" : ",", at);
    if (most <= scratch.length) at += scratch.write(text, at);
    else {
      parts.push(new Uint8Array(scratch.subarray(0, at)), Buffer.from(text));
      at = 0;
    }
  }
  at += scratch.write(texts.length === 0 ? "[]" : "]", at);
  return joined([...parts, scratch.subarray(0, at)]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((bytes, part) => bytes + part.length, 0);
  const whole = new Uint8Array(new ArrayBuffer(length + 2 * ROOM), ROOM, length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
