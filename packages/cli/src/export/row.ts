/** A submission as it came: what an export passes on it does not read. */
import type { Submission } from "@intray/sdk";
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";

export interface Row {
  readonly id: number;
  /** In UTF-8, on one line. */
  readonly json: Uint8Array;
}

/** Where a record of this API has its id, and room for the greatest one and what stands behind it. */
const ID_FIRST = /^\{"id":([1-9][0-9]{0,15})[,}]/;
const ID_FIRST_BYTES = 24;
const decoder = new TextDecoder();

/** Throws Failure 78 for what is no submission. */
export function parseRow(json: Uint8Array): Row {
  const begin = decoder.decode(json.subarray(0, ID_FIRST_BYTES));
  const [, digits] = ID_FIRST.exec(begin) ?? [];
  const id: unknown = digits === undefined ? idIn(json) : Number(digits);
  if (typeof id === "number" && Number.isSafeInteger(id)) return { id, json };
  throw new Failure({
    exit: EXIT.badConfiguration,
    code: "not_intray",
    message: `The server listed something without an id: ${begin}`,
    hint: "Check that the base URL is an Intray server's.",
  });
}

/** The whole record. */
export function parseRecord({ json }: Row): Submission {
  return JSON.parse(decoder.decode(json)) as Submission;
}

/** Its time; `undefined` where there are no rows. */
export function createdAtOfLast(rows: readonly Row[]): string | undefined {
  const last = rows.at(-1);
  return last === undefined ? undefined : parseRecord(last).created_at;
}

/** Another service may write a record in another order, and anything at all into a list. */
function idIn(json: Uint8Array): unknown {
  const record: unknown = JSON.parse(decoder.decode(json));
  return typeof record === "object" && record !== null && "id" in record ? record.id : undefined;
}
