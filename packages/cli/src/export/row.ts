/** A submission as JSON bytes; most formats write them without parsing. */
import type { Submission } from "@intray/sdk";
import { EXIT, Failure } from "../errors/failure.ts";

export interface Row {
  readonly id: number;
  /** UTF-8, on one line. */
  readonly json: Uint8Array;
}

/** Intray writes the id first, so it can be read without parsing the record. */
const ID_FIRST = /^\{"id":([1-9][0-9]{0,15})[,}]/;
/** Enough for the longest match of ID_FIRST. */
const ID_FIRST_BYTES = 24;
const decoder = new TextDecoder();

/** Reads the id of a record. Throws Failure 78 for a record without an id. */
export function parseRow(json: Uint8Array): Row {
  const start = decoder.decode(json.subarray(0, ID_FIRST_BYTES));
  const [, digits] = ID_FIRST.exec(start) ?? [];
  const id: unknown = digits === undefined ? idIn(json) : Number(digits);
  if (typeof id === "number" && Number.isSafeInteger(id)) return { id, json };
  throw new Failure({
    exit: EXIT.badConfiguration,
    code: "not_intray",
    message: `The server listed a record without an id: ${start}`,
    hint: "Check that the base URL is the address of an Intray server.",
  });
}

/** Parses the record. */
export function parseRecord({ json }: Row): Submission {
  return JSON.parse(decoder.decode(json)) as Submission;
}

/** `created_at` of the last row; `undefined` without rows. */
export function createdAtOfLast(rows: readonly Row[]): string | undefined {
  const last = rows.at(-1);
  return last === undefined ? undefined : parseRecord(last).created_at;
}

/** For a service that writes the members in another order, or lists something else. */
function idIn(json: Uint8Array): unknown {
  const record: unknown = JSON.parse(decoder.decode(json));
  return typeof record === "object" && record !== null && "id" in record ? record.id : undefined;
}
