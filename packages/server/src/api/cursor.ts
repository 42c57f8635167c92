/** Where a walk through a list stands: the last id, bound to the filters it was walked with. */
import { hash } from "node:crypto";
import { z } from "zod";
import { invalid } from "../errors.ts";

const CURSOR = z.strictObject({ f: z.string(), id: z.int().positive() });
const FILTER_CHARACTERS = 12;

/** Opaque text for `meta.next_cursor`. */
export function writeCursor(filter: unknown, lastId: number): string {
  return Buffer.from(JSON.stringify({ f: fingerprint(filter), id: lastId })).toString("base64url");
}

/** The id behind which to go on. @throws AppError `invalid` when it is none of ours, or of other filters. */
export function readCursor(filter: unknown, cursor: string): number {
  const { f, id } = parse(cursor);
  if (f === fingerprint(filter)) return id;
  throw invalid(
    "cursor",
    "This cursor belongs to other filters. Walk a list with the filters it was begun with, or begin anew without a cursor.",
  );
}

function parse(cursor: string): z.output<typeof CURSOR> {
  try {
    return CURSOR.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    throw invalid(
      "cursor",
      "This is no cursor. Use the next_cursor of the page before, unchanged.",
    );
  }
}

function fingerprint(filter: unknown): string {
  return hash("sha256", JSON.stringify(filter), "base64url").slice(0, FILTER_CHARACTERS);
}
